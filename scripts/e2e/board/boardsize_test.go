package board

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

const (
	handle     = "document.getElementById('board-size')"
	boardWidth = "document.getElementById('board').getBoundingClientRect().width"
)

// sized waits until the board is as wide as expected, within two pixels, also in its frame
// and in what is drawn.
func sized(p e2e.Player, how string, want float64) {
	p.T.Helper()
	if err := p.Wait(fmt.Sprintf("Math.abs(%s - %g) <= 2", boardWidth, want)); err != nil {
		p.T.Fatalf("%s: the board is %g wide, want %g: %v", how, p.Number(boardWidth), want, err)
	}
	p.Await("Math.abs(8 * document.getElementById('board').squareRect('a1').width - " + boardWidth + ") < 8")
}

// The handle at the corner of the board changes its size by mouse, touch and keys. The size
// is kept, and the list stays usable at every size.
func TestBoardSize(t *testing.T) {
	view := browser.View{Width: 1280, Height: 800, Still: true}
	p := e2e.Open(t, e2e.Visit{View: view}).Ready()
	p.Await(handle + "?.checkVisibility()")
	p.Plays("b:e2e4 m:d2d4")
	largest := p.Number(boardWidth)
	corner := func() browser.Point { return p.Element("#board-size") }
	valued := func(percent float64) {
		t.Helper()
		p.Await(fmt.Sprintf("%s.ariaValueNow === '%g' && %[1]s.ariaValueText === '%[2]g%%'", handle, math.Round(percent)))
	}
	by := func(from browser.Point, pixels float64) browser.Point {
		return browser.Point{X: from.X + pixels, Y: from.Y + pixels}
	}
	valued(100)

	// With the mouse, also beyond the limits.
	p.Must(p.Drag(corner(), by(corner(), -160)))
	sized(p, "dragged", largest-160)
	valued(100 * (largest - 160) / largest)
	at := corner()
	if right := p.Inside("h1", 1, 1); math.Abs(at.X-right.X) > 24 || math.Abs(at.Y-right.Y) > 24 {
		t.Errorf("the handle is at %v, the corner of the board at %v", at, right)
	}
	p.Must(p.Drag(at, by(at, -600)))
	sized(p, "dragged far in", largest/2)
	p.Await("document.getElementById('moves').clientHeight > 0.4 * document.querySelector('.panel').clientHeight && " +
		"document.getElementById('tools').getBoundingClientRect().bottom <= innerHeight")
	p.Must(p.Drag(corner(), by(corner(), 600)))
	sized(p, "dragged far out", largest)
	p.Must(p.Drag(corner(), by(corner(), -100)))
	sized(p, "dragged", largest-100)

	// A drag selects no text in WebKit either, whose mouse begins a selection on the handle.
	p.Await("!" + handle + ".dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true})) && document.activeElement === " + handle)

	// It is kept.
	p.Reload()
	p.Ready()
	sized(p, "after a reload", largest-100)
	p.Await(handle + "?.checkVisibility()")
	p.Must(p.DoubleClick(corner()))
	sized(p, "double-clicked", largest)

	// By keys, which do not go through the game.
	p.TabTo("document.activeElement === " + handle)
	for _, step := range []struct {
		name, key string
		percent   float64
	}{
		{"PageDown", kb.PageDown, 90}, {"ArrowLeft", kb.ArrowLeft, 88}, {"ArrowDown", kb.ArrowDown, 86}, {"ArrowUp", kb.ArrowUp, 88},
		{"ArrowRight", kb.ArrowRight, 90}, {"Home", kb.Home, 50}, {"PageUp", kb.PageUp, 60}, {"End", kb.End, 100},
	} {
		p.Must(p.Key(step.key))
		valued(step.percent)
		sized(p, step.name, largest*step.percent/100)
	}
	if got := p.Actions(); got != "b:e2e4 m:d2d4" {
		t.Errorf("the keys on the handle have changed the game to %s", got)
	}
	p.Must(p.Key(kb.PageDown))
	sized(p, "PageDown", largest*0.9)

	// Another window has another largest size. A phone has no handle, and its board is as
	// large as ever.
	p.Turn(browser.View{Width: 1440, Height: 900, Still: true})
	sized(p, "in a larger window", (largest+100)*0.9)
	p.Turn(browser.View{Width: 390, Height: 844, Ratio: 2, Touch: true, Still: true})
	sized(p, "on a phone", 390)
	p.Await("!" + handle + ".checkVisibility()")
	p.Turn(browser.View{Width: 844, Height: 390, Ratio: 2, Touch: true, Still: true})
	p.Await("!" + handle + ".checkVisibility()")
}

// By touch, the page neither scrolls nor zooms. The text board has the handle too.
func TestBoardSizeByTouch(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1180, Height: 820, Ratio: 2, Touch: true, Still: true}}).Ready()
	p.Choose("textBoard", "")
	p.Await(handle + "?.checkVisibility()")
	largest := p.Number(boardWidth)
	at := p.Element("#board-size")
	// A finger is not exact.
	p.Must(p.Swipe(browser.Point{X: at.X + 9, Y: at.Y + 9}, browser.Point{X: at.X - 111, Y: at.Y - 91}))
	p.Await(fmt.Sprintf("Math.abs(%s - %g) <= 2", boardWidth, largest-120))
	if moved := p.Number("scrollX + scrollY + visualViewport.scale"); moved != 1 {
		t.Errorf("the page has scrolled or zoomed: %g", moved)
	}
}
