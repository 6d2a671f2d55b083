package e2e

import (
	"strings"
	"testing"
)

// The report goes through a game in the background, can be stopped and goes on,
// and judges bans and moves apart.
func TestReport(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(mate)
	p.press("#mode-analyse")
	p.press("#report")
	p.wait("document.body.dataset.report === 'running'")
	p.press("#report") // stop
	p.wait("document.body.dataset.report === 'stopped'")
	p.words("report", "Go on")
	p.press("#report")
	p.wait("document.body.dataset.report === 'done'")
	p.wait("document.querySelectorAll('#report-rows tr').length === 2")
	if got := p.text("[...document.querySelectorAll('#report-rows tr:first-child td')].map((td) => td.textContent).join()"); strings.Count(got, "%") != 2 {
		t.Errorf("White's bans and moves are judged as %s", got)
	}
	// Black should have banned f3f7, and the list says so.
	const moments = "[...document.querySelectorAll('#moments li')]"
	p.wait(moments + ".some((li) => li.dataset.mark === 'blunder' && li.textContent === '3. ban a2–a3 ?? blunderbetter: ban f3–f7')")
	p.must(p.Eval(moments+".find((li) => li.textContent.startsWith('3. ban')).firstChild.click()", nil))
	p.wait(game + ".getPly() === 10")
	p.wait("+document.getElementById('graph').dataset.points === 12")

	// Another line has no report yet.
	p.plays("m:d2d4")
	p.wait("document.body.dataset.report === 'off'")
}

// The alarm: where one reply is left, banning it is one press away.
func TestAlarm(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.words("details", "1 legal reply: banning it ends the game")
	p.words("finish", "Ban e8–f7")
	p.press("#finish")
	p.words("headline", "White wins: checkmate by ban")
}

// Moves that allow a mate are marked for those who ask for it.
func TestDanger(t *testing.T) {
	p := open(t, visit{}).ready()
	// Where the rook leaves the first rank, two others mate there.
	p.load("6k1/8/8/8/8/1r6/r4PPP/4R1K1 w - - 0 1 2")
	if got := p.text("document.querySelectorAll('.danger').length"); got != "0" {
		t.Errorf("%s moves are marked unasked", got)
	}
	p.press("#settings-open")
	p.press("#settings [name=danger]")
	p.press("#settings .head button")
	p.words("details", "allow a mate")
	p.must(p.Click(p.at("e1")))
	p.wait("document.querySelector('[data-square=e8]').matches(':not(.danger)')")
	p.wait("document.querySelector('[data-square=e2]').classList.contains('danger')")
	p.wait("document.querySelector('[data-square=e2]').getAttribute('aria-label').includes('allows a mate')")
}

// A first visit is shown three steps on the board, the last of them a checkmate
// by ban; a second visit is not.
func TestFirstVisit(t *testing.T) {
	p := open(t, visit{}).ready()
	p.words("tour-words", "Step 1 of 3")
	p.wait("document.getElementById('tour').checkVisibility()")
	hands[0].play(p, "b:e2e4", true)
	p.words("tour-words", "Step 2 of 3")
	hands[0].play(p, "m:d2d4", true)
	p.words("tour-words", "Step 3 of 3")
	p.press("#tour-next")
	p.words("headline", "White bans a Black move")
	hands[0].play(p, "b:e8f7", true)
	p.words("headline", "White wins: checkmate by ban")
	p.words("tour-words", "that is all")
	p.press("#tour-next")
	p.wait("document.getElementById('new-game').open")
	p.press("#new-game .head button")

	p.newGame("against=friend")
	p.must(p.Goto(p.text("location.href")))
	p.ready()
	if got := p.text("document.body.dataset.tour"); got != "off" {
		t.Errorf("the second visit begins at %s", got)
	}
	p.press("#help-open")
	p.press("#tour-again")
	p.words("tour-words", "Step 1 of 3")
	p.press("#tour-skip")
	p.wait("document.body.dataset.tour === 'off'")
}
