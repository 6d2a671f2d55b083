package board

import (
	"maps"
	"slices"

	"github.com/banchess/banchess/game/chess"
)

// A Phase is what the next action is.
type Phase uint8

const (
	Ban  Phase = iota // one of the mover's pairs is to be banned
	Move              // the mover moves
	Over              // the game has ended: nothing can be played
)

// A View is all that the board knows of the game: what stands where, and what
// may be done. The board draws it and turns clicks into pairs out of Targets; it
// never judges one by itself.
type View struct {
	// Pieces are the pieces by square, a1 first.
	Pieces [64]chess.Piece

	// Phase is what comes next; the zero Phase is Ban, as at a game's first ply.
	Phase Phase

	// Mover is the side whose pieces can be picked up, in either phase: in the
	// ban phase its opponent does that, to ban one of its moves.
	Mover chess.Player

	// Targets holds, for each square a piece can leave, where it may go: the legal
	// moves in the move phase, the legal bans in the ban phase. The board keeps a
	// reference; do not change it after Set.
	Targets map[chess.Square][]Target

	// Banned is the ban in force: the pair that the mover must not play, or that
	// ended the game. NoPair in the ban phase.
	Banned chess.Pair

	// LastMove is the last move played, whatever was banned since. NoPair at the
	// start.
	LastMove chess.Pair

	// Check says that the mover's king is attacked.
	Check bool
}

// A Target is a square that a piece may go to.
type Target struct {
	To chess.Square

	// Promotes says that in the move phase the board has to ask for a piece. In
	// the ban phase it is ignored: a ban takes all four promotions at once.
	Promotes bool
}

// An Arrow is drawn over the board without any effect on it: an engine's hint.
type Arrow struct {
	chess.Pair
	Kind ArrowKind
	Rank uint8 // 0 for the best or only one; the higher, the thinner and paler
}

// ArrowKind is how an arrow looks.
type ArrowKind uint8

const (
	HintMove ArrowKind = iota // a plain arrow: a move to think of
	HintBan                   // a barred arrow: a ban to think of
	Threat                    // a plain arrow: a move of the opponent to beware of
)

// target returns what the view says about going from one square to another.
func (v *View) target(from, to chess.Square) (Target, bool) {
	for _, t := range v.Targets[from] {
		if t.To == to {
			return t, true
		}
	}
	return Target{}, false
}

// selectable reports whether a piece can be picked up: it has a target, or its
// only one is banned, which shows when it is picked up.
func (v *View) selectable(s chess.Square) bool {
	if v.Phase == Over || !s.IsValid() || v.Pieces[s] == chess.NoPiece || v.Pieces[s].Player() != v.Mover {
		return false
	}
	return len(v.Targets[s]) > 0 || v.bars(s)
}

// bars reports whether the ban in force starts at the square.
func (v *View) bars(from chess.Square) bool {
	return v.Phase == Move && v.Banned.IsValid() && v.Banned.From() == from
}

// king returns the square of a side's king, or NoSquare.
func (v *View) king(c chess.Player) chess.Square {
	for s, p := range v.Pieces {
		if p == chess.NewPiece(c, chess.King) {
			return chess.Square(s)
		}
	}
	return chess.NoSquare
}

// same reports whether two views show and allow the same.
func (v *View) same(w *View) bool {
	return v.Pieces == w.Pieces && v.Phase == w.Phase && v.Mover == w.Mover && v.Check == w.Check &&
		v.Banned == w.Banned && v.LastMove == w.LastMove && maps.EqualFunc(v.Targets, w.Targets, slices.Equal)
}
