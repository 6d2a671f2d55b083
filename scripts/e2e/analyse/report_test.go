package analyse

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// The report can be stopped and continued, also at the next visit.
func TestReportGoesOn(t *testing.T) {
	const looked = "document.getElementById('report-progress').value"
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.Quiet())
	p.Press("#mode-analyse")
	p.Report()
	p.Await(looked + " >= 3")
	p.Press("#report-stop")
	p.Reported("stopped")
	p.Words("report", "Continue")
	before := p.Number(looked)
	p.Revisit()
	p.Reported("stopped")
	p.Await("document.getElementById('report-progress').checkVisibility()")
	if got := p.Number(looked); got != before || got < 3 || got > 48 {
		t.Errorf("%g positions were looked at before the next visit, %g at it", before, got)
	}
	p.Report()
	p.Await("document.body.dataset.report === 'running' && " + looked + fmt.Sprintf(" > %g", before))
	p.Await("document.getElementById('undo-edit').hidden") // it has not begun again
	p.Press("#mode-play")                                  // the report pauses in Play
	p.Press("#mode-analyse")
	p.Reported("stopped")
}

// A late or repeated click does not restart the report: no other button appears where it was
// stopped. A repeated report is undone like any other change.
func TestReportIsStoppedOnce(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.Quiet())
	p.Press("#mode-analyse")
	p.Report()
	p.Await("document.getElementById('report-progress').value >= 2")
	at := p.Element("#report-stop")
	p.Must(p.Click(at))
	p.Must(p.Click(at))
	p.Reported("stopped")
	p.Must(p.Click(at))
	const moved = "document.elementFromPoint(%g, %g).closest('button') === null"
	p.Await(fmt.Sprintf(moved, at.X, at.Y))
	p.Reported("stopped")

	p.NewGame("against=friend")
	p.Plays(e2e.Mate)
	p.Press("#mode-analyse")
	p.Report()
	p.Reported("running")
	at = p.Element("#report-stop")
	p.Reported("done")
	p.Await(fmt.Sprintf(moved, at.X, at.Y))
	p.Await(e2e.SharedPGN + ".includes('{banning: a2a3 $4}')")
	first := p.Text(e2e.SharedPGN)

	// The second report is the same, and can be undone and repeated.
	p.Must(p.Eval(e2e.Entry("b:a2a3", 0)+".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true, button: 2}))", nil))
	p.Press("#entry-menu [data-nag='1']")
	p.Await(e2e.SharedPGN + ".includes('{banning: a2a3 $1}')")
	marked := p.Text(e2e.SharedPGN)
	p.Report()
	p.Words("notice", "Analysing the game again.")
	p.Reported("done")
	p.Await(e2e.SharedPGN + " === " + e2e.Quote(marked))
	p.Must(p.Chord(browser.Control, "z"))
	p.Words("notice", "Undone.")
	p.Reported("done")
	p.Await(e2e.SharedPGN + " === " + e2e.Quote(marked))
	p.Must(p.Chord(browser.Control, "z"))
	p.Await(e2e.SharedPGN + " === " + e2e.Quote(first))
	p.Must(p.Chord(browser.Control, "z"))
	p.Reported("off")
	p.Await("!" + e2e.SharedPGN + ".includes('%eval')")
	p.Must(p.Chord(browser.Control, "y"))
	p.Reported("done")
	p.Await(e2e.SharedPGN + " === " + e2e.Quote(first))
}

