package learn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

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
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			h.PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
			own := p.FEN()
			p.Press("#mode-learn")
			p.Learnt("try")
			for i, lesson := range lessons {
				p.Words("learn-title", fmt.Sprintf("Lesson %d of 8: %s", i+1, lesson.title))
				p.Learnt("try")
				p.Await("scrollY === 0") // nobody has to scroll back to the board
				for j, action := range strings.Fields(lesson.actions) {
					if j > 0 {
						p.Learnt("try")
					}
					h.Move(p, action[2:4], action[4:6], j%2 == 0)
					p.Await(fmt.Sprintf("%s.toJSON().actions.includes('%s')", e2e.Game, action))
				}
				p.Learnt("done")
				p.Await(fmt.Sprintf("document.querySelector(\"a[href='#learn/%d']\").dataset.done === 'true'", i+1))
				p.Press("#learn-next")
			}
			p.Shown("learn/8", "A whole game")
			p.Await("document.body.dataset.engine === 'off' && " + e2e.Game + ".getPly() === 2")
			p.Press("#mode-play")
			p.Await(e2e.Game + ".fen() === " + e2e.Quote(own))
			if got := p.Actions(); got != e2e.FirstActions(e2e.Mate, 3) {
				t.Errorf("the game was %s, and is %s", e2e.FirstActions(e2e.Mate, 3), got)
			}
		})
	}
}

// A wrong action is answered on the board, and can be tried again. A hint has two steps.
// All is done by keys, on the grid that screen readers use.
func TestLearnByKeys(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/3"}).Ready()
	p.Shown("learn/3", "The ban that mates")
	start := p.FEN()
	p.Press("[data-square='a1']") // focuses the board
	p.Must(p.Key(browser.Escape))
	p.Must(p.Eval("document.querySelector(\"[data-square='a1']\").focus()", nil))
	p.Must(p.Key(browser.Enter))
	p.Must(p.Key(browser.ArrowUp))
	p.Must(p.Key(browser.Enter))
	p.Learnt("refuted")
	p.Words("learn-feedback", "That is not it.")
	if got := p.Actions(); !strings.HasPrefix(got, "m:a1a2 b:") || len(strings.Fields(got)) != 3 {
		t.Errorf("the answer is %s", got)
	}
	p.Await("document.activeElement.id === 'learn-again'")
	p.Must(p.Key(browser.Enter))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(start))
	p.Learnt("try")
	p.Must(p.Key("h"))
	p.Words("learn-feedback", "Move the rook on a1.")
	p.Must(p.Key("h"))
	p.Words("learn-feedback", "Play a1–a8.")
	p.Must(p.Eval("document.querySelector(\"[data-square='a1']\").focus()", nil))
	p.Must(p.Key(browser.Enter))
	for range 7 {
		p.Must(p.Key(browser.ArrowUp))
	}
	p.Must(p.Key(browser.Enter))
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	p.Must(p.Key("h")) // two steps again
	p.Words("learn-feedback", "Ban a move of the king on g8.")
	p.Must(p.Eval("document.querySelector(\"[data-square='g8']\").focus()", nil))
	p.Must(p.Key(browser.Enter))
	p.Must(p.Key(browser.ArrowRight))
	p.Must(p.Key(browser.ArrowDown))
	p.Must(p.Key(browser.Enter))
	p.Learnt("done")
	p.Words("learn-feedback", "checkmate by ban")
	p.Must(p.Key("n"))
	p.Shown("learn/4", "The ban that stalemates")
	// It is stored for the next visit.
	p.Reload()
	p.Await("document.querySelector(\"a[href='#learn/3']\")?.dataset.done === 'true'")
	p.Shown("learn/4", "The ban that stalemates")
}

// A lesson through the accessibility tree alone.
func TestLearnByTreeAlone(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Activate("button", "Learn")
	p.Nodes("heading", "You are Black. ")
	p.Visits("learn/3", "The ban that mates")
	p.Nodes("heading", "Give a check ")
	for _, square := range []string{"a1", "a8"} {
		p.Activate("gridcell", square+", ")
	}
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	for _, square := range []string{"g8", "h7"} {
		p.Activate("gridcell", square+", ")
	}
	p.Learnt("done")
	p.Activate("button", "Next lesson")
	p.Nodes("heading", "Black is winning, ")
}

