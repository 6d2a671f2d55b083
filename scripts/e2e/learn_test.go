package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// learnt waits for a phase of Learn, such as try, refuted or done.
func (p player) learnt(phase string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.body.dataset.learn === '%s'", phase))
}

// shown waits until Learn shows a lesson or a puzzle, given by its place in the address.
func (p player) shown(place, title string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("location.hash === '#%s'", place))
	p.words("learn-title", title)
	p.learnt("try")
}

// visits opens a lesson or a puzzle by its link. A dialog or a menu that was just closed first
// leaves the history.
func (p player) visits(place, title string) {
	p.t.Helper()
	p.wait(historyIsFlat)
	p.must(p.Eval("location.hash = '#"+place+"'", nil))
	p.shown(place, title)
}

// lessons are the actions that solve the lessons with a line, including the opponent's.
var lessons = []struct{ title, actions string }{
	{"Bans", "b:e2e4 m:g8f6"},
	{"What a ban covers", "b:a7a8"},
	{"The ban that mates", "m:a1a8 b:g8h7"},
	{"The ban that stalemates", "m:e7f8 b:a2a1"},
	{"Defend with a ban", "b:f5f7"},
	{"A single attacker", "b:e1e5"},
	{"Two threats at once", "m:f3e5"},
}

// The tutorial is completed by mouse and by touch, from the first lesson to the last.
// The user's own game returns afterwards.
func TestTutorial(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{view: h.view}).ready()
			h.playAll(p, firstActions(mate, 3))
			own := p.fen()
			p.press("#mode-learn")
			p.learnt("try")
			for i, lesson := range lessons {
				p.words("learn-title", fmt.Sprintf("Lesson %d of 8: %s", i+1, lesson.title))
				p.learnt("try")
				p.wait("scrollY === 0") // nobody has to scroll back to the board
				for j, action := range strings.Fields(lesson.actions) {
					if j > 0 {
						p.learnt("try")
					}
					h.move(p, action[2:4], action[4:6], j%2 == 0)
					p.wait(fmt.Sprintf("%s.toJSON().actions.includes('%s')", game, action))
				}
				p.learnt("done")
				p.wait(fmt.Sprintf("document.querySelector(\"a[href='#learn/%d']\").dataset.done === 'true'", i+1))
				p.press("#learn-next")
			}
			p.shown("learn/8", "A whole game")
			p.wait("document.body.dataset.engine === 'off' && " + game + ".getPly() === 2")
			p.press("#mode-play")
			p.wait(game + ".fen() === " + quote(own))
			if got := p.actions(); got != firstActions(mate, 3) {
				t.Errorf("the game was %s, and is %s", firstActions(mate, 3), got)
			}
		})
	}
}

