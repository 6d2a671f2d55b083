package bitboard

// A Color is White or Black.
type Color uint8

// The two colours.
const (
	White Color = 0
	Black Color = 1
)

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String returns the colour as FEN writes it, w or b.
func (c Color) String() string { return string("wb"[c&1]) }

// A Type is a kind of piece.
type Type uint8

// The kinds of pieces. NoType also names, in Board.Pieces, all pieces of a
// colour.
const (
	NoType Type = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

const typeLetters = ".pnbrqk."

// A Piece is a type and a colour; the zero Piece is an empty square.
type Piece uint8

// NewPiece returns the piece of a colour and a type.
func NewPiece(c Color, t Type) Piece { return Piece(t) | Piece(c)<<3 }

// Type returns the kind of piece, NoType for an empty square.
func (p Piece) Type() Type { return Type(p & 7) }

// Color returns the piece's colour; it means nothing for an empty square.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// String returns the piece as FEN writes it, or "." for an empty square.
func (p Piece) String() string { return string(p.letter()) }

func (p Piece) letter() byte {
	c := typeLetters[p&7]
	if p.Color() == White && p.Type() != NoType {
		c -= 'a' - 'A'
	}
	return c
}

func pieceOf(letter byte) (Piece, bool) {
	color := Black
	if letter >= 'A' && letter <= 'Z' {
		color = White
		letter += 'a' - 'A'
	}
	for t := Pawn; t <= King; t++ {
		if typeLetters[t] == letter {
			return NewPiece(color, t), true
		}
	}
	return 0, false
}
