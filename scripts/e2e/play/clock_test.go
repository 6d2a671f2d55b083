package play

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// Looking back while the clocks run does not stop the computer: it plays at the end of the
// game, and the position shown stays until the game is over.
func TestLookingBackInAGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=computer", "level=1", "side=black")
	p.Must(p.Eval(e2e.Game+".play('b:e2e4'), document.getElementById('undo').click()", nil))
	p.Await(e2e.EntryCount + " === 3") // White has moved, and banned
	p.Words("notice", "was played")
	if got := p.Actions(); got != "" {
		t.Errorf("looking at the start shows %s", got)
	}
	p.Await(e2e.BlackClock + ".dataset.running === 'true'")
	p.Press("#end")
	p.Await(e2e.Game + ".getPly() === 4")
	p.PlaysFirst() // and Black continues with the ban
	p.Await(e2e.BlackClock + ".dataset.running === 'true'")

	// The end of the game is always shown.
	p.NewGame("against=friend", "timed=false")
	p.Plays(e2e.FirstActions(e2e.Mate, 8))
	p.TimedGame("against=computer", "level=16", "side=black", "from=here")
	p.Must(p.Eval(e2e.Game+".play('b:a2a3'), document.getElementById('undo').click()", nil))
	p.Words("headline", "You lost by a ban that mates")
	p.Await(e2e.Game + ".toJSON().actions.length === 3")
	p.Await(e2e.BlackClock + ".dataset.running === 'false' && " + e2e.WhiteClock + ".dataset.running === 'false'")
}

// Between two people the clock of the player to act runs on, and resigning ends the game,
// whichever position is shown.
func TestLookingBackBetweenTwo(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=friend", "side=white")
	p.Plays("b:e2e4 m:d2d4 b:e7e5")
	p.Press("#start")
	p.Await(e2e.Game + ".getPly() === 1")
	p.Await(e2e.BlackClock + ".dataset.running === 'true' && " + e2e.BlackClock + ".textContent.startsWith('2:')")
	p.Menu("#resign")
	p.Words("headline", "White wins by resignation")
	if got := p.Actions(); got != "b:e2e4 m:d2d4 b:e7e5" {
		t.Errorf("the game ended after %s", got)
	}
}

// While Learn is open without an exercise on the board, the user's game waits: no clock
// runs, and no key affects it.
func TestGameOutOfSight(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=friend", "side=white")
	p.Plays("b:e2e4 m:d2d4 b:e7e5")
	p.Await(e2e.BlackClock + ".dataset.running === 'true'")
	p.Must(p.Eval("location.hash = '#puzzle/nothing'", nil))
	p.Await(e2e.BlackClock + ".dataset.running === 'false'")
	p.Must(p.Key(browser.ArrowLeft))
	p.Must(p.Chord(browser.Control, "z"))
	p.Must(p.Eval("history.back()", nil))
	p.Await(e2e.BlackClock + ".dataset.running === 'true'")
	if got := p.Actions(); got != "b:e2e4 m:d2d4 b:e7e5" {
		t.Errorf("keys that were pressed beside the game made it %s", got)
	}
}

// A game without a clock has none after a reload, whatever another tab has stored.
func TestClockOfAnotherTab(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4")
	p.Must(p.Eval(`(() => {
		localStorage['banchess.clock'] = JSON.stringify({base: 180000, increment: 0, white: 180000, black: 90000, turn: null, line: [], over: false});
	})()`, nil))
	p.Reload()
	p.Ready()
	p.Plays("m:d2d4")
	if p.Text("String("+e2e.BlackClock+"?.checkVisibility() ?? false)") == "true" {
		t.Error("the game has the clock of another tab")
	}
}

// After a flag has fallen, going back only looks. Actions played there are a variation
// without clock and computer, and the game still ends in the same way.
func TestBackFromAFallenFlag(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=computer", "level=1", "side=black")
	p.Plays("b:e2e4")
	p.Await(e2e.Game + ".getPly() === 4") // White has moved, and banned
	line := p.Actions()
	p.Must(p.Goto(p.Text("location.href") + "404.html"))
	p.Must(p.Eval(`(() => {
		const clock = JSON.parse(localStorage['banchess.clock']);
		sessionStorage['banchess.clock'] = JSON.stringify({...clock, black: 300});
	})()`, nil))
	p.Must(p.Goto(p.Text("location.href.replace('404.html', '')")))
	p.Ready()
	const lost = "You lost on time"
	p.Words("headline", lost)

	p.Press("#undo")
	p.Words("headline", "White bans a Black move")
	p.Await("!document.getElementById('board').hasAttribute('readonly')")
	p.Await(e2e.SharedPGN + ".trim().endsWith('1-0')")
	p.Press("#redo")
	p.Words("headline", lost)

	// Playing the same action again is part of the game.
	p.Press("#undo")
	p.Plays(strings.Fields(line)[2])
	p.Words("headline", lost)
	p.Await(e2e.BlackClock + ".checkVisibility()")

	p.Press("#undo")
	p.Plays(map[bool]string{true: "b:b7b6", false: "b:a7a6"}[strings.HasSuffix(line, "b:a7a6")]) // a ban of the computer's
	p.Words("notice", "The game is over. This is a variation, without clock or computer.")
	p.Await("!" + e2e.BlackClock + ".checkVisibility()")
	for range 3 {
		p.Must(p.Eval(e2e.Game+".play("+e2e.Game+".getLegalActions()[0]), 1", nil))
	}
	p.Await(e2e.Game + ".getPly() === 7 && document.body.dataset.engine === 'off'")
	p.Await(e2e.SharedPGN + ".trim().endsWith('1-0')")
}