// A wrong action is answered on the board, and can be tried again. A hint has two steps.
// All is done by keys, on the grid that screen readers use.
func TestLearnByKeys(t *testing.T) {
	p := open(t, visit{hash: "#learn/3"}).ready()
	p.shown("learn/3", "The ban that mates")
	start := p.fen()
	p.press("[data-square='a1']") // focuses the board
	p.must(p.Key(browser.Escape))
	p.must(p.Eval("document.querySelector(\"[data-square='a1']\").focus()", nil))
	p.must(p.Key(browser.Enter))
	p.must(p.Key(browser.ArrowUp))
	p.must(p.Key(browser.Enter))
	p.learnt("refuted")
	p.words("learn-feedback", "That is not it.")
	if got := p.actions(); !strings.HasPrefix(got, "m:a1a2 b:") || len(strings.Fields(got)) != 3 {
		t.Errorf("the answer is %s", got)
	}
	p.wait("document.activeElement.id === 'learn-again'")
	p.must(p.Key(browser.Enter))
	p.wait(game + ".fen() === " + quote(start))
	p.learnt("try")
	p.must(p.Key("h"))
	p.words("learn-feedback", "Move the rook on a1.")
	p.must(p.Key("h"))
	p.words("learn-feedback", "Play a1–a8.")
	p.must(p.Eval("document.querySelector(\"[data-square='a1']\").focus()", nil))
	p.must(p.Key(browser.Enter))
	for range 7 {
		p.must(p.Key(browser.ArrowUp))
	}
	p.must(p.Key(browser.Enter))
	p.words("learn-feedback", "Right. Now ban a Black move.")
	p.must(p.Key("h")) // two steps again
	p.words("learn-feedback", "Ban a move of the king on g8.")
	p.must(p.Eval("document.querySelector(\"[data-square='g8']\").focus()", nil))
	p.must(p.Key(browser.Enter))
	p.must(p.Key(browser.ArrowRight))
	p.must(p.Key(browser.ArrowDown))
	p.must(p.Key(browser.Enter))
	p.learnt("done")
	p.words("learn-feedback", "checkmate by ban")
	p.must(p.Key("n"))
	p.shown("learn/4", "The ban that stalemates")
	// It is stored for the next visit.
	p.reload()
	p.wait("document.querySelector(\"a[href='#learn/3']\")?.dataset.done === 'true'")
	p.shown("learn/4", "The ban that stalemates")
}

// A lesson through the accessibility tree alone.
func TestLearnByTreeAlone(t *testing.T) {
	p := open(t, visit{}).ready()
	p.act("button", "Learn")
	p.nodes("heading", "You are Black. ")
	p.visits("learn/3", "The ban that mates")
	p.nodes("heading", "Give a check ")
	for _, square := range []string{"a1", "a8"} {
		p.act("gridcell", square+", ")
	}
	p.words("learn-feedback", "Right. Now ban a Black move.")
	for _, square := range []string{"g8", "h7"} {
		p.act("gridcell", square+", ")
	}
	p.learnt("done")
	p.act("button", "Next lesson")
	p.nodes("heading", "Black is winning, ")
}

// A puzzle has a link, is judged by its line, counts once, and can be continued against the
// engine. The score is stored.
func TestPuzzle(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/gt9b5pk"}).ready()
	p.shown("puzzle/gt9b5pk", rated("gt9b5pk"))
	p.words("learn-task", "White to move. Mate in one: a move, then a ban.")
	hands[0].move(p, "d5", "f6", false)
	p.words("learn-feedback", "Right. Now ban a Black move.")
	hands[0].move(p, "e8", "f8", true)
	p.learnt("done")
	p.words("learn-feedback", " (+")
	p.words("learn-score", "1 of 1 solved")
	p.reload()
	p.words("learn-score", "1 of 1 solved")
	p.press("#learn-next")
	p.wait("/^#puzzle\\/\\w{7}$/.test(location.hash) && location.hash !== '#puzzle/gt9b5pk'")
	p.words("learn-score", "1 of 1 solved") // it stays solved after it was left
	p.must(p.Eval("history.back()", nil))
	p.shown("puzzle/gt9b5pk", rated("gt9b5pk"))
	p.press("#learn-daily")
	p.shown("puzzle/daily", "Puzzle of the day")
	// The next one has the chosen theme.
	p.choice("learn-theme", "stalemate")
	p.press("#learn-next")
	p.wait("/^#puzzle\\/\\w{7}$/.test(location.hash)") // that of the day may have the theme, too
	p.words("learn-task", "Force a draw.")
	p.press("#learn-solution")
	p.learnt("done")
	p.words("learn-feedback", "That was the solution.")
}

// A wrong action is refuted on the board. Only the first answer counts.
func TestPuzzleRefuted(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv"}).ready()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	start := p.fen()
	hands[0].move(p, "f7", "f6", false)
	p.learnt("refuted")
	p.words("learn-feedback", "That is not it. Black plays Rf2+, bans f1–e1 and mates. This counts as failed.")
	p.wait("document.getElementById('headline').textContent === 'Black wins: checkmate by ban'")
	p.words("learn-score", "0 of 1 solved")
	p.press("#learn-again")
	p.wait(game + ".fen() === " + quote(start))
	hands[0].move(p, "d2", "f2", false)
	p.learnt("done")
	p.words("learn-feedback", "Solved.")
	p.words("learn-score", "0 of 1 solved")
}

