package e2e

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/browser"
)

// quiet returns a game of 48 bans and moves without mistakes.
func quiet() string {
	var actions []string
	for i, rank := range "234"[:2] {
		for _, file := range "abcdef" {
			white := fmt.Sprintf("%c%c%c%d", file, rank, file, i+3)
			black := fmt.Sprintf("%c%d%c%d", file, 7-i, file, 6-i)
			actions = append(actions, "b:g1h3", "m:"+white, "b:g8h6", "m:"+black)
		}
	}
	return strings.Join(actions, " ")
}

// reported waits for a state of the report.
func (p player) reported(state string) {
	p.t.Helper()
	p.wait("document.body.dataset.report === " + quote(state))
}

// revisit opens the page again.
func (p player) revisit() {
	p.t.Helper()
	p.must(p.Goto(p.text("location.href")))
	p.ready()
}

// report starts the report in its tab.
func (p player) report() {
	p.t.Helper()
	p.press("#tab-report")
	p.press("#report")
}

// The report can be stopped and continued, also at the next visit.
func TestReportGoesOn(t *testing.T) {
	const looked = "document.getElementById('report-progress').value"
	p := open(t, visit{}).ready()
	p.plays(quiet())
	p.press("#mode-analyse")
	p.report()
	p.wait(looked + " >= 3")
	p.press("#report-stop")
	p.reported("stopped")
	p.words("report", "Continue")
	before := p.number(looked)
	p.revisit()
	p.reported("stopped")
	p.wait("document.getElementById('report-progress').checkVisibility()")
	if got := p.number(looked); got != before || got < 3 || got > 48 {
		t.Errorf("%g positions were looked at before the next visit, %g at it", before, got)
	}
	p.report()
	p.wait("document.body.dataset.report === 'running' && " + looked + fmt.Sprintf(" > %g", before))
	p.press("#mode-play") // the report pauses in Play
	p.press("#mode-analyse")
	p.reported("stopped")
}

// A late or repeated click does not restart the report: no other button appears where it was
// stopped. A repeated report is undone like any other change.
func TestReportIsStoppedOnce(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(quiet())
	p.press("#mode-analyse")
	p.report()
	p.wait("document.getElementById('report-progress').value >= 2")
	at := p.element("#report-stop")
	p.must(p.Click(at))
	p.must(p.Click(at))
	p.reported("stopped")
	p.must(p.Click(at))
	const moved = "document.elementFromPoint(%g, %g).closest('button') === null"
	p.wait(fmt.Sprintf(moved, at.X, at.Y))
	p.reported("stopped")

	p.newGame("against=friend")
	p.plays(mate)
	p.press("#mode-analyse")
	p.report()
	p.reported("running")
	at = p.element("#report-stop")
	p.reported("done")
	p.wait(fmt.Sprintf(moved, at.X, at.Y))
	p.wait(sharedPGN + ".includes('{banning: a2a3 $4}')")
	first := p.text(sharedPGN)

	// The second report is the same, and can be undone and repeated.
	p.must(p.Eval(entry("b:a2a3", 0)+".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true, button: 2}))", nil))
	p.press("#entry-menu [data-nag='1']")
	p.wait(sharedPGN + ".includes('{banning: a2a3 $1}')")
	marked := p.text(sharedPGN)
	p.report()
	p.words("notice", "Analysing the game again.")
	p.reported("done")
	p.wait(sharedPGN + " === " + quote(marked))
	p.must(p.Chord(browser.Control, "z"))
	p.words("notice", "Undone.")
	p.reported("done")
	p.wait(sharedPGN + " === " + quote(marked))
	p.must(p.Chord(browser.Control, "z"))
	p.wait(sharedPGN + " === " + quote(first))
	p.must(p.Chord(browser.Control, "z"))
	p.reported("off")
	p.wait("!" + sharedPGN + ".includes('%eval')")
	p.must(p.Chord(browser.Control, "y"))
	p.reported("done")
	p.wait(sharedPGN + " === " + quote(first))
}

