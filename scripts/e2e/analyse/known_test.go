package analyse

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// TestKnownPage follows the help to the page "What is known", on a phone, and a board there to Analyse.
func TestKnownPage(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	p.Press("#help-open")
	p.Await("document.getElementById('known')?.checkVisibility() === true")
	p.Must(p.Eval("document.getElementById('known').scrollIntoView(), 1", nil))
	p.Press("#known")
	p.Await("document.title === 'What is known about Ban Chess' && document.querySelectorAll('figure img').length > 8 && document.readyState === 'complete'")
	if wide := p.Number("document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		t.Errorf("the page is %g px wider than the window", wide)
	}
	p.Await("document.querySelector('nav a').getBoundingClientRect().height >= 44")
	if broken := p.Number("[...document.images].filter((image) => image.loading !== 'lazy' || image.complete && !image.naturalWidth).length"); broken > 0 {
		t.Errorf("%g boards cannot be drawn", broken)
	}
	const third = "document.querySelectorAll('figure a')[2]"
	p.Must(p.Eval(third+".scrollIntoView({block: 'center'}), "+third+".id = 'third', 1", nil))
	p.Press("#third")
	p.Await("document.body.dataset.boot === 'ready'")
	p.Await("document.body.dataset.mode === 'analyse'")
	if got, want := p.FEN(), "8/8/8/8/8/n7/3k4/1K2R3 w - - 0 1 1+"; got != want {
		t.Errorf("the board has %s, want %s", got, want)
	}
	p.Words("moves", "The longest win of rook against knight")
}