// The report judges bans and moves separately, and writes everything into the tree.
func TestReport(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.Mate)
	p.Press("#mode-analyse")
	p.Report()
	p.Reported("done")

	// One row for bans and one for moves, with the accuracy of both sides.
	if got := p.Text("[...document.querySelectorAll('#report-rows tr')].map((tr) => tr.firstChild.textContent + tr.textContent.split('%').length).join()"); got != "Bans3,Moves3" {
		t.Errorf("the accuracies are %s", got)
	}
	// Black should have banned f3f7: the list says so and why, and the tree contains it. The
	// explanation is true: the game ends so.
	const moments = "[...document.querySelectorAll('#moments li')]"
	p.Await(moments + ".some((li) => li.dataset.mark === 'blunder' && li.textContent.startsWith('3. ban a2–a3 ?? blunder by Blackturning pointLets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from ') && li.textContent.includes('. Better: ban f3–f7, which keeps them at '))")
	p.Must(p.Eval(moments+".find((li) => li.textContent.startsWith('3. ban')).firstChild.click()", nil))
	p.Await(e2e.Game + ".getPly() === 10")
	p.Press("#start")
	p.Await(e2e.Game + ".getPly() === 1")
	p.Press("#report-turn")
	p.Await(e2e.Game + ".getPly() === 10")
	// The explanation is beside the button that goes to the next mistake where that is above the
	// list, and with its entry where it is beside it.
	for _, view := range []browser.View{e2e.Phone, e2e.Desktop} {
		p.Turn(view)
		p.Press("#report-next")
		for p.Number(e2e.Game+".getPly()") != 10 {
			p.Press("#report-next")
		}
		shown, by := "document.getElementById(document.querySelector('#moves [aria-current]').id + '-note')", "Black "
		if view.Touch {
			shown, by = "document.getElementById('report-here')", "3. ban a2–a3?? by Black: "
		}
		p.Await(shown + ".textContent.startsWith(" + e2e.Quote(by) + ") && " + shown + ".textContent.includes('Lets White mate') && (({top, bottom}) => top >= 0 && bottom <= document.getElementById('tools').getBoundingClientRect().top)(" + shown + ".getBoundingClientRect())")
	}
	p.Await("+document.getElementById('graph').dataset.points === 12")
	p.Await(e2e.Entry("b:a2a3", 2) + ".querySelector('[data-nag=\"4\"]').textContent === '??'")
	p.Await(e2e.Entry("b:f3f7", 0) + ".closest('.variation').textContent.startsWith('better')")

	// The PGN contains it, in the form of Go and convert, which keep all of it.
	p.Await(e2e.SharedPGN + ".includes('{banning: a2a3 $4}') && " + e2e.SharedPGN + ".includes('Qxf7+ {[%eval')") // the last position
	written := p.Text(e2e.SharedPGN)
	for _, want := range []string{"[%eval ", "{banning: f3f7 $142}", "{banning: e8f7#}"} {
		if !strings.Contains(written, want) {
			t.Errorf("the PGN has no %s:\n%s", want, written)
		}
	}
	tree, err := rules.ParseTree(written)
	if err != nil {
		t.Fatal(err)
	}
	if got := tree.PGN(); strings.TrimSpace(got) != strings.TrimSpace(written) {
		t.Errorf("Go reads it as\n%s\nwant\n%s", got, written)
	}
	convert := exec.Command("go", "run", "../../../game/cmd/banchess", "convert", "--to", "pgn", "-")
	convert.Stdin = strings.NewReader(written)
	if got, err := convert.Output(); err != nil || strings.TrimSpace(string(got)) != strings.TrimSpace(written) {
		t.Errorf("convert writes it as\n%s\n%v", got, err)
	}

	// At the next visit the report, the bar and the graph are there without an engine.
	loads := func() (n int) {
		for _, request := range p.Requests() {
			if strings.Contains(request, "core.wasm") {
				n++
			}
		}
		return n
	}
	before := loads()
	p.Revisit()
	p.Reported("done")
	p.Await(e2e.SharedPGN + " === " + e2e.Quote(written))
	p.Await(moments + ".length > 0 && +document.getElementById('graph').dataset.points === 12")
	p.Await("document.getElementById('gauge').dataset.score !== ''")
	if got := loads(); got != before {
		t.Error("the next visit loads the engine")
	}

	// In a variation the report and the graph stay those of the main line, and the graph shows
	// where the variation begins.
	const here = "document.querySelector('#graph .here').getAttribute('d')"
	at := p.Text(here)
	p.Plays("m:d2d4 b:b7b5")
	p.Reported("done")
	p.Words("report-text", "Main line: ")
	p.Await("+document.getElementById('graph').dataset.points === 12 && " + here + " === " + e2e.Quote(at))

	// A second report replaces the first.
	p.Words("report", "Redo")
	p.Report()
	p.Await("document.body.dataset.report === 'running'")
	p.Reported("done")
	p.Await(e2e.SharedPGN + ".split('{banning: f3f7 $142}').length === 2 && " + e2e.SharedPGN + ".split('{banning: a2a3 $4}').length === 2")
}

