package match

import "github.com/banchess/banchess/game"

// agreeing is how many answers in a row, a turn of each player four times, have to name the
// same loser.
const agreeing = 8

// verdict follows the scores of a game, by which both players may find it decided.
type verdict struct {
	limit int // centipawns; 0 never decides
	loser game.Player
	row   int // answers that named the loser, since one did not
}

// add counts the score of an answer, for the player who gave it. Returns the loser once both
// players agree, otherwise [game.NoPlayer].
func (v *verdict) add(by game.Player, score int) game.Player {
	loser := game.NoPlayer
	switch {
	case v.limit == 0:
		return loser
	case score >= v.limit:
		loser = by.Opponent()
	case score <= -v.limit:
		loser = by
	}
	if loser != v.loser {
		v.loser, v.row = loser, 0
	}
	if v.row++; loser != game.NoPlayer && v.row >= agreeing {
		return loser
	}
	return game.NoPlayer
}
