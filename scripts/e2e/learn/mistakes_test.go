package learn

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// grades are the answers to the mistakes, as they are shown.
const grades = "[...document.querySelectorAll('#learn-mistakes [data-grade]')].map((e) => e.dataset.grade).join()"

// The mistakes of a reported game come one after the other. What keeps as much as the better
// action is right, what does not is refuted on the board; there are hints and the solution, and
// at the end the number found. Then the game is there as it was.
func TestMistakes(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			p.Give(e2e.ReportedGame)
			p.Await("document.body.dataset.mode === 'analyse'")
			p.Press("#undo")
			p.Await(e2e.Game + ".getPly() === 11")
			own, pgn := p.FEN(), p.Text(e2e.SharedPGN)
			p.Await("+document.getElementById('graph')?.dataset.points === 12")
			p.Press("#tab-report")
			// A pair of squares does not break at its dash, in the list, the report and Learn.
			p.Await("document.querySelectorAll('.note .pair').length === 4 && getComputedStyle(document.querySelector('.pair')).whiteSpace === 'nowrap'")
			p.Await("document.querySelectorAll('#moments small .pair').length === 4")
			p.Await("document.getElementById('report-learn-white') === null")
			p.Press("#report-learn-black")

			p.Mistake(1, "Black played h6. Find a better move.")
			p.Await("document.getElementById('board').options.orientation === 'black'")
			h.Move(p, "b8", "c6", false) // not what the report found
			p.Learnt("done")
			p.Words("learn-feedback", "Right. Nc6 keeps your winning chances at 4")
			p.Words("learn-feedback", "%. h6?! lowers Black’s winning chances from 46% to 38%: after ban b1–c3, White can play Qh5. The report gives e6.")
			p.Await("document.querySelector('#learn-feedback .pair').textContent === 'b1–c3'")
			p.Press("#learn-next")

			p.Mistake(2, "Black played h5. Find a better move.")
			start := p.FEN()
			h.Move(p, "h6", "h5", false)
			p.Learnt("refuted")
			p.Words("learn-feedback", "That is not it. That was played in the game. Your winning chances fall to ")
			p.Words("learn-feedback", "% after White’s Nc3. A better answer keeps them at 39%. Your best ban would then be f3–f7.") // the number is a search's
			p.Press("#learn-again")
			p.Learnt("try")
			p.Await(e2e.Game + ".fen() === " + e2e.Quote(start))
			p.Must(p.Eval("scrollTo(0, 0)", nil))
			h.Move(p, "h6", "h5", false)
			p.Learnt("refuted")
			p.Press("#learn-solution") // at once, without another try
			p.Await(e2e.Game + ".toJSON().actions.join() === 'm:e7e6'")
			p.Learnt("done")
			p.Words("learn-feedback", "That was the solution. h5?! lowers Black’s winning chances from 39% to 33%: after ban f3–f7, White can play Nc3. Better: e6, which keeps them at 39%.")
			p.Press("#learn-next")

			p.Mistake(3, "Black banned a2–a3. Find a better ban.")
			p.Press("#learn-hint")
			p.Words("learn-feedback", "Ban a move of the queen on f3.")
			p.Press("#learn-mistakes li:nth-child(2) button") // leaving it does not undo the hint
			p.Mistake(2, "Black played h5. Find a better move.")
			p.Press("#learn-mistakes li:nth-child(3) button")
			p.Mistake(3, "Black banned a2–a3. Find a better ban.")
			p.Must(p.Eval("scrollTo(0, 0)", nil))
			h.Move(p, "f3", "f7", false)
			p.Learnt("done")
			p.Words("learn-feedback", "Right. The ban f3–f7 keeps your winning chances at 33%. The ban a2–a3?! lets White mate")
			p.Await("!document.getElementById('learn-feedback').textContent.includes('Better')")
			p.Press("#learn-next")

			p.Learnt("over")
			p.Words("learn-feedback", "You found 2 of 3 on the first try, 1 of them with a hint.")
			p.Await(grades + " === '3,1,2'")
			p.Words("learn-mistakes", "3. ban a2–a3with a hint")
			p.Await("[...document.querySelectorAll('#learn-mistakes button')].map((e) => getComputedStyle(e, '::before').content[1]).join('') === '✓✗✓'")
			p.Press("#learn-game")
			p.Await("document.body.dataset.mode === 'analyse' && " + e2e.Game + ".fen() === " + e2e.Quote(own))
			p.Await("document.getElementById('tab-report').ariaSelected === 'true' && document.getElementById('board').options.orientation === 'white'")
			if got := p.Text(e2e.SharedPGN); got != pgn {
				t.Errorf("the game was\n%s\nand is\n%s", pgn, got)
			}
		})
	}
}