// The report judges bans and moves separately, and writes everything into the tree.
func TestReport(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(mate)
	p.press("#mode-analyse")
	p.report()
	p.reported("done")

	// One row for bans and one for moves, with the accuracy of both sides.
	if got := p.text("[...document.querySelectorAll('#report-rows tr')].map((tr) => tr.firstChild.textContent + tr.textContent.split('%').length).join()"); got != "Bans3,Moves3" {
		t.Errorf("the accuracies are %s", got)
	}
	// Black should have banned f3f7: the list says so and why, and the tree contains it. The
	// explanation is true: the game ends so.
	const moments = "[...document.querySelectorAll('#moments li')]"
	p.wait(moments + ".some((li) => li.dataset.mark === 'blunder' && li.textContent.startsWith('3. ban a2–a3 ?? blunder by Blackturning pointLets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from ') && li.textContent.includes('. Better: ban f3–f7, which keeps them at '))")
	p.must(p.Eval(moments+".find((li) => li.textContent.startsWith('3. ban')).firstChild.click()", nil))
	p.wait(game + ".getPly() === 10")
	p.press("#start")
	p.wait(game + ".getPly() === 1")
	p.press("#report-turn")
	p.wait(game + ".getPly() === 10")
	// The explanation is beside the button that goes to the next mistake where that is above the
	// list, and with its entry where it is beside it.
	for _, view := range []browser.View{phone, desktop} {
		p.turn(view)
		p.press("#report-next")
		for p.number(game+".getPly()") != 10 {
			p.press("#report-next")
		}
		shown, by := "document.getElementById(document.querySelector('#moves [aria-current]').id + '-note')", "Black "
		if view.Touch {
			shown, by = "document.getElementById('report-here')", "3. ban a2–a3?? by Black: "
		}
		p.wait(shown + ".textContent.startsWith(" + quote(by) + ") && " + shown + ".textContent.includes('Lets White mate') && (({top, bottom}) => top >= 0 && bottom <= document.getElementById('tools').getBoundingClientRect().top)(" + shown + ".getBoundingClientRect())")
	}
	p.wait("+document.getElementById('graph').dataset.points === 12")
	p.wait(entry("b:a2a3", 2) + ".querySelector('[data-nag=\"4\"]').textContent === '??'")
	p.wait(entry("b:f3f7", 0) + ".closest('.variation').textContent.startsWith('better')")

	// The PGN contains it, in the form of Go and convert, which keep all of it.
	p.wait(sharedPGN + ".includes('{banning: a2a3 $4}') && " + sharedPGN + ".includes('Qxf7+ {[%eval')") // the last position
	written := p.text(sharedPGN)
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
	convert := exec.Command("go", "run", "../../game/cmd/banchess", "convert", "--to", "pgn", "-")
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
	p.revisit()
	p.reported("done")
	p.wait(sharedPGN + " === " + quote(written))
	p.wait(moments + ".length > 0 && +document.getElementById('graph').dataset.points === 12")
	p.wait("document.getElementById('gauge').dataset.score !== ''")
	if got := loads(); got != before {
		t.Error("the next visit loads the engine")
	}

	// In a variation the report and the graph stay those of the main line, and the graph shows
	// where the variation begins.
	const here = "document.querySelector('#graph .here').getAttribute('d')"
	at := p.text(here)
	p.plays("m:d2d4 b:b7b5")
	p.reported("done")
	p.words("report-text", "Main line: ")
	p.wait("+document.getElementById('graph').dataset.points === 12 && " + here + " === " + quote(at))

	// A second report replaces the first.
	p.words("report", "Redo")
	p.report()
	p.wait("document.body.dataset.report === 'running'")
	p.reported("done")
	p.wait(sharedPGN + ".split('{banning: f3f7 $142}').length === 2 && " + sharedPGN + ".split('{banning: a2a3 $4}').length === 2")
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
		p := open(t, visit{}).ready()
		p.give(record + "]}")
		p.reported("done")
		p.words("report-text", tt.want)
	}
}

// The warning: if only one reply is left, banning it ends the game.
func TestAlarm(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.words("details", "1 legal move: banning it ends the game")
	p.words("finish", "Ban e8–f7")
	// Also with the message that a game was loaded.
	p.give(beforeMate)
	p.words("notice", "Loaded")
	p.words("details", "1 legal move: banning it ends the game")
	p.wait("['details', 'finish'].every((id) => document.getElementById(id).checkVisibility())")
	p.press("#finish")
	p.words("headline", "White wins: checkmate by ban")
}

