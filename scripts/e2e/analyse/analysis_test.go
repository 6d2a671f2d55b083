package analyse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// arrowsAreLines waits until the board has the arrows of the first three lines, without
// those that are mated if the best is not. All are of one kind, and the best is the boldest.
func arrowsAreLines(p e2e.Player, kind string) {
	p.T.Helper()
	p.Await(fmt.Sprintf(`(() => {
		const arrows = document.getElementById("board").state.arrows, isMate = (li) => li.querySelector(".score").textContent.includes("#");
		const first = %s.slice(0, 3).filter((li, i, [best]) => !isMate(li) || isMate(best)).map((li) => li.dataset.action.slice(2, 6));
		return first.length > 0 && arrows.length === first.length && arrows.every(({from, to, kind, rank}, i) => from + to === first[i] && kind === "%s" && rank === i);
	})()`, e2e.EngineLines, kind))
}

// The engine's lines begin with a ban or a move, depending on the ply. They name the piece
// of a ban, and the best reply.
func TestAnalysis(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	if got := p.Text("document.querySelector('.analysis').checkVisibility()"); got != "false" {
		t.Error("there is an engine to see while one plays")
	}
	p.Plays(e2e.BeforeMate)
	middle := p.Inside("e8", 1, 1) // the corner of e8 and f7
	p.Analyse()
	p.Await(e2e.FirstLine + ".dataset.action === 'b:e8f7'")
	p.Await(e2e.FirstLine + ".querySelector('.score').textContent === '#1'")
	p.Words("verdict", "ban e8–f7: Black has no legal move left, checkmate by ban")
	p.Await("!document.getElementById('verdict').closest('[aria-live], [role=status], [role=alert]')") // not spoken at every change
	p.Await("document.getElementById('gauge').dataset.score === '#1'")
	p.Await(e2e.FirstLine + ".textContent.includes('ban king')")
	p.Await("document.querySelector('#moves [data-action=\"b:a7a6\"]').textContent === 'ban pawn a7–a6'")

	p.Press("#undo") // before the move f3f7
	p.Await(e2e.FirstLine + ".dataset.action === 'm:f3f7'")
	p.Words("verdict", "best is Qxf7+, White mates in 1")
	p.LinesAreLegal(3)
	arrowsAreLines(p, "hint-move")

	p.Press("#undo")
	p.LinesAreLegal(3)
	arrowsAreLines(p, "hint-ban")
	p.Words("verdict", ", then best is ")
	p.Await("document.getElementById('verdict').title === document.getElementById('verdict').textContent") // where it is cut
	p.Press("#engine")                                                                                     // off
	p.Await(e2e.EngineLines + ".length === 0 && document.getElementById('board').state.arrows.length === 0")
	p.Drawn()
	before := p.Colour(middle)
	p.Press("#engine")
	p.Press("#end")
	p.Await(e2e.FirstLine + ".dataset.action === 'b:e8f7'")
	p.Drawn()
	if got := p.Colour(middle); got == before {
		t.Errorf("no arrow from e8 to f7: the colour stays %v", got)
	}
}

// The arrow keys go along a line, also to its actions that are out of view, and the engine's
// results do not move the focus. The action that is pointed at is shown on a small board.
func TestActionsOfALine(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 390, Height: 844, Still: true}}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 4))
	p.Analyse()
	p.LinesAreLegal(3)
	p.Await("getComputedStyle(document.getElementById('gauge'), '::after').content === JSON.stringify(document.getElementById('score').textContent)") // as on a wide screen
	p.Await(e2e.FirstLine + ".querySelectorAll('.action').length > 7")
	const actions = "[..." + e2e.FirstLine + ".querySelectorAll('.action')]"
	const shown = "((box, {left, right}) => left >= box.left - 1 && right <= box.right + 1)(" + e2e.FirstLine + ".querySelector('.actions').getBoundingClientRect(), document.activeElement.getBoundingClientRect())"
	p.Await(actions + ".filter((action) => action.tabIndex === 0).length === 1")
	p.Must(p.Eval(actions+"[0].focus({focusVisible: true})", nil))
	for range 6 {
		p.Must(p.Key(browser.ArrowRight))
	}
	p.Await(actions + ".indexOf(document.activeElement) === 6 && " + shown + " && " + e2e.Game + ".getPly() === 5")
	p.Await("document.querySelectorAll('#preview img').length >= 29 && document.querySelectorAll('#preview .marked').length === 2")
	p.Must(p.Eval("window.found = "+e2e.FirstLine+".dataset.depth", nil))
	p.Await(e2e.FirstLine + ".dataset.depth !== found && " + actions + ".indexOf(document.activeElement) === 6")
	p.Must(p.Key(browser.ArrowLeft))
	p.Await(actions + ".indexOf(document.activeElement) === 5")
	p.Press("#engine")
	p.Await("document.getElementById('preview').hidden")
}

