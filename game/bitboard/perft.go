package bitboard

// Perft counts the lines of exactly depth actions, bans and moves, from this
// position. Draws by rule end no line, as is the custom; mate and stalemate do,
// also by ban.
//
// The position after a move is the same whatever was banned before it, so each
// move is followed once and counted for every ban that allows it.
func (b *Board) Perft(depth int) uint64 {
	n, _ := b.PerftWhile(depth, nil)
	return n
}

// PerftWhile is Perft that asks now and then, a few thousand times a second,
// whether to go on. It reports false, and a count of no use, when it was told
// not to. A nil function never is.
func (b *Board) PerftWhile(depth int, more func() bool) (lines uint64, done bool) {
	c := counter{Board: b, more: more}
	lines = c.perft(depth)
	return lines, !c.stopped
}

// counter is one perft under way.
type counter struct {
	*Board
	more    func() bool
	stopped bool
}

// askedDepth is the number of actions that are counted without asking: a hundred
// microseconds' worth or so.
const askedDepth = 4

func (c *counter) perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if c.BanPly() {
		return c.bans(depth)
	}
	var l MoveList
	c.Playable(&l)
	if depth == 1 {
		return uint64(len(l.Slice()))
	}
	return c.moves(&l, depth-1)
}

// moves adds up what follows each move, to a depth counted from the ban after it.
func (c *counter) moves(l *MoveList, depth int) uint64 {
	n := uint64(0)
	for _, m := range l.Slice() {
		if c.stopped {
			break
		}
		c.Move(m)
		n += c.bans(depth)
		c.Undo()
	}
	return n
}

// bans counts from a ban ply.
func (c *counter) bans(depth int) uint64 {
	moves, pairs := c.Count()
	switch {
	case depth == 0:
		return 1
	case pairs == 0:
		return 0
	case depth == 1:
		return uint64(pairs)
	case depth == 2:
		return uint64(moves) * uint64(pairs-1)
	case pairs == 1:
		return 0
	case depth > askedDepth && c.more != nil && !c.more():
		c.stopped = true
		return 0
	}
	var l MoveList
	c.Moves(&l)
	return c.moves(&l, depth-2) * uint64(pairs-1)
}

// ChessPerft counts the lines of exactly depth moves of plain chess: no bans,
// and a ban in force is ignored.
func (b *Board) ChessPerft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		moves, _ := b.Count()
		return uint64(moves)
	}
	var l MoveList
	b.Moves(&l)
	n := uint64(0)
	for _, m := range l.Slice() {
		b.Move(m)
		n += b.ChessPerft(depth - 1)
		b.Undo()
	}
	return n
}

// A Share is the part of a perft count that one first action has.
type Share struct {
	Action string
	Lines  uint64
}

// Divide splits Perft by the first action, for as long as more allows; see
// PerftWhile. What was cut short is left out.
func (b *Board) Divide(depth int, more func() bool) (shares []Share, done bool) {
	if depth < 1 {
		return nil, true
	}
	var l MoveList
	b.Playable(&l)
	seen := map[Pair]bool{}
	for _, m := range l.Slice() {
		share := Share{Action: m.String()}
		if b.BanPly() {
			if seen[m.Pair()] {
				continue
			}
			seen[m.Pair()] = true
			share.Action = m.Pair().String()
			b.Ban(m.Pair())
		} else {
			b.Move(m)
		}
		share.Lines, done = b.PerftWhile(depth-1, more)
		b.Undo()
		if !done {
			return shares, false
		}
		shares = append(shares, share)
	}
	return shares, true
}
