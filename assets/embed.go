// Package assets holds everything banchess draws with, embedded in the program:
// the piece set and the figures of the board's coordinates; and the puzzles.
//
// # One source for every picture
//
// A piece is one SVG file in pieces/, named by colour and role (wK.svg is the
// white king, bP.svg a black pawn); pieces/contrast/ has the same pieces in black
// and white alone, with wide outlines, for those who need to tell them apart better. The Ebiten board parses the file and paints it
// at whatever size the squares have; the page shows the same file in an <img>. So
// that both look alike, the files keep to a small subset of SVG, and a test
// refuses everything else.
//
// The coordinates come from figures.svg: one path for each of a–h and 1–8. A
// font engine would be a third of a megabyte for sixteen figures.
//
// # Puzzles
//
// Puzzles is the text of puzzles.txt, which go run ./scripts lab puzzles writes and
// package game/puzzle reads. It is no part of Files, so that a program that has no
// puzzles does not carry them.
//
// # Origin
//
// The pieces were drawn for banchess and share its licence. The figures are
// outlines of the font Go Bold by Bigelow & Holmes; its licence is in
// figures.LICENSE.
package assets

import (
	"embed"
	"fmt"
)

// Files is the embedded tree: pieces/wK.svg … pieces/bP.svg, the same in
// pieces/contrast, figures.svg and
// the licence that goes with the figures.
//
//go:embed pieces/*.svg pieces/contrast/*.svg figures.svg figures.LICENSE
var Files embed.FS

// Puzzles are the puzzles, as package game/puzzle reads them.
//
//go:embed puzzles.txt
var Puzzles string

// PieceSets are the sets of pieces there are; the first is the one a board starts
// with. Each has the same files, and the first has them in pieces/ itself.
var PieceSets = [...]string{"classic", "contrast"}

// Piece returns the drawing of a piece in one of PieceSets, by its name: a colour
// (w or b) and a role (K, Q, R, B, N or P), as in "wK".
func Piece(set, name string) (Drawing, error) {
	if set == PieceSets[0] {
		return load("pieces/" + name + ".svg")
	}
	return load("pieces/" + set + "/" + name + ".svg")
}

// Figures returns one drawing with the figures of the coordinates. Each shape
// carries its figure, "a" to "h" or "1" to "8", as its ID. The figures stand on
// the line y = 0 and start at x = 0; an em is 1000 units, and y grows downwards.
func Figures() (Drawing, error) {
	return load("figures.svg")
}

func load(name string) (Drawing, error) {
	data, err := Files.ReadFile(name)
	if err != nil {
		return Drawing{}, err
	}
	d, err := parse(string(data))
	if err != nil {
		return Drawing{}, fmt.Errorf("assets: %s: %w", name, err)
	}
	return d, nil
}