// The small board shows the action that has the focus, also when a deeper search has put another there.
func TestSmallBoardFollows(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Analyse()
	// The squares that the small board marks are those of the action. It depends on the position
	// whether a deeper search puts another action in its place soon.
	const follows = `(async () => {
		const end = Date.now() + 3000;
		for (let at, first; Date.now() < end; await new Promise((done) => setTimeout(done, 10))) {
			if (!at?.isConnected || document.activeElement !== at) {
				at = [...document.querySelectorAll("#engine-lines li:last-child .action")].slice(0, 4).at(-1);
				at?.focus();
				first = at?.textContent;
				continue;
			}
			const bcn = at.closest("li").dataset.actions.split(" ")[[...at.parentElement.children].indexOf(at)];
			const marked = [...document.querySelectorAll("#preview .marked")].map(({style}) => "abcdefgh"[parseFloat(style.left) / 12.5] + (8 - parseFloat(style.top) / 12.5));
			if (at.textContent !== first && marked.sort().join() === [bcn.slice(2, 4), bcn.slice(4, 6)].sort().join()) return true;
		}
		return false;
	})()`
	for range 30 {
		var did bool
		p.Must(p.Eval(follows, &did))
		if did {
			return
		}
		p.PlaysFirst()
	}
	t.Error("in 30 positions the small board followed no line")
}

// Pointing at an action shows the position after it, with what the ban or the move is, and
// a click plays the line up to it.
func TestLineOnASmallBoard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Press("#undo") // White's move: Qxf7+, then the ban that mates
	p.Analyse()
	p.Await(e2e.FirstLine + ".dataset.actions === 'm:f3f7 b:e8f7'")
	for n, want := range []string{"move wQ", "ban bK"} { // the pieces on the squares of the pair
		at := p.Element(fmt.Sprintf("#engine-lines li:first-child .action:nth-child(%d)", n+1))
		p.Must(p.MouseMove(at))
		phase, piece, _ := strings.Cut(want, " ")
		p.Await("document.getElementById('preview').checkVisibility() && document.getElementById('preview').dataset.phase === " + e2e.Quote(phase))
		p.Await("[...document.querySelectorAll('#preview .marked img')].some((image) => image.dataset.piece === " + e2e.Quote(piece) + ")")
	}
	p.Must(p.Click(p.Element("#engine-lines li:first-child .action:nth-child(2)")))
	p.Words("headline", "White wins: checkmate by ban")
	p.Await("document.getElementById('preview').hidden")
}

// A click plays a line as a variation, and more lines can be chosen.
func TestAnalysisLines(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4 b:e7e5 m:g8f6")
	p.Press("#undo")
	p.Analyse()
	p.LinesAreLegal(3)
	p.Must(p.Eval(`(() => {
		const select = document.getElementById('lines');
		select.value = '5';
		select.dispatchEvent(new Event('change', {bubbles: true}));
	})()`, nil))
	p.LinesAreLegal(5)
	p.Press("#engine-lines li:nth-child(5) button")
	p.Await(e2e.Game + ".getPly() === 5")
	p.LinesAreLegal(5)
	p.Await("document.querySelectorAll('#moves [data-ply=\"4\"]').length >= 1")

	// The graph has a point for each position of the main line with a score; a click goes there.
	p.Press("#moves [data-action='m:d2d4']")
	p.LinesAreLegal(5)
	p.Await("+document.getElementById('graph').dataset.points >= 2")
	at := p.Element("#graph")
	left := p.Number("document.getElementById('graph').getBoundingClientRect().left")
	p.Must(p.Click(browser.Point{X: left + 2, Y: at.Y}))
	p.Await(e2e.Game + ".getPly() === 1")
	p.LinesAreLegal(5)

	// Undoing an edit keeps the graph. By keys it can be undone while the menu is open, and the
	// menu closes.
	p.InMenu("m:d2d4", 0, "[data-nag='2']")
	p.Press("#undo-edit")
	p.Words("notice", "Undone.")
	p.Await("+document.getElementById('graph').dataset.points >= 2")
	p.InMenu("m:d2d4", 0, "[data-nag='2']")
	p.Must(p.Eval(e2e.Entry("m:d2d4", 0)+".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))", nil))
	p.Await("document.getElementById('entry-menu').checkVisibility()")
	p.Must(p.Chord(browser.Control, "z"))
	p.Words("notice", "Undone.")
	p.Await("!document.getElementById('entry-menu').checkVisibility()")
}

// The graph shows each position with a score, also one between others without, and tells in words
// how many there are, and how the last one stands.
func TestGraphOfScatteredScores(t *testing.T) {
	const label = "document.querySelector('#graph svg').getAttribute('aria-label')"
	for _, row := range []struct{ pgn, label string }{
		{"1. {banning: a2a3} e4 {[%eval 0.3]} {banning: a7a6} h6 2. {banning: a2a3} Qf3 {[%eval 1.5]} {banning: a7a6} *", "Evaluation of 2 positions, the last +1.5"},
		{"1. {banning: a2a3} e4 {[%eval 0.3]} {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 {[%eval #1]} 3. {banning: a2a3} *", "Evaluation of 2 positions, the last White mates in 1"},
		{"1. {banning: a2a3} e4 {[%eval 0.3]} {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ {banning: e8f7} 1-0", "Evaluation of 2 positions, the last White wins"},
	} {
		p := e2e.Open(t, e2e.Visit{View: e2e.Desktop}).Ready()
		p.Give(row.pgn)
		p.Await(e2e.Game + ".getPly() > 4")
		p.Press("#mode-analyse")
		p.Await(label + " === " + e2e.Quote(row.label))
		// Each of the two is a round dot, because a path without a length is not drawn otherwise.
		p.Await("[...document.querySelectorAll('#graph .curve')].filter((path) => getComputedStyle(path).strokeLinecap === 'round' && parseFloat(getComputedStyle(path).strokeWidth) >= 4).length === 2")
	}
}

