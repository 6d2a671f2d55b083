package engine

import "github.com/banchess/banchess/game/bitboard"

// An Action is a ban or a move. The zero Action stands for none.
type Action struct {
	Ban  bool
	Move bitboard.Move // for a ban, only its pair counts
}

// String returns the action as UCI writes it: a pair for a ban, a move with its
// promotion for a move, "(none)" for none.
func (a Action) String() string {
	switch {
	case a.Move == 0:
		return "(none)"
	case a.Ban:
		return a.Move.Pair().String()
	}
	return a.Move.String()
}

// Play plays the action on a board, at the ply it is meant for.
func (a Action) Play(b *bitboard.Board) {
	if a.Ban {
		b.Ban(a.Move.Pair())
	} else {
		b.Move(a.Move)
	}
}

// FindAction reads an action as UCI writes it and reports whether it is legal
// on the board: a ban at a ban ply, a move that is not banned at a move ply. A
// ban may be written with a promotion piece, which says nothing.
func FindAction(b *bitboard.Board, s string) (Action, bool) {
	if !b.BanPly() {
		m, ok := b.FindMove(s)
		return Action{Move: m}, ok
	}
	m, ok := bitboard.ParseMove(s)
	return Action{Ban: true, Move: bitboard.Move(m.Pair())}, ok && b.IsBan(m.Pair())
}

// Actions returns the legal actions at the board's ply, and none when the game
// is over because nothing can be played. Draws by rule are not looked for.
func Actions(b *bitboard.Board) []Action {
	var l bitboard.MoveList
	b.Playable(&l)
	var actions []Action
	last := bitboard.Pair(0)
	for _, m := range l.Slice() {
		if !b.BanPly() {
			actions = append(actions, Action{Move: m})
		} else if m.Pair() != last { // the promotions of a pair are listed together
			last = m.Pair()
			actions = append(actions, Action{Ban: true, Move: bitboard.Move(last)})
		}
	}
	return actions
}

// Over reports whether the game has ended on the board: nothing can be played,
// or a rule has made it a draw after the last move.
func Over(b *bitboard.Board) bool {
	var l bitboard.MoveList
	b.Playable(&l)
	return len(l.Slice()) == 0 || b.BanPly() && b.Drawn()
}
