package board

// A Square is a square of the board, a1 = 0, b1 = 1 … h8 = 63, or NoSquare.
type Square int8

// NoSquare stands where there is no square: nothing selected, nothing hovered.
const NoSquare Square = -1

// At returns the square of a file (0 for a … 7 for h) and a rank (0 for the
// first … 7 for the eighth).
func At(file, rank int) Square { return Square(rank*8 + file) }

// ParseSquare reads a square's name, as in "e4".
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, false
	}
	return At(int(s[0]-'a'), int(s[1]-'1')), true
}

// IsValid reports whether s is one of the 64 squares.
func (s Square) IsValid() bool { return s >= 0 && s < 64 }

// File returns 0 for the a-file … 7 for the h-file.
func (s Square) File() int { return int(s) & 7 }

// Rank returns 0 for the first rank … 7 for the eighth.
func (s Square) Rank() int { return int(s) >> 3 }

// String returns the square's name, or "-" for no square.
func (s Square) String() string {
	if !s.IsValid() {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// light reports whether the square is one of the light ones, as h1 is.
func (s Square) light() bool { return (s.File()+s.Rank())%2 == 1 }

// A Pair is a from-square and a to-square: what a ban names, and a move without
// its promotion.
type Pair struct{ From, To Square }

// String returns the pair in the way of the game's notation, as in "e2e4".
func (p Pair) String() string { return p.From.String() + p.To.String() }

// A Color is a side.
type Color uint8

const (
	White Color = iota
	Black
)

// String returns "white" or "black".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// A Role is what a piece is. The zero Role is no piece.
type Role uint8

const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// letters are the roles' letters in a FEN's lower case; a blank for no piece.
const letters = " pnbrqk"

// Letter returns the role's letter as a move's notation has it: 'q' for the
// queen, 'p' for the pawn, and 0 for no role.
func (r Role) Letter() byte {
	if r == NoRole || int(r) >= len(letters) {
		return 0
	}
	return letters[r]
}

// ParseRole returns the role of a letter as in a FEN's lower case.
func ParseRole(letter byte) (Role, bool) {
	for r := Pawn; r <= King; r++ {
		if letters[r] == letter {
			return r, true
		}
	}
	return NoRole, false
}

// A Piece stands on a square; the zero Piece is an empty square.
type Piece struct {
	Role  Role
	Color Color
}

// ParsePiece returns the piece of a FEN letter: 'K' is the white king, 'p' a
// black pawn.
func ParsePiece(letter byte) (Piece, bool) {
	c := Black
	if letter >= 'A' && letter <= 'Z' {
		c, letter = White, letter+'a'-'A'
	}
	r, ok := ParseRole(letter)
	if !ok {
		return Piece{}, false
	}
	return Piece{Role: r, Color: c}, true
}

// IsEmpty reports whether there is no piece.
func (p Piece) IsEmpty() bool { return p.Role == NoRole }