// No arrow points at a losing action if another does not lose.
func TestArrowsOfChoices(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5")
	p.Analyse()
	p.Await(e2e.FirstLine + ".dataset.action === 'b:f3f7' && " + e2e.EngineLines + ".length === 3 && document.querySelector('#engine-lines li:nth-child(2) .score').textContent.startsWith('#')")
	p.Await("document.getElementById('board').state.arrows.filter(({kind}) => kind.startsWith('hint')).length === 1")
}

// The analysis always belongs to the position shown, however fast the user goes through a
// game, and an engine that was switched off stays off.
func TestAnalysisFollows(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Analyse()
	for i := range 30 {
		key := browser.ArrowLeft
		if i%6 > 2 {
			key = browser.ArrowRight
		}
		p.Must(p.Key(key))
	}
	// At each of these places one answer is right, which is wrong at the others.
	for _, want := range []struct{ ply, action, score string }{
		{"11", "b:e8f7", "#1"},
		{"10", "m:f3f7", "#1"},
		{"9", "b:f3f7", ""},
	} {
		p.Await(e2e.Game + ".getPly() === " + want.ply + " && " + e2e.FirstLine + "?.dataset.action === '" + want.action + "'")
		p.Await("(document.getElementById('score').textContent === '#1') === " + fmt.Sprint(want.score == "#1"))
		p.Await("document.getElementById('score').textContent === " + e2e.FirstLine + ".querySelector('.score').textContent")
		p.Await("document.getElementById('gauge').dataset.score === document.getElementById('score').textContent")
		p.LinesAreLegal(map[bool]int{true: 1, false: 3}[want.ply == "11"])
		p.Must(p.Key(browser.ArrowLeft))
	}
	p.Await(e2e.Game + ".getPly() === 8")
	p.LinesAreLegal(3)

	// Where the engine is off, the bar has what is known of a position, or nothing.
	const bar, side = "document.getElementById('gauge')", "getComputedStyle(document.querySelector('.gauge > div')).opacity"
	p.Press("#engine")
	p.Await("document.body.dataset.analysis === 'off' && " + bar + ".dataset.score !== '' && " + side + " === '1'")
	p.Press("#undo")
	p.Await(bar + ".dataset.score === '' && " + bar + ".ariaLabel === 'Evaluation: none yet' && " + side + " === '0'")
	p.Must(p.Goto(p.Text("location.href")))
	p.Ready()
	p.Await("document.body.dataset.mode === 'analyse'")
	if on := p.Text("document.getElementById('engine').checked"); on != "false" {
		t.Error("the engine is on again after a reload")
	}
}

// The engines of Analyse end with it, in the middle of a search too, and are there again.
func TestEnginesEndWithAnalyse(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(`window.workers = new Set();
		window.Worker = class extends Worker {
			constructor(...given) { super(...given); workers.add(this); }
			terminate() { workers.delete(this); super.terminate(); }
		};`)}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	p.Press("#mode-analyse")
	p.Press("#engine")
	p.Report()
	for range 2 {
		p.Await("document.body.dataset.analysis === 'thinking' || document.body.dataset.analysis === 'done'")
		p.Await("workers.size > 0")
		p.Press("#mode-play")
		p.Await("workers.size === 0 && document.body.dataset.analysis === 'off'")
		p.Press("#mode-analyse")
	}
	p.Press("#tab-lines")
	p.LinesAreLegal(3)
	p.Report()
	p.Reported("done")
}

// In Analyse the computer does not play.
func TestNobodyPlaysInAnalysis(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=computer", "side=white", "level=1")
	p.Await(e2e.Game + ".getPly() === 2")
	p.Press("#mode-analyse")
	e2e.Hands[0].Play(p, "m:"+p.Text(e2e.Game+".getLegalActions().map(({move}) => move.from + move.to)[0]"), true)
	e2e.Hands[0].Play(p, "b:"+p.Text(e2e.Game+".getLegalActions().map(({ban}) => ban.from + ban.to)[0]"), true)
	p.Await("!document.getElementById('board').hasAttribute('readonly')")
	e2e.Hands[0].Play(p, "m:"+p.Text(e2e.Game+".getLegalActions().map(({move}) => move.from + move.to)[0]"), true)
	if ply := p.Number(e2e.Game + ".getPly()"); ply != 5 {
		t.Errorf("at ply %g, want 5", ply)
	}
	p.Press("#mode-play")
	p.Await(e2e.Game + ".getPly() === 6") // Black bans again
}
