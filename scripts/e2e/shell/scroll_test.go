package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// A finger on a piece drags it and does not scroll. Elsewhere on the board it scrolls the
// page.
func TestScrollingOverTheBoard(t *testing.T) {
	// still scrolls back to the top after the page has stopped moving.
	still := func(p e2e.Player) (was float64) {
		t.Helper()
		p.Must(p.Eval(`(async () => {
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
	p := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	p.Must(p.Eval("document.body.style.minHeight = '3000px'", nil))
	p.Must(p.Swipe(p.At("d4"), p.At("d6")))
	p.Await("scrollY > 0")
	still(p)
	p.Must(p.Swipe(p.At("e2"), p.At("e4")))
	p.Await(e2e.Game + ".toJSON().actions.join() === 'b:e2e4'")
	if y := still(p); y != 0 {
		t.Errorf("dragging a piece scrolled the page by %g", y)
	}
	p.Must(p.Swipe(p.At("d2"), p.At("d8"))) // no move goes there
	if y := still(p); y != 0 {
		t.Errorf("dragging a piece to where it cannot go scrolled the page by %g", y)
	}

	// A finger that is drawn across the board does not navigate back.
	p.Press("#mode-learn")
	p.Await("location.hash.startsWith('#learn')")
	p.Press("#mode-play")
	p.Await("!location.hash.startsWith('#learn') && document.body.dataset.mode === 'play'")
	for _, rank := range []string{"8", "5"} {
		p.Must(p.Swipe(p.At("a"+rank), p.At("h"+rank)))
		p.Frames(30)
	}
	if hash := p.Text("location.hash"); strings.HasPrefix(hash, "#learn") {
		t.Error("a finger drawn across the board went back to " + hash)
	}

}

// The wheel over the board goes through the game, on the drawn board and on the text board.
// Nothing is taken back. A page that scrolls is scrolled, and the game stays where it is.
func TestWheelGoesThroughTheGame(t *testing.T) {
	view := e2e.Desktop
	view.Ratio = 1 // steps of the wheel are pixels of the screen
	p := e2e.Open(t, e2e.Visit{View: view}).Ready()
	p.Plays(e2e.Mate)
	if p.Text("document.documentElement.scrollHeight > innerHeight") == "true" { // a small window
		p.Must(p.Wheel(p.At("e5"), 100))
		p.Await("scrollY > 0")
		p.Await(e2e.Game + ".getPly() === 12")
		return
	}
	for _, board := range []string{"overlay", "solid"} {
		if board == "solid" {
			p.Choose("textBoard", "")
		}
		p.Await("document.getElementById('grid').dataset.mode === '" + board + "'")
		for _, step := range []struct{ pixels, ply float64 }{{-100, 11}, {-120, 10}, {-30, 10}, {-30, 9}, {100, 10}, {40, 10}, {40, 11}, {100, 12}, {100, 12}} {
			p.Must(p.Wheel(p.At("e5"), step.pixels))
			p.Await(fmt.Sprintf("%s.getPly() === %g", e2e.Game, step.ply))
		}
	}
	p.Must(p.Eval("document.getElementById('board').restart()", nil))
	p.Choose("textBoard", "")
	p.Ready()
	p.Await("document.getElementById('grid').dataset.mode === 'overlay' && document.getElementById('board').squareRect('e5') !== null")
	p.Must(p.Wheel(p.At("e5"), -100))
	p.Await(e2e.Game + ".getPly() === 11")
	p.Must(p.Wheel(p.Element("#moves"), -100)) // elsewhere it does not
	p.Must(p.Eval("document.body.style.minHeight = '3000px'", nil))
	p.Must(p.Wheel(p.At("e2"), 120))
	p.Await("scrollY > 0")
	p.Await(e2e.Game + ".getPly() === 11")
	if got := p.Actions(); got != e2e.FirstActions(e2e.Mate, 10) {
		t.Errorf("the game shown is %s", got)
	}
}

// Beside the board a finger scrolls the list or the page, and two fingers zoom the
// page.
func TestTouchBesideTheBoard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	p.Must(p.Eval(e2e.Game+".load({actions: "+e2e.Quote(e2e.Quiet())+".split(' ')})", nil))
	const list = "document.getElementById('moves')"
	p.Await(list + ".scrollHeight > " + list + ".clientHeight && " + list + ".scrollTop > 0")
	p.Must(p.Eval(list+".scrollTop = 0", nil))
	at := p.Element("#moves")
	p.Must(p.Swipe(at, browser.Point{X: at.X, Y: at.Y - 60}))
	p.Await(list + ".scrollTop > 0")

	p.Press("#mode-analyse")
	p.Must(p.Eval("scrollTo({top: 0, behavior: 'instant'})", nil))
	p.Await("scrollY === 0")
	at = p.At("h4") // without a piece
	p.Must(p.Swipe(at, browser.Point{X: at.X, Y: at.Y - 200}))
	p.Await("scrollY > 0")

	p.Must(p.Eval("scrollTo({top: 0, behavior: 'instant'})", nil))
	p.Must(p.Pinch(browser.Point{X: 200, Y: 100}, 3))
	p.Await("visualViewport.scale > 1.1")
}
