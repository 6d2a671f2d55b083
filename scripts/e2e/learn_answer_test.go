package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// A drawing in a lesson does not count as a loaded game: undoing it stays in the lesson,
// and the user's own game returns afterwards.
func TestLearnDrawing(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 3))
	own := p.fen()
	p.visits("learn/3", "The ban that mates")
	p.must(p.RightDrag(p.at("a1"), p.at("a8"), 0))
	p.wait("document.getElementById('board').state.drawings.length === 1")
	for _, keys := range []string{"z", "y"} {
		p.must(p.Chord(browser.Control, keys))
	}
	hands[0].move(p, "a1", "a8", false)
	p.words("learn-feedback", "Right. Now ban a Black move.")
	p.press("#mode-play")
	p.wait(game + ".fen() === " + quote(own))
	p.reload()
	p.wait(game + ".fen() === " + quote(own))
}

// If a game is loaded during an exercise, in any way, the user's own game can be restored,
// not the exercise.
func TestLearnLoadedOver(t *testing.T) {
	for name, load := range map[string]func(p player){
		"script": func(p player) { p.must(p.Eval(game+".load({fen: "+quote(promotion)+"}), 1", nil)) },
		"link": func(p player) {
			p.must(p.Eval("location.hash = "+quote(p.pack(`{"fen":"`+promotion+`","line":""}`)), nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{}).ready()
			hands[0].playAll(p, firstActions(mate, 3))
			own := p.fen()
			p.visits("learn/3", "The ban that mates")
			hands[0].move(p, "a1", "a8", false)
			p.words("learn-feedback", "Right. Now ban a Black move.")
			load(p)
			p.wait("document.body.dataset.mode === 'play' && " + game + ".fen() === " + quote(promotion))
			if name == "script" { // it shows no message
				p.press("#undo")
			} else {
				p.press("#restore")
			}
			p.wait(game + ".fen() === " + quote(own))
		})
	}
}

// In a lesson, dragging a wrong piece shows a message that names the right one.
func TestLearnRefused(t *testing.T) {
	p := open(t, visit{hash: "#learn/1"}).ready()
	for _, row := range []struct{ place, title, from, to, words string }{
		{"learn/1", "Bans", "e7", "e5", "That is a black pawn. Ban one of White’s moves."},
		{"learn/1", "Bans", "e2", "e5", "White cannot play e2–e5, so it need not be banned."},
		{"learn/3", "The ban that mates", "g7", "g6", "That is a black pawn. Move a white piece."},
		{"learn/7", "Two threats at once", "e1", "e5", "e1–e5 is banned (Black banned it)."},
	} {
		p.visits(row.place, row.title)
		hands[0].move(p, row.from, row.to, true)
		p.words("learn-feedback", row.words)
		p.learnt("try")
	}
	// The right action removes the message at once.
	p.must(p.Eval(`window.answering = null, new MutationObserver(() => {
		if (document.body.dataset.learn === "answer") answering ??= document.getElementById("learn-feedback").textContent;
	}).observe(document.body, {attributeFilter: ["data-learn"]}), 1`, nil))
	p.visits("learn/1", "Bans")
	hands[0].move(p, "e7", "e5", true)
	p.words("learn-feedback", "That is a black pawn.")
	hands[0].move(p, "e2", "e4", false)
	p.wait("answering === ''")
}

// The solution of a lesson includes its point.
func TestLessonSolution(t *testing.T) {
	p := open(t, visit{hash: "#learn/2"}).ready()
	p.shown("learn/2", "What a ban covers")
	p.press("#learn-solution")
	p.learnt("done")
	p.words("learn-feedback", "That was the solution. One ban covered all four promotions")
}

// When all lessons are done, Learn opens a puzzle.
func TestLearnAfterLessons(t *testing.T) {
	const kept = "localStorage['banchess.learn'] = JSON.stringify({lessons: [1, 2, 3, 4, 5, 6, 7, 8]});"
	p := open(t, visit{hash: "#learn", wrap: gallery.Before(kept)}).ready()
	p.shown("learn", "Puzzle, rated ")
}

// In the lesson of a whole game, the ban that ends it is pointed out. Both sides are played
// by hand here, because there is no engine.
func TestLessonLastReply(t *testing.T) {
	p := open(t, visit{hash: "#learn/8", wrap: gallery.Instead("/worker.js", gallery.DeadWorker), allow: faulty("a fault for the test")}).ready()
	p.shown("learn/8", "A whole game")
	p.words("learn-feedback", "You can play for it.")
	hands[0].playAll(p, firstActions(mate, 10))
	p.words("learn-turn", "Black has one legal move left, e8–f7. Ban it: checkmate.")
	p.wait("document.getElementById('board').state.arrows.some(({kind, from, to}) => kind === 'hint-ban' && from + to === 'e8f7')")
	hands[0].move(p, "e8", "f7", true)
	p.learnt("done")
	p.words("learn-feedback", "That was a whole game")

	p.press("#learn-again")
	p.words("learn-feedback", "You can play for it.")
	hands[0].playAll(p, "b:a2a3 m:f2f3 b:a7a6 m:e7e5 b:a2a3 m:g2g4 b:a7a6 m:d8h4")
	p.learnt("done")
	p.words("learn-feedback", "You lost this game. Play it again, or go on to the puzzles.")
}

