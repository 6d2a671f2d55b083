//go:build !js

package e2e

import (
	"fmt"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

// shortest is JavaScript for the moves of the shortest win that the page names.
const shortest = "document.getElementById('notice').textContent.match(/takes (\\d+)/)[1]"

// beginsEnding chooses an ending to win and waits for the computer's first ban. It returns the
// moves of the shortest win.
func (d driver) beginsEnding(p player, ending control) (moves string) {
	p.t.Helper()
	d.press(p, control{"#learn-endings", "button", "Endings"})
	p.wait("document.querySelectorAll('#ending-list button').length > 20")
	d.press(p, ending)
	p.wait("!document.getElementById('endings').open && " + game + ".getPly() === 2")
	p.words("notice", "You win, whatever is banned. The shortest way takes ")
	return p.text(shortest)
}

// wins plays White's best bans and moves against the computer, to the end of the game.
func (h hand) wins(p player) {
	p.t.Helper()
	e, err := engine.New(engine.Options{Hash: 1, Tables: tables.ThreeMen()})
	p.must(err)
	for {
		p.wait(game + ".gameOver() || " + game + ".getActivePlayer() === 'white'")
		g, err := rules.NewFromFEN(p.fen())
		p.must(err)
		if g.Over() {
			return
		}
		r, err := e.Search(p.t.Context(), g, engine.Limits{}, nil)
		p.must(err)
		ply, pair := p.number(game+".getPly()"), r.Best.Pair()
		h.move(p, pair.From().String(), pair.To().String(), false)
		p.wait(fmt.Sprintf("%s.getPly() > %g", game, ply)) // the computer may have answered
	}
}

// The shortest way is shown to its end, has as many moves as was said, and ends in mate.
func TestShortestWay(t *testing.T) {
	p := open(t, visit{hash: "#learn/1"}).ready()
	moves := drivers[0].beginsEnding(p, control{selector: "#ending-list [data-men=KRK]"})
	p.menu("#resign")
	p.words("ending-result", "You could have won in "+moves+" moves.")
	p.press("#ending-way")
	p.words("depth", "exact")
	p.press("#engine-lines li:first-child .action:last-child")
	p.wait(game + ".result()?.winner === 'white'")
	if got := p.text(game + ".toJSON().actions.filter((a, i) => i % 4 === 1).length"); got != moves {
		t.Errorf("White has %s moves in the shortest way, not %s", got, moves)
	}
}

// Black has to hold a draw. A player who resigns is told once that it was a draw.
func TestHoldsEndings(t *testing.T) {
	p := open(t, visit{hash: "#learn/1"}).ready()
	p.press("#learn-endings")
	p.wait("document.querySelectorAll('#ending-list button').length > 20")
	p.press("[name=ending-task][value=hold] + span")
	p.press("#ending-list [data-men=KRKR]")
	p.wait("!document.getElementById('endings').open && " + game + ".getPly() === 1")
	p.words("notice", "You hold the draw if you begin with the right ban.")
	p.wait("document.getElementById('board').options.orientation === 'black'")
	e, err := engine.New(engine.Options{Hash: 1})
	p.must(err)
	g, err := rules.NewFromFEN(p.fen())
	p.must(err)
	r, err := e.Search(t.Context(), g, engine.Limits{Depth: 6}, nil) // another ban may be mated at once
	p.must(err)
	ban := r.Best.Pair()
	hands[0].move(p, ban.From().String(), ban.To().String(), true)
	p.wait(game + ".getPly() > 3")
	p.menu("#resign")
	p.words("ending-result", "With the right bans and moves, this was a draw.")
	p.must(p.Eval("history.back(), 1", nil))
	p.wait("!document.getElementById('ending-over').open && history.state?.layer !== true")
	end := p.number(game + ".getPly()")
	p.press("#undo")
	p.wait(fmt.Sprintf("%s.getPly() < %g", game, end))
	p.press("#redo")
	p.wait(fmt.Sprintf("%s.getPly() === %g && !document.getElementById('ending-over').open", game, end))

	p.press("#mode-learn")
	p.press("#learn-endings")
	p.press("#ending-list [data-men=KRKR]")
	p.words("notice", "You hold the draw if you begin with the right ban.")
	p.menu("#resign") // at once
	p.press("#ending-way")
	p.words("depth", "exact")
}
