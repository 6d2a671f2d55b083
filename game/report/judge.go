package report

import (
	"math"

	"github.com/banchess/banchess/game"
)

// Mark is the glyph of an action that gives chances away, as PGN numbers it. The zero
// Mark stands for no mark.
type Mark uint8

// The marks.
const (
	Inaccuracy Mark = 6
	Mistake    Mark = 2
	Blunder    Mark = 4
)

// Marks are all marks, the smallest loss first.
var Marks = [...]Mark{Inaccuracy, Mistake, Blunder}

// String returns the sign of the mark: "?!", "?" or "??".
func (m Mark) String() string {
	switch m {
	case Inaccuracy:
		return "?!"
	case Mistake:
		return "?"
	case Blunder:
		return "??"
	}
	return ""
}

// Better is the glyph of the variation that was better, as PGN numbers it.
const Better uint8 = 142

// Judgement is what is said of an action.
type Judgement struct {
	Mark       Mark
	MissedMate bool    // a mate is gone that was there
	Loss       float64 // of the chances to win, from 0 to 1
	Accuracy   float64 // from 0 to 100
}

// unless returns a judgement without its mark if nothing was better.
func (j Judgement) unless(isBest bool) Judgement {
	if isBest && j.Mark != 0 {
		return Judgement{Accuracy: 100}
	}
	return j
}

// The chances that make a mark when they are given away, as on lichess.
const (
	inaccuracy = 0.05
	mistake    = 0.10
	blunder    = 0.15
)

// markOfMate returns the mark of an action that gives a mate away, or allows one, by what the
// player is worth without the mate, or was: the more the game is decided anyway, the less it
// matters. The bounds are lichess's.
func markOfMate(decided int) Mark {
	switch {
	case decided > 999:
		return Inaccuracy
	case decided > 700:
		return Mistake
	}
	return Blunder
}

// Chances returns White's chances to win, from 0 to 1. The slope is the one that
// lichess found in its games.
func Chances(e game.Eval) float64 {
	switch {
	case e.Mate > 0:
		return 1
	case e.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-0.00368208*float64(e.Centipawns)))
}

// chancesOf returns the chances of a player.
func chancesOf(player game.Player, e game.Eval) float64 {
	if player == game.Black {
		return 1 - Chances(e)
	}
	return Chances(e)
}

// mateOf returns the turns until a player mates, negative until the other does.
func mateOf(player game.Player, e game.Eval) int {
	if player == game.Black {
		return -e.Mate
	}
	return e.Mate
}

// Judge judges an action of a player by what the position was worth before and after.
func Judge(player game.Player, before, after game.Eval) Judgement {
	loss := max(0, chancesOf(player, before)-chancesOf(player, after))
	loss = math.Round(loss*1e6) / 1e6 // the last digits of an exponential depend on the machine
	j := Judgement{
		MissedMate: mateOf(player, before) > 0 && mateOf(player, after) <= 0,
		Loss:       loss,
		Accuracy:   min(100, max(0, 103.1668*math.Exp(-4.354*loss)-3.1669)),
	}
	switch {
	case j.MissedMate:
		j.Mark = markOfMate(sign(player) * after.Centipawns)
	case before.Mate == 0 && mateOf(player, after) < 0:
		j.Mark = markOfMate(-sign(player) * before.Centipawns)
	case loss >= blunder:
		j.Mark = Blunder
	case loss >= mistake:
		j.Mark = Mistake
	case loss >= inaccuracy:
		j.Mark = Inaccuracy
	}
	return j
}

// tolerance is how much of the chances an answer may lose that still keeps as much as
// something better: two searches differ by so much. It is less than an inaccuracy.
const tolerance = 0.02

// Keeps reports whether an action of a player keeps about as much as another one would
// have, by what they are worth. A mate is not kept by anything but a mate.
func Keeps(player game.Player, better, is game.Eval) bool { return Judge(player, better, is).keeps() }

func (j Judgement) keeps() bool { return j.Loss <= tolerance && !j.MissedMate }

// Tally is how one side banned, or moved.
type Tally struct {
	Actions  int
	Accuracy float64 // the mean; 0 where there was nothing to judge
	Marks    [len(Marks)]int
}

// Add counts a judgement.
func (t *Tally) Add(j Judgement) {
	t.Accuracy = (t.Accuracy*float64(t.Actions) + j.Accuracy) / float64(t.Actions+1)
	t.Actions++
	for i, m := range Marks {
		if m == j.Mark {
			t.Marks[i]++
		}
	}
}

// lostAt is how few chances a player has who has lost, or is about to.
const lostAt = 0.25

// judged is an action with what the position was worth before and after it.
type judged struct {
	player        game.Player
	before, after game.Eval
	Judgement
}

// turningPoint returns which action of a line decided it: of the marked ones of the player
// who is lost at the end, the one that gave away most for good, which is what he had before
// less the most that he had later. It returns −1 if nobody is lost, or if no such action gave
// away as much as a mistake does.
func turningPoint(line []judged) int {
	if len(line) == 0 {
		return -1
	}
	player, end := game.White, line[len(line)-1].after
	if Chances(end) > 0.5 {
		player = game.Black
	}
	if chancesOf(player, end) > lostAt {
		return -1
	}
	point, most, later := -1, mistake, 0.0
	for i := len(line) - 1; i >= 0; i-- {
		at := line[i]
		later = max(later, chancesOf(player, at.after))
		if forGood := chancesOf(player, at.before) - later; at.player == player && at.Mark != 0 && forGood >= most {
			point, most = i, forGood
		}
	}
	return point
}
