package learn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// A drawing in a lesson does not count as a loaded game: undoing it stays in the lesson,
// and the user's own game returns afterwards.
func TestLearnDrawing(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	own := p.FEN()
	p.Visits("learn/3", "The ban that mates")
	p.Must(p.RightDrag(p.At("a1"), p.At("a8"), 0))
	p.Await("document.getElementById('board').state.drawings.length === 1")
	for _, keys := range []string{"z", "y"} {
		p.Must(p.Chord(browser.Control, keys))
	}
	e2e.Hands[0].Move(p, "a1", "a8", false)
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	p.Press("#mode-play")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(own))
	p.Reload()
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(own))
}

// If a game is loaded during an exercise, in any way, the user's own game can be restored,
// not the exercise.
func TestLearnLoadedOver(t *testing.T) {
	for name, load := range map[string]func(p e2e.Player){
		"script": func(p e2e.Player) { p.Must(p.Eval(e2e.Game+".load({fen: "+e2e.Quote(e2e.Promotion)+"}), 1", nil)) },
		"link": func(p e2e.Player) {
			p.Must(p.Eval("location.hash = "+e2e.Quote(p.Pack(`{"fen":"`+e2e.Promotion+`","line":""}`)), nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{}).Ready()
			e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
			own := p.FEN()
			p.Visits("learn/3", "The ban that mates")
			e2e.Hands[0].Move(p, "a1", "a8", false)
			p.Words("learn-feedback", "Right. Now ban a Black move.")
			load(p)
			p.Await("document.body.dataset.mode === 'play' && " + e2e.Game + ".fen() === " + e2e.Quote(e2e.Promotion))
			if name == "script" { // it shows no message
				p.Press("#undo")
			} else {
				p.Press("#restore")
			}
			p.Await(e2e.Game + ".fen() === " + e2e.Quote(own))
		})
	}
}

// In a lesson, dragging a wrong piece shows a message that names the right one.
func TestLearnRefused(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/1"}).Ready()
	for _, row := range []struct{ place, title, from, to, words string }{
		{"learn/1", "Bans", "e7", "e5", "That is a black pawn. Ban one of White’s moves."},
		{"learn/1", "Bans", "e2", "e5", "White cannot play e2–e5, so it need not be banned."},
		{"learn/3", "The ban that mates", "g7", "g6", "That is a black pawn. Move a white piece."},
		{"learn/7", "Two threats at once", "e1", "e5", "e1–e5 is banned (Black banned it)."},
	} {
		p.Visits(row.place, row.title)
		e2e.Hands[0].Move(p, row.from, row.to, true)
		p.Words("learn-feedback", row.words)
		p.Learnt("try")
	}
	// The right action removes the message at once.
	p.Must(p.Eval(`window.answering = null, new MutationObserver(() => {
		if (document.body.dataset.learn === "answer") answering ??= document.getElementById("learn-feedback").textContent;
	}).observe(document.body, {attributeFilter: ["data-learn"]}), 1`, nil))
	p.Visits("learn/1", "Bans")
	e2e.Hands[0].Move(p, "e7", "e5", true)
	p.Words("learn-feedback", "That is a black pawn.")
	e2e.Hands[0].Move(p, "e2", "e4", false)
	p.Await("answering === ''")
}

// The solution of a lesson includes its point.
func TestLessonSolution(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/2"}).Ready()
	p.Shown("learn/2", "What a ban covers")
	p.Press("#learn-solution")
	p.Learnt("done")
	p.Words("learn-feedback", "That was the solution. One ban covered all four promotions")
}

// When all lessons are done, Learn opens a puzzle.
func TestLearnAfterLessons(t *testing.T) {
	const kept = "localStorage['banchess.learn'] = JSON.stringify({lessons: [1, 2, 3, 4, 5, 6, 7, 8]});"
	p := e2e.Open(t, e2e.Visit{Hash: "#learn", Wrap: gallery.Before(kept)}).Ready()
	p.Shown("learn", "Puzzle, rated ")
}

// In the lesson of a whole game, the ban that ends it is pointed out. Both sides are played
// by hand here, because there is no engine.
func TestLessonLastReply(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/8", Wrap: gallery.Instead("/worker.js", gallery.DeadWorker), Allow: e2e.Faulty("a fault for the test")}).Ready()
	p.Shown("learn/8", "A whole game")
	p.Words("learn-feedback", "You can play for it.")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 10))
	p.Words("learn-turn", "Black has one legal move left, e8–f7. Ban it: checkmate.")
	p.Await("document.getElementById('board').state.arrows.some(({kind, from, to}) => kind === 'hint-ban' && from + to === 'e8f7')")
	e2e.Hands[0].Move(p, "e8", "f7", true)
	p.Learnt("done")
	p.Words("learn-feedback", "That was a whole game")

	p.Press("#learn-again")
	p.Words("learn-feedback", "You can play for it.")
	e2e.Hands[0].PlayAll(p, "b:a2a3 m:f2f3 b:a7a6 m:e7e5 b:a2a3 m:g2g4 b:a7a6 m:d8h4")
	p.Learnt("done")
	p.Words("learn-feedback", "You lost this game. Play it again, or go on to the puzzles.")
}

// keyAfter presses a key right after the next action on the board.
func keyAfter(p e2e.Player, key, modifiers string) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`document.getElementById("board").addEventListener("action", () => setTimeout(() =>
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "%s", %s bubbles: true, cancelable: true}))), {once: true}), 1`, key, modifiers), nil))
}

