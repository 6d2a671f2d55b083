// Package scene draws positions for package picture, and for the WebAssembly that makes
// the pictures of the page: it knows what a board looks like, and no rules. What it is told
// are squares.
//
// The drawings are those of package assets. An SVG stands for itself: it names no other
// file and holds no script. It is 800 units wide, a square 100. The other formats are
// painted by package raster, as the board of the page is.
package scene

import (
	"strconv"
	"strings"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// Position is what a picture shows.
type Position struct {
	Title string // says it in words
	Board [64]chess.Piece
	Ban   chess.Pair   // in force, or NoPair
	Last  chess.Pair   // the last move, or NoPair
	Check chess.Square // of the king in check, or NoSquare

	Drawings []chess.Drawing // by hand; see MostDrawings
}

// Options say how a position is drawn. The zero Options draw it from White's side, in the
// first theme, with coordinates.
type Options struct {
	Below         chess.Player // the side at the bottom; NoPlayer means White
	Theme         string       // one of assets.Themes; "" means the first
	Pieces        string       // one of assets.PieceSets; "" means the first
	NoCoordinates bool
	Arrows        []Arrow
}

// Arrow is an arrow over the board.
type Arrow struct {
	Pair chess.Pair
	Kind assets.ArrowKind
	Rank int // 0 for the best or only one; the higher, the thinner and paler
}

// MostDrawings is how many circles and arrows of a position are drawn, the first: a PGN may
// hold hundreds of thousands.
const MostDrawings = 500

// The codes of errors.
const (
	CodeBadTheme  = "bad_theme"  // a theme that there is not
	CodeBadPieces = "bad_pieces" // a set of pieces that there is not
	CodeBadSize   = "bad_size"   // a size that no picture can have
	CodeBadDelay  = "bad_delay"  // a delay that no picture can have
)

// Error is the error of an option: a code, what is wrong, and how to fix it.
type Error struct{ Code, Message, Hint, Input string }

func (e *Error) Error() string { return e.Message + ": " + e.Hint }

func unknown(code, what, name string, there []string) error {
	return &Error{code, "there is no " + what + " " + strconv.Quote(name[:min(len(name), 40)]), "give one of " + strings.Join(there, ", "), name}
}

// outside is the error of a value that lies outside its range.
func outside(code, what, value, from, to string) error {
	return &Error{Code: code, Message: "the " + what + " is " + value, Hint: "give a " + what + " from " + from + " to " + to}
}
