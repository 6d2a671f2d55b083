package e2e

import (
	"fmt"
	"strings"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
	"github.com/banchess/banchess/scripts/browser"
)

// An ending is chosen in Learn and won against the computer, which plays by the table. Afterwards
// the page says how the shortest way compares, and shows it.
func TestPractisesEndings(t *testing.T) {
	p := open(t, visit{hash: "#learn/1", view: browser.Phone}).ready()
	p.press("#learn-endings")
	p.wait("document.querySelectorAll('#ending-list button').length > 20")
	p.wait("document.querySelector('#ending-list [data-men=KRKN]').textContent === 'Rook against knight'")
	p.press("#ending-list [data-men=KQK]")
	p.wait("!document.getElementById('endings').open && " + game + ".getPly() === 1")
	p.words("notice", "You win, whatever is banned. The shortest way takes ")
	wins, _ := strings.CutSuffix(p.text("document.getElementById('notice').textContent.match(/takes (\\d+ moves?)/)[1]"), ".")
	set := tables.ThreeMen()
	e, err := engine.New(engine.Options{Hash: 1, Tables: set})
	if err != nil {
		t.Fatal(err)
	}
	for ply := 1; ; ply++ {
		p.wait(fmt.Sprintf("%s.getPly() >= %d", game, ply))
		g, err := rules.NewFromFEN(p.fen())
		if err != nil {
			t.Fatal(err)
		}
		if g.Over() {
			break
		}
		if g.ActivePlayer() == rules.Black { // the computer
			p.wait(fmt.Sprintf("%s.getPly() > %d || %[1]s.gameOver()", game, ply))
			continue
		}
		r, err := e.Search(t.Context(), g, engine.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.plays(r.Best.String())
	}
	p.words("ending-result", "You won in "+wins+", the shortest way.")
	p.press("#ending-way")
	p.words("depth", "exact")
	p.wait(game + ".getPly() === 1")
}

// Black has to hold a draw. A player who resigns is told once that it was a draw.
func TestHoldsEndings(t *testing.T) {
	p := open(t, visit{hash: "#learn/1"}).ready()
	p.press("#learn-endings")
	p.wait("document.querySelectorAll('#ending-list button').length > 20")
	p.press("[name=ending-task][value=hold] + span")
	p.press("#ending-list [data-men=KRKR]")
	p.wait("!document.getElementById('endings').open && " + game + ".getPly() === 1")
	p.words("notice", "You hold the draw, if you begin with the right ban.")
	p.wait("document.getElementById('board').options.orientation === 'black'")
	p.playsFirst()
	p.wait(game + ".getPly() > 3")
	p.menu("#resign")
	p.words("ending-result", "This was a draw, with the right bans and moves.")
	p.must(p.Eval("history.back(), 1", nil))
	p.wait("!document.getElementById('ending-over').open && history.state?.layer !== true")
	end := p.number(game + ".getPly()")
	p.press("#undo")
	p.wait(fmt.Sprintf("%s.getPly() < %g", game, end))
	p.press("#redo")
	p.wait(fmt.Sprintf("%s.getPly() === %g && !document.getElementById('ending-over').open", game, end))
}
