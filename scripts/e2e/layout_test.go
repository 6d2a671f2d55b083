package e2e

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// From the smallest phone up, nothing runs out at the side, and the board is
// as large as there is room for.
func TestLayout(t *testing.T) {
	var p player
	for i, view := range []browser.View{
		{Width: 320, Height: 568, Ratio: 2, Touch: true},
		{Width: 390, Height: 844, Ratio: 3, Touch: true},
		{Width: 844, Height: 390, Ratio: 3, Touch: true},
		{Width: 768, Height: 1024, Ratio: 2, Touch: true},
		{Width: 1280, Height: 800},
		{Width: 1920, Height: 1080, Dark: true},
	} {
		// One page that is turned and moved about, as a window is.
		if i == 0 {
			p = open(t, visit{view: view}).ready()
			hands[1].playAll(p, firstActions(mate, 2))
		}
		p.must(p.SetView(view))
		p.wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", view.Width, view.Height))
		p.wait("document.getElementById('board').frameWindow.innerWidth === Math.round(document.getElementById('board').getBoundingClientRect().width)")
		p.must(p.Eval("scrollTo(0, 0)", nil))
		name := fmt.Sprintf("%d×%d", view.Width, view.Height)
		if over := p.number("document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%s: %g pixels run out at the side", name, over)
		}
		side := p.number("document.getElementById('board').getBoundingClientRect().width")
		if short := float64(min(view.Width, view.Height)); view.Height > view.Width && side < 0.9*short {
			t.Errorf("%s: the board is only %g wide", name, side)
		}
		if bottom := p.number("document.getElementById('board').getBoundingClientRect().bottom"); bottom > float64(view.Height) {
			t.Errorf("%s: the board ends at %g, below the screen", name, bottom)
		}
		var small []string
		p.must(p.Eval(`[...document.querySelectorAll('button, input, textarea, a')].filter((e) => e.checkVisibility() && !e.dataset.square)
			.map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
			.filter(([, r]) => r.width < 44 || r.height < 44).map(([id, r]) => id + ' ' + Math.round(r.width) + '×' + Math.round(r.height))`, &small))
		if view.Touch && len(small) > 0 {
			t.Errorf("%s: smaller than a finger (44 pixels): %q", name, small)
		}
	}
}

// The pieces do not glide for those who asked for less motion.
func TestReducedMotion(t *testing.T) {
	for still, want := range map[bool]bool{true: true, false: false} {
		view := browser.Desktop
		view.Still = still
		p := open(t, visit{view: view}).ready()
		if got := p.number("document.getElementById('board').options.animation") == 0; got != want {
			t.Errorf("reduced motion %v: no animation is %v", still, got)
		}
	}
}
