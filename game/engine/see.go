package engine

import (
	"math/bits"

	"github.com/banchess/banchess/game/chess"
)

// seeValue is a piece's worth in exchanges, by Role.
var seeValue = [8]int{0, 100, 320, 330, 500, 950, 20000, 0}

// see is static exchange evaluation: what a move wins when both sides go on
// capturing on its target square. Each recapture is made under a ban, which takes
// that with the least valuable piece: the second-least valuable captures, and a
// side with a single attacker cannot.
func see(p *chess.Position, m chess.Move) int {
	from, to := m.From(), m.To()
	side := p.Mover()
	occupied := p.Occupied() &^ from.Bit()
	standing := seeValue[p.At(from).Role()]
	var gain [34]int
	gain[0] = seeValue[p.At(to).Role()]
	if to == p.EnPassant() && p.At(from).Role() == chess.Pawn {
		gain[0] = seeValue[chess.Pawn]
		occupied &^= (to ^ 8).Bit()
	}
	if t := m.Promotion(); t != chess.NoRole {
		standing = seeValue[t]
		gain[0] += standing - seeValue[chess.Pawn]
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
		standing = seeValue[piece]
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
