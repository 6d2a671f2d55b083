package board

import (
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// Whatever the size, ratio and side: the middle and the corners of every square
// lead back to it.
func TestSquaresAndPointsAgree(t *testing.T) {
	for _, size := range [][2]int{{640, 640}, {333, 500}, {900, 411}, {8, 8}, {1801, 1799}} {
		for _, scale := range []float64{1, 1.5, 2, 2.625} {
			for _, flipped := range []bool{false, true} {
				l := arrange(size[0], size[1], scale, flipped)
				for s := range chess.NoSquare {
					x, y := l.center(s)
					if got := l.squareAt(x, y); got != s {
						t.Errorf("%v flipped %v: the middle of %v is on %v", size, flipped, s, got)
					}
					r := l.rect(s)
					for _, p := range []point{{r.X, r.Y}, {r.X + r.Width - 0.01, r.Y + r.Height - 0.01}} {
						if got := l.squareAt(p.x, p.y); got != s {
							t.Errorf("%v flipped %v: a corner of %v is on %v", size, flipped, s, got)
						}
					}
				}
				for _, p := range []point{{float64(l.x) - 0.5, float64(l.y) + 1}, {float64(l.x) + 1, float64(l.y+l.side) + 0.5}} {
					if got := l.squareAt(p.x, p.y); got != chess.NoSquare {
						t.Errorf("%v: %v lies outside, not on %v", size, p, got)
					}
				}
			}
		}
	}
}

// The board is as large as fits, and its squares tile it, on whole pixels and
// alike to one of them.
func TestSquaresTileTheBoard(t *testing.T) {
	for side := 8; side < 200; side++ {
		l := arrange(side+3, side, 1, side%2 == 0)
		area := 0.0
		for s := range chess.NoSquare {
			r := l.rect(s)
			area += r.Width * r.Height
			for _, v := range []float64{r.X, r.Y, r.Width, r.Height} {
				if v != float64(int(v)) {
					t.Errorf("side %d: %v is at %v", side, s, r)
				}
			}
			if small := float64(l.square); r.Width < small || r.Width > small+1 || r.Height < small || r.Height > small+1 {
				t.Errorf("side %d: %v is %g by %g", side, s, r.Width, r.Height)
			}
		}
		if area != float64(side*side) {
			t.Errorf("side %d: the squares cover %g of %d pixels", side, area, side*side)
		}
	}
}

func TestCornersOfTheBoard(t *testing.T) {
	tests := []struct {
		flipped bool
		x, y    float64
		want    string
	}{
		{false, 1, 1, "a8"}, {false, 799, 799, "h1"}, {false, 1, 799, "a1"}, {false, 450, 450, "e4"},
		{true, 1, 1, "h1"}, {true, 799, 799, "a8"}, {true, 1, 799, "h8"}, {true, 450, 450, "d5"},
	}
	for _, tt := range tests {
		l := arrange(800, 800, 1, tt.flipped)
		if got := l.squareAt(tt.x, tt.y).String(); got != tt.want {
			t.Errorf("flipped %v: %g,%g is on %s, want %s", tt.flipped, tt.x, tt.y, got, tt.want)
		}
	}
}

func TestNoRoomNoSquares(t *testing.T) {
	for _, l := range []layout{arrange(0, 0, 1, false), arrange(7, 100, 2, true), arrange(-5, 10, 0, false)} {
		if s := l.squareAt(0, 0); s != chess.NoSquare {
			t.Errorf("%+v: there is a square %v", l, s)
		}
	}
}

// The chooser stays on the board and starts on the promotion square.
func TestChooserStaysOnTheBoard(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		l := arrange(403, 401, 1, flipped)
		board := l.board()
		for _, rank := range []int{0, 7} {
			for file := range 8 {
				cells := l.chooser(chess.SquareAt(file, rank))
				if cells[0] != l.rect(chess.SquareAt(file, rank)) {
					t.Errorf("the first cell for %v is %v", chess.SquareAt(file, rank), cells[0])
				}
				for _, c := range cells {
					if !board.contains(c.X, c.Y) || !board.contains(c.X+c.Width-1, c.Y+c.Height-1) {
						t.Errorf("a cell for %v is off the board: %v", chess.SquareAt(file, rank), c)
					}
				}
			}
		}
	}
}

func TestSquareRectIsInCSSPixels(t *testing.T) {
	b := New(DefaultOptions(), Callbacks{})
	b.Resize(1200, 1200, 1.5)
	e4, _ := chess.ParseSquare("e4")
	if got, want := b.SquareRect(e4), (Rect{400, 400, 100, 100}); got != want {
		t.Errorf("e4 is at %v, want %v", got, want)
	}
	if got := b.SquareRect(chess.NoSquare); got != (Rect{}) {
		t.Errorf("no square is at %v", got)
	}
}
