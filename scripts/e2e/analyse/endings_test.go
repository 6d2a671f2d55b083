package analyse

import (
	"fmt"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/e2e"
)

// The shortest way is shown to its end, has as many moves as was said, and ends in mate.
func TestShortestWay(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/1"}).Ready()
	moves := e2e.Drivers[0].BeginsEnding(p, e2e.Control{Selector: "#ending-list [data-men=KRK]"})
	p.Menu("#resign")
	p.Words("ending-result", "You could have won in "+moves+" moves.")
	p.Press("#ending-way")
	p.Words("depth", "exact")
	p.Press("#engine-lines li:first-child .action:last-child")
	p.Await(e2e.Game + ".result()?.winner === 'white'")
	if got := p.Text(e2e.Game + ".toJSON().actions.filter((a, i) => i % 4 === 1).length"); got != moves {
		t.Errorf("White has %s moves in the shortest way, not %s", got, moves)
	}
}

// Black has to hold a draw. A player who resigns is told once that it was a draw.
func TestHoldsEndings(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/1"}).Ready()
	p.Press("#learn-endings")
	p.Await("document.querySelectorAll('#ending-list button').length > 20")
	p.Press("[name=ending-task][value=hold] + span")
	p.Press("#ending-list [data-men=KRKR]")
	p.Await("!document.getElementById('endings').open && " + e2e.Game + ".getPly() === 1")
	p.Words("notice", "You hold the draw if you begin with the right ban.")
	p.Await("document.getElementById('board').options.orientation === 'black'")
	e, err := engine.New(engine.Options{Hash: 1})
	p.Must(err)
	g, err := rules.NewFromFEN(p.FEN())
	p.Must(err)
	r, err := e.Search(t.Context(), g, engine.Limits{Depth: 6}, nil) // another ban may be mated at once
	p.Must(err)
	ban := r.Best.Pair()
	e2e.Hands[0].Move(p, ban.From().String(), ban.To().String(), true)
	p.Await(e2e.Game + ".getPly() > 3")
	p.Menu("#resign")
	p.Words("ending-result", "With the right bans and moves, this was a draw.")
	p.Must(p.Eval("history.back(), 1", nil))
	p.Await("!document.getElementById('ending-over').open && history.state?.layer !== true")
	end := p.Number(e2e.Game + ".getPly()")
	p.Press("#undo")
	p.Await(fmt.Sprintf("%s.getPly() < %g", e2e.Game, end))
	p.Press("#redo")
	p.Await(fmt.Sprintf("%s.getPly() === %g && !document.getElementById('ending-over').open", e2e.Game, end))

	p.Press("#mode-learn")
	p.Press("#learn-endings")
	p.Press("#ending-list [data-men=KRKR]")
	p.Words("notice", "You hold the draw if you begin with the right ban.")
	p.Menu("#resign") // at once
	p.Press("#ending-way")
	p.Words("depth", "exact")
}
