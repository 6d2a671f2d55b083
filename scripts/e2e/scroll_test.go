package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// A finger on a piece drags it and does not scroll. Elsewhere on the board it scrolls the
// page.
func TestScrollingOverTheBoard(t *testing.T) {
	// still scrolls back to the top after the page has stopped moving.
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
	p := open(t, visit{view: phone}).ready()
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

	// A finger that is drawn across the board does not navigate back.
	p.press("#mode-learn")
	p.wait("location.hash.startsWith('#learn')")
	p.press("#mode-play")
	p.wait("!location.hash.startsWith('#learn') && document.body.dataset.mode === 'play'")
	for _, rank := range []string{"8", "5"} {
		p.must(p.Swipe(p.at("a"+rank), p.at("h"+rank)))
		p.frames(30)
	}
	if hash := p.text("location.hash"); strings.HasPrefix(hash, "#learn") {
		t.Error("a finger drawn across the board went back to " + hash)
	}

}

// The wheel over the board goes through the game, on the drawn board and on the text board.
// Nothing is taken back. A page that scrolls is scrolled, and the game stays where it is.
func TestWheelGoesThroughTheGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(mate)
	if p.text("document.documentElement.scrollHeight > innerHeight") == "true" { // a small window
		p.must(p.Wheel(p.at("e5"), 100))
		p.wait("scrollY > 0")
		p.wait(game + ".getPly() === 12")
		return
	}
	for _, board := range []string{"overlay", "solid"} {
		if board == "solid" {
			p.choose("textBoard", "")
		}
		p.wait("document.getElementById('grid').dataset.mode === '" + board + "'")
		for _, step := range []struct{ pixels, ply float64 }{{-100, 11}, {-120, 10}, {-30, 10}, {-30, 9}, {100, 10}, {40, 10}, {40, 11}, {100, 12}, {100, 12}} {
			p.must(p.Wheel(p.at("e5"), step.pixels))
			p.wait(fmt.Sprintf("%s.getPly() === %g", game, step.ply))
		}
	}
	p.must(p.Eval("document.getElementById('board').restart()", nil))
	p.choose("textBoard", "")
	p.ready()
	p.wait("document.getElementById('grid').dataset.mode === 'overlay' && document.getElementById('board').squareRect('e5') !== null")
	p.must(p.Wheel(p.at("e5"), -100))
	p.wait(game + ".getPly() === 11")
	p.must(p.Wheel(p.element("#moves"), -100)) // elsewhere it does not
	p.must(p.Eval("document.body.style.minHeight = '3000px'", nil))
	p.must(p.Wheel(p.at("e2"), 120))
	p.wait("scrollY > 0")
	p.wait(game + ".getPly() === 11")
	if got := p.actions(); got != firstActions(mate, 10) {
		t.Errorf("the game shown is %s", got)
	}
}

// Beside the board a finger scrolls the list or the page, and two fingers zoom the
// page.
func TestTouchBesideTheBoard(t *testing.T) {
	p := open(t, visit{view: phone}).ready()
	p.must(p.Eval(game+".load({actions: "+quote(quiet())+".split(' ')})", nil))
	const list = "document.getElementById('moves')"
	p.wait(list + ".scrollHeight > " + list + ".clientHeight && " + list + ".scrollTop > 0")
	p.must(p.Eval(list+".scrollTop = 0", nil))
	at := p.element("#moves")
	p.must(p.Swipe(at, browser.Point{X: at.X, Y: at.Y - 60}))
	p.wait(list + ".scrollTop > 0")

	p.press("#mode-analyse")
	p.must(p.Eval("scrollTo({top: 0, behavior: 'instant'})", nil))
	p.wait("scrollY === 0")
	at = p.at("h4") // without a piece
	p.must(p.Swipe(at, browser.Point{X: at.X, Y: at.Y - 200}))
	p.wait("scrollY > 0")

	p.must(p.Eval("scrollTo({top: 0, behavior: 'instant'})", nil))
	p.must(p.Pinch(browser.Point{X: 200, Y: 100}, 3))
	p.wait("visualViewport.scale > 1.1")
}
