package board

import (
	"math"

	"github.com/banchess/banchess/game/chess"
)

// A Rect is a rectangle; the unit depends on where it comes from.
type Rect struct{ X, Y, Width, Height float64 }

func (r Rect) contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

func (r Rect) scaled(f float64) Rect {
	return Rect{r.X * f, r.Y * f, r.Width * f, r.Height * f}
}

// layout is where everything is, in device pixels. The board fills the canvas as
// far as a square can, so its squares may differ by a pixel; all their edges lie
// between pixels and are sharp.
type layout struct {
	width, height int     // of the canvas
	scale         float64 // device pixels per CSS pixel
	side          int     // of the board
	square        int     // side of the smallest square; what stands on squares is as large
	x, y          int     // of the board's top left corner
	flipped       bool    // Black at the bottom
}

// arrange fits the board into a canvas, in the middle.
func arrange(width, height int, scale float64, flipped bool) layout {
	l := layout{width: max(width, 0), height: max(height, 0), scale: scale, flipped: flipped}
	if !(scale > 0) || math.IsInf(scale, 1) {
		l.scale = 1
	}
	l.side = min(l.width, l.height)
	l.square = l.side / 8
	l.x = (l.width - l.side) / 2
	l.y = (l.height - l.side) / 2
	return l
}

// place returns the column and the row, from the top left, in which a square is
// seen.
func (l *layout) place(s chess.Square) (column, row int) {
	if l.flipped {
		return 7 - s.File(), s.Rank()
	}
	return s.File(), 7 - s.Rank()
}

// edge returns how far the i-th line between squares is from the first.
func (l *layout) edge(i int) int { return (i*l.side + 4) / 8 }

// corner returns the top left pixel of a square.
func (l *layout) corner(s chess.Square) (x, y int) {
	c, r := l.place(s)
	return l.x + l.edge(c), l.y + l.edge(r)
}

// center returns the middle of a square.
func (l *layout) center(s chess.Square) (x, y float64) {
	r := l.rect(s)
	return r.X + r.Width/2, r.Y + r.Height/2
}

func (l *layout) rect(s chess.Square) Rect {
	c, r := l.place(s)
	x, y := l.corner(s)
	return Rect{float64(x), float64(y), float64(l.edge(c+1) - l.edge(c)), float64(l.edge(r+1) - l.edge(r))}
}

// board returns the whole board.
func (l *layout) board() Rect {
	return Rect{float64(l.x), float64(l.y), float64(l.side), float64(l.side)}
}

// squareAt returns the square under a point in device pixels, or NoSquare.
func (l *layout) squareAt(x, y float64) chess.Square {
	if l.square == 0 || !l.board().contains(x, y) {
		return chess.NoSquare
	}
	column := func(v float64) int {
		i := 0
		for i < 7 && v >= float64(l.edge(i+1)) {
			i++
		}
		return i
	}
	c, r := column(x-float64(l.x)), column(y-float64(l.y))
	if l.flipped {
		return chess.SquareAt(7-c, r)
	}
	return chess.SquareAt(c, 7-r)
}

// chooser returns the cells of the promotion chooser in the order of
// promotionRoles: a column that starts on the promotion square and runs towards
// the middle of the board.
func (l *layout) chooser(to chess.Square) [4]Rect {
	step := 1
	if to.Rank() > 3 {
		step = -1
	}
	var cells [4]Rect
	for i := range cells {
		cells[i] = l.rect(chess.SquareAt(to.File(), to.Rank()+i*step))
	}
	return cells
}
