package chess

import "math/bits"

// A slider finds the attacks of a sliding piece on one square in the shared table.
// Only blockers on the squares of mask matter.
type slider struct {
	mask   Bitboard
	factor uint64
	offset uint32
	shift  uint8
}

// tableSize is the power of two above the 107,648 entries in use, so that an
// index can be masked instead of checked.
const tableSize = 1 << 17

// geometry is what depends on the shape of the board alone. It is filled when the
// program starts and never changes.
type geometry struct {
	rook, bishop [64]slider
	sliders      [tableSize]Bitboard

	king, knight [64]Bitboard
	pawn         [2][64]Bitboard // squares a pawn attacks, by player

	file      [64]Bitboard     // the square's file
	diagonals [2][64]Bitboard  // 0: a1–h8 direction, 1: h1–a8
	between   [64][64]Bitboard // two squares of a line: those between them
	line      [64][64]Bitboard // two squares of a line: all of it
}

var geo geometry

func init() { geo.fill() }

// The directions of sliding pieces, the two of a line side by side.
var (
	rookSteps   = [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	bishopSteps = [4][2]int{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
)

// ray returns the squares from q in one direction.
func ray(q Square, step [2]int) Bitboard {
	var s Bitboard
	for x, y := q.File()+step[0], q.Rank()+step[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+step[0], y+step[1] {
		s |= Square(y*8 + x).Bit()
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
		g.pawn[0][q] = jumps(q, [2]int{-1, 1}, [2]int{1, 1})
		g.pawn[1][q] = jumps(q, [2]int{-1, -1}, [2]int{1, -1})
		g.file[q] = FileA << q.File()
		g.diagonals[0][q] = ray(q, bishopSteps[0]) | ray(q, bishopSteps[1]) | q.Bit()
		g.diagonals[1][q] = ray(q, bishopSteps[2]) | ray(q, bishopSteps[3]) | q.Bit()
		g.rook[q], next = g.fillSlider(q, rookSteps, rookFactors[q], next)
		g.bishop[q], next = g.fillSlider(q, bishopSteps, bishopFactors[q], next)
	}
	for _, steps := range [][4][2]int{rookSteps, bishopSteps} {
		for i, step := range steps {
			for q := Square(0); q < 64; q++ {
				ahead := ray(q, step)
				for s := ahead; s != 0; s &= s - 1 {
					to := s.First()
					g.between[q][to] = ahead &^ ray(to, step) &^ to.Bit()
					g.line[q][to] = ahead | q.Bit() | ray(q, steps[i^1])
				}
			}
		}
	}
}

// fillSlider enters one square's attacks into the table, from the given index
// on, and returns the next free index.
func (g *geometry) fillSlider(q Square, steps [4][2]int, factor uint64, offset uint32) (slider, uint32) {
	a, b := newLine(q, steps[0], steps[1]), newLine(q, steps[2], steps[3])
	// The last square of a ray never blocks anything behind it.
	edge := ends&^(rank1<<(q&56)) | (FileA|fileH)&^(FileA<<q.File())
	mask := (a.up | a.down | b.up | b.down) &^ edge
	n := mask.Count()
	s := slider{mask: mask, factor: factor, offset: offset, shift: uint8(64 - n)}
	for blockers := Bitboard(0); ; {
		g.sliders[s.index(blockers)] = a.attacks(blockers) | b.attacks(blockers)
		blockers = (blockers - mask) & mask
		if blockers == 0 {
			return s, offset + 1<<n
		}
	}
}

// A line is the two rays of a slider on one line, to higher squares and to lower.
type line struct{ up, down Bitboard }

func newLine(q Square, step, opposite [2]int) line {
	w := line{ray(q, step), ray(q, opposite)}
	if w.up != 0 && w.up < q.Bit() || w.down > q.Bit() {
		w.up, w.down = w.down, w.up
	}
	return w
}

// attacks returns what a slider attacks on the line among blockers, by obstruction
// difference: subtracting the highest blocker below from the blockers above
// changes every bit up to the lowest blocker above, and those are the squares
// attacked.
func (w line) attacks(blockers Bitboard) Bitboard {
	up, down := w.up&blockers, w.down&blockers
	highest := Bitboard(1) << (63 - bits.LeadingZeros64(uint64(down|1)))
	return (up ^ (up - highest)) & (w.up | w.down)
}

func (s *slider) index(occupied Bitboard) uint32 {
	return (s.offset + uint32(uint64(occupied&s.mask)*s.factor>>(s.shift&63))) & (tableSize - 1)
}

// RookAttacks returns the squares a rook attacks among the given pieces.
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

// Attacks returns the squares that a piece attacks from a square, with these squares
// occupied. A pawn attacks as PawnAttacks says, and here nothing.
func Attacks(r Role, q Square, occupied Bitboard) Bitboard {
	switch r {
	case Knight:
		return KnightAttacks(q)
	case Bishop:
		return BishopAttacks(q, occupied)
	case Rook:
		return RookAttacks(q, occupied)
	case Queen:
		return QueenAttacks(q, occupied)
	case King:
		return KingAttacks(q)
	}
	return 0
}

// PawnAttacks returns the squares a player's pawn attacks.
func PawnAttacks(player Player, q Square) Bitboard { return geo.pawn[player>>1&1][q&63] }

// PawnsAttack returns the squares that a set of a player's pawns attacks.
func PawnsAttack(player Player, pawns Bitboard) Bitboard {
	up := forward(player)
	return pawns.shifted(up-1)&^fileH | pawns.shifted(up+1)&^FileA
}

// forward is the step of a player's pawn.
func forward(player Player) int { return 8 - 16*int(player>>1&1) }