// A game of small losses has no marks, but an accuracy below 100: the words say how much
// was lost.
func TestReportWithoutMarks(t *testing.T) {
	for _, tt := range []struct {
		evals []int // after the start, Black's ban, White's move, White's ban, Black's move
		want  string
	}{
		{[]int{20, 20, 20, 20, 20}, "Main line: no mistakes. On average, each ban or move cost 0% of the winning chances."},
		{[]int{20, 25, 20, 20, 20}, "Main line: no mistakes. On average, each ban or move cost less than 1% of the winning chances."},
		{[]int{20, 60, 20, -20, 20}, "Main line: no mistakes. On average, each ban or move cost 4% of the winning chances."},
	} {
		record := fmt.Sprintf(`{"fen": %q, "start": {"eval": {"centipawns": %d}}, "nodes": [`, rules.StartFEN, tt.evals[0])
		for i, action := range strings.Fields("b:e2e4 m:d2d4 b:e7e5 m:d7d5") {
			record += strings.Repeat(",", min(i, 1)) + fmt.Sprintf(`{"action": %q, "eval": {"centipawns": %d}}`, action, tt.evals[i+1])
		}
		p := e2e.Open(t, e2e.Visit{}).Ready()
		p.Give(record + "]}")
		p.Reported("done")
		p.Words("report-text", tt.want)
	}
}

// A larger search finds that the mate is still there: the move has no mark, and the score of the
// report is that of the larger search.
func TestReportFindsTheMateAgain(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give(`{"fen": "2b3k1/1p2P1pp/2Rp2p1/3p4/p2Pr3/P4R2/1P3nPP/3K4 w - - 3 28 110:d1c2", "nodes": [{"action": "m:f3f2"}]}`)
	p.Press("#mode-analyse")
	p.Report()
	p.Reported("done")
	p.Words("report-text", "Main line: no mistakes. On average, each ban or move cost 0% of the winning chances.")
	p.Await(e2e.SharedPGN + ".includes('%eval #7')")

	// Another engine's scores give way, and the marks and the texts are by the same ones: those of
	// this PGN are for ordinary chess, where Black mates at first and nothing happens then.
	foreign := "{[%eval 0.3]} 1. {banning: a2a3} {[%eval 0.3]} e4 {[%eval #-3]} {banning: a7a6} {[%eval #-3]} h6 {[%eval #-3]} 2. {banning: a2a3} {[%eval 0.3]} Qf3 {[%eval 0.3]} {banning: a7a6} {[%eval 0.3]} h5 {[%eval 0.3]} 3. {banning: f3f5} {[%eval 0.3]} Qxf7+ {[%eval 0.3]} {banning: e8f7#} {[%eval #-3]} 1-0"
	const named = "((text) => [...document.querySelectorAll('#moments li')].some((li) => li.textContent.startsWith(text)))"
	p.Give(foreign)
	p.Reported("done")
	p.Report()
	p.Words("notice", "Analysing the game again.")
	p.Reported("done")
	p.Await("!" + named + "('1. e4') && " + named + "('3. ban f3–f5 ?? blunder')")
	p.Await("!" + e2e.SharedPGN + ".includes('[%eval #-3]') && " + e2e.SharedPGN + ".includes('{banning: f3f5 $4}')")
	p.Must(p.Chord(browser.Control, "z"))
	p.Await(e2e.SharedPGN + ".split('[%eval #-3]').length === 5")

	// So do those of a part of the game.
	p.Give(strings.Replace(foreign, "{[%eval 0.3]} 1.", "1.", 1))
	p.Reported("off")
	p.Report()
	p.Reported("done")
	p.Await("!" + named + "('1. e4') && " + named + "('3. ban f3–f5 ?? blunder')")
}

