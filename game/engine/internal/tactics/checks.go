package tactics

import "github.com/banchess/banchess/game/chess"

// Checks are the squares from which the mover's pieces give check, by role.
type Checks [8]chess.Bitboard

// NewChecks returns those of a position.
func NewChecks(p *chess.Position) (c Checks) {
	us := p.Mover()
	king := p.King(us.Opponent())
	occupied := p.Occupied()
	c[chess.Pawn] = chess.PawnAttacks(us.Opponent(), king)
	c[chess.Knight] = chess.KnightAttacks(king)
	c[chess.Bishop] = chess.BishopAttacks(king, occupied)
	c[chess.Rook] = chess.RookAttacks(king, occupied)
	c[chess.Queen] = c[chess.Bishop] | c[chess.Rook]
	return c
}

// Gives reports whether the moved piece itself will give check.
func (c *Checks) Gives(p *chess.Position, m chess.Move) bool {
	return c[p.At(m.From()).Role()].Has(m.To())
}

// PossibleChecks lists the moves that may give check: all that do are among them.
func PossibleChecks(p *chess.Position, list *chess.MoveList) []chess.Move {
	us := p.Mover()
	king, occupied, own := p.King(us.Opponent()), p.Occupied(), p.Pieces(us, chess.NoRole)
	diagonal, straight, queens := chess.BishopAttacks(king, occupied), chess.RookAttacks(king, occupied), p.Pieces(us, chess.Queen)
	var blockers chess.Bitboard // whose moves may open a line
	if chess.BishopAttacks(king, occupied&^(diagonal&own))&^diagonal&(p.Pieces(us, chess.Bishop)|queens) != 0 {
		blockers |= diagonal & own
	}
	if chess.RookAttacks(king, occupied&^(straight&own))&^straight&(p.Pieces(us, chess.Rook)|queens) != 0 {
		blockers |= straight & own
	}
	direct := NewChecks(p)
	p.Moves(list)
	moves := list.Slice()
	n := 0
	for _, m := range moves {
		role := p.At(m.From()).Role()
		castles := role == chess.King && (m.From() == m.To()+2 || m.To() == m.From()+2)
		enPassant := role == chess.Pawn && m.To() == p.EnPassant()
		if direct.Gives(p, m) || blockers.Has(m.From()) || m.Promotion() != chess.NoRole || castles || enPassant {
			moves[n] = m
			n++
		}
	}
	return moves[:n]
}
