package chess

import "math/bits"

// A Bitboard is a set of squares: bit n is square n.
type Bitboard uint64

// Count returns the number of squares in the set.
func (s Bitboard) Count() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest square of the set, NoSquare of an empty one.
func (s Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// Has reports whether the square is in the set.
func (s Bitboard) Has(q Square) bool { return s>>(q&63)&1 != 0 }

// shifted moves the set by n bits, to higher squares when n is positive. What
// leaves the board on one side comes back on the other: the caller masks it.
func (s Bitboard) shifted(n int) Bitboard {
	return Bitboard(bits.RotateLeft64(uint64(s), n))
}

// Files, ranks and colours of squares as sets.
const (
	FileA        Bitboard = 0x0101010101010101
	fileH        Bitboard = FileA << 7
	filesAB               = FileA | FileA<<1
	filesGH               = fileH | fileH>>1
	rank1        Bitboard = 0xff
	rank8        Bitboard = rank1 << 56
	ends                  = rank1 | rank8
	LightSquares Bitboard = 0x55aa55aa55aa55aa
)
