package board

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// knights is a position with movable knights on ten squares all over the board.
const knights = "N6N/8/2N2N1k/3N4/4N3/K1N2N2/8/N6N w - - 0 1 1"

var knightSquares = []string{"a1", "h1", "a8", "h8", "c3", "f3", "c6", "f6", "d5", "e4"}

// A click hits the square that is drawn there: in the middle and near every
// corner, for both sides at the bottom and at any pixel ratio.
func TestClicksHitTheirSquares(t *testing.T) {
	state := "document.getElementById('board').state"
	for _, ratio := range []float64{1, 1.5, 2} {
		t.Run(fmt.Sprint("ratio ", ratio), func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 800, Height: 560, Ratio: ratio, Still: true}}).Ready()
			p.LoadTime(knights)
			for _, orientation := range []string{"white", "black"} {
				p.Await("document.getElementById('board').options.orientation === '" + orientation + "'")
				for _, s := range knightSquares {
					corner, opposite := p.Inside(s, 0.03, 0.03), p.Inside(s, 0.97, 0.97)
					for _, at := range []browser.Point{corner, opposite, {X: corner.X, Y: opposite.Y}, {X: opposite.X, Y: corner.Y}} {
						p.Must(p.MouseMove(at))
						p.Await(state + ".hover === '" + s + "'")
					}
					p.Must(p.Click(p.At(s)))
					p.Await(state + ".selected === '" + s + "'")
					p.Must(p.Key(browser.Escape))
					p.Await(state + ".selected === null")
				}
				p.Menu("#flip")
			}
		})
	}
}

// A window that is moved to another screen has a sharp board there.
func TestRatioChanges(t *testing.T) {
	view := browser.View{Width: 800, Height: 560, Still: true}
	p := e2e.Open(t, e2e.Visit{View: view}).Ready()
	for _, ratio := range []float64{2, 1.25, 1} {
		view.Ratio = ratio
		p.Must(p.SetView(view))
		p.Await(fmt.Sprintf("(({width, clientWidth}) => Math.abs(width - clientWidth * %g) < 1)(document.getElementById('board').frameWindow.document.querySelector('canvas'))", ratio))
	}
}

// An idle board draws nothing, and its picture has one sample a pixel.
func TestIdleBoardDrawsNothing(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	const count = "document.getElementById('board').state.drawCount"
	p.Still()
	before := p.Number(count)
	p.Frames(130) // more than two seconds
	if after := p.Number(count); after != before {
		t.Errorf("drawn %g times while nothing happened", after-before)
	}
	const canvas = "document.getElementById('board').frameWindow.document.querySelector('canvas')"
	if got := p.Text(canvas + ".getContext('webgl2').getContextAttributes().antialias"); got != "false" {
		t.Error("the canvas has several samples a pixel")
	}
}

// An idle board neither requests animation frames nor wakes for a timer, and the browser does
// not look for gamepads.
func TestIdleBoardSleeps(t *testing.T) {
	counting := e2e.InFrame(`
		const own = requestAnimationFrame, wait = setTimeout;
		window.asked = window.set = window.fired = window.gamepads = 0;
		Navigator.prototype.getGamepads = () => { gamepads++; return []; };
		window.requestAnimationFrame = (callback) => { asked++; return own(callback); };
		window.setTimeout = (callback, delay) => { set++; return wait(() => { fired++; callback(); }, delay); };`)
	// The page around it does not request any either, except those for which the test waits.
	page := gallery.Before(`
		const own = requestAnimationFrame;
		window.framesAsked = 0;
		window.requestAnimationFrame = (callback) => { framesAsked++; return own(callback); };`)
	p := e2e.Open(t, e2e.Visit{Wrap: func(next http.Handler) http.Handler { return page(counting(next)) }}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	p.Still()
	const asked, fired = "document.getElementById('board').frameWindow.asked", "document.getElementById('board').frameWindow.fired"
	p.Frames(3)
	before, timers := p.Number(asked), p.Number(fired)
	// The board may have stopped before the first timer was due.
	if set := p.Number("document.getElementById('board').frameWindow.set"); before == 0 || set == 0 {
		t.Fatalf("%g frames and %g timers were asked for before it slept", before, set)
	}
	if n := p.Number("document.getElementById('board').frameWindow.gamepads"); n != 0 {
		t.Errorf("asked for gamepads %g times", n)
	}
	ofPage := p.Number("framesAsked")
	p.Frames(130)
	if more := p.Number("framesAsked") - ofPage; more != 130 {
		t.Errorf("the page asked for %g animation frames while nothing happened", more-130)
	}
	// One may have been set before.
	if more := p.Number(fired) - timers; more > 1 {
		t.Errorf("%g timers of the program ended while nothing happened", more)
	}
	if after := p.Number(asked); after != before {
		t.Errorf("%g animation frames were asked for while nothing happened", after-before)
	}
	e2e.Hands[0].PlayAll(p, strings.Join(strings.Fields(e2e.Mate)[2:4], " ")) // wakes the board
	p.Await(asked + fmt.Sprintf(" > %g", before))
}

// The keyboard reaches everything: Tab goes through all controls and past the board, also
// after a click on it.
func TestTabLeavesTheBoard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 1)) // so that there is something to undo
	const focused = "document.activeElement === document.body ? 'body' : (document.activeElement.id || document.activeElement.dataset.square || document.activeElement.tagName)"
	var order []string
	for range 60 {
		p.Must(p.Key(browser.Tab))
		at := p.Text(focused)
		order = append(order, at)
		if at == "board" || at == "IFRAME" {
			t.Fatalf("Tab went into the board's frame: %q", order)
		}
		if at == "body" || len(order) > 1 && at == order[0] {
			break
		}
	}
	if last := order[len(order)-1]; last != "body" && last != order[0] {
		t.Errorf("60 times Tab did not get around: %q", order)
	}
	squares := 0
	seen := map[string]bool{}
	for _, at := range order {
		seen[at] = true
		if len(at) == 2 && at[1] >= '1' && at[1] <= '8' {
			squares++
		}
	}
	if squares != 1 {
		t.Errorf("the board is %d stops of Tab, want one: %q", squares, order)
	}
	for _, id := range []string{"undo", "new", "share-open", "menu-open"} {
		if !seen[id] {
			t.Errorf("Tab never came to #%s: %q", id, order)
		}
	}

	p.Must(p.Click(p.At("e2")))
	p.Must(p.Key(browser.Tab))
	if at := p.Text(focused); at == "board" || at == "IFRAME" {
		t.Errorf("after a click on the board, Tab stays in it (%s)", at)
	}
}