// A wrong answer is refuted to its end. The mistakes are gone through by keys; one can go to each
// of them, and begin again.
func TestMistakesByKeys(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give(e2e.ReportedGame)
	p.Press("#tab-report")
	p.Must(p.Eval("document.getElementById('report-learn-black').focus()", nil))
	p.Must(p.Key(browser.Enter))
	p.Mistake(1, "Black played h6. Find a better move.")
	p.Must(p.Key("n"))
	p.Mistake(2, "Black played h5. Find a better move.")
	p.Must(p.Key("n"))
	p.Mistake(3, "Black banned a2–a3. Find a better ban.")
	square := func(name string) {
		t.Helper()
		p.Must(p.Eval("document.querySelector(\"[data-square='"+name+"']\").focus()", nil))
		p.Must(p.Key(browser.Enter))
	}
	square("a2")
	square("a4")
	p.Learnt("refuted")
	p.Words("learn-feedback", "That is not it. White plays Qxf7+, bans e8–f7 and mates.")
	p.Await(e2e.Game + ".result().reason === 'checkmate_by_ban' && document.activeElement.id === 'learn-again'")
	p.Must(p.Key(browser.Enter))
	p.Learnt("try")
	p.Must(p.Key("h")) // too late to count
	p.Words("learn-feedback", "Ban a move of the queen on f3.")
	square("f3")
	square("f7")
	p.Learnt("done")
	p.Await("document.activeElement.id === 'learn-next'")
	p.Must(p.Key(browser.Enter))
	p.Learnt("over")
	p.Words("learn-feedback", "You found 0 of 3 on the first try.")
	p.Must(p.Key("r"))
	p.Mistake(1, "Black played h6. Find a better move.")
	p.Await(grades + " === ''")
	p.Press("#learn-mistakes li:nth-child(3) button")
	p.Mistake(3, "Black banned a2–a3. Find a better ban.")
	square("f3")
	square("f7")
	p.Learnt("done")
	p.Await(grades + " === '3'")
	p.Press("#learn-mistakes li:nth-child(1) button")
	p.Mistake(1, "Black played h6. Find a better move.")
	p.Must(p.Key("h"))
	p.Words("learn-feedback", "Move the pawn on e7.")
	p.Must(p.Eval("document.getElementById('learn-game').focus()", nil))
	p.Must(p.Key(browser.Enter))
	p.Await("document.body.dataset.mode === 'analyse' && document.activeElement.closest('#grid') !== null")
}

// The mistakes of the user's own side are counted and offered, without one of the computer, and
// found through the accessibility tree alone. A reload begins again.
func TestOwnMistakesByTree(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.ListGames(0)
	p.ImportGames(strings.Replace(e2e.ReportedGame, "Qf3 {[%eval 1.18]}", "Qf3 $6 {[%eval 0.50]} ( 2. Nf3 $142 ) 2...", 1))
	p.GamesAre(1)
	p.InRow(0, "analyse")
	p.Await("document.body.dataset.mode === 'analyse'")
	p.Activate("tab", "Report")
	p.Words("report-text", "4 moments to learn from (3 yours)")
	p.Await("[...document.querySelectorAll('#moments button')].map((moment) => / by (White|you)/.exec(moment.textContent)[1]).sort().join() === 'White,you,you,you'")
	p.Activate("button", "Learn from your mistakes (3)")
	p.Nodes("heading", "Black played h6. ")
	for _, square := range []string{"e7", "e6"} {
		p.Activate("gridcell", square+", ")
	}
	p.Learnt("done")
	p.Activate("button", "Next")
	p.Nodes("heading", "Black played h5. ")
	p.Nodes("button", "1… h6, found")
	p.Activate("button", "To the game") // the answers are kept until one comes back
	p.Activate("button", "Learn from your mistakes (3)")
	p.Nodes("heading", "Black played h5. ")
	p.Nodes("button", "1… h6, found")
	p.Activate("button", "3. ban a2–a3")
	p.Nodes("heading", "Black banned a2–a3. ")
	p.Activate("button", "Solution")
	p.Learnt("done")
	p.Nodes("button", "3. ban a2–a3, not found on the first try")
	p.Reload()
	p.Mistake(1, "Black played h6. Find a better move.")
	p.Activate("button", "To the game")
	p.Nodes("tab", "Report")
}

// A game without mistakes leads on, and without an engine an answer is not judged.
func TestMistakesLost(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#mistakes/white", Wrap: gallery.Instead("/worker.js", gallery.DeadWorker), Allow: e2e.Faulty("a fault for the test")}).Ready()
	p.Learnt("lost")
	p.Words("learn-feedback", "This game has no report with mistakes.")
	p.Press("#learn-next")
	p.Learnt("try")
	p.Press("#mode-play")
	p.Give(e2e.ReportedGame)
	p.Await("history.state?.layer !== true") // the dialog is closed
	p.Must(p.Eval("location.hash = '#mistakes/black'", nil))
	p.Mistake(1, "Black played h6. Find a better move.")
	e2e.Hands[0].Move(p, "e7", "e5", false)
	p.Learnt("refuted")
	p.Words("learn-feedback", "The answer cannot be judged. The engine has crashed.")
	p.Press("#learn-again")
	p.Learnt("try")
	e2e.Hands[0].Move(p, "e7", "e6", false) // what the report found needs no engine
	p.Learnt("done")
	p.Await(grades + " === '3'")
	if got := p.Text("location.hash"); !strings.HasPrefix(got, "#mistakes") {
		t.Errorf("the address is %s", got)
	}
}
