package chess

// A Pair is a from→to pair of squares, the thing a ban names. The zero Pair, like
// any pair from a square to itself, is not valid: no move has it.
type Pair uint16

// NoPair is the absence of a pair.
const NoPair Pair = 0

// NewPair returns the pair of two squares, or NoPair if one of them is NoSquare.
func NewPair(from, to Square) Pair {
	if from|to >= NoSquare {
		return NoPair
	}
	return Pair(from) | Pair(to)<<6
}

// ParsePair reads a pair such as "e2e4". The error is a *ParseError.
func ParsePair(s string) (Pair, error) {
	if p := pairOf(s); p != NoPair {
		return p, nil
	}
	return NoPair, &ParseError{"pair", s}
}

func pairOf(s string) Pair {
	if len(s) == 4 {
		if p := NewPair(squareOf(s[:2]), squareOf(s[2:])); p.IsValid() {
			return p
		}
	}
	return NoPair
}

// From returns the square the pair starts from.
func (p Pair) From() Square { return Square(p & 63) }

// To returns the square the pair leads to.
func (p Pair) To() Square { return Square(p >> 6 & 63) }

// IsValid reports whether p names two different squares.
func (p Pair) IsValid() bool { return p.From() != p.To() }

// String returns the pair as a ban has it, "e2e4", or "-" for no pair.
//
//go:noinline
func (p Pair) String() string { return string(p.AppendTo(nil)) }

// AppendTo appends String to b.
func (p Pair) AppendTo(b []byte) []byte {
	if !p.IsValid() {
		return append(b, '-')
	}
	return p.To().AppendTo(p.From().AppendTo(b))
}

// MarshalText writes String.
func (p Pair) MarshalText() ([]byte, error) { return p.AppendTo(nil), nil }

// UnmarshalText reads a pair, or "-" for NoPair.
func (p *Pair) UnmarshalText(text []byte) error { return unmarshal(p, text, NoPair, ParsePair) }

// A Move is a pair and, for a promotion, the role the pawn turns into. Castling
// is the king's two-square pair; an en passant capture is the capturing pawn's
// pair. The zero Move is no move.
type Move uint16

// NoMove is the absence of a move.
const NoMove Move = 0

// NewMove returns a move; promotion is NoRole unless a pawn promotes.
func NewMove(from, to Square, promotion Role) Move {
	return NewPair(from, to).Promoting(promotion)
}

// Promoting returns the move of the pair with a promotion, or without for NoRole.
func (p Pair) Promoting(r Role) Move { return Move(p&0xfff) | Move(r)<<12 }

// ParseMove reads a move such as "e2e4" or "e7e8q". The error is a *ParseError.
func ParseMove(s string) (Move, error) {
	promotion := NoRole
	pair := s
	if len(s) == 5 {
		pair = s[:4]
		if promotion = RoleOf(s[4]); !promotion.CanPromoteTo() || s[4] < 'a' {
			pair = ""
		}
	}
	if p := pairOf(pair); p != NoPair {
		return p.Promoting(promotion), nil
	}
	return NoMove, &ParseError{"move", s}
}

// Pair returns the pair that a ban of this move would name.
func (m Move) Pair() Pair { return Pair(m & 0xfff) }

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the piece (when castling, the king) arrives on.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the role a pawn turns into, or NoRole.
func (m Move) Promotion() Role { return Role(m >> 12) }

// IsValid reports whether m names two different squares and, if any, a role that
// a pawn may become.
func (m Move) IsValid() bool {
	return m.Pair().IsValid() && (m.Promotion() == NoRole || m.Promotion().CanPromoteTo())
}

// String returns the move in coordinates, "e2e4", "e7e8q", or "-" for no move.
//
//go:noinline
func (m Move) String() string { return string(m.AppendTo(nil)) }

// AppendTo appends String to b.
func (m Move) AppendTo(b []byte) []byte {
	b = m.Pair().AppendTo(b)
	if r := m.Promotion(); r != NoRole {
		b = append(b, r.Letter())
	}
	return b
}

// MarshalText writes String.
func (m Move) MarshalText() ([]byte, error) { return m.AppendTo(nil), nil }

// UnmarshalText reads a move, or "-" for NoMove.
func (m *Move) UnmarshalText(text []byte) error {
	return unmarshal(m, text, NoMove, ParseMove)
}

// MaxMoves is more than the number of legal moves of any position with at most 16 men a side and
// no more queens than promotions give (218).
const MaxMoves = 256

// A MoveList is a list of moves that needs no allocation.
type MoveList struct {
	n     int
	moves [MaxMoves]Move
}

// Slice returns the moves; it is valid until the list is filled again.
func (l *MoveList) Slice() []Move { return l.moves[:l.n] }

func (l *MoveList) add(m Move) {
	l.moves[l.n&(MaxMoves-1)] = m
	l.n++
}

// addAll adds a move from one square to each square of a set.
func (l *MoveList) addAll(from Square, to Bitboard) {
	for ; to != 0; to &= to - 1 {
		l.add(Move(from) | Move(to.First())<<6)
	}
}
