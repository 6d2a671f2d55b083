package chess

// These are Kogge-Stone fills: each returns what all sliding pieces in s attack in
// one direction, where open holds the squares they may pass. Three steps double
// the reach to 2, 4 and 8 squares.

func north(s, open Bitboard) Bitboard {
	s |= open & (s << 8)
	open &= open << 8
	s |= open & (s << 16)
	open &= open << 16
	return (s | open&(s<<32)) << 8
}

func south(s, open Bitboard) Bitboard {
	s |= open & (s >> 8)
	open &= open >> 8
	s |= open & (s >> 16)
	open &= open >> 16
	return (s | open&(s>>32)) >> 8
}

func east(s, open Bitboard) Bitboard {
	open &^= fileA
	s |= open & (s << 1)
	open &= open << 1
	s |= open & (s << 2)
	open &= open << 2
	return (s | open&(s<<4)) << 1 &^ fileA
}

func west(s, open Bitboard) Bitboard {
	open &^= fileH
	s |= open & (s >> 1)
	open &= open >> 1
	s |= open & (s >> 2)
	open &= open >> 2
	return (s | open&(s>>4)) >> 1 &^ fileH
}

func northEast(s, open Bitboard) Bitboard {
	open &^= fileA
	s |= open & (s << 9)
	open &= open << 9
	s |= open & (s << 18)
	open &= open << 18
	return (s | open&(s<<36)) << 9 &^ fileA
}

func northWest(s, open Bitboard) Bitboard {
	open &^= fileH
	s |= open & (s << 7)
	open &= open << 7
	s |= open & (s << 14)
	open &= open << 14
	return (s | open&(s<<28)) << 7 &^ fileH
}

func southEast(s, open Bitboard) Bitboard {
	open &^= fileA
	s |= open & (s >> 7)
	open &= open >> 7
	s |= open & (s >> 14)
	open &= open >> 14
	return (s | open&(s>>28)) >> 7 &^ fileA
}

func southWest(s, open Bitboard) Bitboard {
	open &^= fileH
	s |= open & (s >> 9)
	open &= open >> 9
	s |= open & (s >> 18)
	open &= open >> 18
	return (s | open&(s>>36)) >> 9 &^ fileH
}

// knightsAttack returns the squares that a set of knights attacks.
func knightsAttack(s Bitboard) Bitboard {
	one := s<<1&^fileA | s>>1&^fileH
	two := s<<2&^filesAB | s>>2&^filesGH
	return one<<16 | one>>16 | two<<8 | two>>8
}
