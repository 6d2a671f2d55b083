package board

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
	Pieces [64]Piece

	// Phase is what comes next; the zero Phase is Ban, as at a game's first ply.
	Phase Phase

	// Mover is the side whose pieces can be picked up, in either phase: in the
	// ban phase its opponent does that, to ban one of its moves.
	Mover Color

	// Targets holds, for each square a piece can leave, where it may go: the legal
	// moves in the move phase, the legal bans in the ban phase. The board keeps a
	// reference; do not change it after Set.
	Targets map[Square][]Target

	// Banned is the ban in force: the pair that the mover must not play, or that
	// ended the game. Nil in the ban phase.
	Banned *Pair

	// LastMove is the last move played, whatever was banned since. Nil at the start.
	LastMove *Pair

	// Check says that the mover's king is attacked.
	Check bool
}

// A Target is a square that a piece may go to.
type Target struct {
	To Square

	// Promotes says that in the move phase the board has to ask for a piece. In
	// the ban phase it is ignored: a ban takes all four promotions at once.
	Promotes bool
}

// An Arrow is drawn over the board without any effect on it: an engine's hint.
type Arrow struct {
	Pair
	Kind ArrowKind
}

// ArrowKind is how an arrow looks.
type ArrowKind uint8

const (
	HintMove ArrowKind = iota // a plain arrow: a move to think of
	HintBan                   // a barred arrow: a ban to think of
)

// target returns what the view says about going from one square to another.
func (v *View) target(from, to Square) (Target, bool) {
	for _, t := range v.Targets[from] {
		if t.To == to {
			return t, true
		}
	}
	return Target{}, false
}

// selectable reports whether a piece can be picked up: it has a target, or its
// only one is banned, which shows when it is picked up.
func (v *View) selectable(s Square) bool {
	if v.Phase == Over || !s.IsValid() || v.Pieces[s].IsEmpty() || v.Pieces[s].Color != v.Mover {
		return false
	}
	return len(v.Targets[s]) > 0 || v.bars(s)
}

// bars reports whether the ban in force starts at the square.
func (v *View) bars(from Square) bool {
	return v.Phase == Move && v.Banned != nil && v.Banned.From == from
}

// king returns the square of a side's king, or NoSquare.
func (v *View) king(c Color) Square {
	for s, p := range v.Pieces {
		if p == (Piece{Role: King, Color: c}) {
			return Square(s)
		}
	}
	return NoSquare
}

// same reports whether two views show and allow the same.
func (v *View) same(w *View) bool {
	if v.Pieces != w.Pieces || v.Phase != w.Phase || v.Mover != w.Mover || v.Check != w.Check ||
		!samePair(v.Banned, w.Banned) || !samePair(v.LastMove, w.LastMove) || len(v.Targets) != len(w.Targets) {
		return false
	}
	for from, list := range v.Targets {
		if len(list) != len(w.Targets[from]) {
			return false
		}
		for i, t := range list {
			if w.Targets[from][i] != t {
				return false
			}
		}
	}
	return true
}

func samePair(a, b *Pair) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
