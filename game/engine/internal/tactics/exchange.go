// Package tactics says what a move does at once: whether it captures, what it wins in an
// exchange, and whether it gives check.
package tactics

import (
	"math/bits"

	"github.com/banchess/banchess/game/chess"
)

// Value is a piece's worth in exchanges, by Role.
var Value = [8]int{0, 100, 320, 330, 500, 950, 20000, 0}

// Exchange is static exchange evaluation (SEE): what a move wins when both sides go on
// capturing on its target square. Each recapture is made under a ban, which takes
// that with the least valuable piece: the second-least valuable captures, and a
// side with a single attacker cannot.
func Exchange(p *chess.Position, m chess.Move) int {
	from, to := m.From(), m.To()
	side := p.Mover()
	occupied := p.Occupied() &^ from.Bit()
	standing := Value[p.At(from).Role()]
	var gain [34]int
	gain[0] = Value[p.At(to).Role()]
	if to == p.EnPassant() && p.At(from).Role() == chess.Pawn {
		gain[0] = Value[chess.Pawn]
		occupied &^= (to ^ 8).Bit()
	}
	if t := m.Promotion(); t != chess.NoRole {
		standing = Value[t]
		gain[0] += standing - Value[chess.Pawn]
	}
	n := 0
	for {
		side = side.Opponent()
		piece, square := secondAttacker(p, side, to, occupied)
		if piece == chess.NoRole {
			break
		}
		n++
		gain[n] = standing - gain[n-1]
		standing = Value[piece]
		occupied &^= square.Bit()
		if n == len(gain)-1 {
			break
		}
	}
	for ; n > 0; n-- {
		gain[n-1] = min(gain[n-1], -gain[n])
	}
	return gain[0]
}

// secondAttacker returns the second-least valuable piece of a side that attacks
// a square.
func secondAttacker(p *chess.Position, side chess.Player, to chess.Square, occupied chess.Bitboard) (chess.Role, chess.Square) {
	all := p.Attackers(to, side, occupied) & occupied
	if all&(all-1) == 0 {
		return chess.NoRole, chess.NoSquare
	}
	seen := 0
	for t := chess.Pawn; t <= chess.King; t++ {
		pieces := p.Pieces(side, t) & all
		n := bits.OnesCount64(uint64(pieces))
		if seen == 1 && n > 0 {
			return t, pieces.First()
		}
		if n > 1 {
			return t, (pieces & (pieces - 1)).First()
		}
		seen += n
	}
	return chess.NoRole, chess.NoSquare
}
