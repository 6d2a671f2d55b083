package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

const (
	engineLines = "[...document.querySelectorAll('#engine-lines li')]"
	firstLine   = "document.querySelector('#engine-lines li')"
)

// beforeMate is the game mate without its last ban.
var beforeMate = mate[:strings.LastIndexByte(mate, ' ')]

// analyse goes to Analyse and switches the engine on.
func (p player) analyse() player {
	p.t.Helper()
	p.press("#mode-analyse")
	p.press("#engine")
	return p
}

// linesAreLegal waits for that many lines at the position shown, and checks that all their
// actions are legal.
func (p player) linesAreLegal(n int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`%s.length === %d && %[1]s.every((li) => {
		const game = %[3]s.clone(), actions = li.dataset.actions.split(" ");
		const legal = actions[0] === li.dataset.action && actions.every((action) => game.play(action).success);
		game.free();
		return legal;
	})`, engineLines, n, game))
}

// arrowsAreLines waits until the board has the arrows of the first three lines, without
// those that are mated if the best is not. All are of one kind, and the best is the boldest.
func (p player) arrowsAreLines(kind string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(() => {
		const arrows = document.getElementById("board").state.arrows, isMate = (li) => li.querySelector(".score").textContent.includes("#");
		const first = %s.slice(0, 3).filter((li, i, [best]) => !isMate(li) || isMate(best)).map((li) => li.dataset.action.slice(2, 6));
		return first.length > 0 && arrows.length === first.length && arrows.every(({from, to, kind, rank}, i) => from + to === first[i] && kind === "%s" && rank === i);
	})()`, engineLines, kind))
}

// The engine's lines begin with a ban or a move, depending on the ply. They name the piece
// of a ban, and the best reply.
func TestAnalysis(t *testing.T) {
	p := open(t, visit{}).ready()
	if got := p.text("document.querySelector('.analysis').checkVisibility()"); got != "false" {
		t.Error("there is an engine to see while one plays")
	}
	p.plays(beforeMate)
	middle := p.inside("e8", 1, 1) // the corner of e8 and f7
	p.analyse()
	p.wait(firstLine + ".dataset.action === 'b:e8f7'")
	p.wait(firstLine + ".querySelector('.score').textContent === '#1'")
	p.words("verdict", "ban e8–f7: Black has no legal move left, checkmate by ban")
	p.wait("!document.getElementById('verdict').closest('[aria-live], [role=status], [role=alert]')") // not spoken at every change
	p.wait("document.getElementById('gauge').dataset.score === '#1'")
	p.wait(firstLine + ".textContent.includes('ban king')")
	p.wait("document.querySelector('#moves [data-action=\"b:a7a6\"]').textContent === 'ban pawn a7–a6'")

	p.press("#undo") // before the move f3f7
	p.wait(firstLine + ".dataset.action === 'm:f3f7'")
	p.words("verdict", "best is Qxf7+, White mates in 1")
	p.linesAreLegal(3)
	p.arrowsAreLines("hint-move")

	p.press("#undo")
	p.linesAreLegal(3)
	p.arrowsAreLines("hint-ban")
	p.words("verdict", ", then best is ")
	p.press("#engine") // off
	p.wait(engineLines + ".length === 0 && document.getElementById('board').state.arrows.length === 0")
	p.drawn()
	before := p.colour(middle)
	p.press("#engine")
	p.press("#end")
	p.wait(firstLine + ".dataset.action === 'b:e8f7'")
	p.drawn()
	if got := p.colour(middle); got == before {
		t.Errorf("no arrow from e8 to f7: the colour stays %v", got)
	}
}

// The arrow keys go along a line, also to its actions that are out of view, and the engine's
// results do not move the focus. The action that is pointed at is shown on a small board.
func TestActionsOfALine(t *testing.T) {
	p := open(t, visit{view: browser.View{Width: 390, Height: 844, Still: true}}).ready()
	p.plays(firstActions(mate, 4))
	p.analyse()
	p.linesAreLegal(3)
	p.wait("getComputedStyle(document.getElementById('gauge'), '::after').content === JSON.stringify(document.getElementById('score').textContent)") // as on a wide screen
	p.wait(firstLine + ".querySelectorAll('.action').length > 7")
	const actions = "[..." + firstLine + ".querySelectorAll('.action')]"
	const shown = "((box, {left, right}) => left >= box.left - 1 && right <= box.right + 1)(" + firstLine + ".querySelector('.actions').getBoundingClientRect(), document.activeElement.getBoundingClientRect())"
	p.wait(actions + ".filter((action) => action.tabIndex === 0).length === 1")
	p.must(p.Eval(actions+"[0].focus({focusVisible: true})", nil))
	for range 6 {
		p.must(p.Key(browser.ArrowRight))
	}
	p.wait(actions + ".indexOf(document.activeElement) === 6 && " + shown + " && " + game + ".getPly() === 5")
	p.wait("document.querySelectorAll('#preview img').length >= 29 && document.querySelectorAll('#preview .marked').length === 2")
	p.must(p.Eval("window.found = "+firstLine+".dataset.depth", nil))
	p.wait(firstLine + ".dataset.depth !== found && " + actions + ".indexOf(document.activeElement) === 6")
	p.must(p.Key(browser.ArrowLeft))
	p.wait(actions + ".indexOf(document.activeElement) === 5")
	p.press("#engine")
	p.wait("document.getElementById('preview').hidden")
}

// Pointing at an action shows the position after it, with what the ban or the move is, and
// a click plays the line up to it.
func TestLineOnASmallBoard(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.press("#undo") // White's move: Qxf7+, then the ban that mates
	p.analyse()
	p.wait(firstLine + ".dataset.actions === 'm:f3f7 b:e8f7'")
	for n, want := range []string{"move wQ", "ban bK"} { // the pieces on the squares of the pair
		at := p.element(fmt.Sprintf("#engine-lines li:first-child .action:nth-child(%d)", n+1))
		p.must(p.MouseMove(at))
		phase, piece, _ := strings.Cut(want, " ")
		p.wait("document.getElementById('preview').checkVisibility() && document.getElementById('preview').dataset.phase === " + quote(phase))
		p.wait("[...document.querySelectorAll('#preview .marked img')].some((image) => image.dataset.piece === " + quote(piece) + ")")
	}
	p.must(p.Click(p.element("#engine-lines li:first-child .action:nth-child(2)")))
	p.words("headline", "White wins: checkmate by ban")
	p.wait("document.getElementById('preview').hidden")
}

// A click plays a line as a variation, and more lines can be chosen.
func TestAnalysisLines(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4 b:e7e5 m:g8f6")
	p.press("#undo")
	p.analyse()
	p.linesAreLegal(3)
	p.must(p.Eval(`(() => {
		const select = document.getElementById('lines');
		select.value = '5';
		select.dispatchEvent(new Event('change', {bubbles: true}));
	})()`, nil))
	p.linesAreLegal(5)
	p.press("#engine-lines li:nth-child(5) button")
	p.wait(game + ".getPly() === 5")
	p.linesAreLegal(5)
	p.wait("document.querySelectorAll('#moves [data-ply=\"4\"]').length >= 1")

	// The graph has a point for each position of the main line with a score; a click goes there.
	p.press("#moves [data-action='m:d2d4']")
	p.linesAreLegal(5)
	p.wait("+document.getElementById('graph').dataset.points >= 2")
	at := p.element("#graph")
	left := p.number("document.getElementById('graph').getBoundingClientRect().left")
	p.must(p.Click(browser.Point{X: left + 2, Y: at.Y}))
	p.wait(game + ".getPly() === 1")
	p.linesAreLegal(5)

	// Undoing an edit keeps the graph. By keys it can be undone while the menu is open, and the
	// menu closes.
	p.inMenu("m:d2d4", 0, "[data-nag='2']")
	p.press("#undo-edit")
	p.words("notice", "Undone.")
	p.wait("+document.getElementById('graph').dataset.points >= 2")
	p.inMenu("m:d2d4", 0, "[data-nag='2']")
	p.must(p.Eval(entry("m:d2d4", 0)+".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))", nil))
	p.wait("document.getElementById('entry-menu').checkVisibility()")
	p.must(p.Chord(browser.Control, "z"))
	p.words("notice", "Undone.")
	p.wait("!document.getElementById('entry-menu').checkVisibility()")
}

// No arrow points at a losing action if another does not lose.
func TestArrowsOfChoices(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5")
	p.analyse()
	p.wait(firstLine + ".dataset.action === 'b:f3f7' && " + engineLines + ".length === 3 && document.querySelector('#engine-lines li:nth-child(2) .score').textContent.startsWith('#')")
	p.wait("document.getElementById('board').state.arrows.filter(({kind}) => kind.startsWith('hint')).length === 1")
}

// The analysis always belongs to the position shown, however fast the user goes through a
// game, and an engine that was switched off stays off.
func TestAnalysisFollows(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.analyse()
	for i := range 30 {
		key := browser.ArrowLeft
		if i%6 > 2 {
			key = browser.ArrowRight
		}
		p.must(p.Key(key))
	}
	// At each of these places one answer is right, which is wrong at the others.
	for _, want := range []struct{ ply, action, score string }{
		{"11", "b:e8f7", "#1"},
		{"10", "m:f3f7", "#1"},
		{"9", "b:f3f7", ""},
	} {
		p.wait(game + ".getPly() === " + want.ply + " && " + firstLine + "?.dataset.action === '" + want.action + "'")
		p.wait("(document.getElementById('score').textContent === '#1') === " + fmt.Sprint(want.score == "#1"))
		p.wait("document.getElementById('score').textContent === " + firstLine + ".querySelector('.score').textContent")
		p.wait("document.getElementById('gauge').dataset.score === document.getElementById('score').textContent")
		p.linesAreLegal(map[bool]int{true: 1, false: 3}[want.ply == "11"])
		p.must(p.Key(browser.ArrowLeft))
	}
	p.wait(game + ".getPly() === 8")
	p.linesAreLegal(3)

	// Where the engine is off, the bar has what is known of a position, or nothing.
	const bar, side = "document.getElementById('gauge')", "getComputedStyle(document.querySelector('.gauge > div')).opacity"
	p.press("#engine")
	p.wait("document.body.dataset.analysis === 'off' && " + bar + ".dataset.score !== '' && " + side + " === '1'")
	p.press("#undo")
	p.wait(bar + ".dataset.score === '' && " + bar + ".ariaLabel === 'Evaluation: none yet' && " + side + " === '0'")
	p.must(p.Goto(p.text("location.href")))
	p.ready()
	p.wait("document.body.dataset.mode === 'analyse'")
	if on := p.text("document.getElementById('engine').checked"); on != "false" {
		t.Error("the engine is on again after a reload")
	}
}

// The engines of Analyse end with it, in the middle of a search too, and are there again.
func TestEnginesEndWithAnalyse(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(`window.workers = new Set();
		window.Worker = class extends Worker {
			constructor(...given) { super(...given); workers.add(this); }
			terminate() { workers.delete(this); super.terminate(); }
		};`)}).ready()
	p.plays("b:e2e4 m:d2d4")
	p.press("#mode-analyse")
	p.press("#engine")
	p.report()
	for range 2 {
		p.wait("document.body.dataset.analysis === 'thinking' || document.body.dataset.analysis === 'done'")
		p.wait("workers.size > 0")
		p.press("#mode-play")
		p.wait("workers.size === 0 && document.body.dataset.analysis === 'off'")
		p.press("#mode-analyse")
	}
	p.press("#tab-lines")
	p.linesAreLegal(3)
	p.report()
	p.reported("done")
}

// In Analyse the computer does not play.
func TestNobodyPlaysInAnalysis(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "side=white", "level=1")
	p.wait(game + ".getPly() === 2")
	p.press("#mode-analyse")
	hands[0].play(p, "m:"+p.text(game+".getLegalActions().map(({move}) => move.from + move.to)[0]"), true)
	hands[0].play(p, "b:"+p.text(game+".getLegalActions().map(({ban}) => ban.from + ban.to)[0]"), true)
	p.wait("!document.getElementById('board').hasAttribute('readonly')")
	hands[0].play(p, "m:"+p.text(game+".getLegalActions().map(({move}) => move.from + move.to)[0]"), true)
	if ply := p.number(game + ".getPly()"); ply != 5 {
		t.Errorf("at ply %g, want 5", ply)
	}
	p.press("#mode-play")
	p.wait(game + ".getPly() === 6") // Black bans again
}
