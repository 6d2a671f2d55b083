// Package assets holds everything banchess draws with, embedded in the program: the piece set and
// the figures of the board's coordinates; and the network of the engine's evaluation, the puzzles,
// the opening book and the tables of endings.
//
// # One source for every picture
//
// A file in pieces/ is a form: the parts of the six pieces, each a path whose id says the
// piece and what the part is, as in K-body. A set of pieces is a form and the paint of
// either side, so that several sets share a form. The Ebiten board paints a set at
// whatever size the squares have, pictures hold it as SVG, and the build writes it as the
// file that the page shows. So that all look alike, the files keep to a small subset of
// SVG, and a test refuses everything else.
//
// The coordinates come from figures.svg: one path for each of a–h and 1–8. A
// font engine would be a third of a megabyte for sixteen figures.
//
// # Puzzles
//
// Puzzles returns the text of the four files puzzles-*.txt, which go run ./scripts lab puzzles
// writes and package game/puzzle reads. The page loads each when it needs it. They are no part of
// Files, so that a program that has no puzzles does not carry them.
//
// # The opening book
//
// Book is the text of book.txt, which go run ./scripts lab book writes and package
// game/explore reads. The page loads it as a file of its own.
//
// # Endings
//
// Tables has the packed tables of endings in tables/, which go run ./scripts lab tables writes and
// package game/tables reads. The page loads each when it needs it, and endings.txt, the positions
// to practise, which the same command writes with --positions.
//
// # The network
//
// Network has the weights of the engine's evaluation, which go run ./scripts lab train writes and the engine reads.
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

// Files is the embedded tree: the forms of the pieces in pieces/, figures.svg and the
// licence that goes with the figures.
//
//go:embed pieces/*.svg figures.svg figures.LICENSE
var Files embed.FS

//go:embed puzzles-0.txt
var puzzles0 string

//go:embed puzzles-1.txt
var puzzles1 string

//go:embed puzzles-2.txt
var puzzles2 string

//go:embed puzzles-3.txt
var puzzles3 string

// Puzzles returns all puzzles, as package game/puzzle reads them. The first line of each part
// is a comment to the others.
func Puzzles() string { return puzzles0 + puzzles1 + puzzles2 + puzzles3 }

// Book is the opening book, as package game/explore reads it.
//
//go:embed book.txt
var Book string

// Network is the file of the engine's network. Its form is in the engine's package eval.
//
//go:embed network.bin
var Network string

// Endings are positions to practise against the tables. A line has the men, White's first, the
// number of moves in which White wins, 0 where Black holds a draw by one ban alone, and the FEN.
//
//go:embed endings.txt
var Endings string

// Tables is the folder tables with the exact tables of endings.
//
//go:embed tables/*.table
var Tables embed.FS

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
