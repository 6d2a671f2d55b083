package bitboard

// A Pair is a from–to square pair, the thing a ban names. The zero Pair (a1a1)
// stands for no pair.
type Pair uint16

// NewPair returns the pair of two squares.
func NewPair(from, to Square) Pair { return Pair(from&63) | Pair(to&63)<<6 }

// From returns the square the pair starts from.
func (p Pair) From() Square { return Square(p & 63) }

// To returns the square the pair leads to.
func (p Pair) To() Square { return Square(p >> 6 & 63) }

// String returns the pair as four characters, e2e4, or "0000" for no pair.
func (p Pair) String() string {
	if p == 0 {
		return "0000"
	}
	return p.From().String() + p.To().String()
}

// ParsePair reads four lower-case characters. It knows nothing of legality.
func ParsePair(s string) (Pair, bool) {
	if len(s) != 4 {
		return 0, false
	}
	from, ok1 := ParseSquare(s[:2])
	to, ok2 := ParseSquare(s[2:])
	if !ok1 || !ok2 || from == to {
		return 0, false
	}
	return NewPair(from, to), true
}

// A Move is a pair and, for a promotion, the piece the pawn turns into. Castling
// is the king's two-square pair. The zero Move stands for no move.
type Move uint16

// NewMove returns a move; promotion is NoType unless a pawn promotes.
func NewMove(from, to Square, promotion Type) Move {
	return Move(NewPair(from, to)) | Move(promotion)<<12
}

// Pair returns the pair that a ban of this move would name.
func (m Move) Pair() Pair { return Pair(m & 0xfff) }

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the piece (when castling, the king) arrives on.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the piece a pawn turns into, or NoType.
func (m Move) Promotion() Type { return Type(m >> 12) }

// String returns the move as UCI writes it: e2e4, e7e8q, "0000" for no move.
func (m Move) String() string {
	s := m.Pair().String()
	if t := m.Promotion(); t != NoType {
		s += string(typeLetters[t&7])
	}
	return s
}

// ParseMove reads a move as UCI writes it. It knows nothing of legality.
func ParseMove(s string) (Move, bool) {
	promotion := NoType
	if len(s) == 5 {
		for t := Knight; t <= Queen; t++ {
			if s[4] == typeLetters[t] {
				promotion = t
			}
		}
		if promotion == NoType {
			return 0, false
		}
		s = s[:4]
	}
	p, ok := ParsePair(s)
	return Move(p) | Move(promotion)<<12, ok
}

// MaxMoves is more than the number of legal moves any position has (218).
const MaxMoves = 256

// A MoveList is a list of moves that lives in its owner's memory.
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
