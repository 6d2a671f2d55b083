package e2e

import "testing"

// TestKnownPage follows the help to the page "What is known", on a phone, and a board there to Analyse.
func TestKnownPage(t *testing.T) {
	p := open(t, visit{view: phone}).ready()
	p.press("#help-open")
	p.wait("document.getElementById('known')?.checkVisibility() === true")
	p.must(p.Eval("document.getElementById('known').scrollIntoView(), 1", nil))
	p.press("#known")
	p.wait("document.title === 'What is known of Ban Chess' && document.querySelectorAll('figure img').length > 8 && document.readyState === 'complete'")
	if wide := p.number("document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		t.Errorf("the page is %g px wider than the window", wide)
	}
	p.wait("document.querySelector('nav a').getBoundingClientRect().height >= 44")
	if broken := p.number("[...document.images].filter((image) => image.loading !== 'lazy' || image.complete && !image.naturalWidth).length"); broken > 0 {
		t.Errorf("%g boards cannot be drawn", broken)
	}
	const third = "document.querySelectorAll('figure a')[2]"
	p.must(p.Eval(third+".scrollIntoView({block: 'center'}), "+third+".id = 'third', 1", nil))
	p.press("#third")
	p.wait("document.body.dataset.boot === 'ready'")
	p.wait("document.body.dataset.mode === 'analyse'")
	if got, want := p.fen(), "8/8/8/8/8/n7/3k4/1K2R3 w - - 0 1 1+"; got != want {
		t.Errorf("the board has %s, want %s", got, want)
	}
	p.words("moves", "The longest win of rook against knight")
}
