package board

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// render paints the board's present frame without a graphics card.
func render(t *testing.T, b *bench) *image.RGBA {
	t.Helper()
	art, err := loadArtwork()
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(image.Rect(0, 0, b.layout.width, b.layout.height))
	sprites := map[sprite]*image.RGBA{}
	for _, o := range b.sceneAt(b.time).ops {
		if o.rect {
			compose(img, o, nil)
			continue
		}
		if sprites[o.sprite] == nil {
			sprites[o.sprite] = art.paint(o.sprite)
		}
		compose(img, o, sprites[o.sprite])
	}
	return img
}

// compose lays an op over an image: nearest pixel, which is exact for all that
// stands still and upright.
func compose(dst *image.RGBA, o op, src *image.RGBA) {
	sin, cos := math.Sincos(o.angle)
	reach := math.Hypot(o.w, o.h) / 2
	cx, cy := o.x+o.w/2, o.y+o.h/2
	for y := max(int(cy-reach)-1, 0); y < min(int(cy+reach)+2, dst.Rect.Dy()); y++ {
		for x := max(int(cx-reach)-1, 0); x < min(int(cx+reach)+2, dst.Rect.Dx()); x++ {
			px, py := float64(x)+0.5-cx, float64(y)+0.5-cy
			u, v := px*cos+py*sin+o.w/2, py*cos-px*sin+o.h/2
			if u < 0 || v < 0 || u >= o.w || v >= o.h {
				continue
			}
			c := color.RGBAModel.Convert(o.color).(color.RGBA)
			k := uint32(255)
			if src != nil {
				c = src.RGBAAt(int(u*float64(src.Rect.Dx())/o.w), int(v*float64(src.Rect.Dy())/o.h))
				k = uint32(o.alpha * 255)
			}
			d := dst.RGBAAt(x, y)
			over := func(s, d uint8) uint8 {
				return uint8((uint32(s)*k + uint32(d)*(255-uint32(c.A)*k/255)) / 255)
			}
			dst.SetRGBA(x, y, color.RGBA{over(c.R, d.R), over(c.G, d.G), over(c.B, d.B), over(c.A, d.A)})
		}
	}
}

// differ counts the pixels of a square that differ in lightness by more than a
// shade, as one sees who sees no colours.
func differ(b *bench, s chess.Square, p, q *image.RGBA) int {
	n := 0
	x0, y0 := b.layout.corner(s)
	for y := y0; y < y0+b.layout.square; y++ {
		for x := x0; x < x0+b.layout.square; x++ {
			g, h := color.GrayModel.Convert(p.At(x, y)).(color.Gray), color.GrayModel.Convert(q.At(x, y)).(color.Gray)
			if max(g.Y, h.Y)-min(g.Y, h.Y) > 24 {
				n++
			}
		}
	}
	return n
}

// The ban in force must be told from the last move without colours: by shape.
func TestBanDiffersFromLastMoveByShape(t *testing.T) {
	for _, theme := range assets.ThemeNames() {
		v := moveView(t)
		banned := v.Banned
		b := newBench(t, v)
		o := b.Options()
		o.Theme = theme
		b.Configure(o)
		with := render(t, b)

		v.Banned = chess.NoPair
		b.Set(v)
		without := render(t, b)

		v.LastMove = banned
		b.Set(v)
		last := render(t, b)
		area := b.layout.square * b.layout.square
		for _, s := range []chess.Square{banned.From(), banned.To()} {
			if n := differ(b, s, with, without); n < area/20 {
				t.Errorf("%s: %v: only %d of %d pixels show the ban", theme, s, n, area)
			}
			if n := differ(b, s, with, last); n < area/20 {
				t.Errorf("%s: %v: only %d of %d pixels tell the ban from a last move", theme, s, n, area)
			}
		}
	}
}

func TestCursor(t *testing.T) {
	tests := []struct{ strokes, want string }{
		{"move b1", "pointer"},
		{"move c1", "default"},
		{"move d4", "default"},
		{"down b1; up b1; move c3", "pointer"},
		{"down b1; move c3", "grabbing"},
		{"down a7; up a8; move a7", "pointer"},
		{"down a7; up a8; move b1", "default"},
	}
	for _, tt := range tests {
		b := newBench(t, moveView(t))
		b.replay(t, tt.strokes)
		if got := b.cursor(); got != tt.want {
			t.Errorf("%q: cursor %q, want %q", tt.strokes, got, tt.want)
		}
	}
}
