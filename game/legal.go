package game

import (
	"slices"

	"github.com/banchess/banchess/game/chess"
)

// IsLegal reports whether the action may be played here.
func (p Position) IsLegal(a Action) bool { return p.Check(a) == nil }

// Check returns nil when the action is legal here, and otherwise an error that
// says why not and what is legal instead. Its codes are CodeBadAction,
// CodeGameOver, CodeWrongPhase, CodeIllegalBan, CodeIllegalMove, CodeBanned and
// CodePromotionRequired.
func (p Position) Check(a Action) error {
	result := p.Result()
	if p.n != nil && !result.Over() && p.takes(a) {
		return nil
	}
	return p.refuse(a, result)
}

// takes reports whether the action fits the phase and is legal on the board. The
// position must not be an ending.
func (p Position) takes(a Action) bool {
	switch {
	case p.n == nil || a.phase != p.Phase():
		return false
	case a.IsBan():
		return p.n.HasPair(a.Pair())
	}
	return a.Pair() != p.ban && p.n.IsLegal(a.move)
}

// LegalBans returns the pairs that may be banned, in no particular order: none at
// a move ply or when the position is an ending.
func (p Position) LegalBans() []Pair {
	if p.Phase() != PhaseBan || p.Result().Over() {
		return nil
	}
	return slices.Clone(p.board().legal().pairs)
}

// LegalMoves returns the moves that may be played, in no particular order, a
// promotion once for each role: none at a ban ply or when the position is an
// ending.
func (p Position) LegalMoves() []Move {
	if p.n == nil || p.Phase() != PhaseMove || p.Result().Over() {
		return nil
	}
	moves := make([]Move, 0, len(p.board().legal().moves))
	for _, m := range p.board().legal().moves {
		if m.Pair() != p.ban {
			moves = append(moves, m.Move)
		}
	}
	return moves
}

// LegalActions returns LegalBans or LegalMoves, whichever is due, as actions.
func (p Position) LegalActions() []Action {
	if p.Result().Over() {
		return nil
	}
	return p.actions()
}

// actions is LegalActions of a position that is not an ending.
func (p Position) actions() []Action {
	if p.n == nil {
		return nil
	}
	legal := p.board().legal()
	if p.Phase() == PhaseBan {
		actions := make([]Action, len(legal.pairs))
		for i, pair := range legal.pairs {
			actions[i] = BanAction(pair)
		}
		return actions
	}
	actions := make([]Action, 0, len(legal.moves))
	for _, m := range legal.moves {
		if m.Pair() != p.ban {
			actions = append(actions, MoveAction(m.Move))
		}
	}
	return actions
}

// appendLegal appends what actions returns, in another order, out of the fast
// position.
func (p Position) appendLegal(dst []Action) []Action {
	if p.n == nil {
		return dst
	}
	var l chess.MoveList
	p.n.Moves(&l)
	if p.Phase() == PhaseMove {
		for _, m := range l.Slice() {
			if m.Pair() != p.ban {
				dst = append(dst, MoveAction(m))
			}
		}
		return dst
	}
	last := NoPair
	for _, m := range l.Slice() {
		if m.Pair() != last { // the promotions of a pair stand together
			last = m.Pair()
			dst = append(dst, BanAction(last))
		}
	}
	return dst
}

// LegalActionsFrom returns the legal actions whose pair starts at the square.
func (p Position) LegalActionsFrom(from Square) []Action {
	return slices.DeleteFunc(p.LegalActions(), func(a Action) bool { return a.Pair().From() != from })
}
