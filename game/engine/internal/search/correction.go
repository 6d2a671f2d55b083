package search

import "github.com/banchess/banchess/game/chess"

// correction holds what the search has learnt about the error of the evaluation in
// positions with the same pawns, the same white or the same black pieces, by mover. A
// value is at most correctionLimit, which stands for correctionLimit/correctionScale
// centipawns.
type correction [2][3][1 << correctionBits]int16

const (
	correctionBits  = 14
	correctionLimit = 1024
	correctionScale = 32
	correctionStep  = 256 // one result changes a value by at most this
)

// correctionKeys returns the places of a position's values: pawns, white and black pieces.
func correctionKeys(p *chess.Position) (keys [3]uint64) {
	mix := func(h uint64, b chess.Bitboard) uint64 {
		h = (h ^ uint64(b)) * 0x9e3779b97f4a7c15
		return h ^ h>>29
	}
	for c := chess.White; c <= chess.Black; c++ {
		keys[0] = mix(keys[0], p.Pieces(c, chess.Pawn))
		k := &keys[1+c.Index()]
		for t := chess.Knight; t <= chess.King; t++ {
			*k = mix(*k, p.Pieces(c, t))
		}
	}
	for i := range keys {
		keys[i] >>= 64 - correctionBits
	}
	return keys
}

// apply corrects a static value.
func (c *correction) apply(p *chess.Position, eval int) int {
	own := &c[p.Mover().Index()]
	sum := 0
	for i, k := range correctionKeys(p) {
		sum += int(own[i][k])
	}
	return eval + sum/correctionScale
}

// learn takes note of how far a search's result is from the corrected value.
func (c *correction) learn(p *chess.Position, off, depth int) {
	own := &c[p.Mover().Index()]
	bonus := max(-correctionStep, min(correctionStep, off*depth/8))
	for i, k := range correctionKeys(p) {
		v := &own[i][k]
		*v += int16(bonus - int(*v)*abs(bonus)/correctionLimit)
	}
}
