package raster

import (
	"image/color"
	"math"
	"testing"

	"github.com/banchess/banchess/assets"
)

// area is the sum of the image's opacity, in pixels.
func (r *Canvas) area() float64 {
	sum := 0.0
	for i := 3; i < len(r.img.Pix); i += 4 {
		sum += float64(r.img.Pix[i]) / 255
	}
	return sum
}

func TestFillCoversItsArea(t *testing.T) {
	black := color.NRGBA{A: 0xff}
	circle := func(x, y, rad float64) (p assets.Path) { p.Circle(x, y, rad); return p }
	rect := func(x, y, w, h, rad float64) (p assets.Path) { p.RoundedRect(x, y, w, h, rad); return p }
	nested := append(circle(20, 20, 10), circle(21, 20, 8)...)
	tests := []struct {
		name string
		path assets.Path
		want float64
	}{
		{"circle", circle(20, 20, 10), math.Pi * 100},
		{"circle off the pixels", circle(20.3, 19.7, 7.25), math.Pi * 7.25 * 7.25},
		{"tiny circle", circle(20.5, 20.5, 0.4), math.Pi * 0.16},
		{"rectangle", rect(3.25, 4.5, 10.5, 20.25, 0), 10.5 * 20.25},
		{"rounded rectangle", rect(5, 5, 20, 20, 4), 400 - (4-math.Pi)*16},
		{"a circle in it adds nothing", nested, math.Pi * 100},
		{"half outside", circle(0, 20, 10), math.Pi * 50},
		{"outside", circle(-30, 20, 10), 0},
		{"below", circle(20, 80, 10), 0},
	}
	for _, tt := range tests {
		r := New(40, 40)
		r.Paint(assets.Shape{Path: tt.path, Fill: black}, Transform{Scale: 1})
		if got := r.area(); math.Abs(got-tt.want) > 0.01*tt.want+0.05 {
			t.Errorf("%s: covers %.2f pixels, want %.2f", tt.name, got, tt.want)
		}
	}
}

func TestStrokeCoversItsArea(t *testing.T) {
	var line, circle, dot assets.Path
	line.MoveTo(8, 10)
	line.LineTo(30, 27)
	circle.Circle(20, 20, 12)
	dot.MoveTo(20, 20)
	length := math.Hypot(22, 17)
	tests := []struct {
		name  string
		path  assets.Path
		width float64
		want  float64
	}{
		{"line with round ends", line, 4, length*4 + math.Pi*4},
		{"hairline", line, 0.5, length * 0.5},
		{"ring", circle, 3, 2 * math.Pi * 12 * 3},
		{"dot", dot, 10, math.Pi * 25},
	}
	for _, tt := range tests {
		r := New(40, 40)
		r.Paint(assets.Shape{Path: tt.path, Stroke: color.NRGBA{A: 0xff}, Width: tt.width}, Transform{Scale: 1})
		if got := r.area(); math.Abs(got-tt.want) > 0.03*tt.want+0.5 {
			t.Errorf("%s: covers %.2f pixels, want %.2f", tt.name, got, tt.want)
		}
	}
}

// TestTurn: what is turned covers what it did, a quarter round.
func TestTurn(t *testing.T) {
	var p assets.Path
	p.RoundedRect(0, 0, 10, 4, 0)
	r := New(40, 40)
	r.Paint(assets.Shape{Path: p, Fill: color.NRGBA{A: 0xff}}, Transform{Scale: 2, Turn: math.Pi / 2, X: 20, Y: 10})
	if got := r.area(); math.Abs(got-160) > 0.5 || r.Image().RGBAAt(14, 20).A != 0xff || r.Image().RGBAAt(24, 20).A != 0 {
		t.Errorf("covers %.2f pixels, want 160", got)
	}
}