// The warning: if only one reply is left, banning it ends the game.
func TestAlarm(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Words("details", "1 legal move: banning it ends the game")
	p.Words("finish", "Ban e8–f7")
	// Also with the message that a game was loaded.
	p.Give(e2e.BeforeMate)
	p.Words("notice", "Loaded")
	p.Words("details", "1 legal move: banning it ends the game")
	p.Await("['details', 'finish'].every((id) => document.getElementById(id).checkVisibility())")
	p.Press("#finish")
	p.Words("headline", "White wins: checkmate by ban")
}

// In Analyse one can go on where a game was given up: in a copy, since the game that was played keeps its end.
func TestPlayOn(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=friend")
	p.Plays("b:e2e4 m:d2d4")
	p.Menu("#resign")
	p.Words("headline", "Black wins by resignation")
	p.Await("document.getElementById('play-on').hidden")
	p.Press("#undo") // which takes no ending back
	p.Press("#redo")
	p.Words("headline", "Black wins by resignation")
	p.Press("#analyse-game")
	p.Press("#undo")
	p.Await("document.getElementById('play-on').hidden")
	p.Press("#redo")
	p.Press("#play-on")
	p.Words("headline", "White bans a Black move")
	p.Words("notice", "This is a copy of the game")
	e2e.Hands[0].Play(p, "b:d7d5", true)
	e2e.Hands[0].Play(p, "m:e7e6", true)
	p.Listed(4)
	p.Press("#undo")
	p.Press("#undo")
	p.Await("document.getElementById('play-on').hidden") // nobody has given up here
	p.ListGames(1)
	p.RowSays(0, "Black wins by resignation")
}

// After a game there are buttons for a rematch with the colours exchanged, and for the analysis.
func TestAfterAGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Press("#finish")
	p.Press("#rematch")
	p.Words("headline", "Black bans a White move")
	p.Await(e2e.Game + ".getPly() === 1 && document.getElementById('player-bottom').dataset.player === 'black' && document.getElementById('rematch').hidden")
	p.Press("#restore")
	p.Words("headline", "White wins: checkmate by ban")
	p.Press("#analyse-game")
	p.Await("document.body.dataset.mode === 'analyse' && document.getElementById('rematch').hidden")
	p.Reported("done") // without another press

	// Nobody here has played a game that was loaded.
	p.Give(e2e.Mate)
	p.Words("notice", "Loaded.")
	p.Press("#mode-play")
	p.Await("document.getElementById('analyse-game').checkVisibility() && document.getElementById('rematch').hidden")

	// Against the computer the user then has the other colour, and the computer acts at once.
	p.NewGame("against=computer", "side=white", "level=1")
	p.Await(e2e.Game + ".getPly() === 2")
	p.Press("#menu-open")
	p.Press("#resign")
	p.Words("sure-title", "Resign this game?")
	p.Press("#sure .button") // Cancel
	p.Await("!document.getElementById('sure').open && " + e2e.Game + ".result().over === false")
	p.Menu("#resign")
	p.Words("headline", "You lost by resignation")
	banned := p.Actions()
	// What is played in a game that is over is a variation, for both sides, and there is nothing to resign.
	p.Press("#undo")
	p.Words("details", "This game is over. You are looking at the start.")
	for range 3 {
		p.Await("!document.getElementById('board').hasAttribute('readonly') && document.getElementById('resign').disabled")
		p.Must(p.Eval(e2e.Game+".play("+e2e.Game+".getLegalActions().find(({ban}) => !ban || 'b:' + ban.from + ban.to !== '"+banned+"')), 1", nil))
	}
	p.Words("details", "This game is over. You are looking at move 1.")
	p.Words("headline", "Black moves") // not the user alone, who plays both sides
	p.Press("#to-game")
	p.Words("headline", "You lost by resignation")
	p.Press("#mode-analyse") // which names the players and tells the result as the game did, and where nobody resigns
	p.Words("headline", "You lost by resignation")
	p.Await(lost)
	p.Press("#undo")
	p.Await("document.getElementById('start').disabled && document.getElementById('resign').disabled")
	p.Press("#redo")
	p.Await(lost)
	p.Await("[...document.querySelectorAll('.who')].map((who) => who.textContent).join() === 'Computer, level 1,You'")
	p.Press("#mode-play")
	p.Press("#rematch")
	p.Await("document.getElementById('player-bottom').textContent.startsWith('You') && document.getElementById('player-bottom').dataset.player === 'black'")
	p.Words("headline", "Ban one of White’s moves")
}

