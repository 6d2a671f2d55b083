package play

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// setupSizes are the windows in which the editor is used: phones, one of them lying down, a
// tablet, a laptop, a narrow window with a scroll bar, and the smallest that the page supports.
var setupSizes = []browser.View{
	{Width: 320, Height: 568, Touch: true, Still: true},
	{Width: 390, Height: 844, Touch: true, Still: true, Dark: true},
	{Width: 844, Height: 390, Touch: true, Still: true},
	{Width: 768, Height: 1024, Touch: true, Still: true},
	{Width: 1280, Height: 800, Still: true},
	{Width: 400, Height: 844, Still: true},
	{Width: 280, Height: 600, Touch: true, Still: true},
}

// setupHidden is JavaScript for the controls of the editor that cannot be scrolled into sight,
// or are smaller than a finger. Squares and pieces are as large as the board allows.
const setupHidden = `(() => [...document.querySelectorAll("#setup :is(button, select, input:not([type=radio], [type=checkbox]), .segments label, .setup-rights label)")].filter((e) => {
	if (!e.checkVisibility() || e.matches(".cell, .setup-tool, .setup-tool *")) return false;
	e.scrollIntoView({block: "center", behavior: "instant"});
	const {left, right, top, bottom, height} = e.getBoundingClientRect(), at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5 || !(e.contains(at) || e.disabled) || matchMedia("(pointer: coarse)").matches && height < 43.5;
}).map((e) => e.id || e.textContent).join())()`

// In each window the board with both rows is seen as a whole, every control can be reached,
// nothing runs out at the side, and an impossible position tells its reason.
func TestSetupSizes(t *testing.T) {
	for _, view := range setupSizes {
		p := e2e.Open(t, e2e.Visit{View: view}).Ready().SetUp(false)
		p.InSight(view, "the editor", "#setup-grid [data-square=a8]", "#setup-grid [data-square=h1]", "[data-choose=hand]", "[data-choose=bP]", "[data-choose=erase]", "[data-choose=wP]", "#setup .head button")
		if hidden := p.Text(setupHidden); hidden != "" {
			t.Errorf("%d×%d: cannot be used: %s", view.Width, view.Height, hidden)
		}
		if over := p.Number("document.getElementById('setup').scrollWidth - document.getElementById('setup').clientWidth"); over > 0 {
			t.Errorf("%d×%d: %g pixels run out at the side", view.Width, view.Height, over)
		}
		drag := p.Drag
		if view.Touch {
			drag = p.Swipe
		}
		p.Must(drag(square(p, "e1"), spare(p, "bP")))
		p.Words("setup-faults", "White has 0 kings; give each side exactly one king.")
		p.Await("document.getElementById('setup-play').disabled")
		if view.Width == 1280 {
			p.Axe()("the editor")
		}
	}
}

// The pieces to choose from are square even where the browser takes a picture of a piece to be
// as wide as the file with all of them, as WebKit does.
func TestSetupPiecesAreSquare(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(false)
	p.Must(p.Eval(`{
		const wide = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="1420" height="100"/>'], {type: "image/svg+xml"}));
		for (const img of document.querySelectorAll(".setup-tool img")) img.src = wide;
	}`, nil))
	p.Await("[...document.querySelectorAll('.setup-tool img')].every((e) => e.complete && e.naturalWidth === 1420 && e.offsetWidth > 20 && e.offsetWidth === e.offsetHeight)")
}