// A puzzle has a link, is judged by its line, counts once, and can be continued against the
// engine. The score is stored.
func TestPuzzle(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/gt9b5pk"}).Ready()
	p.Shown("puzzle/gt9b5pk", e2e.Rated("gt9b5pk"))
	p.Words("learn-task", "White to move. Mate in one: a move, then a ban.")
	e2e.Hands[0].Move(p, "d5", "f6", false)
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	e2e.Hands[0].Move(p, "e8", "f8", true)
	p.Learnt("done")
	p.Words("learn-feedback", " (+")
	p.Words("learn-score", "1 of 1 solved")
	p.Reload()
	p.Words("learn-score", "1 of 1 solved")
	p.Press("#learn-next")
	p.Await("/^#puzzle\\/\\w{7}$/.test(location.hash) && location.hash !== '#puzzle/gt9b5pk'")
	p.Words("learn-score", "1 of 1 solved") // it stays solved after it was left
	p.Must(p.Eval("history.back()", nil))
	p.Shown("puzzle/gt9b5pk", e2e.Rated("gt9b5pk"))
	p.Press("#learn-daily")
	p.Shown("puzzle/daily", "Puzzle of the day")
	// The next one has the chosen theme.
	p.Choice("learn-theme", "stalemate")
	p.Press("#learn-next")
	p.Await("/^#puzzle\\/\\w{7}$/.test(location.hash)") // that of the day may have the theme, too
	p.Words("learn-task", "Force a draw.")
	p.Press("#learn-solution")
	p.Learnt("done")
	p.Words("learn-feedback", "That was the solution.")
}

// A wrong action is refuted on the board. Only the first answer counts.
func TestPuzzleRefuted(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv"}).Ready()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	start := p.FEN()
	e2e.Hands[0].Move(p, "f7", "f6", false)
	p.Learnt("refuted")
	p.Words("learn-feedback", "That is not it. Black plays Rf2+, bans f1–e1 and mates. This counts as failed.")
	p.Await("document.getElementById('headline').textContent === 'Black wins: checkmate by ban'")
	p.Words("learn-score", "0 of 1 solved")
	p.Press("#learn-again")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(start))
	e2e.Hands[0].Move(p, "d2", "f2", false)
	p.Learnt("done")
	p.Words("learn-feedback", "Solved.")
	p.Words("learn-score", "0 of 1 solved")
}

// After the solution the game can be continued against the computer or in Analyse, and the
// user's own game can be restored.
func TestPuzzlePlayedOn(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	p.Give("https://example.org/#puzzle/mj81xd4") // pasting the link has the same effect
	p.Shown("puzzle/mj81xd4", e2e.Rated("mj81xd4"))
	p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[0].Move(p, "d2", "f2", true)
	p.Learnt("done")
	p.Press("#learn-play")
	p.Await("document.body.dataset.mode === 'play' && " + e2e.Game + ".getPly() >= 5")
	// The browser's way back restarts the puzzle.
	p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	p.Press("#mode-play")
	p.Await(e2e.Game + ".toJSON().actions[0] === 'b:d2f2'")
}

// A solved puzzle can be analysed, and the user's own game can be restored.
func TestPuzzleAnalysed(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	own := p.FEN()
	p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[0].Move(p, "d2", "f2", true)
	p.Learnt("done")
	p.Press("#learn-analyse")
	p.Await("document.body.dataset.mode === 'analyse' && " + e2e.Game + ".getPly() === 4")
	p.Press("#restore")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(own))
}

// An invalid link shows a message, with a way to continue, and a board on which nobody acts.
func TestNoSuchPuzzle(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/nothing"}).Ready()
	p.Learnt("lost")
	p.Words("learn-feedback", "There is no such lesson or puzzle.")
	p.Await("document.querySelector('#learn-main').textContent === 'Next puzzle' && document.getElementById('learn-next').matches('.primary:enabled')")
	p.Await("document.getElementById('board').checkVisibility({visibilityProperty: true}) && document.getElementById('board').hasAttribute('readonly') && ![...document.querySelectorAll('.acts')].some((e) => e.checkVisibility({visibilityProperty: true}))")
	p.Press("a[href='#learn/2']")
	p.Shown("learn/2", "What a ban covers")
}