// After the solution the game can be continued against the computer or in Analyse, and the
// user's own game can be restored.
func TestPuzzlePlayedOn(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 3))
	p.give("https://example.org/#puzzle/mj81xd4") // pasting the link has the same effect
	p.shown("puzzle/mj81xd4", rated("mj81xd4"))
	p.visits("puzzle/zq82ztv", rated("zq82ztv"))
	hands[0].move(p, "d2", "f2", true)
	p.learnt("done")
	p.press("#learn-play")
	p.wait("document.body.dataset.mode === 'play' && " + game + ".getPly() >= 5")
	// The browser's way back restarts the puzzle.
	p.visits("puzzle/zq82ztv", rated("zq82ztv"))
	p.press("#mode-play")
	p.wait(game + ".toJSON().actions[0] === 'b:d2f2'")
}

// A solved puzzle can be analysed, and the user's own game can be restored.
func TestPuzzleAnalysed(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 3))
	own := p.fen()
	p.visits("puzzle/zq82ztv", rated("zq82ztv"))
	hands[0].move(p, "d2", "f2", true)
	p.learnt("done")
	p.press("#learn-analyse")
	p.wait("document.body.dataset.mode === 'analyse' && " + game + ".getPly() === 4")
	p.press("#restore")
	p.wait(game + ".fen() === " + quote(own))
}

// An invalid link shows a message, with a way to continue.
func TestNoSuchPuzzle(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/nothing"}).ready()
	p.learnt("lost")
	p.words("learn-feedback", "There is no such lesson or puzzle.")
	p.wait("document.querySelector('#learn-main').textContent === 'Next puzzle' && document.getElementById('learn-next').matches('.primary:enabled')")
	p.press("a[href='#learn/2']")
	p.shown("learn/2", "What a ban covers")
}

// The last lesson is a whole game. Here the engine at full strength plays it to its end,
// except for the first turn.
func TestLessonOfWholeGame(t *testing.T) {
	p := open(t, visit{hash: "#learn/8"}).ready()
	p.shown("learn/8", "A whole game")
	p.wait("document.title.startsWith('Lesson 8 of 8: A whole game')")
	p.wait(game + ".getPly() === 2 && document.body.dataset.engine === 'off'")
	p.words("learn-turn", "White moves · Black banned ")
	move := p.text(game + ".getLegalActions().map((a) => a.move.from + a.move.to)[0]")
	hands[0].move(p, move[:2], move[2:], false)
	p.wait(game + ".getPly() > 2")

	// It returns after Play, and after a reload; "Again" restarts it.
	line := p.actions()
	p.press("#mode-play")
	p.wait(game + ".getPly() === 1")
	p.must(p.Eval("location.hash = '#learn/8'", nil))
	p.wait(game + ".toJSON().actions.join(' ').startsWith(" + quote(line) + ")")
	p.reload()
	p.wait(game + ".toJSON().actions.join(' ').startsWith(" + quote(line) + ")")
	p.press("#learn-again")
	p.wait(game + ".getPly() === 2 && document.body.dataset.engine === 'off'")

	p.must(p.Eval(`(async () => {
		const {Engine} = await import(new URL("`+prefix+place(t, "engine.js")+`", location));
		const engine = new Engine(), game = `+game+`;
		try {
			while (!game.gameOver()) {
				if (game.getActivePlayer() === "white") {
					const {action} = await engine.best(game, {time: 60});
					if (game.getActivePlayer() === "white") game.play(action);
				} else await new Promise((done) => document.getElementById("board").addEventListener("action", done, {once: true}));
			}
		} finally { engine.close(); }
		return 1;
	})()`, nil))
	p.learnt("done")
	p.words("learn-feedback", "That was a whole game, and the end of the tutorial.")
	p.words("learn-next", "To the puzzles")
	p.wait("document.querySelector(\"a[href='#learn/8']\").dataset.done === 'true'")
	p.press("#learn-again")
	p.learnt("try")
	p.wait(game + ".getPly() <= 2")
	p.press("#learn-next")
	p.wait("/^#puzzle\\/\\w{7}$/.test(location.hash)")
	p.words("learn-title", "Puzzle, rated ")
}

