package play

import (
	"strings"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
)

type board struct {
	unicode bool
	flipped bool // Black's side below
	colors  *termenv.Output
}

// Colours, by their number among the 256 of most terminals: squares dark enough
// for white pieces and light enough for black ones to stand out from.
const (
	colorLight   = "137"
	colorDark    = "94"
	colorLast    = "65"
	colorBanned  = "160"
	colorCheck   = "133"
	colorWhite   = "231"
	colorBlack   = "16"
	colorDim     = "244"
	colorRefused = "167"
)

// of16 are the colours of squares where a terminal has only 16. The nearest of those would be
// bright red for half of the board, as for a ban. White and black pieces stand out from these.
var of16 = map[string]string{colorLight: "12", colorDark: "8", colorLast: "5", colorBanned: "9", colorCheck: "13"}

// outlined and solid are the pieces by role. With colours every piece is solid
// and its colour tells the side; without them White's are outlined.
var (
	outlined = map[game.Role]string{game.Pawn: "♙", game.Knight: "♘", game.Bishop: "♗", game.Rook: "♖", game.Queen: "♕", game.King: "♔"}
	solid    = map[game.Role]string{game.Pawn: "♟", game.Knight: "♞", game.Bishop: "♝", game.Rook: "♜", game.Queen: "♛", game.King: "♚"}
)

// boardWidth is how many columns lines returns, the margins included.
const boardWidth = 3 + 8*3 + 3

// lines draws the board. The squares of the ban in force stand in brackets, with
// colours or without; an empty target square of the ban has a cross.
func (b board) lines(p game.Position, last game.Move) []string {
	lines := []string{b.files()}
	for row := range 8 {
		rank := 7 - b.turned(row)
		var line strings.Builder
		label := " " + string(rune('1'+rank)) + " "
		line.WriteString(b.dim(label))
		for column := range 8 {
			line.WriteString(b.square(p, game.SquareAt(b.turned(column), rank), last))
		}
		line.WriteString(b.dim(label))
		lines = append(lines, line.String())
	}
	return append(lines, b.files())
}

func (b board) files() string {
	line := "   "
	for i := range 8 {
		line += " " + string(rune('a'+b.turned(i))) + " "
	}
	return b.dim(line + "   ")
}

// turned counts from the other end where Black's side is below.
func (b board) turned(i int) int {
	if b.flipped {
		return 7 - i
	}
	return i
}

// dim is text that stands back.
func (b board) dim(s string) string {
	return b.colors.String(s).Foreground(b.colors.Color(colorDim)).String()
}

func (b board) colored() bool { return b.colors.Profile != termenv.Ascii }

// square draws a square, three columns wide.
func (b board) square(p game.Position, sq game.Square, last game.Move) string {
	piece := p.PieceAt(sq)
	ban, inForce := p.Ban()
	banned := inForce && (sq == ban.From() || sq == ban.To())
	text := " " + b.piece(piece, banned) + " "
	if banned {
		text = "[" + b.piece(piece, true) + "]"
	}
	if !b.colored() {
		return text
	}
	background := pick((sq.File()+sq.Rank())%2 == 1, colorLight, colorDark)
	switch {
	case banned:
		background = colorBanned
	case p.InCheck() && sq == p.King(p.Mover()):
		background = colorCheck
	case last.IsValid() && (sq == last.From() || sq == last.To()):
		background = colorLast
	}
	if b.colors.Profile == termenv.ANSI {
		background = of16[background]
	}
	foreground := pick(piece.Player() == game.Black, colorBlack, colorWhite)
	return b.colors.String(text).Background(b.colors.Color(background)).Foreground(b.colors.Color(foreground)).String()
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// piece is the sign of a piece, or of an empty square.
func (b board) piece(piece game.Piece, banned bool) string {
	switch {
	case piece == game.NoPiece && banned:
		return pick(b.unicode, "×", "x")
	case piece == game.NoPiece && b.colored():
		return " "
	case piece == game.NoPiece:
		return pick(b.unicode, "·", ".")
	case !b.unicode:
		return piece.String()
	case piece.Player() == game.White && !b.colored():
		return outlined[piece.Role()]
	}
	return solid[piece.Role()]
}
