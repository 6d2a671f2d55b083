package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// reportedGame is a game with what the command report writes into it: three mistakes of Black,
// two moves and a ban.
const reportedGame = `[White "Computer, level 3"]
[Black "You"]
[Result "1-0"]
[Variant "Ban Chess"]

{[%eval 0.54]} 1. {banning: a2a3} {[%eval 0.58]} e4 {[%eval 0.37]}
{banning: a7a6} {[%eval 0.39]} h6 $6
{[%eval 1.36] Lowers Black’s winning chances from 46% to 38%: after ban b1–c3, White can play Qh5. Better: e6, which keeps them at 46%.}
( 1... e6 $142 {[%eval 0.39]} 2. {banning: d1h5} Qf3 {banning: b8c6} ) 2.
{banning: a2a3} {[%eval 1.76]} Qf3 {[%eval 1.18]} {banning: a7a6} {[%eval 1.18]}
h5 $6
{[%eval 1.97] Lowers Black’s winning chances from 39% to 33%: after ban f3–f7, White can play Nc3. Better: e6, which keeps them at 39%.}
( 2... e6 $142 {[%eval 1.18]} 3. {banning: f3f7} Nc3 {banning: d8f6} ) 3.
{banning: a2a3 $6}
{[%eval #1] Lets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from 33% to 0%. Better: ban f3–f7, which keeps them at 33%.}
Qxf7+ {[%eval #1]} ( 3. {banning: f3f7 $142} {[%eval 1.97]} Nc3 {banning: e7e6}
Nh6 ) 3... {banning: e8f7#} 1-0
`

// mistake waits until a mistake is on the board.
func (p player) mistake(number int, task string) {
	p.t.Helper()
	p.words("learn-title", fmt.Sprintf("Mistake %d of 3", number))
	p.words("learn-task", task)
	p.learnt("try")
}

// grades are the answers to the mistakes, as they are shown.
const grades = "[...document.querySelectorAll('#learn-mistakes [data-grade]')].map((e) => e.dataset.grade).join()"

// The mistakes of a reported game come one after the other. What keeps as much as the better
// action is right, what does not is refuted on the board; there are hints and the solution, and
// at the end the number found. Then the game is there as it was.
func TestMistakes(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{view: h.view}).ready()
			p.give(reportedGame)
			p.wait("document.body.dataset.mode === 'analyse'")
			p.press("#undo")
			p.wait(game + ".getPly() === 11")
			own, pgn := p.fen(), p.text(sharedPGN)
			p.wait("+document.getElementById('graph')?.dataset.points === 12")
			p.press("#tab-report")
			p.wait("document.getElementById('report-learn-white') === null")
			p.press("#report-learn-black")

			p.mistake(1, "Black played h6. Find a better move.")
			p.wait("document.getElementById('board').options.orientation === 'black'")
			h.move(p, "b8", "c6", false) // not what the report found
			p.learnt("done")
			p.words("learn-feedback", "Right. Nc6 keeps your winning chances at 4")
			p.words("learn-feedback", "%. h6?! lowers Black’s winning chances from 46% to 38%: after ban b1–c3, White can play Qh5. The report gives e6.")
			p.press("#learn-next")

			p.mistake(2, "Black played h5. Find a better move.")
			start := p.fen()
			h.move(p, "h6", "h5", false)
			p.learnt("refuted")
			p.words("learn-feedback", "That is not it. That was played in the game. Your winning chances fall to ")
			p.words("learn-feedback", "% after White’s Nc3. A better answer keeps them at 39%. Your best ban would then be f3–f7.") // the number is a search's
			p.press("#learn-again")
			p.learnt("try")
			p.wait(game + ".fen() === " + quote(start))
			p.must(p.Eval("scrollTo(0, 0)", nil))
			h.move(p, "h6", "h5", false)
			p.learnt("refuted")
			p.press("#learn-solution") // at once, without another try
			p.wait(game + ".toJSON().actions.join() === 'm:e7e6'")
			p.learnt("done")
			p.words("learn-feedback", "That was the solution. h5?! lowers Black’s winning chances from 39% to 33%: after ban f3–f7, White can play Nc3. Better: e6, which keeps them at 39%.")
			p.press("#learn-next")

			p.mistake(3, "Black banned a2–a3. Find a better ban.")
			p.press("#learn-hint")
			p.words("learn-feedback", "Ban a move of the queen on f3.")
			p.press("#learn-mistakes li:nth-child(2) button") // leaving it does not undo the hint
			p.mistake(2, "Black played h5. Find a better move.")
			p.press("#learn-mistakes li:nth-child(3) button")
			p.mistake(3, "Black banned a2–a3. Find a better ban.")
			p.must(p.Eval("scrollTo(0, 0)", nil))
			h.move(p, "f3", "f7", false)
			p.learnt("done")
			p.words("learn-feedback", "Right. The ban f3–f7 keeps your winning chances at 33%. The ban a2–a3?! lets White mate")
			p.wait("!document.getElementById('learn-feedback').textContent.includes('Better')")
			p.press("#learn-next")

			p.learnt("over")
			p.words("learn-feedback", "You found 2 of 3 on the first try, 1 of them with a hint.")
			p.wait(grades + " === '3,1,2'")
			p.words("learn-mistakes", "3. ban a2–a3with a hint")
			p.wait("[...document.querySelectorAll('#learn-mistakes button')].map((e) => getComputedStyle(e, '::before').content[1]).join('') === '✓✗✓'")
			p.press("#learn-game")
			p.wait("document.body.dataset.mode === 'analyse' && " + game + ".fen() === " + quote(own))
			p.wait("document.getElementById('tab-report').ariaSelected === 'true' && document.getElementById('board').options.orientation === 'white'")
			if got := p.text(sharedPGN); got != pgn {
				t.Errorf("the game was\n%s\nand is\n%s", pgn, got)
			}
		})
	}
}

