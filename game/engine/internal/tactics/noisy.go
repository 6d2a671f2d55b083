package tactics

import "github.com/banchess/banchess/game/chess"

// Noisy reports whether a move captures or promotes; the others are quiet.
func Noisy(p *chess.Position, m chess.Move) bool {
	return p.At(m.To()) != chess.NoPiece || m.Promotion() != chess.NoRole ||
		m.To() == p.EnPassant() && p.At(m.From()).Role() == chess.Pawn
}
