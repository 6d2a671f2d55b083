package bitboard

// Perft counts the lines of exactly depth actions, bans and moves, from this
// position. Draws by rule end no line, as is the custom; mate and stalemate do,
// also by ban.
//
// The position after a move is the same whatever was banned before it, so each
// move is followed once and counted for every ban that allows it.
func (b *Board) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if b.BanPly() {
		return b.banPerft(depth)
	}
	var l MoveList
	b.Playable(&l)
	if depth == 1 {
		return uint64(len(l.Slice()))
	}
	n := uint64(0)
	for _, m := range l.Slice() {
		b.Move(m)
		n += b.banPerft(depth - 1)
		b.Undo()
	}
	return n
}

func (b *Board) banPerft(depth int) uint64 {
	moves, pairs := b.Count()
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
	}
	var l MoveList
	b.Moves(&l)
	n := uint64(0)
	for _, m := range l.Slice() {
		b.Move(m)
		n += b.banPerft(depth - 2)
		b.Undo()
	}
	return n * uint64(pairs-1)
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

// Divide splits Perft by the first action.
func (b *Board) Divide(depth int) []Share {
	if depth < 1 {
		return nil
	}
	var l MoveList
	b.Playable(&l)
	var shares []Share
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
		share.Lines = b.Perft(depth - 1)
		b.Undo()
		shares = append(shares, share)
	}
	return shares
}