// Looking back during an answer does not change the answer.
func TestLookingBackInAnswer(t *testing.T) {
	for _, look := range []struct{ key, modifiers string }{{"Home", ""}, {"ArrowUp", ""}, {"ArrowLeft", "shiftKey: true,"}} {
		t.Run(look.key, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{Hash: "#learn/1"}).Ready()
			p.Shown("learn/1", "Bans")
			keyAfter(p, look.key, look.modifiers)
			e2e.Hands[0].Move(p, "a2", "a3", false)
			p.Words("learn-feedback", "Right. e7–e5 is banned. Now move.")
			if got := p.Actions(); got != "b:a2a3 m:e2e4 b:e7e5" {
				t.Errorf("the line is %s", got)
			}
			e2e.Hands[0].Move(p, "g8", "f6", false)
			p.Learnt("done")
			p.Visits("learn/6", "A single attacker")
			keyAfter(p, look.key, look.modifiers)
			e2e.Hands[0].Move(p, "e1", "e2", false)
			p.Learnt("refuted")
			if got := p.Actions(); !strings.HasPrefix(got, "b:e1e2 m:e1e5") {
				t.Errorf("the wrong ban and its answer are %s; want b:e1e2, and the queen taken on e5", got)
			}
		})
	}
}

// A lesson that is chosen while the board is restarting appears afterwards, and keys do no
// harm meanwhile.
func TestLearnWithoutRules(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/3", Allow: e2e.Faulty("a fault for the test")}).Ready()
	p.Shown("learn/3", "The ban that mates")
	p.Must(p.Eval(`document.getElementById("board").addEventListener("stopped", () => {
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "r", bubbles: true, cancelable: true}));
		location.hash = "#learn/2";
	}, {once: true}), `+gallery.CrashBoard+"(1)", nil))
	p.Ready()
	p.Shown("learn/2", "What a ban covers")
	e2e.Hands[0].Move(p, "a7", "a8", false)
	p.Learnt("done")
}

// For each wrong action in each lesson there is a true message.
func TestLessonsRefute(t *testing.T) {
	for _, row := range []struct {
		lesson        int
		title, action string
		words         string
	}{
		{2, "What a ban covers", "f2f3", "becomes a queen"},
		{3, "The ban that mates", "a1a2", "Black’s king is not in check"},
		{4, "The ban that stalemates", "e7d7", "Black’s queen can still move"},
		{5, "Defend with a ban", "f5f6", "White plays Qxf7+, your only answer is Kxf7"},
		{6, "A single attacker", "e1e2", "Your queen is taken."},
		{7, "Two threats at once", "f3d4", "You did not take the queen."},
	} {
		t.Run(row.title, func(t *testing.T) {
			t.Parallel()
			place := fmt.Sprintf("learn/%d", row.lesson)
			p := e2e.Open(t, e2e.Visit{Hash: "#" + place}).Ready()
			p.Shown(place, row.title)
			start := p.FEN()
			e2e.Hands[0].Move(p, row.action[:2], row.action[2:], false)
			p.Learnt("refuted")
			p.Words("learn-feedback", "That is not it. ")
			p.Words("learn-feedback", row.words)
			// The button disappears, and the board gets the focus.
			p.Press("#learn-again")
			p.Learnt("try")
			p.Await("document.activeElement.closest('#grid') !== null")
			p.Await(e2e.Game + ".fen() === " + e2e.Quote(start))
		})
	}
}

// mistakes opens the mistakes of a game, which the engine refutes.
func mistakes(p e2e.Player) {
	p.T.Helper()
	p.Give(e2e.ReportedGame)
	p.Await("document.body.dataset.mode === 'analyse'")
	p.Press("#tab-report")
	p.Press("#report-learn-black")
	p.Mistake(1, "Black played h6. Find a better move.")
}

// While the engine is loading, a message says so, and the user need not wait for it. Lessons
// do without it.
func TestLearnEngineLoads(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Instead("/worker.js", "// silent")}).Ready()
	mistakes(p)
	e2e.Hands[0].Move(p, "h7", "h6", false)
	p.Words("learn-feedback", "That is not it. That was played in the game. The engine is loading.")
	p.Learnt("refuting")
	p.Press("#learn-again")
	p.Learnt("try")
	p.Visits("learn/4", "The ban that stalemates")
	e2e.Hands[0].Move(p, "e7", "d7", false)
	p.Learnt("refuted")
	p.Press("#learn-again")
	p.Learnt("try")
	e2e.Hands[0].Move(p, "e7", "f8", false)
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	p.Press("a[href='#learn/8']")
	p.Shown("learn/8", "A whole game")
	p.Words("learn-feedback", "The engine is loading.")
}

// countEngines is a script that counts the live workers of engines.
const countEngines = `window.engines = new Set(), window.Worker = class extends Worker {
	constructor(url, ...all) { super(url, ...all); if (String(url).endsWith("/worker.js")) engines.add(this); }
	terminate() { super.terminate(); engines.delete(this); }
};`

// The engine that answers is closed when the user leaves Learn.
func TestLearnClosesEngine(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(countEngines)}).Ready()
	mistakes(p)
	p.Await("engines.size === 0")
	e2e.Hands[0].Move(p, "h7", "h6", false)
	p.Learnt("refuted")
	p.Await("engines.size === 1")
	p.Press("#mode-play")
	p.Await("engines.size === 0")
}

// A typed action is refused with a true message when nobody may act.
func TestLearnTyped(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/3"}).Ready()
	p.Shown("learn/3", "The ban that mates")
	e2e.Hands[0].Move(p, "a1", "a2", false)
	p.Learnt("refuted")
	p.Must(p.Key("/"))
	p.Await("document.activeElement.id === 'typed-text'")
	p.Must(p.Type("h7"))
	p.Must(p.Key(browser.Enter))
	p.Words("learn-feedback", "It is not your turn here.")
}
