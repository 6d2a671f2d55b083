package assets_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
)

// light returns the relative luminance of a colour, as defined by WCAG.
func light(c color.NRGBA) float64 {
	linear := func(part uint8) float64 {
		v := float64(part) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast returns the contrast of two colours, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// over returns a colour laid over another.
func over(c, ground color.NRGBA) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8((int(x)*int(c.A) + int(y)*(255-int(c.A))) / 255) }
	return color.NRGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 255}
}

// apart returns how different two colours look: the distance in CIELAB.
func apart(a, b color.NRGBA) float64 {
	lab := func(c color.NRGBA) (l, a, b float64) {
		only := func(v uint8) float64 { return light(color.NRGBA{v, v, v, 255}) }
		red, green, blue := only(c.R), only(c.G), only(c.B)
		f := func(t float64) float64 {
			if t > 0.008856 {
				return math.Cbrt(t)
			}
			return 7.787*t + 16.0/116
		}
		x := f((0.4124*red + 0.3576*green + 0.1805*blue) / 0.9505)
		y := f(0.2126*red + 0.7152*green + 0.0722*blue)
		z := f((0.0193*red + 0.1192*green + 0.9505*blue) / 1.0888)
		return 116*y - 16, 500 * (x - y), 200 * (y - z)
	}
	l1, a1, b1 := lab(a)
	l2, a2, b2 := lab(b)
	return math.Hypot(math.Hypot(l1-l2, a1-a2), b1-b2)
}

// On every board the squares differ, the coordinates are legible, and every mark is visible
// on both kinds of squares: by its own colour, or by the halo around it.
func TestMarksStandOut(t *testing.T) {
	if len(assets.Themes) < 6 {
		t.Errorf("there are %d boards", len(assets.Themes))
	}
	for i, theme := range assets.Themes {
		least := func(what string, got, want float64) {
			t.Helper()
			if got < want {
				t.Errorf("%s: %s: %.2f, want %.2f", theme.Name, what, got, want)
			}
		}
		least("squares", contrast(theme.Light, theme.Dark), 1.5)
		least("coordinates on light squares", contrast(theme.OnLight, theme.Light), 4.5)
		least("coordinates on dark squares", contrast(theme.OnDark, theme.Dark), 3)
		for square, c := range map[string]color.NRGBA{"light": theme.Light, "dark": theme.Dark} {
			least("a target on "+square, contrast(over(theme.Target, c), c), 1.7)
			least("the last move on "+square, apart(over(theme.Last, c), c), 18)
			least("a selected piece's square on "+square, apart(over(theme.Selected, c), c), 18)
			least("the last move's and a selected piece's square on "+square, apart(over(theme.Selected, c), over(theme.Last, c)), 10)
			for what, mark := range map[string]color.NRGBA{"a ban": assets.BanColor, "a hint": assets.HintColor, "a threat": assets.ThreatColor, "a premove": assets.PremoveColor} {
				least(what+" on "+square, max(contrast(mark, c), contrast(assets.HaloColor, c)), 3)
			}
		}
		for _, other := range assets.Themes[:i] {
			least("the board is not "+other.Name, apart(theme.Light, other.Light)+apart(theme.Dark, other.Dark), 15)
		}
	}
}

// painted returns a piece on a square.
func painted(piece assets.Drawing, square color.NRGBA, size int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	draw.Draw(img, img.Rect, image.NewUniform(square), image.Point{}, draw.Src)
	art := raster.Draw(piece.Shapes, size, size, raster.Transform{Scale: float64(size) / piece.Width})
	draw.Draw(img, img.Rect, art, image.Point{}, draw.Over)
	return img
}

// different returns the part of the pixels whose contrast between two pictures is at least 1.5.
func different(a, b *image.RGBA) float64 {
	n := 0
	at := func(img *image.RGBA, i int) color.NRGBA {
		return color.NRGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}
	}
	for i := 0; i < len(a.Pix); i += 4 {
		if contrast(at(a, i), at(b, i)) >= 1.5 {
			n++
		}
	}
	return float64(n) / float64(len(a.Pix)/4)
}

// In every set each piece is told from each other at 24 pixels, and stands out from the
// squares of every board; and no two sets look alike.
func TestPiecesAreTold(t *testing.T) {
	if len(assets.PieceSets) < 4 {
		t.Errorf("there are %d sets of pieces", len(assets.PieceSets))
	}
	const size = 24
	sets := map[string]map[string]assets.Drawing{}
	for _, set := range assets.PieceSets {
		pieces, err := assets.Pieces(set)
		if err != nil {
			t.Fatal(err)
		}
		sets[set] = pieces
	}
	for _, theme := range assets.Themes {
		for square, c := range map[string]color.NRGBA{"light": theme.Light, "dark": theme.Dark} {
			empty := image.NewRGBA(image.Rect(0, 0, size, size))
			draw.Draw(empty, empty.Rect, image.NewUniform(c), image.Point{}, draw.Src)
			before := map[string]map[string]*image.RGBA{}
			for set, pieces := range sets {
				seen := map[string]*image.RGBA{}
				for name, piece := range pieces {
					img := painted(piece, c, size)
					if part := different(img, empty); part < 0.11 {
						t.Errorf("%s, %s, %s %s: %.2f of the square shows the piece", theme.Name, square, set, name, part)
					}
					for other, picture := range seen {
						if part := different(img, picture); part < 0.08 {
							t.Errorf("%s on %s %s: %.3f of %s differs from %s", set, square, theme.Name, part, name, other)
						}
					}
					seen[name] = img
				}
				for other, pictures := range before {
					var sum float64
					for name, picture := range pictures {
						sum += different(seen[name], picture) / float64(len(pictures))
					}
					if sum < 0.03 {
						t.Errorf("%s %s: %.3f of the pieces %s differ from %s", square, theme.Name, sum, set, other)
					}
				}
				before[set] = seen
			}
		}
	}
}
