package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

const chooser = "document.getElementById('board').state.promotion"

// promotes answers the board's question for a piece, by a point or by a key.
func (h hand) promotes(p player, letter string, byKey bool) {
	p.t.Helper()
	p.wait(chooser + " !== null")
	if byKey || h.on != nil {
		p.must(p.Key(letter))
	} else {
		p.must(h.point(p, p.role(letter)))
	}
	p.wait(chooser + " === null")
}

// A pawn on the last rank asks for a piece. The question can be cancelled without effect,
// and answered by pointer and by key.
func TestPromotion(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready()
			p.load(promotion)
			cancel := map[string]func(){
				"Escape":  func() { p.must(p.Key(browser.Escape)) },
				"outside": func() { p.must(h.point(p, p.at("e4"))) },
			}
			for name, leave := range cancel {
				h.move(p, "a7", "a8", name == "outside")
				p.wait(chooser + " !== null")
				if got := p.text(chooser + ".roles.map(({role}) => role).join('')"); got != "qnrb" {
					t.Errorf("the pieces to choose from are %s", got)
				}
				leave()
				p.wait(chooser + " === null")
				if got := p.fen(); got != promotion {
					t.Fatalf("left by %s: %s, want %s", name, got, promotion)
				}
			}
			for i, letter := range []string{"q", "r", "b", "n"} {
				for _, byKey := range []bool{false, true} {
					h.move(p, "a7", "a8", i%2 == 0)
					h.promotes(p, letter, byKey)
					p.wait(game + ".getPly() === 3")
					if got, want := p.actions(), "m:a7a8"+letter; got != want {
						t.Errorf("played %s, want %s", got, want)
					}
					p.press("#undo")
					p.wait(game + ".getPly() === 2")
				}
			}
		})
	}
}

// A ban forbids the pair with all its promotions, and never asks.
func TestBannedPromotionDoesNotAsk(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready()
			p.load(promotionBan)
			h.play(p, "b:a7a8", true)
			if got := p.text("JSON.stringify(" + chooser + ")"); got != "null" {
				t.Errorf("the ban opened a chooser: %s", got)
			}
			if got := p.text(game + ".getLegalActions().filter((a) => JSON.stringify(a).includes('a7')).length"); got != "0" {
				t.Errorf("%s moves of the pawn are left", got)
			}
		})
	}
}