// A wrong answer is refuted to its end. The mistakes are gone through by keys; one can go to each
// of them, and begin again.
func TestMistakesByKeys(t *testing.T) {
	p := open(t, visit{}).ready()
	p.give(reportedGame)
	p.press("#tab-report")
	p.must(p.Eval("document.getElementById('report-learn-black').focus()", nil))
	p.must(p.Key(browser.Enter))
	p.mistake(1, "Black played h6. Find a better move.")
	p.must(p.Key("n"))
	p.mistake(2, "Black played h5. Find a better move.")
	p.must(p.Key("n"))
	p.mistake(3, "Black banned a2–a3. Find a better ban.")
	square := func(name string) {
		t.Helper()
		p.must(p.Eval("document.querySelector(\"[data-square='"+name+"']\").focus()", nil))
		p.must(p.Key(browser.Enter))
	}
	square("a2")
	square("a4")
	p.learnt("refuted")
	p.words("learn-feedback", "That is not it. White plays Qxf7+, bans e8–f7 and mates.")
	p.wait(game + ".result().reason === 'checkmate_by_ban' && document.activeElement.id === 'learn-again'")
	p.must(p.Key(browser.Enter))
	p.learnt("try")
	p.must(p.Key("h")) // too late to count
	p.words("learn-feedback", "Ban a move of the queen on f3.")
	square("f3")
	square("f7")
	p.learnt("done")
	p.wait("document.activeElement.id === 'learn-next'")
	p.must(p.Key(browser.Enter))
	p.learnt("over")
	p.words("learn-feedback", "You found 0 of 3 on the first try.")
	p.must(p.Key("r"))
	p.mistake(1, "Black played h6. Find a better move.")
	p.wait(grades + " === ''")
	p.press("#learn-mistakes li:nth-child(3) button")
	p.mistake(3, "Black banned a2–a3. Find a better ban.")
	square("f3")
	square("f7")
	p.learnt("done")
	p.wait(grades + " === '3'")
	p.press("#learn-mistakes li:nth-child(1) button")
	p.mistake(1, "Black played h6. Find a better move.")
	p.must(p.Key("h"))
	p.words("learn-feedback", "Move the pawn on e7.")
	p.must(p.Eval("document.getElementById('learn-game').focus()", nil))
	p.must(p.Key(browser.Enter))
	p.wait("document.body.dataset.mode === 'analyse' && document.activeElement.closest('#grid') !== null")
}

// The mistakes of the user's own side are counted and offered, without one of the computer, and
// found through the accessibility tree alone. A reload begins again.
func TestOwnMistakesByTree(t *testing.T) {
	p := open(t, visit{}).ready()
	p.listGames(0)
	p.importGames(strings.Replace(reportedGame, "Qf3 {[%eval 1.18]}", "Qf3 $6 {[%eval 0.50]} ( 2. Nf3 $142 ) 2...", 1))
	p.gamesAre(1)
	p.inRow(0, "analyse")
	p.wait("document.body.dataset.mode === 'analyse'")
	p.act("tab", "Report")
	p.words("report-text", "4 moments to learn from (3 yours)")
	p.wait("[...document.querySelectorAll('#moments button')].map((moment) => / by (White|you)/.exec(moment.textContent)[1]).sort().join() === 'White,you,you,you'")
	p.act("button", "Learn from your mistakes (3)")
	p.nodes("heading", "Black played h6. ")
	for _, square := range []string{"e7", "e6"} {
		p.act("gridcell", square+", ")
	}
	p.learnt("done")
	p.act("button", "Next")
	p.nodes("heading", "Black played h5. ")
	p.nodes("button", "1… h6, found")
	p.act("button", "To the game") // the answers are kept until one comes back
	p.act("button", "Learn from your mistakes (3)")
	p.nodes("heading", "Black played h5. ")
	p.nodes("button", "1… h6, found")
	p.act("button", "3. ban a2–a3")
	p.nodes("heading", "Black banned a2–a3. ")
	p.act("button", "Solution")
	p.learnt("done")
	p.nodes("button", "3. ban a2–a3, not found on the first try")
	p.reload()
	p.mistake(1, "Black played h6. Find a better move.")
	p.act("button", "To the game")
	p.nodes("tab", "Report")
}

// A game without mistakes leads on, and without an engine an answer is not judged.
func TestMistakesLost(t *testing.T) {
	p := open(t, visit{hash: "#mistakes/white", wrap: gallery.Instead("/worker.js", gallery.DeadWorker), allow: faulty("a fault for the test")}).ready()
	p.learnt("lost")
	p.words("learn-feedback", "This game has no report with mistakes.")
	p.press("#learn-next")
	p.learnt("try")
	p.press("#mode-play")
	p.give(reportedGame)
	p.wait("history.state?.layer !== true") // the dialog is closed
	p.must(p.Eval("location.hash = '#mistakes/black'", nil))
	p.mistake(1, "Black played h6. Find a better move.")
	hands[0].move(p, "e7", "e5", false)
	p.learnt("refuted")
	p.words("learn-feedback", "The answer cannot be judged. The engine has crashed.")
	p.press("#learn-again")
	p.learnt("try")
	hands[0].move(p, "e7", "e6", false) // what the report found needs no engine
	p.learnt("done")
	p.wait(grades + " === '3'")
	if got := p.text("location.hash"); !strings.HasPrefix(got, "#mistakes") {
		t.Errorf("the address is %s", got)
	}
}
