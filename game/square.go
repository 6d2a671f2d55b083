package game

// Square is one of the 64 squares: a1 is 0, b1 is 1, … h8 is 63.
// NoSquare stands for "none".
type Square uint8

// NoSquare is the value of an absent square, such as no en passant target.
const NoSquare Square = 64

// SquareAt returns the square of a file and a rank, each from 0 to 7, or
// NoSquare outside that.
func SquareAt(file, rank int) Square {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return Square(rank*8 + file)
}

// ParseSquare reads a lower-case square such as "e4". The error's code is
// CodeBadSquare.
func ParseSquare(s string) (Square, error) {
	if sq := squareOf(s); sq != NoSquare {
		return sq, nil
	}
	return NoSquare, &Error{
		Code:    CodeBadSquare,
		Message: quote(s) + " is not a square",
		Hint:    "write a file from a to h and a rank from 1 to 8, in lower case, such as e4",
		Input:   s,
	}
}

// MustParseSquare is ParseSquare for constants in programs and tests; it
// panics on bad text.
func MustParseSquare(s string) Square { return must(ParseSquare(s)) }

func squareOf(s string) Square {
	if len(s) != 2 {
		return NoSquare
	}
	return SquareAt(int(s[0])-'a', int(s[1])-'1')
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// IsValid reports whether s is one of the 64 squares.
func (s Square) IsValid() bool { return s < NoSquare }

// isDark reports whether the square is a dark one, as a1 is.
func (s Square) isDark() bool { return (s.File()+s.Rank())%2 == 0 }

// String returns the square's name, or "-" for NoSquare.
func (s Square) String() string { return string(s.AppendTo(nil)) }

// AppendTo appends the square's name to b.
func (s Square) AppendTo(b []byte) []byte {
	if !s.IsValid() {
		return append(b, '-')
	}
	return append(b, byte('a'+s.File()), byte('1'+s.Rank()))
}

// MarshalText writes the square's name.
func (s Square) MarshalText() ([]byte, error) { return s.AppendTo(nil), nil }

// UnmarshalText reads a square's name, or "-" for NoSquare.
func (s *Square) UnmarshalText(text []byte) error {
	if string(text) == "-" {
		*s = NoSquare
		return nil
	}
	sq, err := ParseSquare(string(text))
	if err != nil {
		return err
	}
	*s = sq
	return nil
}

// Pair is a from→to pair of squares, the thing a ban names. The zero Pair,
// like any pair from a square to itself, is no pair at all: no move has it.
type Pair struct {
	From, To Square
}

// ParsePair reads a pair such as "e2e4". The error's code is CodeBadPair.
func ParsePair(s string) (Pair, error) {
	if len(s) == 4 {
		p := Pair{squareOf(s[:2]), squareOf(s[2:])}
		if p.IsValid() {
			return p, nil
		}
	}
	return Pair{}, &Error{
		Code:    CodeBadPair,
		Message: quote(s) + " is not a pair of squares",
		Hint:    "write two different squares in lower case, from and to, such as e2e4",
		Input:   s,
	}
}

// MustParsePair is ParsePair for constants in programs and tests; it panics on
// bad text.
func MustParsePair(s string) Pair { return must(ParsePair(s)) }

// IsValid reports whether p names two different squares of the board.
func (p Pair) IsValid() bool {
	return p.From.IsValid() && p.To.IsValid() && p.From != p.To
}

// String returns the pair as it stands in a ban, "e2e4", or "-" for no pair.
func (p Pair) String() string { return string(p.AppendTo(nil)) }

// AppendTo appends the pair's text to b.
func (p Pair) AppendTo(b []byte) []byte {
	if !p.IsValid() {
		return append(b, '-')
	}
	return p.To.AppendTo(p.From.AppendTo(b))
}

// MarshalText writes the pair's text.
func (p Pair) MarshalText() ([]byte, error) { return p.AppendTo(nil), nil }

// UnmarshalText reads a pair's text, or "-" for no pair.
func (p *Pair) UnmarshalText(text []byte) error {
	if string(text) == "-" {
		*p = Pair{}
		return nil
	}
	q, err := ParsePair(string(text))
	if err != nil {
		return err
	}
	*p = q
	return nil
}

// dashed is the pair as sentences write it: e2-e4.
func (p Pair) dashed() string { return p.From.String() + "-" + p.To.String() }
