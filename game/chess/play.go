package chess

// keepCastling holds, for each square, the castling rights that survive a piece
// leaving it or arriving on it.
var keepCastling = func() (keep [64]Castling) {
	for q := range keep {
		keep[q] = 15
	}
	for i, home := range castlingHomes {
		keep[home.King] &^= 1 << i
		keep[home.Rook] &^= 1 << i
	}
	return keep
}()

// Play plays a legal move.
func (p *Position) Play(m Move) {
	from, to := m.From(), m.To()
	piece, captured := p.square[from], p.square[to]
	us := p.mover

	target := to // where the captured piece stands
	if piece.Role() == Pawn && to == p.ep {
		target = to ^ 8
		captured = p.square[target]
	}
	key := p.key ^ epKey(p.ep) ^ keys.black
	p.ep = NoSquare
	p.halfmove++
	if captured != NoPiece {
		p.remove(captured, target)
		key ^= pieceKey(captured, target)
		p.halfmove = 0
	}
	p.shift(piece, from, to)
	key ^= pieceKey(piece, from) ^ pieceKey(piece, to)
	switch piece.Role() {
	case Pawn:
		p.halfmove = 0
		if r := m.Promotion(); r != NoRole {
			promoted := pieceOf(us, r)
			p.remove(piece, to)
			p.put(promoted, to)
			key ^= pieceKey(piece, to) ^ pieceKey(promoted, to)
		} else if from^to == 16 {
			p.ep = from ^ 24 // from the second rank to the third, from the seventh to the sixth
			key ^= epKey(p.ep)
		}
	case King:
		if rook, rookFrom, rookTo, ok := castlingRook(us, from, to); ok {
			p.shift(rook, rookFrom, rookTo)
			key ^= pieceKey(rook, rookFrom) ^ pieceKey(rook, rookTo)
		}
	}
	if left := p.castling & keepCastling[from] & keepCastling[to]; left != p.castling {
		key ^= keys.castling[p.castling&15] ^ keys.castling[left&15]
		p.castling = left
	}
	p.key = key
	p.fullmove += int32(us >> 1)
	p.mover = us.other()
}

// After returns the position after a legal move.
func (p *Position) After(m Move) *Position {
	next := *p
	next.Play(m)
	return &next
}

// Pass plays a null move: the turn changes and the pieces stay. The mover must not
// be in check.
func (p *Position) Pass() {
	p.key ^= keys.black ^ epKey(p.ep)
	p.ep = NoSquare
	p.halfmove++
	p.fullmove += int32(p.mover >> 1)
	p.mover = p.mover.other()
}

// castlingRook tells which rook goes where when the king's move is castling.
func castlingRook(player Player, from, to Square) (rook Piece, rookFrom, rookTo Square, ok bool) {
	switch int(to) - int(from) {
	case 2:
		return pieceOf(player, Rook), to + 1, to - 1, true
	case -2:
		return pieceOf(player, Rook), to - 2, to + 1, true
	}
	return NoPiece, NoSquare, NoSquare, false
}
