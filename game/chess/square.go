package chess

import "strconv"

// A Square is one of the 64 squares, a1 = 0, b1 = 1, … h8 = 63, or NoSquare.
type Square uint8

// NoSquare stands for the absence of a square.
const NoSquare Square = 64

// The squares castling is about.
const (
	a1, b1, c1, d1, e1, f1, g1, h1 Square = 0, 1, 2, 3, 4, 5, 6, 7
	a8, e8, h8                     Square = 56, 60, 63
)

// SquareAt returns the square of a file and a rank, each from 0 to 7, or NoSquare
// outside that.
func SquareAt(file, rank int) Square {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return Square(rank*8 + file)
}

// ParseSquare reads a lower-case square such as "e4". The error is a *ParseError.
func ParseSquare(s string) (Square, error) {
	if sq := squareOf(s); sq != NoSquare {
		return sq, nil
	}
	return NoSquare, &ParseError{"square", s}
}

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

// IsLight reports whether the square is a light one, as h1 is.
func (s Square) IsLight() bool { return LightSquares.Has(s) }

// Bit returns the set that holds only this square.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// String returns the square's name, or "-" for NoSquare.
//
//go:noinline
func (s Square) String() string { return string(s.AppendTo(nil)) }

// AppendTo appends the square's name to b.
func (s Square) AppendTo(b []byte) []byte {
	if !s.IsValid() {
		return append(b, '-')
	}
	return append(b, 'a'+byte(s&7), '1'+byte(s>>3))
}

// MarshalText writes the square's name.
func (s Square) MarshalText() ([]byte, error) { return s.AppendTo(nil), nil }

// UnmarshalText reads a square's name, or "-" for NoSquare.
func (s *Square) UnmarshalText(text []byte) error {
	return unmarshal(s, text, NoSquare, ParseSquare)
}

// A ParseError is the error of text that is not a value of this package.
type ParseError struct {
	Want string // "square", "pair", "move", "player", "role", "piece" or "drawing"
	Text string
}

var forms = map[string]string{
	"square":  "a file from a to h and a rank from 1 to 8, in lower case, such as e4",
	"pair":    "two different squares in lower case, from and to, such as e2e4",
	"move":    "two different squares and the piece of a promotion, such as e2e4 or e7e8q",
	"player":  "white or black",
	"role":    "pawn, knight, bishop, rook, queen or king",
	"drawing": "a colour of GRYB and one square or two, such as Gd4 or Re2e4",
	"piece":   "a letter of PNBRQK for White's or pnbrqk for Black's",
}

// Error quotes the text and says what the form is.
func (e *ParseError) Error() string {
	const most = 80
	text := e.Text
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strconv.Quote(text) + " is not a " + e.Want + "; write " + e.Form()
}

// Form says how such a text is written.
func (e *ParseError) Form() string { return forms[e.Want] }

// unmarshal reads a text into v; "-" stands for none. On an error v stays as it
// was.
func unmarshal[T any](v *T, text []byte, none T, parse func(string) (T, error)) error {
	if string(text) == "-" {
		*v = none
		return nil
	}
	read, err := parse(string(text))
	if err == nil {
		*v = read
	}
	return err
}
