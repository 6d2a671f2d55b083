package play

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// In a game against the computer, going back only looks: neither the board nor a typed
// action plays there, and one press leads back to the game.
func TestLookingBackIsNotTakingBack(t *testing.T) {
	p := e2e.PlaysComputer(t)
	line := p.Actions()

	for ply, step := 5, func() { p.Must(p.Key(browser.ArrowLeft)) }; ply >= 2; ply-- {
		step()
		p.Await(e2e.ShownPly + string(rune('0'+ply)))
	}
	p.Words("details", "You are looking at an earlier position.")
	p.Await("document.getElementById('board').hasAttribute('readonly')")
	p.Must(p.Key("/"))
	p.Fill("#typed-text", p.Text(e2e.Game+".getLegalActions().map(({move}) => move.from + move.to)[0]"))
	p.Must(p.Key(browser.Enter))
	p.Words("notice", "You are looking at an earlier position.")
	p.Press("#to-game")
	p.Await(e2e.ShownPly + "6")
	if got := p.Actions(); got != line {
		t.Errorf("looking back made the game %s, which was %s", got, line)
	}
	p.Await("document.getElementById('to-game').hidden && !document.getElementById('board').hasAttribute('readonly')")
}

// Taking back is an item of the menu. It takes back the last decision with all that
// followed, says so, and can be undone.
func TestTakingBack(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=computer", "level=1", "side=white")
	p.Await(e2e.ShownPly + "2")
	if p.Text("document.getElementById('take-back').disabled") != "true" {
		t.Error("there is something to take back before the first decision")
	}
	p.PlaysFirst()
	p.PlaysFirst()
	p.Await(e2e.ShownPly + "6 && document.body.dataset.engine === 'off'")
	line := p.Actions()

	p.Menu("#take-back")
	p.Await(e2e.ShownPly + "3")
	p.Words("headline", "Ban one of Black’s moves")
	p.Words("notice", "Took back 1… ban ")
	p.Words("notice", " and what followed.")
	p.Await(e2e.EntryCount + " === 2")
	p.Press("#undo-edit")
	p.Await(e2e.ShownPly + "6")
	if got := p.Actions(); got != line {
		t.Errorf("undone, the game is %s, which was %s", got, line)
	}

	// The game can continue at the position shown.
	p.Press("#start")
	p.Must(p.Key(browser.ArrowRight))
	p.Await(e2e.ShownPly + "2")
	p.Press("#take-back-here")
	p.Await(e2e.EntryCount + " === 1")
	p.PlaysFirst()
	p.PlaysFirst()
	p.Await(e2e.ShownPly + "6")
	p.Words("headline", "Your move")
}

// A variation from the position to which a decision is taken back goes with it, and does not
// become the game.
func TestTakingBackBesideAVariation(t *testing.T) {
	p := e2e.PlaysComputer(t)
	line := p.Actions()
	p.Press("#mode-analyse")
	for ply := 5; ply >= 3; ply-- {
		p.Must(p.Key(browser.ArrowLeft))
		p.Await(e2e.ShownPly + string(rune('0'+ply)))
	}
	const last = e2e.Game + ".getLegalActions().map((action) => action.ban ?? action.move).map(({from, to}) => from + to).at(-1)"
	e2e.Hands[0].Play(p, "b:"+p.Text(last), false)
	e2e.Hands[0].Play(p, "m:"+p.Text(last), false)
	p.Press("#mode-play")
	p.Words("details", "You are looking at a variation.")
	p.Menu("#take-back")
	p.Await(e2e.ShownPly + "3 && " + e2e.EntryCount + " === 2")
	p.Words("headline", "Ban one of Black’s moves")
	p.Words("notice", " and what followed.")
	p.Press("#undo-edit")
	p.Press("#to-game")
	p.Await(e2e.ShownPly + "6")
	if got := p.Actions(); got != line {
		t.Errorf("undone, the game is %s, which was %s", got, line)
	}
}

// With a clock the time stays used, and two people are asked for confirmation.
func TestTakingBackWithAClock(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=friend", "side=white")
	p.Plays("b:e2e4 m:d2d4 b:e7e5")
	p.Press("#undo")
	p.Await(e2e.ShownPly + "3")
	p.Press("#to-game")
	p.Await(e2e.ShownPly + "4")
	p.Menu("#take-back")
	p.Press("#sure-yes")
	p.Await(e2e.ShownPly + "3 && " + e2e.EntryCount + " === 2")
	p.Await(e2e.WhiteClock + ".dataset.running === 'true'") // White's ban is due again
	p.Plays("b:d7d5 m:e7e5")
	p.Await(e2e.BlackClock + ".dataset.running === 'true'")
}
