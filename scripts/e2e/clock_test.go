package e2e

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

const entries = "document.querySelectorAll('#moves [data-entry]').length"

// Looking back while the clocks run does not stop the computer: it plays at the end of the
// game, and the position shown stays until the game is over.
func TestLookingBackInAGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=computer", "level=1", "side=black")
	p.must(p.Eval(game+".play('b:e2e4'), document.getElementById('undo').click()", nil))
	p.wait(entries + " === 3") // White has moved, and banned
	p.words("notice", "was played")
	if got := p.actions(); got != "" {
		t.Errorf("looking at the start shows %s", got)
	}
	p.wait(blackClock + ".dataset.running === 'true'")
	p.press("#end")
	p.wait(game + ".getPly() === 4")
	p.playsFirst() // and Black continues with the ban
	p.wait(blackClock + ".dataset.running === 'true'")

	// The end of the game is always shown.
	p.newGame("against=friend", "timed=false")
	p.plays(firstActions(mate, 8))
	p.timedGame("against=computer", "level=16", "side=black", "from=here")
	p.must(p.Eval(game+".play('b:a2a3'), document.getElementById('undo').click()", nil))
	p.words("headline", "You lost by a ban that mates")
	p.wait(game + ".toJSON().actions.length === 3")
	p.wait(blackClock + ".dataset.running === 'false' && " + whiteClock + ".dataset.running === 'false'")
}

// Between two people the clock of the player to act runs on, and resigning ends the game,
// whichever position is shown.
func TestLookingBackBetweenTwo(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=friend", "side=white")
	p.plays("b:e2e4 m:d2d4 b:e7e5")
	p.press("#start")
	p.wait(game + ".getPly() === 1")
	p.wait(blackClock + ".dataset.running === 'true' && " + blackClock + ".textContent.startsWith('2:')")
	p.menu("#resign")
	p.words("headline", "White wins by resignation")
	if got := p.actions(); got != "b:e2e4 m:d2d4 b:e7e5" {
		t.Errorf("the game ended after %s", got)
	}
}

// While Learn is open without an exercise on the board, the user's game waits: no clock
// runs, and no key affects it.
func TestGameOutOfSight(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=friend", "side=white")
	p.plays("b:e2e4 m:d2d4 b:e7e5")
	p.wait(blackClock + ".dataset.running === 'true'")
	p.must(p.Eval("location.hash = '#puzzle/nothing'", nil))
	p.wait(blackClock + ".dataset.running === 'false'")
	p.must(p.Key(browser.ArrowLeft))
	p.must(p.Chord(browser.Control, "z"))
	p.must(p.Eval("history.back()", nil))
	p.wait(blackClock + ".dataset.running === 'true'")
	if got := p.actions(); got != "b:e2e4 m:d2d4 b:e7e5" {
		t.Errorf("keys that were pressed beside the game made it %s", got)
	}
}

// A game without a clock has none after a reload, whatever another tab has stored.
func TestClockOfAnotherTab(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4")
	p.must(p.Eval(`(() => {
		localStorage['banchess.clock'] = JSON.stringify({base: 180000, increment: 0, white: 180000, black: 90000, turn: null, line: [], over: false});
	})()`, nil))
	p.reload()
	p.ready()
	p.plays("m:d2d4")
	if p.text("String("+blackClock+"?.checkVisibility() ?? false)") == "true" {
		t.Error("the game has the clock of another tab")
	}
}

// After a flag has fallen, going back only looks. Actions played there are a variation
// without clock and computer, and the game still ends in the same way.
func TestBackFromAFallenFlag(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=computer", "level=1", "side=black")
	p.plays("b:e2e4")
	p.wait(game + ".getPly() === 4") // White has moved, and banned
	line := p.actions()
	p.must(p.Goto(p.text("location.href") + "404.html"))
	p.must(p.Eval(`(() => {
		const clock = JSON.parse(localStorage['banchess.clock']);
		sessionStorage['banchess.clock'] = JSON.stringify({...clock, black: 300});
	})()`, nil))
	p.must(p.Goto(p.text("location.href.replace('404.html', '')")))
	p.ready()
	const lost = "You lost on time"
	p.words("headline", lost)

	p.press("#undo")
	p.words("headline", "White bans a Black move")
	p.wait("!document.getElementById('board').hasAttribute('readonly')")
	p.wait(sharedPGN + ".trim().endsWith('1-0')")
	p.press("#redo")
	p.words("headline", lost)

	// Playing the same action again is part of the game.
	p.press("#undo")
	p.plays(strings.Fields(line)[2])
	p.words("headline", lost)
	p.wait(blackClock + ".checkVisibility()")

	p.press("#undo")
	p.plays(map[bool]string{true: "b:b7b6", false: "b:a7a6"}[strings.HasSuffix(line, "b:a7a6")]) // a ban of the computer's
	p.words("notice", "The game is over. This is a variation, without clock or computer.")
	p.wait("!" + blackClock + ".checkVisibility()")
	for range 3 {
		p.must(p.Eval(game+".play("+game+".getLegalActions()[0]), 1", nil))
	}
	p.wait(game + ".getPly() === 7 && document.body.dataset.engine === 'off'")
	p.wait(sharedPGN + ".trim().endsWith('1-0')")
}
