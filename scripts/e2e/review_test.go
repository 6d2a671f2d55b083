package e2e

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// laterDays is a script that moves the clock on by as many days as sessionStorage.days says.
const laterDays = `{
	const now = Date.now, days = () => Number(sessionStorage.days ?? 0) * 24 * 60 * 60 * 1000;
	Date = class extends Date {
		constructor(...all) { super(...(all.length > 0 ? all : [now() + days()])); }
		static now() { return now() + days(); }
	};
}`

// onDay reloads the page on a later day.
func (p player) onDay(day int) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf("sessionStorage.days = %d, 1", day), nil))
	p.reload()
}

// withMistakes opens the page with three mistakes of Black, of a game in the list, which are
// learnt: the first is found, the second is not, the third is found after a hint.
func withMistakes(t *testing.T, h hand) player {
	t.Helper()
	p := open(t, visit{view: h.view, wrap: gallery.Before(laterDays)}).ready()
	p.listGames(0)
	p.importGames("[Date \"2026.02.01\"]\n" + reportedGame)
	p.gamesAre(1)
	p.inRow(0, "analyse")
	p.wait("+document.getElementById('graph')?.dataset.points === 12")
	p.press("#tab-report")
	p.press("#report-learn-black")
	p.mistake(1, "Black played h6. Find a better move.")
	h.move(p, "e7", "e6", false)
	p.learnt("done")
	p.press("#learn-next")
	p.mistake(2, "Black played h5. Find a better move.")
	p.press("#learn-solution")
	p.learnt("done")
	p.press("#learn-next")
	p.mistake(3, "Black banned a2–a3. Find a better ban.")
	p.press("#learn-hint")
	p.words("learn-feedback", "Ban a move of the queen on f3.")
	p.must(p.Eval("scrollTo(0, 0)", nil))
	h.move(p, "f3", "f7", false)
	p.learnt("done")
	return p
}

// Mistakes come back: what was not found on the next day, the rest later, from the opening
// alone if that is chosen. Learn and My games say how many are due.
func TestMistakesComeBack(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := withMistakes(t, h)
			p.must(p.Eval("location.hash = '#mistakes'", nil))
			p.learnt("over")
			p.words("learn-feedback", "No mistakes are due today. The next ones are due tomorrow.")
			p.words("learn-due", "0 due today · 3 in all")

			p.onDay(1)
			p.words("learn-title", "Mistake 1 of 1 · Computer, level 3, ")
			p.words("learn-task", "Black played h5. Find a better move.")
			p.words("learn-due", "1 due today · 3 in all")
			p.press("#mode-play")
			p.wait("document.body.dataset.mode === 'play'")
			p.listGames(1)
			p.words("games-mistakes", "Your mistakes: 1 due today")
			p.press("#games-mistakes")
			p.words("learn-title", "Mistake 1 of 1")
			p.learnt("try")
			h.move(p, "e7", "e6", false)
			p.learnt("done")
			p.words("learn-due", "0 due today · 3 in all")
			p.press("#learn-next")
			p.learnt("over")
			p.words("learn-feedback", "You found it on the first try. The next ones are due ")

			p.onDay(30)
			p.words("learn-due", "3 due today · 3 in all")
			check := p.axe()
			check("a mistake")
			p.choose("scheme", "dark")
			check("a mistake in the dark")
			p.must(p.Eval(`(() => {
				const select = document.getElementById("learn-opening");
				select.value = "true";
				select.dispatchEvent(new Event("change", {bubbles: true}));
			})()`, nil))
			p.learnt("try")
			p.words("learn-title", "Mistake 1 of 3") // all are in the first twelve plies
			// What is not wanted any more does not come back.
			p.press("#learn-drop")
			p.words("learn-title", "Mistake 1 of 2")
			p.words("learn-feedback", "The previous mistake was removed and will not come back.")
			p.words("learn-due", "2 due today · 2 in all")
			// What was gone past is still due.
			p.press("#learn-next")
			p.words("learn-title", "Mistake 2 of 2")
			p.press("#learn-next")
			p.learnt("over")
			p.words("learn-feedback", "You found 0 of 2 on the first try. 2 are left.")
			p.words("learn-main", "Continue")
			check("mistakes that are left, in the dark")
			p.press("#learn-again")
			p.words("learn-title", "Mistake 1 of 2")
			p.onDay(60)
			p.wait("document.getElementById('learn-opening').value === 'true'")
			p.words("learn-due", "2 due today · 2 in all")
		})
	}
}

