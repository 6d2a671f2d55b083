package chess

// Attackers returns the player's pieces that attack a square, where the pieces in
// occupied block lines.
func (p *Position) Attackers(q Square, by Player, occupied Bitboard) Bitboard {
	them := &p.by[by>>1&1]
	return KnightAttacks(q)&them[Knight] | PawnAttacks(by.other(), q)&them[Pawn] | KingAttacks(q)&them[King] |
		BishopAttacks(q, occupied)&(them[Bishop]|them[Queen]) | RookAttacks(q, occupied)&(them[Rook]|them[Queen])
}

// Checkers returns the pieces that give check to the mover's king.
func (p *Position) Checkers() Bitboard {
	return p.Attackers(p.King(p.mover), p.mover.other(), p.Occupied())
}

// InCheck reports whether the mover's king is attacked.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// IsLegal reports whether the move may be played.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	piece := p.square[from]
	if piece == NoPiece || piece.Player() != p.mover {
		return false
	}
	promotes := piece.Role() == Pawn && ends.Has(to)
	if promotes != m.Promotion().CanPromoteTo() || !promotes && m.Promotion() != NoRole {
		return false
	}
	var v threats
	p.findThreats(&v)
	switch piece.Role() {
	case King:
		return (v.kingTargets() | p.castlingTargets(&v)).Has(to)
	case Pawn:
		return p.pawnGoes(&v, from, to)
	}
	return v.pieceTargets(piece.Role(), from).Has(to)
}

// pawnGoes reports whether the pawn may move between two squares.
func (p *Position) pawnGoes(v *threats, from, to Square) bool {
	if to == p.ep && p.enPassant(v).Has(from) {
		return true
	}
	t := p.pawns(v)
	switch int(to) - int(from) {
	case t.up - 1:
		return t.left.Has(to)
	case t.up + 1:
		return t.right.Has(to)
	case t.up:
		return t.one.Has(to)
	case 2 * t.up:
		return t.two.Has(to)
	}
	return false
}

// HasPair reports whether a legal move has the pair.
func (p *Position) HasPair(pair Pair) bool {
	if !pair.IsValid() {
		return false
	}
	m := Move(pair)
	if p.square[pair.From()].Role() == Pawn && ends.Has(pair.To()) {
		m = pair.Promoting(Queen)
	}
	return p.IsLegal(m)
}

// Reaches reports whether the mover's piece goes from one square of a pair to the
// other, whatever that does to its own king. Castling is not asked for.
func (p *Position) Reaches(pair Pair) bool {
	from, to := pair.From(), pair.To()
	piece, all := p.square[from], p.Occupied()
	if piece == NoPiece || piece.Player() != p.mover || p.mine()[NoRole].Has(to) {
		return false
	}
	if piece.Role() == Pawn {
		up := Square(forward(p.mover))
		switch {
		case PawnAttacks(p.mover, from).Has(to):
			return all.Has(to) || to == p.ep
		case all.Has(to):
			return false
		case to == from+2*up:
			return (rank1<<8 | rank8>>8).Has(from) && !all.Has(from+up)
		}
		return to == from+up
	}
	return Attacks(piece.Role(), from, all).Has(to)
}
