package bitboard

// keepCastling holds, for each square, the castling rights that survive a piece
// leaving it or arriving on it.
var keepCastling = func() (keep [64]uint8) {
	for q := range keep {
		keep[q] = 15
	}
	keep[a1], keep[h1], keep[e1] = 15&^whiteLong, 15&^whiteShort, 15&^(whiteShort|whiteLong)
	keep[a8], keep[h8], keep[e8] = 15&^blackLong, 15&^blackShort, 15&^(blackShort|blackLong)
	return keep
}()

// remember notes what the action cannot compute back.
func (b *Board) remember(kind, step uint8, m Move, captured Piece) {
	b.history = append(b.history, undo{
		key: b.key, ban: b.ban, move: m, halfmove: b.halfmove, kind: kind,
		step: step, castling: b.castling, ep: b.ep, captured: captured,
	})
}

// Ban plays a ban at a ban ply. The pair must be one that a legal move has.
func (b *Board) Ban(p Pair) {
	b.remember(aBan, 1, 0, 0)
	b.ban = p
	b.ply++
}

// Pass hands the turn over without a move, for searches that try what happens
// then. It is no action of the game and not possible in check.
func (b *Board) Pass() {
	step := uint8(b.ply&1) + 1
	b.remember(aPass, step, 0, 0)
	b.key ^= keys.black ^ epKey(b.ep)
	b.ep = NoSquare
	b.ban = 0
	b.halfmove++
	b.ply += int(step)
	b.fullmove += int(b.mover)
	b.mover ^= 1
}

// Move plays a legal move. At a ban ply it steps over the ban.
func (b *Board) Move(m Move) {
	from, to := m.From(), m.To()
	p, captured := b.square[from], b.square[to]
	step := uint8(b.ply&1) + 1
	us := b.mover

	target := to // where the captured piece stands
	if p.Type() == Pawn && to == b.ep {
		target = to ^ 8
		captured = b.square[target]
	}
	b.remember(aMove, step, m, captured)

	key := b.key ^ epKey(b.ep) ^ keys.black
	b.ep = NoSquare
	b.halfmove++
	if captured != 0 {
		b.remove(captured, target)
		key ^= pieceKey(captured, target)
		b.halfmove = 0
	}
	b.shift(p, from, to)
	key ^= pieceKey(p, from) ^ pieceKey(p, to)
	switch p.Type() {
	case Pawn:
		b.halfmove = 0
		if t := m.Promotion(); t != NoType {
			b.remove(p, to)
			b.put(NewPiece(us, t), to)
			key ^= pieceKey(p, to) ^ pieceKey(NewPiece(us, t), to)
		} else if from^to == 16 {
			b.ep = from ^ 24 // from the second rank to the third, from the seventh to the sixth
			key ^= epKey(b.ep)
		}
	case King:
		if r, rookFrom, rookTo, ok := castlingRook(us, from, to); ok {
			b.shift(r, rookFrom, rookTo)
			key ^= pieceKey(r, rookFrom) ^ pieceKey(r, rookTo)
		}
	}
	if left := b.castling & keepCastling[from] & keepCastling[to]; left != b.castling {
		key ^= keys.castling[b.castling&15] ^ keys.castling[left&15]
		b.castling = left
	}
	b.key = key

	b.ban = 0
	b.ply += int(step)
	b.fullmove += int(us)
	b.mover = us ^ 1
}

// castlingRook tells which rook goes where when the king's move is castling.
func castlingRook(c Color, from, to Square) (rook Piece, rookFrom, rookTo Square, ok bool) {
	switch int(to) - int(from) {
	case 2:
		return NewPiece(c, Rook), to + 1, to - 1, true
	case -2:
		return NewPiece(c, Rook), to - 2, to + 1, true
	}
	return 0, 0, 0, false
}

// Undo takes the last action back. It reports false, and does nothing, when
// there is none.
func (b *Board) Undo() bool {
	if len(b.history) == 0 {
		return false
	}
	u := &b.history[len(b.history)-1]
	b.history = b.history[:len(b.history)-1]
	b.ban = u.ban
	b.ply -= int(u.step)
	if u.kind == aBan {
		return true
	}
	us := b.mover ^ 1
	b.mover = us
	if m := u.move; u.kind == aMove {
		from, to := m.From(), m.To()
		p := b.square[to]
		if m.Promotion() != NoType {
			b.remove(p, to)
			p = NewPiece(us, Pawn)
			b.put(p, to)
		}
		b.shift(p, to, from)
		if p.Type() == King {
			if r, rookFrom, rookTo, ok := castlingRook(us, from, to); ok {
				b.shift(r, rookTo, rookFrom)
			}
		}
		if u.captured != 0 {
			target := to
			if p.Type() == Pawn && to == u.ep {
				target = to ^ 8
			}
			b.put(u.captured, target)
		}
	}
	b.fullmove -= int(us)
	b.key, b.ep, b.castling, b.halfmove = u.key, u.ep, u.castling, u.halfmove
	return true
}

// LastMove returns the last move played on this board, or no move.
func (b *Board) LastMove() Move {
	for i := len(b.history) - 1; i >= 0; i-- {
		if b.history[i].kind == aMove {
			return b.history[i].move
		}
	}
	return 0
}
