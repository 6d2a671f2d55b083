package play

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// A pawn on the last rank asks for a piece. The question can be cancelled without effect,
// and answered by pointer and by key.
func TestPromotion(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			p.LoadTime(e2e.Promotion)
			cancel := map[string]func(){
				"Escape":  func() { p.Must(p.Key(browser.Escape)) },
				"outside": func() { p.Must(h.Point(p, p.At("e4"))) },
			}
			for name, leave := range cancel {
				h.Move(p, "a7", "a8", name == "outside")
				p.Await(e2e.Chooser + " !== null")
				if got := p.Text(e2e.Chooser + ".roles.map(({role}) => role).join('')"); got != "qnrb" {
					t.Errorf("the pieces to choose from are %s", got)
				}
				leave()
				p.Await(e2e.Chooser + " === null")
				if got := p.FEN(); got != e2e.Promotion {
					t.Fatalf("left by %s: %s, want %s", name, got, e2e.Promotion)
				}
			}
			for i, letter := range []string{"q", "r", "b", "n"} {
				for _, byKey := range []bool{false, true} {
					h.Move(p, "a7", "a8", i%2 == 0)
					h.Promotes(p, letter, byKey)
					p.Await(e2e.Game + ".getPly() === 3")
					if got, want := p.Actions(), "m:a7a8"+letter; got != want {
						t.Errorf("played %s, want %s", got, want)
					}
					p.Press("#undo")
					p.Await(e2e.Game + ".getPly() === 2")
				}
			}
		})
	}
}

// A ban forbids the pair with all its promotions, and never asks.
func TestBannedPromotionDoesNotAsk(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			p.LoadTime(e2e.PromotionBan)
			h.Play(p, "b:a7a8", true)
			if got := p.Text("JSON.stringify(" + e2e.Chooser + ")"); got != "null" {
				t.Errorf("the ban opened a chooser: %s", got)
			}
			if got := p.Text(e2e.Game + ".getLegalActions().filter((a) => JSON.stringify(a).includes('a7')).length"); got != "0" {
				t.Errorf("%s moves of the pawn are left", got)
			}
		})
	}
}
