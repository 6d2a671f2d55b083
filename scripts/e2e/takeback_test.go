package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

const shownPly = game + ".getPly() === "

// playsComputer plays White's first move and ban against the computer, which has answered both.
func playsComputer(t *testing.T) player {
	t.Helper()
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "level=1", "side=white")
	p.wait(shownPly + "2")
	p.playsFirst()
	p.playsFirst()
	p.wait(shownPly + "6 && document.body.dataset.engine === 'off'")
	return p
}

// In a game against the computer, going back only looks: neither the board nor a typed
// action plays there, and one press leads back to the game.
func TestLookingBackIsNotTakingBack(t *testing.T) {
	p := playsComputer(t)
	line := p.actions()

	for ply, step := 5, func() { p.must(p.Key(browser.ArrowLeft)) }; ply >= 2; ply-- {
		step()
		p.wait(shownPly + string(rune('0'+ply)))
	}
	p.words("details", "You are looking at an earlier position.")
	p.wait("document.getElementById('board').hasAttribute('readonly')")
	p.must(p.Key("/"))
	p.fill("#typed-text", p.text(game+".getLegalActions().map(({move}) => move.from + move.to)[0]"))
	p.must(p.Key(browser.Enter))
	p.words("notice", "You are looking at an earlier position.")
	p.press("#to-game")
	p.wait(shownPly + "6")
	if got := p.actions(); got != line {
		t.Errorf("looking back made the game %s, which was %s", got, line)
	}
	p.wait("document.getElementById('to-game').hidden && !document.getElementById('board').hasAttribute('readonly')")
}

// Taking back is an item of the menu. It takes back the last decision with all that
// followed, says so, and can be undone.
func TestTakingBack(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "level=1", "side=white")
	p.wait(shownPly + "2")
	if p.text("document.getElementById('take-back').disabled") != "true" {
		t.Error("there is something to take back before the first decision")
	}
	p.playsFirst()
	p.playsFirst()
	p.wait(shownPly + "6 && document.body.dataset.engine === 'off'")
	line := p.actions()

	p.menu("#take-back")
	p.wait(shownPly + "3")
	p.words("headline", "Ban one of Black’s moves")
	p.words("notice", "Took back 1… ban ")
	p.words("notice", " and what followed.")
	p.wait(entries + " === 2")
	p.press("#undo-edit")
	p.wait(shownPly + "6")
	if got := p.actions(); got != line {
		t.Errorf("undone, the game is %s, which was %s", got, line)
	}

	// The game can continue at the position shown.
	p.press("#start")
	p.must(p.Key(browser.ArrowRight))
	p.wait(shownPly + "2")
	p.press("#take-back-here")
	p.wait(entries + " === 1")
	p.playsFirst()
	p.playsFirst()
	p.wait(shownPly + "6")
	p.words("headline", "Your move")
}

// A variation from the position to which a decision is taken back goes with it, and does not
// become the game.
func TestTakingBackBesideAVariation(t *testing.T) {
	p := playsComputer(t)
	line := p.actions()
	p.press("#mode-analyse")
	for ply := 5; ply >= 3; ply-- {
		p.must(p.Key(browser.ArrowLeft))
		p.wait(shownPly + string(rune('0'+ply)))
	}
	const last = game + ".getLegalActions().map((action) => action.ban ?? action.move).map(({from, to}) => from + to).at(-1)"
	hands[0].play(p, "b:"+p.text(last), false)
	hands[0].play(p, "m:"+p.text(last), false)
	p.press("#mode-play")
	p.words("details", "You are looking at a variation.")
	p.menu("#take-back")
	p.wait(shownPly + "3 && " + entries + " === 2")
	p.words("headline", "Ban one of Black’s moves")
	p.words("notice", " and what followed.")
	p.press("#undo-edit")
	p.press("#to-game")
	p.wait(shownPly + "6")
	if got := p.actions(); got != line {
		t.Errorf("undone, the game is %s, which was %s", got, line)
	}
}

// With a clock the time stays used, and two people are asked for confirmation.
func TestTakingBackWithAClock(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=friend", "side=white")
	p.plays("b:e2e4 m:d2d4 b:e7e5")
	p.press("#undo")
	p.wait(shownPly + "3")
	p.press("#to-game")
	p.wait(shownPly + "4")
	p.menu("#take-back")
	p.press("#sure-yes")
	p.wait(shownPly + "3 && " + entries + " === 2")
	p.wait(whiteClock + ".dataset.running === 'true'") // White's ban is due again
	p.plays("b:d7d5 m:e7e5")
	p.wait(blackClock + ".dataset.running === 'true'")
}
