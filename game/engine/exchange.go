package engine

import (
	"math/bits"

	"github.com/banchess/banchess/game/bitboard"
)

// exchangeValue is a piece's worth in exchanges, by Type.
var exchangeValue = [8]int{0, 100, 320, 330, 500, 950, 20000, 0}

// exchange returns what a capture, or any move, wins on its target square when
// both sides go on capturing there. Each recapture is made under a ban, and the
// ban takes the capture with the least valuable piece: the second-least
// valuable piece captures, and a side with a single attacker cannot capture at
// all.
func exchange(b *bitboard.Board, m bitboard.Move) int {
	from, to := m.From(), m.To()
	side := b.Mover()
	occupied := b.Occupied() &^ from.Bit()
	standing := exchangeValue[b.At(from).Type()]
	var gain [34]int
	gain[0] = exchangeValue[b.At(to).Type()]
	if to == b.EnPassant() && b.At(from).Type() == bitboard.Pawn {
		gain[0] = exchangeValue[bitboard.Pawn]
		occupied &^= (to ^ 8).Bit()
	}
	if t := m.Promotion(); t != bitboard.NoType {
		standing = exchangeValue[t]
		gain[0] += standing - exchangeValue[bitboard.Pawn]
	}
	n := 0
	for {
		side = side.Other()
		piece, square := secondAttacker(b, side, to, occupied)
		if piece == bitboard.NoType {
			break
		}
		n++
		gain[n] = standing - gain[n-1]
		standing = exchangeValue[piece]
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
func secondAttacker(b *bitboard.Board, side bitboard.Color, to bitboard.Square, occupied bitboard.Bitboard) (bitboard.Type, bitboard.Square) {
	seen := 0
	for t := bitboard.Pawn; t <= bitboard.King; t++ {
		pieces := b.Pieces(side, t) & occupied
		if pieces == 0 {
			continue
		}
		switch t {
		case bitboard.Pawn:
			pieces &= bitboard.PawnAttacks(side.Other(), to)
		case bitboard.Knight:
			pieces &= bitboard.KnightAttacks(to)
		case bitboard.Bishop:
			pieces &= bitboard.BishopAttacks(to, occupied)
		case bitboard.Rook:
			pieces &= bitboard.RookAttacks(to, occupied)
		case bitboard.Queen:
			pieces &= bitboard.QueenAttacks(to, occupied)
		case bitboard.King:
			pieces &= bitboard.KingAttacks(to)
		}
		n := bits.OnesCount64(uint64(pieces))
		if seen == 1 && n > 0 {
			return t, pieces.First()
		}
		if n > 1 {
			return t, (pieces & (pieces - 1)).First()
		}
		seen += n
	}
	return bitboard.NoType, bitboard.NoSquare
}
