package game

import "github.com/banchess/banchess/game/chess"

// The words of chess, as package chess defines them.
type (
	// Square is one of the 64 squares, a1 = 0 … h8 = 63, or NoSquare.
	Square = chess.Square
	// Pair is a from→to pair of squares, the thing a ban names.
	Pair = chess.Pair
	// Player is White, Black, or NoPlayer (the winner of a draw).
	Player = chess.Player
	// Role is the kind of a piece, without its owner.
	Role = chess.Role
	// Piece is a role and its owner. The zero Piece is an empty square.
	Piece = chess.Piece
	// Move is a move in coordinates: a pair, and a role if it promotes.
	Move = chess.Move
	// Drawing is an arrow on the board, or a circle if To is NoSquare.
	Drawing = chess.Drawing
)

// The values of these types.
const (
	NoSquare = chess.NoSquare
	NoPair   = chess.NoPair
	NoMove   = chess.NoMove
	NoPiece  = chess.NoPiece

	NoPlayer = chess.NoPlayer
	White    = chess.White
	Black    = chess.Black

	NoRole = chess.NoRole
	Pawn   = chess.Pawn
	Knight = chess.Knight
	Bishop = chess.Bishop
	Rook   = chess.Rook
	Queen  = chess.Queen
	King   = chess.King

	// DrawingColors are the letters of the colours of drawings.
	DrawingColors = chess.DrawingColors
)

// SquareAt returns the square of a file and a rank, each from 0 to 7, or NoSquare if one
// of them is outside that.
func SquareAt(file, rank int) Square { return chess.SquareAt(file, rank) }

// NewPair returns the pair of two squares, or NoPair if either is NoSquare.
func NewPair(from, to Square) Pair { return chess.NewPair(from, to) }

// NewPiece returns the player's piece of the role, or NoPiece if there is no player or no role.
func NewPiece(p Player, r Role) Piece { return chess.NewPiece(p, r) }

// ParseSquare reads a lower-case square such as "e4". The error's code is
// CodeBadSquare.
func ParseSquare(s string) (Square, error) { return parsed(chess.ParseSquare(s)) }

// MustParseSquare is ParseSquare for constants in programs and tests; it panics on
// bad text.
func MustParseSquare(s string) Square { return must(ParseSquare(s)) }

// ParsePair reads a pair such as "e2e4". The error's code is CodeBadPair.
func ParsePair(s string) (Pair, error) { return parsed(chess.ParsePair(s)) }

// MustParsePair is ParsePair for constants in programs and tests; it panics on bad
// text.
func MustParsePair(s string) Pair { return must(ParsePair(s)) }

// ParseMove reads a move in coordinates such as "e2e4" or "e7e8q". The error's
// code is CodeBadMove.
func ParseMove(s string) (Move, error) { return parsed(chess.ParseMove(s)) }

// ParsePlayer reads "white" or "black". The error's code is CodeBadPlayer.
func ParsePlayer(s string) (Player, error) { return parsed(chess.ParsePlayer(s)) }

// MustParsePlayer is ParsePlayer for constants; it panics on bad text.
func MustParsePlayer(s string) Player { return must(ParsePlayer(s)) }

// parsed turns an error of package chess into an *Error.
func parsed[T any](v T, err error) (T, error) {
	if e, ok := err.(*chess.ParseError); ok {
		err = errNotValue(parseCode(e), e.Text, e.Want, e.Form())
	}
	return v, err
}

func parseCode(e *chess.ParseError) Code {
	switch e.Want {
	case "role":
		return CodeBadPiece
	case "drawing":
		return CodeBadPGN
	}
	return Code("bad_" + e.Want)
}
