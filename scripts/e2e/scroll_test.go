package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// A finger that goes down on a piece drags it and scrolls nothing; anywhere
// else on the board it scrolls the page, and so does the wheel.
func TestScrollingOverTheBoard(t *testing.T) {
	// still scrolls back to the top once the page has come to rest.
	still := func(p player) (was float64) {
		t.Helper()
		p.must(p.Eval(`(async () => {
			for (let same = 0, last = -1; same < 10; last = scrollY) {
				await new Promise((done) => requestAnimationFrame(done));
				same = scrollY === last ? same + 1 : 0;
			}
			const was = scrollY;
			scrollTo({top: 0, behavior: "instant"});
			return was;
		})()`, &was))
		return was
	}
	p := open(t, visit{view: browser.Phone}).ready()
	p.must(p.Eval("document.body.style.minHeight = '3000px'", nil))
	p.must(p.Swipe(p.at("d4"), p.at("d6")))
	p.wait("scrollY > 0")
	still(p)
	p.must(p.Swipe(p.at("e2"), p.at("e4")))
	p.wait(game + ".toJSON().actions.join() === 'b:e2e4'")
	if y := still(p); y != 0 {
		t.Errorf("dragging a piece scrolled the page by %g", y)
	}
	p.must(p.Swipe(p.at("d2"), p.at("d8"))) // no move goes there
	if y := still(p); y != 0 {
		t.Errorf("dragging a piece to where it cannot go scrolled the page by %g", y)
	}

	p = open(t, visit{}).ready()
	p.must(p.Eval("document.body.style.minHeight = '3000px'", nil))
	p.must(p.Wheel(p.at("e2"), 120))
	p.wait("scrollY > 0")
}
