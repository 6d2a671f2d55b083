package shell

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// The name of a square includes its piece, and whether that can be banned or can move.
func TestSquaresSayWhatCanBeDone(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	name := func(square, want string) {
		t.Helper()
		p.Await("document.querySelector('[data-square=" + square + "]').getAttribute('aria-label') === " + e2e.Quote(want))
	}
	name("e2", "e2, white pawn, can be banned")
	name("e7", "e7, black pawn")
	name("a1", "a1, white rook") // it has no move
	name("e4", "e4")
	p.Plays("b:e2e4")
	name("g1", "g1, white knight, can move")
	name("e2", "e2, white pawn, banned from going to e4, can move")
	name("e4", "e4, e2 to here is banned")
}

// contrast returns the contrast of two colours, from 1 to 21, as defined by WCAG.
func contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		linear := func(part uint32) float64 {
			v := float64(part) / 0xffff
			if v <= 0.04045 {
				return v / 12.92
			}
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		r, g, b, _ := c.RGBA()
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// The focused element is visible: pixels all around it change by 3:1 or more compared to
// the element without focus.
func TestFocusRing(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1000, Height: 700, Still: true}}).Ready()
	p.Plays("b:e2e4 m:g1f3")
	p.Must(p.Key(browser.Tab)) // by keys, from here on
	for _, look := range []struct{ scheme, theme string }{{"light", "wood"}, {"light", "slate"}, {"dark", "contrast"}, {"dark", "wood"}} {
		p.Choose("scheme", look.scheme)
		p.Choose("theme", look.theme)
		p.Await("document.getElementById('board').options.theme === " + e2e.Quote(look.theme))
		p.Must(p.Eval("document.activeElement.blur()", nil))
		before := p.Screenshot()
		for _, selector := range []string{"[data-square=e1]", "[data-square=d1]", "[data-square=e5]", "[data-square=d5]", "#new", "#share-open", "#mode-analyse", "#menu-open", "#moves [data-action='b:e2e4']"} {
			element := "document.querySelector(" + e2e.Quote(selector) + ")"
			p.Must(p.Eval(element+".focus({preventScroll: true})", nil))
			p.Await(element + ".matches(':focus-visible')")
			after := p.Screenshot()
			var at struct{ X, Y, W, H float64 }
			p.Must(p.Eval("(({x, y, width, height}) => ({X: x, Y: y, W: width, H: height}))("+element+".getBoundingClientRect())", &at))
			const around = 6
			area := image.Rect(int(at.X)-around, int(at.Y)-around, int(at.X+at.W)+around, int(at.Y+at.H)+around).Intersect(after.Bounds())
			ring := 0
			for y := area.Min.Y; y < area.Max.Y; y++ {
				for x := area.Min.X; x < area.Max.X; x++ {
					if contrast(before.At(x, y), after.At(x, y)) >= 3 {
						ring++
					}
				}
			}
			if least := 0.9 * 2 * (at.W + at.H); float64(ring) < least {
				t.Errorf("%s, %s: %d pixels show that %s has the focus, want %.0f", look.scheme, look.theme, ring, selector, least)
			}
		}
	}
}