// After a crash of the board an exercise continues, also as text. Without an engine a wrong
// answer is only described, and can be tried again; the game of the last lesson can be
// played for both sides.
func TestLearnCrashes(t *testing.T) {
	p := open(t, visit{wrap: gallery.Instead("/worker.js", gallery.DeadWorker), allow: faulty("a fault for the test")}).ready()
	p.mistakes()
	hands[0].move(p, "h7", "h6", false)
	p.learnt("refuted")
	p.words("learn-feedback", "The answer cannot be shown. The engine has crashed.")
	p.press("#learn-again")
	p.learnt("try")
	p.visits("learn/4", "The ban that stalemates")
	hands[0].move(p, "e7", "f8", false)
	p.must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.ready()
	p.learnt("try")
	p.wait(game + ".getPly() === 3")
	p.must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.wait("document.body.dataset.boot === 'text' && document.getElementById('grid').dataset.mode === 'solid'")
	p.byText("b:a2a1")
	p.learnt("done")
	p.words("learn-feedback", "stalemate by ban")
	p.press("a[href='#learn/8']")
	p.shown("learn/8", "A whole game")
	p.words("learn-feedback", "The engine has crashed. You can play for it.")
	p.byText("b:e2e4 m:d2d4")
	p.wait(game + ".getPly() === 3")
}

// If nothing can be stored, the score lasts as long as the page.
func TestLearnStoresNothing(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv", wrap: gallery.Before(gallery.StorageBlocked)}).ready()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	hands[0].move(p, "d2", "f2", true)
	p.learnt("done")
	p.words("learn-score", "1 of 1 solved")
	p.visits("learn/2", "What a ban covers")
	p.words("learn-score", "1 of 1 solved")
}

// watchFrames is a script that notes frames with a pawn on e4 while the address is that of
// Learn, once sessionStorage.watched is set.
const watchFrames = `(function look() {
	requestAnimationFrame(look);
	// Before the page's script has run, the document is shown as it was sent.
	if (sessionStorage.watched === undefined || !location.hash.startsWith("#learn") || !document.body?.dataset.mode) return;
	const seen = (at) => document.querySelector(at)?.checkVisibility({visibilityProperty: true});
	const game = document.querySelector("[data-square=e4]")?.getAttribute("aria-label")?.includes("pawn");
	for (const at of ["#status", ...(game ? ["[data-square=e4]", "#board"] : [])]) if (seen(at)) sessionStorage.watched += at + " ";
})()`

// A link to Learn never shows the stored game, and sets the window's title.
func TestLearnComesFirst(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(watchFrames)}).ready()
	hands[0].playAll(p, firstActions(mate, 3))
	own := p.fen()
	p.visits("learn/2", "What a ban covers")
	p.wait("document.title === 'Lesson 2 of 8: What a ban covers – Ban Chess'")
	p.must(p.Eval(`sessionStorage.watched = "", 1`, nil))
	p.reload()
	p.shown("learn/2", "What a ban covers")
	p.words("learn-title", "Lesson 2")
	if got := p.text("sessionStorage.watched"); got != "" {
		t.Errorf("before the lesson one sees %s", got)
	}
	p.press("#mode-play")
	p.wait(game + ".fen() === " + quote(own))
	p.wait("document.title.startsWith('Black moves')")
}