// The last lesson is a whole game. Here the engine at full strength plays it to its end,
// except for the first turn.
func TestLessonOfWholeGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/8"}).Ready()
	p.Shown("learn/8", "A whole game")
	p.Await("document.title.startsWith('Lesson 8 of 8: A whole game')")
	p.Await(e2e.Game + ".getPly() === 2 && document.body.dataset.engine === 'off'")
	p.Words("learn-turn", "White moves · Black banned ")
	move := p.Text(e2e.Game + ".getLegalActions().map((a) => a.move.from + a.move.to)[0]")
	e2e.Hands[0].Move(p, move[:2], move[2:], false)
	p.Await(e2e.Game + ".getPly() > 2")

	// It returns after Play, and after a reload; "Again" restarts it.
	line := p.Actions()
	p.Press("#mode-play")
	p.Await(e2e.Game + ".getPly() === 1")
	p.Must(p.Eval("location.hash = '#learn/8'", nil))
	p.Await(e2e.Game + ".toJSON().actions.join(' ').startsWith(" + e2e.Quote(line) + ")")
	p.Reload()
	p.Await(e2e.Game + ".toJSON().actions.join(' ').startsWith(" + e2e.Quote(line) + ")")
	p.Press("#learn-again")
	p.Await(e2e.Game + ".getPly() === 2 && document.body.dataset.engine === 'off'")

	p.Must(p.Eval(`(async () => {
		const {Engine} = await import(new URL("`+e2e.Prefix+e2e.Place(t, "engine.js")+`", location));
		const engine = new Engine(), game = `+e2e.Game+`;
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
	p.Learnt("done")
	p.Words("learn-feedback", "That was a whole game, and the end of the tutorial.")
	p.Words("learn-next", "To the puzzles")
	p.Await("document.querySelector(\"a[href='#learn/8']\").dataset.done === 'true'")
	p.Press("#learn-again")
	p.Learnt("try")
	p.Await(e2e.Game + ".getPly() <= 2")
	p.Press("#learn-next")
	p.Await("/^#puzzle\\/\\w{7}$/.test(location.hash)")
	p.Words("learn-title", "Puzzle, rated ")
}

// After a crash of the board an exercise continues, also as text. Without an engine a wrong
// answer is only described, and can be tried again; the game of the last lesson can be
// played for both sides.
func TestLearnCrashes(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Instead("/worker.js", gallery.DeadWorker), Allow: e2e.Faulty("a fault for the test")}).Ready()
	mistakes(p)
	e2e.Hands[0].Move(p, "h7", "h6", false)
	p.Learnt("refuted")
	p.Words("learn-feedback", "The answer cannot be shown. The engine has crashed.")
	p.Press("#learn-again")
	p.Learnt("try")
	p.Visits("learn/4", "The ban that stalemates")
	e2e.Hands[0].Move(p, "e7", "f8", false)
	p.Must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.Ready()
	p.Learnt("try")
	p.Await(e2e.Game + ".getPly() === 3")
	p.Must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.Await("document.body.dataset.boot === 'text' && document.getElementById('grid').dataset.mode === 'solid'")
	p.ByText("b:a2a1")
	p.Learnt("done")
	p.Words("learn-feedback", "stalemate by ban")
	p.Press("a[href='#learn/8']")
	p.Shown("learn/8", "A whole game")
	p.Words("learn-feedback", "The engine has crashed. You can play for it.")
	p.ByText("b:e2e4 m:d2d4")
	p.Await(e2e.Game + ".getPly() === 3")
}

// If nothing can be stored, the score lasts as long as the page.
func TestLearnStoresNothing(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv", Wrap: gallery.Before(gallery.StorageBlocked)}).Ready()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[0].Move(p, "d2", "f2", true)
	p.Learnt("done")
	p.Words("learn-score", "1 of 1 solved")
	p.Visits("learn/2", "What a ban covers")
	p.Words("learn-score", "1 of 1 solved")
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
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(watchFrames)}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	own := p.FEN()
	p.Visits("learn/2", "What a ban covers")
	p.Await("document.title === 'Lesson 2 of 8: What a ban covers – Ban Chess'")
	p.Must(p.Eval(`sessionStorage.watched = "", 1`, nil))
	p.Reload()
	p.Shown("learn/2", "What a ban covers")
	p.Words("learn-title", "Lesson 2")
	if got := p.Text("sessionStorage.watched"); got != "" {
		t.Errorf("before the lesson one sees %s", got)
	}
	p.Press("#mode-play")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(own))
	p.Await("document.title.startsWith('Black moves')")
}