// The mistakes of a report that is made come by themselves, where the user has a side. They are
// gone through by keys and found through the accessibility tree.
func TestMistakesOfReport(t *testing.T) {
	p := open(t, visit{}).ready()
	p.listGames(0)
	p.importGames("[White \"Computer, level 3\"]\n[Black \"You\"]\n\n1. {banning: a2a3} e4 {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ {banning: e8f7#} 1-0\n")
	p.gamesAre(1)
	p.inRow(0, "analyse")
	p.wait("document.body.dataset.mode === 'analyse'")
	p.report()
	p.reported("done")
	p.listGames(1)
	p.rowSays(0, "as Black", "% accuracy")
	p.must(p.Key(browser.Escape))
	p.press("#mode-learn")
	p.learnt("try")
	p.words("learn-due", "3 due today · 3 in all")
	p.nodes("region", "Your mistakes")
	p.act("link", "Go through them")
	p.words("learn-title", "Mistake 1 of 3")
	p.words("learn-task", "Black banned a2–a3. Find a better ban.") // the gravest first
	for _, square := range []string{"f3", "f7"} {
		p.must(p.Eval("document.querySelector(\"[data-square='"+square+"']\").focus()", nil))
		p.must(p.Key(browser.Enter))
	}
	p.learnt("done")
	p.wait("document.activeElement.id === 'learn-next'")
	p.must(p.Key(browser.Enter))
	p.words("learn-title", "Mistake 2 of 3")
	p.words("learn-due", "2 due today · 3 in all")
	p.reload() // what was answered does not come again today
	p.words("learn-title", "Mistake 1 of 2")
}

// If nothing can be stored, Learn says so, and the mistakes of a game can still be learnt.
func TestMistakesWithoutStorage(t *testing.T) {
	const blocked = `Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});`
	p := open(t, visit{wrap: gallery.Before(blocked)}).ready()
	p.give(reportedGame)
	p.press("#tab-report")
	p.press("#report-learn-black")
	p.mistake(1, "Black played h6. Find a better move.")
	hands[0].move(p, "e7", "e6", false)
	p.learnt("done")
	p.visits("learn/2", "What a ban covers")
	p.words("learn-due", "This browser does not let the page store anything, so mistakes will not come back.")
}

// The games that an older release has kept are there, and mistakes can be kept beside them.
func TestMistakesBesideOldGames(t *testing.T) {
	const old = `{
		const request = indexedDB.open("banchess.games", 1);
		request.onupgradeneeded = () => {
			request.result.createObjectStore("entries", {keyPath: "id"}).createIndex("date", "date");
			request.result.createObjectStore("games");
			const human = {kind: "human"}, players = {white: human, black: human};
			request.transaction.objectStore("entries").put({id: "old", date: 1, changed: 1, players, control: "-", names: ["Ada", "Bob"], reason: null, winner: null, plies: 2, line: ["b:e2e4", "d4"]});
		};
		request.onsuccess = () => request.result.close();
	}`
	p := open(t, visit{wrap: gallery.Before(old)}).ready()
	p.listGames(1)
	p.rowSays(0, "Ada – Bob")
	p.must(p.Key(browser.Escape))
	p.give(reportedGame)
	p.press("#tab-report")
	p.press("#report-learn-black")
	p.mistake(1, "Black played h6. Find a better move.")
	p.visits("learn/2", "What a ban covers")
	p.words("learn-due", "3 due today · 3 in all")
}
