package chess

// These are Kogge-Stone fills: each returns what all sliding pieces in s attack in
// one direction, where open holds the squares they may pass. Three steps double
// the reach to 2, 4 and 8 squares.

const (
	everywhere = ^Bitboard(0)
	notA       = everywhere &^ FileA
	notH       = everywhere &^ fileH
)

func north(s, open Bitboard) Bitboard     { return fillUp(s, open, 8, everywhere) }
func northEast(s, open Bitboard) Bitboard { return fillUp(s, open, 9, notA) }
func northWest(s, open Bitboard) Bitboard { return fillUp(s, open, 7, notH) }
func east(s, open Bitboard) Bitboard      { return fillUp(s, open, 1, notA) }
func south(s, open Bitboard) Bitboard     { return fillDown(s, open, 8, everywhere) }
func southEast(s, open Bitboard) Bitboard { return fillDown(s, open, 7, notA) }
func southWest(s, open Bitboard) Bitboard { return fillDown(s, open, 9, notH) }
func west(s, open Bitboard) Bitboard      { return fillDown(s, open, 1, notH) }

// fillUp fills in a direction to higher squares, by the step to the next. The squares
// within are those that such a step can reach without leaving the board.
func fillUp(s, open Bitboard, step uint, within Bitboard) Bitboard {
	open &= within
	s |= open & (s << step)
	open &= open << step
	s |= open & (s << (2 * step))
	open &= open << (2 * step)
	return (s | open&(s<<(4*step))) << step & within
}

// fillDown is fillUp to lower squares.
func fillDown(s, open Bitboard, step uint, within Bitboard) Bitboard {
	open &= within
	s |= open & (s >> step)
	open &= open >> step
	s |= open & (s >> (2 * step))
	open &= open >> (2 * step)
	return (s | open&(s>>(4*step))) >> step & within
}

// knightsAttack returns the squares that a set of knights attacks.
func knightsAttack(s Bitboard) Bitboard {
	one := s<<1&^FileA | s>>1&^fileH
	two := s<<2&^filesAB | s>>2&^filesGH
	return one<<16 | one>>16 | two<<8 | two>>8
}