// keyAfter presses a key right after the next action on the board.
func (p player) keyAfter(key, modifiers string) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`document.getElementById("board").addEventListener("action", () => setTimeout(() =>
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "%s", %s bubbles: true, cancelable: true}))), {once: true}), 1`, key, modifiers), nil))
}

// Looking back during an answer does not change the answer.
func TestLookingBackInAnswer(t *testing.T) {
	for _, look := range []struct{ key, modifiers string }{{"Home", ""}, {"ArrowUp", ""}, {"ArrowLeft", "shiftKey: true,"}} {
		t.Run(look.key, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{hash: "#learn/1"}).ready()
			p.shown("learn/1", "Bans")
			p.keyAfter(look.key, look.modifiers)
			hands[0].move(p, "a2", "a3", false)
			p.words("learn-feedback", "Right. e7–e5 is banned. Now move.")
			if got := p.actions(); got != "b:a2a3 m:e2e4 b:e7e5" {
				t.Errorf("the line is %s", got)
			}
			hands[0].move(p, "g8", "f6", false)
			p.learnt("done")
			p.visits("learn/6", "A single attacker")
			p.keyAfter(look.key, look.modifiers)
			hands[0].move(p, "e1", "e2", false)
			p.learnt("refuted")
			if got := p.actions(); !strings.HasPrefix(got, "b:e1e2 m:e1e5") {
				t.Errorf("the wrong ban and its answer are %s; want b:e1e2, and the queen taken on e5", got)
			}
		})
	}
}

// A lesson that is chosen while the board is restarting appears afterwards, and keys do no
// harm meanwhile.
func TestLearnWithoutRules(t *testing.T) {
	p := open(t, visit{hash: "#learn/3", allow: faulty("a fault for the test")}).ready()
	p.shown("learn/3", "The ban that mates")
	p.must(p.Eval(`document.getElementById("board").addEventListener("stopped", () => {
		document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "r", bubbles: true, cancelable: true}));
		location.hash = "#learn/2";
	}, {once: true}), `+gallery.CrashBoard+"(1)", nil))
	p.ready()
	p.shown("learn/2", "What a ban covers")
	hands[0].move(p, "a7", "a8", false)
	p.learnt("done")
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
			p := open(t, visit{hash: "#" + place}).ready()
			p.shown(place, row.title)
			start := p.fen()
			hands[0].move(p, row.action[:2], row.action[2:], false)
			p.learnt("refuted")
			p.words("learn-feedback", "That is not it. ")
			p.words("learn-feedback", row.words)
			// The button disappears, and the board gets the focus.
			p.press("#learn-again")
			p.learnt("try")
			p.wait("document.activeElement.closest('#grid') !== null")
			p.wait(game + ".fen() === " + quote(start))
		})
	}
}

// mistakes opens the mistakes of a game, which the engine refutes.
func (p player) mistakes() {
	p.t.Helper()
	p.give(reportedGame)
	p.wait("document.body.dataset.mode === 'analyse'")
	p.press("#tab-report")
	p.press("#report-learn-black")
	p.mistake(1, "Black played h6. Find a better move.")
}

// While the engine is loading, a message says so, and the user need not wait for it. Lessons
// do without it.
func TestLearnEngineLoads(t *testing.T) {
	p := open(t, visit{wrap: gallery.Instead("/worker.js", "// silent")}).ready()
	p.mistakes()
	hands[0].move(p, "h7", "h6", false)
	p.words("learn-feedback", "That is not it. That was played in the game. The engine is loading.")
	p.learnt("refuting")
	p.press("#learn-again")
	p.learnt("try")
	p.visits("learn/4", "The ban that stalemates")
	hands[0].move(p, "e7", "d7", false)
	p.learnt("refuted")
	p.press("#learn-again")
	p.learnt("try")
	hands[0].move(p, "e7", "f8", false)
	p.words("learn-feedback", "Right. Now ban a Black move.")
	p.press("a[href='#learn/8']")
	p.shown("learn/8", "A whole game")
	p.words("learn-feedback", "The engine is loading.")
}

// countEngines is a script that counts the live workers of engines.
const countEngines = `window.engines = new Set(), window.Worker = class extends Worker {
	constructor(url, ...all) { super(url, ...all); if (String(url).endsWith("/worker.js")) engines.add(this); }
	terminate() { super.terminate(); engines.delete(this); }
};`

// The engine that answers is closed when the user leaves Learn.
func TestLearnClosesEngine(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(countEngines)}).ready()
	p.mistakes()
	p.wait("engines.size === 0")
	hands[0].move(p, "h7", "h6", false)
	p.learnt("refuted")
	p.wait("engines.size === 1")
	p.press("#mode-play")
	p.wait("engines.size === 0")
}

// A typed action is refused with a true message when nobody may act.
func TestLearnTyped(t *testing.T) {
	p := open(t, visit{hash: "#learn/3"}).ready()
	p.shown("learn/3", "The ban that mates")
	hands[0].move(p, "a1", "a2", false)
	p.learnt("refuted")
	p.must(p.Key("/"))
	p.wait("document.activeElement.id === 'typed-text'")
	p.must(p.Type("h7"))
	p.must(p.Key(browser.Enter))
	p.words("learn-feedback", "It is not your turn here.")
}