// Moves that allow a mate are marked if the user wants it.
func TestDanger(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	// If the rook leaves the first rank, two other rooks mate there.
	p.LoadTime("6k1/8/8/8/8/1r6/r4PPP/4R1K1 w - - 0 1 2")
	if got := p.Text("document.querySelectorAll('.danger').length"); got != "0" {
		t.Errorf("%s moves are marked unasked", got)
	}
	p.Press("#settings-open")
	p.Press("#settings [name=danger]")
	p.Press("#settings .head button")
	p.Words("details", "allow a mate")
	p.Must(p.Click(p.At("e1")))
	p.Await("document.querySelector('[data-square=e8]').matches(':not(.danger)')")
	p.Await("document.querySelector('[data-square=e2]').classList.contains('danger')")
	p.Await("document.querySelector('[data-square=e2]').getAttribute('aria-label').includes('allows a mate')")
}

// A first visit shows three steps on the board, the last of them a checkmate by ban; a
// second visit does not.
func TestFirstVisit(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Words("tour-words", "Step 1 of 3")
	p.Await("document.getElementById('tour').checkVisibility()")
	e2e.Hands[0].Play(p, "b:e2e4", true)
	p.Words("tour-words", "Step 2 of 3")
	e2e.Hands[0].Play(p, "m:d2d4", true)
	p.Words("tour-words", "Step 3 of 3")
	p.Press("#tour-next")
	p.Words("headline", "White bans a Black move")
	e2e.Hands[0].Play(p, "b:e8f7", true)
	p.Words("headline", "White wins: checkmate by ban")
	p.Words("tour-words", "You know all the rules now.")
	p.Press("#tour-next")
	p.Await("document.getElementById('new-game')?.open")
	p.Press("#new-game .head button")

	p.NewGame("against=friend")
	p.Must(p.Goto(p.Text("location.href")))
	p.Ready()
	if got := p.Text("document.body.dataset.tour"); got != "off" {
		t.Errorf("the second visit begins at %s", got)
	}
	p.Press("#help-open")
	p.Press("#tour-again")
	p.Words("tour-words", "Step 1 of 3")
	p.Press("#tour-skip")
	p.Await("document.body.dataset.tour === 'off' && document.activeElement !== document.body")
}

// Neither does a visit after the first was left in the middle.
func TestFirstVisitLeft(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Words("tour-words", "Step 1 of 3")
	e2e.Hands[0].Play(p, "b:e2e4", true)
	p.Words("tour-words", "Step 2 of 3")
	p.Reload()
	p.Ready()
	p.NewGame("against=friend")
	p.Reload()
	p.Ready()
	if got := p.Text("document.body.dataset.tour"); got != "off" {
		t.Errorf("the next visit begins at %s", got)
	}
}
