package bitboard

import "math/bits"

// A Bitboard is a set of squares: bit n is square n.
type Bitboard uint64

// Count returns the number of squares in the set.
func (s Bitboard) Count() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest square of a set that is not empty.
func (s Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// Has reports whether the square is in the set.
func (s Bitboard) Has(q Square) bool { return s>>(q&63)&1 != 0 }

// turned shifts the set by n bits, to higher squares when n is positive. What
// leaves the board on one side comes back on the other: the caller masks it.
func (s Bitboard) turned(n int) Bitboard {
	return Bitboard(bits.RotateLeft64(uint64(s), n))
}

// A Square is a square's number, a1 = 0, b1 = 1, a2 = 8, h8 = 63.
type Square uint8

// NoSquare stands for the absence of a square.
const NoSquare Square = 64

// The squares castling is about.
const (
	a1, b1, c1, d1, e1, f1, g1, h1 Square = 0, 1, 2, 3, 4, 5, 6, 7
	a8, e8, h8                     Square = 56, 60, 63
)

// Bit returns the set that holds only this square.
func (q Square) Bit() Bitboard { return 1 << (q & 63) }

// File returns 0 for the a-file to 7 for the h-file.
func (q Square) File() int { return int(q & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (q Square) Rank() int { return int(q >> 3) }

// String returns the square's lower-case name, or "-" for NoSquare.
func (q Square) String() string {
	if q >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(q&7), '1' + byte(q>>3)})
}

// ParseSquare reads a lower-case square name.
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, false
	}
	return Square(s[0]-'a') + 8*Square(s[1]-'1'), true
}

// Files and ranks as sets.
const (
	fileA   Bitboard = 0x0101010101010101
	fileH   Bitboard = fileA << 7
	filesAB          = fileA | fileA<<1
	filesGH          = fileH | fileH>>1
	rank1   Bitboard = 0xff
	rank8   Bitboard = rank1 << 56
	ends             = rank1 | rank8
)
