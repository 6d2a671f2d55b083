//go:build !js

package learn

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// trainSizes are the windows in which the ways to train are used: the smallest phone, a usual one,
// one that lies down, a laptop, and the same at a zoom of 400 %.
var trainSizes = []browser.View{
	{Width: 280, Height: 653, Touch: true, Still: true},
	{Width: 390, Height: 844, Touch: true, Still: true, Dark: true},
	{Width: 844, Height: 390, Touch: true, Still: true},
	{Width: 1280, Height: 800, Still: true},
	{Width: 320, Height: 200, Still: true},
}

// unreachable is JavaScript for a function that returns the controls in an element that cannot be
// scrolled into sight, or are covered there.
const unreachable = `((root) => [...document.querySelectorAll(root + " :is(a, button, select, summary, input, textarea, .segments label)")].filter((e) => {
	if (!e.checkVisibility() || e.disabled || e.matches(".segments input, [type=file]")) return false;
	e.scrollIntoView({block: "center", behavior: "instant"});
	const {left, right, top, bottom} = e.getBoundingClientRect(), at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return left < -0.5 || right > innerWidth + 0.5 || !at || !(e.contains(at) || at.contains(e) && at.matches("label"));
}).map((e) => e.id || e.textContent).join())`

// In each window all that a way to train offers can be reached, and nothing runs out at the side.
func TestTrainSizes(t *testing.T) {
	for _, view := range trainSizes {
		p := e2e.Open(t, e2e.Visit{View: view, Hash: "#learn/1", Wrap: e2e.RoomsHere(t), Allow: e2e.Faulty("WebSocket connection")}).Ready()
		p.Shown("learn/1", "Bans")
		p.Await("document.querySelector('#learn-more > :first-child').id === 'learn-tutorial'") // for somebody new
		see := func(state, root string) {
			t.Helper()
			if hidden := p.Text(unreachable + "(" + e2e.Quote(root) + ")"); hidden != "" {
				t.Errorf("%d×%d, %s: cannot be reached: %s", view.Width, view.Height, state, hidden)
			}
			for _, of := range []string{"document.documentElement", fmt.Sprintf("document.querySelector(%q)", root)} {
				if over := p.Number(of + ".scrollWidth - " + of + ".clientWidth"); over > 0 {
					t.Errorf("%d×%d, %s: %g pixels run out at the side of %s", view.Width, view.Height, state, over, of)
				}
			}
		}
		p.Must(p.Eval("for (const d of document.querySelectorAll('#learning details')) d.open = true; 1", nil))
		see("Learn and progress", "#learning")
		p.Press("#learn-endings")
		p.Await("document.querySelectorAll('#ending-list button').length > 20")
		see("the endings", "#endings")
		if view.Width == 1280 {
			p.Axe()("the endings")
		}
		p.Must(p.Eval("history.back(), 1", nil))
		p.Await("!document.getElementById('endings').open && history.state?.layer !== true")
		p.Must(p.Eval("location.hash = '#storm', 1", nil))
		p.Await("document.body.dataset.learn === 'storm'")
		see("a storm", "#learning")
		p.Must(p.Eval("location.hash = '#race/new', 1", nil))
		p.Await("location.hash.length > '#race/new'.length || document.body.dataset.learn === 'storm'")
		see("a race", "#learning")
		p.Press("#storm-live")
		p.Words("live-said", "Waiting for somebody else.")
		see("a live race", "#learning")
	}
}
