package board

import (
	"maps"
	"slices"

	"github.com/banchess/banchess/assets"
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

	// Premoves says that somebody else acts next. Phase, Mover and Targets are then
	// about what the user may choose already, to be played later.
	Premoves bool

	// Targets holds, for each square a piece can leave, where it may go: the legal
	// moves in the move phase, the legal bans in the ban phase. The board keeps a
	// reference; do not change it after Set.
	Targets map[chess.Square][]Target

	// Banned is the ban in force: the pair that the mover must not play, or that
	// ended the game. NoPair when a ban is due.
	Banned chess.Pair

	// LastMove is the last move played, whatever was banned since. NoPair at the
	// start.
	LastMove chess.Pair

	// InCheck is the side whose king is attacked, or NoPlayer.
	InCheck chess.Player
}

// A Target is a square that a piece may go to.
type Target struct {
	To chess.Square

	// Promotes says that in the move phase the board has to ask for a piece. In
	// the ban phase it is ignored: a ban takes all four promotions at once.
	Promotes bool
}

// An Arrow is drawn over the board without any effect on it: an engine's hint, or a
// premove.
type Arrow struct {
	chess.Pair
	Kind assets.ArrowKind
	Rank uint8 // 0 for the best or only one; the higher, the thinner and paler
}

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

// checked returns the square of the king that is attacked, or NoSquare.
func (v *View) checked() chess.Square {
	if v.InCheck != chess.NoPlayer {
		if s := slices.Index(v.Pieces[:], chess.NewPiece(v.InCheck, chess.King)); s >= 0 {
			return chess.Square(s)
		}
	}
	return chess.NoSquare
}

// same reports whether two views show and allow the same.
func (v *View) same(w *View) bool {
	return v.shows(w) && v.Phase == w.Phase && v.Mover == w.Mover && v.Premoves == w.Premoves &&
		maps.EqualFunc(v.Targets, w.Targets, slices.Equal)
}

// shows reports whether two views show the same position, whatever they allow.
func (v *View) shows(w *View) bool {
	return v.Pieces == w.Pieces && v.InCheck == w.InCheck && v.Banned == w.Banned && v.LastMove == w.LastMove
}
