package e2e

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/banchess/banchess/scripts/browser"
)

const (
	handle     = "document.getElementById('board-size')"
	boardWidth = "document.getElementById('board').getBoundingClientRect().width"
)

// sized waits until the board is as wide as expected, within two pixels, also in its frame
// and in what is drawn.
func (p player) sized(how string, want float64) {
	p.t.Helper()
	if err := p.Wait(fmt.Sprintf("Math.abs(%s - %g) <= 2", boardWidth, want)); err != nil {
		p.t.Fatalf("%s: the board is %g wide, want %g: %v", how, p.number(boardWidth), want, err)
	}
	p.wait("Math.abs(8 * document.getElementById('board').squareRect('a1').width - " + boardWidth + ") < 8")
}

// The handle at the corner of the board changes its size by mouse, touch and keys. The size
// is kept, and the list stays usable at every size.
func TestBoardSize(t *testing.T) {
	view := browser.View{Width: 1280, Height: 800, Still: true}
	p := open(t, visit{view: view}).ready()
	p.wait(handle + "?.checkVisibility()")
	p.plays("b:e2e4 m:d2d4")
	largest := p.number(boardWidth)
	corner := func() browser.Point { return p.element("#board-size") }
	valued := func(percent float64) {
		t.Helper()
		p.wait(fmt.Sprintf("%s.ariaValueNow === '%g' && %[1]s.ariaValueText === '%[2]g%%'", handle, math.Round(percent)))
	}
	by := func(from browser.Point, pixels float64) browser.Point {
		return browser.Point{X: from.X + pixels, Y: from.Y + pixels}
	}
	valued(100)

	// With the mouse, also beyond the limits.
	p.must(p.Drag(corner(), by(corner(), -160)))
	p.sized("dragged", largest-160)
	valued(100 * (largest - 160) / largest)
	at := corner()
	if right := p.inside("h1", 1, 1); math.Abs(at.X-right.X) > 24 || math.Abs(at.Y-right.Y) > 24 {
		t.Errorf("the handle is at %v, the corner of the board at %v", at, right)
	}
	p.must(p.Drag(at, by(at, -600)))
	p.sized("dragged far in", largest/2)
	p.wait("document.getElementById('moves').clientHeight > 0.4 * document.querySelector('.panel').clientHeight && " +
		"document.getElementById('tools').getBoundingClientRect().bottom <= innerHeight")
	p.must(p.Drag(corner(), by(corner(), 600)))
	p.sized("dragged far out", largest)
	p.must(p.Drag(corner(), by(corner(), -100)))
	p.sized("dragged", largest-100)

	// A drag selects no text in WebKit either, whose mouse begins a selection on the handle.
	p.wait("!" + handle + ".dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true})) && document.activeElement === " + handle)

	// It is kept.
	p.reload()
	p.ready()
	p.sized("after a reload", largest-100)
	p.wait(handle + "?.checkVisibility()")
	p.must(p.DoubleClick(corner()))
	p.sized("double-clicked", largest)

	// By keys, which do not go through the game.
	p.tabTo("document.activeElement === " + handle)
	for _, step := range []struct {
		name, key string
		percent   float64
	}{
		{"PageDown", kb.PageDown, 90}, {"ArrowLeft", kb.ArrowLeft, 88}, {"ArrowDown", kb.ArrowDown, 86}, {"ArrowUp", kb.ArrowUp, 88},
		{"ArrowRight", kb.ArrowRight, 90}, {"Home", kb.Home, 50}, {"PageUp", kb.PageUp, 60}, {"End", kb.End, 100},
	} {
		p.must(p.Key(step.key))
		valued(step.percent)
		p.sized(step.name, largest*step.percent/100)
	}
	if got := p.actions(); got != "b:e2e4 m:d2d4" {
		t.Errorf("the keys on the handle have changed the game to %s", got)
	}
	p.must(p.Key(kb.PageDown))
	p.sized("PageDown", largest*0.9)

	// Another window has another largest size. A phone has no handle, and its board is as
	// large as ever.
	p.turn(browser.View{Width: 1440, Height: 900, Still: true})
	p.sized("in a larger window", (largest+100)*0.9)
	p.turn(browser.View{Width: 390, Height: 844, Ratio: 2, Touch: true, Still: true})
	p.sized("on a phone", 390)
	p.wait("!" + handle + ".checkVisibility()")
	p.turn(browser.View{Width: 844, Height: 390, Ratio: 2, Touch: true, Still: true})
	p.wait("!" + handle + ".checkVisibility()")
}

// By touch, the page neither scrolls nor zooms. The text board has the handle too.
func TestBoardSizeByTouch(t *testing.T) {
	p := open(t, visit{view: browser.View{Width: 1180, Height: 820, Ratio: 2, Touch: true, Still: true}}).ready()
	p.choose("textBoard", "")
	p.wait(handle + "?.checkVisibility()")
	largest := p.number(boardWidth)
	at := p.element("#board-size")
	// A finger is not exact.
	p.must(p.Swipe(browser.Point{X: at.X + 9, Y: at.Y + 9}, browser.Point{X: at.X - 111, Y: at.Y - 91}))
	p.wait(fmt.Sprintf("Math.abs(%s - %g) <= 2", boardWidth, largest-120))
	if moved := p.number("scrollX + scrollY + visualViewport.scale"); moved != 1 {
		t.Errorf("the page has scrolled or zoomed: %g", moved)
	}
}
