package board

import "math"

// A Rect is a rectangle; the unit depends on where it comes from.
type Rect struct{ X, Y, Width, Height float64 }

func (r Rect) contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

func (r Rect) scaled(f float64) Rect {
	return Rect{r.X * f, r.Y * f, r.Width * f, r.Height * f}
}

// layout is where everything is, in device pixels. The squares are whole pixels
// wide and start on whole pixels, so that every edge is sharp.
type layout struct {
	width, height int     // of the canvas
	scale         float64 // device pixels per CSS pixel
	square        int     // side of a square
	x, y          int     // of the board's top left corner
	flipped       bool    // Black at the bottom
}

// arrange fits the board into a canvas, in the middle.
func arrange(width, height int, scale float64, flipped bool) layout {
	l := layout{width: max(width, 0), height: max(height, 0), scale: scale, flipped: flipped}
	if !(scale > 0) || math.IsInf(scale, 1) {
		l.scale = 1
	}
	l.square = min(l.width, l.height) / 8
	l.x = (l.width - 8*l.square) / 2
	l.y = (l.height - 8*l.square) / 2
	return l
}

// corner returns the top left pixel of a square.
func (l *layout) corner(s Square) (x, y int) {
	f, r := s.File(), 7-s.Rank()
	if l.flipped {
		f, r = 7-f, 7-r
	}
	return l.x + f*l.square, l.y + r*l.square
}

// center returns the middle of a square.
func (l *layout) center(s Square) (x, y float64) {
	cx, cy := l.corner(s)
	h := float64(l.square) / 2
	return float64(cx) + h, float64(cy) + h
}

func (l *layout) rect(s Square) Rect {
	x, y := l.corner(s)
	return Rect{float64(x), float64(y), float64(l.square), float64(l.square)}
}

// squareAt returns the square under a point in device pixels, or NoSquare.
func (l *layout) squareAt(x, y float64) Square {
	if l.square == 0 {
		return NoSquare
	}
	f := int(math.Floor((x - float64(l.x)) / float64(l.square)))
	r := int(math.Floor((y - float64(l.y)) / float64(l.square)))
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return NoSquare
	}
	if l.flipped {
		f, r = 7-f, 7-r
	}
	return At(f, 7-r)
}

// chooser returns the cells of the promotion chooser in the order of
// promotionRoles: a column that starts on the promotion square and runs towards
// the middle of the board.
func (l *layout) chooser(to Square) [4]Rect {
	var cells [4]Rect
	step := float64(l.square)
	if _, y := l.corner(to); y > l.y+3*l.square {
		step = -step
	}
	for i := range cells {
		cells[i] = l.rect(to)
		cells[i].Y += float64(i) * step
	}
	return cells
}
