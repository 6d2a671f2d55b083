package analyse

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
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
func onDay(p e2e.Player, day int) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf("sessionStorage.days = %d, 1", day), nil))
	p.Reload()
}

// withMistakes opens the page with three mistakes of Black, of a game in the list, which are
// learnt: the first is found, the second is not, the third is found after a hint.
func withMistakes(t *testing.T, h e2e.Hand) e2e.Player {
	t.Helper()
	p := e2e.Open(t, e2e.Visit{View: h.View, Wrap: gallery.Before(laterDays)}).Ready()
	p.ListGames(0)
	p.ImportGames("[Date \"2026.02.01\"]\n" + e2e.ReportedGame)
	p.GamesAre(1)
	p.InRow(0, "analyse")
	p.Await("+document.getElementById('graph')?.dataset.points === 12")
	p.Press("#tab-report")
	p.Press("#report-learn-black")
	p.Mistake(1, "Black played h6. Find a better move.")
	h.Move(p, "e7", "e6", false)
	p.Learnt("done")
	p.Press("#learn-next")
	p.Mistake(2, "Black played h5. Find a better move.")
	p.Press("#learn-solution")
	p.Learnt("done")
	p.Press("#learn-next")
	p.Mistake(3, "Black banned a2–a3. Find a better ban.")
	p.Press("#learn-hint")
	p.Words("learn-feedback", "Ban a move of the queen on f3.")
	p.Must(p.Eval("scrollTo(0, 0)", nil))
	h.Move(p, "f3", "f7", false)
	p.Learnt("done")
	return p
}

// Mistakes come back: what was not found on the next day, the rest later, from the opening
// alone if that is chosen. Learn and My games say how many are due.
func TestMistakesComeBack(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			p := withMistakes(t, h)
			p.Must(p.Eval("location.hash = '#mistakes'", nil))
			p.Learnt("over")
			p.Words("learn-feedback", "No mistakes are due today. The next ones are due tomorrow.")
			p.Words("learn-due", "0 due today · 3 in all")

			onDay(p, 1)
			p.Words("learn-title", "Mistake 1 of 1 · Computer, level 3, ")
			p.Words("learn-task", "Black played h5. Find a better move.")
			p.Words("learn-due", "1 due today · 3 in all")
			p.Press("#mode-play")
			p.Await("document.body.dataset.mode === 'play'")
			p.ListGames(1)
			p.Words("games-mistakes", "Your mistakes: 1 due today")
			p.Press("#games-mistakes")
			p.Words("learn-title", "Mistake 1 of 1")
			p.Learnt("try")
			h.Move(p, "e7", "e6", false)
			p.Learnt("done")
			p.Words("learn-due", "0 due today · 3 in all")
			p.Press("#learn-next")
			p.Learnt("over")
			p.Words("learn-feedback", "You found it on the first try. The next ones are due ")

			onDay(p, 30)
			p.Words("learn-due", "3 due today · 3 in all")
			check := p.Axe()
			check("a mistake")
			p.Choose("scheme", "dark")
			check("a mistake in the dark")
			p.Must(p.Eval(`(() => {
				const select = document.getElementById("learn-opening");
				select.value = "true";
				select.dispatchEvent(new Event("change", {bubbles: true}));
			})()`, nil))
			p.Learnt("try")
			p.Words("learn-title", "Mistake 1 of 3") // all are in the first twelve plies
			// What is not wanted any more does not come back.
			p.Press("#learn-drop")
			p.Words("learn-title", "Mistake 1 of 2")
			p.Words("learn-feedback", "The previous mistake was removed and will not come back.")
			p.Words("learn-due", "2 due today · 2 in all")
			// It does if that is undone, until one goes on.
			p.Press("#learn-undrop")
			p.Words("learn-title", "Mistake 1 of 3")
			p.Words("learn-feedback", "The mistake is back.")
			p.Words("learn-due", "3 due today · 3 in all")
			p.Await("document.getElementById('learn-undrop') === null && document.activeElement.closest('#grid') !== null")
			p.Press("#learn-drop")
			p.Words("learn-due", "2 due today · 2 in all")
			// What was gone past is still due.
			p.Press("#learn-next")
			p.Words("learn-title", "Mistake 2 of 2")
			p.Await("document.getElementById('learn-undrop') === null")
			p.Press("#learn-drop") // after the last one there is the result
			p.Learnt("over")
			p.Press("#learn-undrop")
			p.Words("learn-title", "Mistake 2 of 2")
			p.Press("#learn-next")
			p.Learnt("over")
			p.Words("learn-feedback", "You found 0 of 2 on the first try. 2 are left.")
			p.Words("learn-main", "Continue")
			check("mistakes that are left, in the dark")
			p.Press("#learn-again")
			p.Words("learn-title", "Mistake 1 of 2")
			onDay(p, 60)
			p.Await("document.getElementById('learn-opening').value === 'true'")
			p.Words("learn-due", "2 due today · 2 in all")
		})
	}
}

// The mistakes of a report that is made come by themselves, where the user has a side. They are
// gone through by keys and found through the accessibility tree.
func TestMistakesOfReport(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.ListGames(0)
	p.ImportGames("[White \"Computer, level 3\"]\n[Black \"You\"]\n\n1. {banning: a2a3} e4 {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ {banning: e8f7#} 1-0\n")
	p.GamesAre(1)
	p.InRow(0, "analyse")
	p.Await("document.body.dataset.mode === 'analyse'")
	p.Report()
	p.Reported("done")
	p.ListGames(1)
	p.RowSays(0, "as Black", "% accuracy")
	p.Must(p.Key(browser.Escape))
	p.Press("#mode-learn")
	p.Learnt("try")
	p.Words("learn-due", "3 due today · 3 in all")
	p.Nodes("region", "Your mistakes")
	p.Activate("link", "Go through them")
	p.Words("learn-title", "Mistake 1 of 3")
	p.Words("learn-task", "Black banned a2–a3. Find a better ban.") // the gravest first
	for _, square := range []string{"f3", "f7"} {
		p.Must(p.Eval("document.querySelector(\"[data-square='"+square+"']\").focus()", nil))
		p.Must(p.Key(browser.Enter))
	}
	p.Learnt("done")
	p.Await("document.activeElement.id === 'learn-next'")
	p.Must(p.Key(browser.Enter))
	p.Words("learn-title", "Mistake 2 of 3")
	p.Words("learn-due", "2 due today · 3 in all")
	p.Reload() // what was answered does not come again today
	p.Words("learn-title", "Mistake 1 of 2")
}

// If nothing can be stored, Learn says so, and the mistakes of a game can still be learnt.
func TestMistakesWithoutStorage(t *testing.T) {
	const blocked = `Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});`
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(blocked)}).Ready()
	p.Give(e2e.ReportedGame)
	p.Press("#tab-report")
	p.Press("#report-learn-black")
	p.Mistake(1, "Black played h6. Find a better move.")
	e2e.Hands[0].Move(p, "e7", "e6", false)
	p.Learnt("done")
	p.Visits("learn/2", "What a ban covers")
	p.Words("learn-due", "This browser does not let the page store anything, so mistakes will not come back.")
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
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(old)}).Ready()
	p.ListGames(1)
	p.RowSays(0, "Ada – Bob")
	p.Must(p.Key(browser.Escape))
	p.Give(e2e.ReportedGame)
	p.Press("#tab-report")
	p.Press("#report-learn-black")
	p.Mistake(1, "Black played h6. Find a better move.")
	p.Visits("learn/2", "What a ban covers")
	p.Words("learn-due", "3 due today · 3 in all")
}