// In Analyse one can go on where a game was given up: in a copy, since the game that was played keeps its end.
func TestPlayOn(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=friend")
	p.plays("b:e2e4 m:d2d4")
	p.menu("#resign")
	p.words("headline", "Black wins by resignation")
	p.wait("document.getElementById('play-on').hidden")
	p.press("#undo") // which takes no ending back
	p.press("#redo")
	p.words("headline", "Black wins by resignation")
	p.press("#analyse-game")
	p.press("#undo")
	p.wait("document.getElementById('play-on').hidden")
	p.press("#redo")
	p.press("#play-on")
	p.words("headline", "White bans a Black move")
	p.words("notice", "This is a copy of the game")
	hands[0].play(p, "b:d7d5", true)
	hands[0].play(p, "m:e7e6", true)
	p.listed(4)
	p.press("#undo")
	p.press("#undo")
	p.wait("document.getElementById('play-on').hidden") // nobody has given up here
	p.listGames(1)
	p.rowSays(0, "Black wins by resignation")
}

// After a game there are buttons for a rematch with the colours exchanged, and for the analysis.
func TestAfterAGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.press("#finish")
	p.press("#rematch")
	p.words("headline", "Black bans a White move")
	p.wait(game + ".getPly() === 1 && document.getElementById('player-bottom').dataset.player === 'black' && document.getElementById('rematch').hidden")
	p.press("#restore")
	p.words("headline", "White wins: checkmate by ban")
	p.press("#analyse-game")
	p.wait("document.body.dataset.mode === 'analyse' && document.getElementById('rematch').hidden")
	p.reported("done") // without another press

	// Nobody here has played a game that was loaded.
	p.give(mate)
	p.words("notice", "Loaded.")
	p.press("#mode-play")
	p.wait("document.getElementById('analyse-game').checkVisibility() && document.getElementById('rematch').hidden")

	// Against the computer the user then has the other colour, and the computer acts at once.
	p.newGame("against=computer", "side=white", "level=1")
	p.wait(game + ".getPly() === 2")
	p.press("#menu-open")
	p.press("#resign")
	p.words("sure-title", "Resign this game?")
	p.press("#sure .button") // Cancel
	p.wait("!document.getElementById('sure').open && " + game + ".result().over === false")
	p.menu("#resign")
	p.words("headline", "You lost by resignation")
	banned := p.actions()
	// What is played in a game that is over is a variation, for both sides, and there is nothing to resign.
	p.press("#undo")
	p.words("details", "This game is over. You are looking at the start.")
	for range 3 {
		p.wait("!document.getElementById('board').hasAttribute('readonly') && document.getElementById('resign').disabled")
		p.must(p.Eval(game+".play("+game+".getLegalActions().find(({ban}) => !ban || 'b:' + ban.from + ban.to !== '"+banned+"')), 1", nil))
	}
	p.words("details", "This game is over. You are looking at move 1.")
	p.words("headline", "Black moves") // not the user alone, who plays both sides
	p.press("#to-game")
	p.words("headline", "You lost by resignation")
	p.press("#mode-analyse") // which names the players and tells the result as the game did, and where nobody resigns
	p.words("headline", "You lost by resignation")
	p.wait(lost)
	p.press("#undo")
	p.wait("document.getElementById('start').disabled && document.getElementById('resign').disabled")
	p.press("#redo")
	p.wait(lost)
	p.wait("[...document.querySelectorAll('.who')].map((who) => who.textContent).join() === 'Computer, level 1,You'")
	p.press("#mode-play")
	p.press("#rematch")
	p.wait("document.getElementById('player-bottom').textContent.startsWith('You') && document.getElementById('player-bottom').dataset.player === 'black'")
	p.words("headline", "Ban one of White’s moves")
}

// Moves that allow a mate are marked if the user wants it.
func TestDanger(t *testing.T) {
	p := open(t, visit{}).ready()
	// If the rook leaves the first rank, two other rooks mate there.
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

// A first visit shows three steps on the board, the last of them a checkmate by ban; a
// second visit does not.
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
	p.words("tour-words", "You know all the rules now.")
	p.press("#tour-next")
	p.wait("document.getElementById('new-game')?.open")
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
	p.wait("document.body.dataset.tour === 'off' && document.activeElement !== document.body")
}

// Neither does a visit after the first was left in the middle.
func TestFirstVisitLeft(t *testing.T) {
	p := open(t, visit{}).ready()
	p.words("tour-words", "Step 1 of 3")
	hands[0].play(p, "b:e2e4", true)
	p.words("tour-words", "Step 2 of 3")
	p.reload()
	p.ready()
	p.newGame("against=friend")
	p.reload()
	p.ready()
	if got := p.text("document.body.dataset.tour"); got != "off" {
		t.Errorf("the next visit begins at %s", got)
	}
}
