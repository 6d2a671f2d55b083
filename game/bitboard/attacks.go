package bitboard

import (
	"math/bits"
	"sync"
)

// A slider says where in the shared table the attacks of a sliding piece on one
// square are, for each arrangement of the blockers in mask.
type slider struct {
	mask   Bitboard
	factor uint64
	offset uint32
	shift  uint8
}

// tableSize is the power of two above the 107,648 entries in use, so that an
// index can be masked instead of checked.
const tableSize = 1 << 17

// geometry is all that follows from the shape of the board alone. It is filled
// when the first Board is made and never written again: filling it takes a
// millisecond, but many times that in WebAssembly that has just been loaded,
// where a page that only shows a board should not wait for it.
type geometry struct {
	rook, bishop [64]slider
	sliders      [tableSize]Bitboard

	king, knight [64]Bitboard
	pawn         [2][64]Bitboard // squares a pawn of the colour attacks

	rookLines, bishopLines [64]Bitboard    // attacks on an empty board
	file                   [64]Bitboard    // the square's file
	diagonals              [2][64]Bitboard // 0: a1–h8 direction, 1: h1–a8
	between                [64][64]Bitboard
	line                   [64][64]Bitboard
}

var (
	geo    geometry
	filled sync.Once
)

var (
	rookSteps   = [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	bishopSteps = [4][2]int{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
)

// walk collects the squares from q in one direction up to and including the
// first blocker.
func walk(q Square, step [2]int, blockers Bitboard) Bitboard {
	var s Bitboard
	for x, y := q.File()+step[0], q.Rank()+step[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+step[0], y+step[1] {
		bit := Square(y*8 + x).Bit()
		s |= bit
		if blockers&bit != 0 {
			break
		}
	}
	return s
}

func walkAll(q Square, steps [4][2]int, blockers Bitboard) Bitboard {
	var s Bitboard
	for _, step := range steps {
		s |= walk(q, step, blockers)
	}
	return s
}

// jumps returns the squares that lie at the given offsets from q.
func jumps(q Square, offsets ...[2]int) Bitboard {
	var s Bitboard
	for _, o := range offsets {
		if x, y := q.File()+o[0], q.Rank()+o[1]; x >= 0 && x < 8 && y >= 0 && y < 8 {
			s |= Square(y*8 + x).Bit()
		}
	}
	return s
}

func (g *geometry) fill() {
	next := uint32(0)
	for q := Square(0); q < 64; q++ {
		g.king[q] = jumps(q, [2]int{-1, -1}, [2]int{0, -1}, [2]int{1, -1}, [2]int{-1, 0}, [2]int{1, 0}, [2]int{-1, 1}, [2]int{0, 1}, [2]int{1, 1})
		g.knight[q] = jumps(q, [2]int{-2, -1}, [2]int{-1, -2}, [2]int{1, -2}, [2]int{2, -1}, [2]int{-2, 1}, [2]int{-1, 2}, [2]int{1, 2}, [2]int{2, 1})
		g.pawn[White][q] = jumps(q, [2]int{-1, 1}, [2]int{1, 1})
		g.pawn[Black][q] = jumps(q, [2]int{-1, -1}, [2]int{1, -1})
		g.rookLines[q] = walkAll(q, rookSteps, 0)
		g.bishopLines[q] = walkAll(q, bishopSteps, 0)
		g.file[q] = fileA << q.File()
		g.diagonals[0][q] = walk(q, bishopSteps[0], 0) | walk(q, bishopSteps[1], 0) | q.Bit()
		g.diagonals[1][q] = walk(q, bishopSteps[2], 0) | walk(q, bishopSteps[3], 0) | q.Bit()
		g.rook[q], next = g.fillSlider(q, rookSteps, rookFactors[q], next)
		g.bishop[q], next = g.fillSlider(q, bishopSteps, bishopFactors[q], next)
	}
	for _, steps := range [][4][2]int{rookSteps, bishopSteps} {
		for i, step := range steps {
			for q := Square(0); q < 64; q++ {
				ray := walk(q, step, 0)
				for s := ray; s != 0; s &= s - 1 {
					to := s.First()
					g.between[q][to] = walk(q, step, to.Bit()) &^ to.Bit()
					g.line[q][to] = ray | q.Bit() | walk(q, steps[i^1], 0)
				}
			}
		}
	}
}

// fillSlider enters one square's attacks into the table, from the given index
// on, and returns the next free index.
func (g *geometry) fillSlider(q Square, steps [4][2]int, factor uint64, offset uint32) (slider, uint32) {
	var mask Bitboard
	for _, step := range steps {
		ray := walk(q, step, 0)
		// The last square of a ray never blocks anything behind it.
		mask |= ray &^ jumpsEnd(q, step)
	}
	n := mask.Count()
	s := slider{mask: mask, factor: factor, offset: offset, shift: uint8(64 - n)}
	for blockers := Bitboard(0); ; {
		g.sliders[s.index(blockers)] = walkAll(q, steps, blockers)
		blockers = (blockers - mask) & mask
		if blockers == 0 {
			return s, offset + 1<<n
		}
	}
}

// jumpsEnd returns the last square of the ray from q, or nothing for an empty
// ray.
func jumpsEnd(q Square, step [2]int) Bitboard {
	ray := walk(q, step, 0)
	if ray == 0 {
		return 0
	}
	if step[1] > 0 || step[1] == 0 && step[0] > 0 {
		return 1 << (bits.Len64(uint64(ray)) - 1)
	}
	return ray & -ray
}

func (s *slider) index(occupied Bitboard) uint32 {
	return (s.offset + uint32(uint64(occupied&s.mask)*s.factor>>(s.shift&63))) & (tableSize - 1)
}

// RookAttacks returns the squares a rook attacks among the given pieces. This
// and what follows answers once there is a Board.
func RookAttacks(q Square, occupied Bitboard) Bitboard {
	return geo.sliders[geo.rook[q&63].index(occupied)]
}

// BishopAttacks returns the squares a bishop attacks among the given pieces.
func BishopAttacks(q Square, occupied Bitboard) Bitboard {
	return geo.sliders[geo.bishop[q&63].index(occupied)]
}

// QueenAttacks returns the squares a queen attacks among the given pieces.
func QueenAttacks(q Square, occupied Bitboard) Bitboard {
	return RookAttacks(q, occupied) | BishopAttacks(q, occupied)
}

// KnightAttacks returns the squares a knight attacks.
func KnightAttacks(q Square) Bitboard { return geo.knight[q&63] }

// KingAttacks returns the squares a king attacks.
func KingAttacks(q Square) Bitboard { return geo.king[q&63] }

// PawnAttacks returns the squares a pawn of the colour attacks.
func PawnAttacks(c Color, q Square) Bitboard { return geo.pawn[c&1][q&63] }

// PawnsAttack returns the squares that a set of pawns of one colour attacks.
func PawnsAttack(c Color, pawns Bitboard) Bitboard {
	up := forward(c)
	return pawns.turned(up-1)&^fileH | pawns.turned(up+1)&^fileA
}

// forward is the step of a pawn of the colour.
func forward(c Color) int { return 8 - 16*int(c&1) }
