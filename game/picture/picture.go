// Package picture draws a game of Ban Chess as the page shows it: the board, the
// last move, a check, the ban in force with its barred arrow, arrows and circles,
// coordinates, from either side and in each theme. [SVG] writes the position as a
// drawing, [PNG] as a picture, [GIF] the whole game as one that moves. No browser is
// needed.
//
// The drawings are those of package assets. An SVG stands for itself: it names no
// other file and holds no script. It is 800 units wide, a square 100.
//
// To draw a position alone, make a game of it: game.NewFrom.
package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
)

// The codes of this package's errors.
const (
	// CodeBadTheme: a theme that there is not.
	CodeBadTheme game.Code = "bad_theme"
	// CodeBadPieces: a set of pieces that there is not.
	CodeBadPieces game.Code = "bad_pieces"
	// CodeBadSize: a size that no picture can have.
	CodeBadSize game.Code = "bad_size"
	// CodeBadDelay: a delay that no picture can have.
	CodeBadDelay game.Code = "bad_delay"
)

// MostDrawings is how many circles and arrows of a position are drawn, those of the
// game's annotation first: a PGN may hold hundreds of thousands.
const MostDrawings = 500

// Options say how a game is drawn. The zero Options draw it from White's side, in
// the first theme, with coordinates.
type Options struct {
	// Below is the side at the bottom; NoPlayer means White.
	Below game.Player
	// Theme is the name of one of assets.Themes; "" means the first.
	Theme string
	// Pieces is the name of one of assets.PieceSets; "" means the first.
	Pieces string
	// NoCoordinates leaves out the names of files and ranks.
	NoCoordinates bool
	// LastMove is marked where the game has none of its own.
	LastMove game.Pair
	// Drawings are circles and arrows besides those of the game's annotation; see
	// MostDrawings.
	Drawings []game.Drawing
	// Arrows are an engine's hints, drawn over the pieces.
	Arrows []Arrow
}

// Arrow is a hint, plain for a move and barred for a ban. Arrows over the same
// squares lie side by side.
type Arrow struct {
	Pair game.Pair
	Ban  bool
}

// Themes returns the names that Options.Theme may have.
func Themes() []string { return assets.ThemeNames() }

// PieceSets returns the names that Options.Pieces may have.
func PieceSets() []string { return slices.Clone(assets.PieceSets[:]) }

func unknown(code game.Code, what, name string, there []string) error {
	return &game.Error{Code: code, Message: fmt.Sprintf("there is no %s %.40q", what, name), Hint: "give one of " + strings.Join(there, ", "), Input: name}
}

// outside is the error of a value that lies outside its range.
func outside(code game.Code, what string, value, from, to any) error {
	return &game.Error{Code: code, Message: fmt.Sprintf("the %s is %v", what, value), Hint: fmt.Sprintf("give a %s from %v to %v", what, from, to)}
}
