package learn

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// A puzzle is solved by touch, with a hint. Solving it again does not change the score.
func TestPuzzleByTouch(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv", View: e2e.Phone}).Ready()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	p.Press("#learn-hint")
	p.Words("learn-feedback", "Ban a move of the rook on d2.")
	p.Must(p.Eval("scrollTo(0, 0)", nil))
	e2e.Hands[1].Move(p, "d2", "f2", false)
	p.Learnt("done")
	p.Words("learn-feedback", "Solved. Without this ban, Black plays d2–f2, bans f1–e1 and mates.")
	p.Words("learn-feedback", "With a hint your rating does not rise.")
	p.Reload()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[1].Move(p, "d2", "f2", true)
	p.Learnt("done")
	p.Words("learn-feedback", "Only your first answer counts.")
	p.Words("learn-score", "1 of 1 solved")
}

// A puzzle is solved by keys. Each of its actions has a hint in two steps.
func TestPuzzleByKeys(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/gt9b5pk"}).Ready()
	p.Shown("puzzle/gt9b5pk", e2e.Rated("gt9b5pk"))
	square := func(name string) {
		t.Helper()
		p.Must(p.Eval("document.querySelector(\"[data-square='"+name+"']\").focus()", nil))
	}
	square("d5")
	p.Must(p.Key("h"))
	p.Words("learn-feedback", "Move the knight on d5.")
	p.Must(p.Key(browser.Enter))
	for _, key := range []string{browser.ArrowUp, browser.ArrowRight, browser.ArrowRight, browser.Enter} {
		p.Must(p.Key(key))
	}
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	p.Must(p.Key("h"))
	p.Words("learn-feedback", "Only the king on e8 can move, and it has one move.")
	square("e8")
	for _, key := range []string{browser.Enter, browser.ArrowRight, browser.Enter} {
		p.Must(p.Key(key))
	}
	p.Learnt("done")
	p.Words("learn-score", "1 of 1 solved")
}

// What was won is told at the end, after the solution too.
func TestPuzzleWon(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/4dec7tm"}).Ready()
	p.Shown("puzzle/4dec7tm", e2e.Rated("4dec7tm"))
	e2e.Hands[0].Move(p, "g5", "f6", false)
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	e2e.Hands[0].Move(p, "e7", "f6", true)
	p.Learnt("done")
	p.Words("learn-feedback", "Solved. You have won a knight.")
	p.Visits("puzzle/464g525", e2e.Rated("464g525"))
	p.Press("#learn-solution")
	p.Learnt("done")
	p.Words("learn-feedback", "That was the solution. You have promoted to a rook. With a queen there, you would have to ban White’s only move: stalemate, a draw.")
}

// Leaving a puzzle in any way does not change the score; a held key is pressed once.
func TestPuzzleLeft(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv"}).Ready()
	again := func() {
		t.Helper()
		p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	}
	again()
	p.Must(p.Eval(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "n", repeat: true, bubbles: true, cancelable: true})), 1`, nil))
	p.Must(p.Key("h"))
	p.Words("learn-feedback", "Ban a move of the rook on d2.")
	p.Must(p.Key("n"))
	p.Await("location.hash !== '#puzzle/zq82ztv'")
	p.Learnt("try")
	again()
	p.Press("#learn-next")
	p.Await("location.hash !== '#puzzle/zq82ztv'")
	p.Learnt("try")
	again()
	p.Press("#learn-daily")
	p.Shown("puzzle/daily", "Puzzle of the day")
	// Following the same link again restarts it.
	p.Must(p.Eval("document.getElementById('learn-solution').focus()", nil))
	p.Words("learn-score", "You start at 600.")
	p.Must(p.Key(browser.Enter))
	p.Await("document.activeElement.id === 'learn-next'") // because the button is gone
	p.Learnt("done")
	p.Words("learn-score", "0 of 1 solved")
	p.Press("#learn-daily")
	p.Shown("puzzle/daily", "Puzzle of the day")
	again()
	p.Must(p.Eval("history.back()", nil))
	p.Shown("puzzle/daily", "Puzzle of the day")
	p.Press("#mode-play")
	p.Await("document.body.dataset.mode === 'play'")
	again()
	p.Words("learn-score", "0 of 1 solved")
}

// Only the first answer to a puzzle counts, and a hint in it is remembered, also at later
// visits.
func TestPuzzleFirstAnswer(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv"}).Ready()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	p.Press("#learn-hint")
	p.Words("learn-hint", "Show it")
	p.Words("learn-costs", "Showing it counts as failed.")
	p.Reload()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[0].Move(p, "d2", "f2", false)
	p.Learnt("done")
	p.Words("learn-feedback", "With a hint your rating does not rise.")
	p.Visits("puzzle/gt9b5pk", e2e.Rated("gt9b5pk"))
	e2e.Hands[0].Move(p, "d5", "c3", false)
	p.Learnt("refuted")
	p.Words("learn-feedback", "Black’s king is not in check")
	p.Words("learn-feedback", "This counts as failed. Your rating is ")
	p.Reload()
	p.Shown("puzzle/gt9b5pk", e2e.Rated("gt9b5pk"))
	e2e.Hands[0].Move(p, "d5", "f6", false)
	p.Words("learn-feedback", "Right. Now ban a Black move.")
	e2e.Hands[0].Move(p, "e8", "f8", true)
	p.Learnt("done")
	p.Words("learn-feedback", "Only your first answer counts.")
	p.Words("learn-score", " · 1 of 2 solved")
}

// If the puzzles cannot be loaded, the message has a way to try again.
func TestPuzzlesNotLoaded(t *testing.T) {
	var fails atomic.Bool
	fails.Store(true)
	wrap := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/puzzles-") && fails.Load() {
				fmt.Fprint(w, "not there")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv", Wrap: wrap}).Ready()
	p.Words("learn-feedback", "The puzzles could not be loaded. Check your connection and try again.")
	p.InPlainWords()
	p.Learnt("lost")
	fails.Store(false)
	p.Press("#learn-again")
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
}

// The next puzzle is near the chosen rating, and has the chosen theme. If there is only one,
// a message says so. A puzzle has a link.
func TestPuzzleChosen(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv"}).Ready()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	p.Must(p.Eval("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }, 1", nil))
	p.Press("#learn-copy")
	p.Words("learn-feedback", "Link copied.")
	p.Await("copied === location.href && copied.endsWith('#puzzle/zq82ztv')")
	p.Choice("learn-rating", "2400")
	p.Press("#learn-next")
	p.Await("+document.getElementById('learn-title').textContent.match(/rated (\\d+)/)?.[1] > 2100")
	p.Choice("learn-theme", "en-passant")
	p.Press("#learn-next")
	p.Shown("puzzle/gvqe4dr", e2e.Rated("gvqe4dr"))
	p.Words("learn-feedback", "There is no new puzzle nearer to 2400.")
	p.Press("#learn-next")
	p.Words("learn-feedback", "This is the only puzzle on this theme.")
	p.Words("learn-score", "You start at 600.")
}

// If the record of training alone has no room, Learn says so too.
func TestLearnSaysThatProgressIsNotKept(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/zq82ztv", Wrap: gallery.Before(`{
		const {setItem} = Storage.prototype;
		Storage.prototype.setItem = function (key, text) {
			if (key === "banchess.progress") throw new DOMException("There is no room.", "QuotaExceededError");
			setItem.call(this, key, text);
		};
	}`)}).Ready()
	p.Shown("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[0].Solves(p, e2e.ShippedPuzzles(t)["zq82ztv"])
	p.Words("learn-score", "1 of 1 solved")
	p.Words("learn-score", "This browser’s storage is full: your results last only as long as this page is open.")
}

// If nothing can be stored, Learn says so from the start, and Play says it after the user
// returns.
func TestLearnSaysWhatIsKept(t *testing.T) {
	for name, row := range map[string]struct{ script, why string }{
		"blocked": {gallery.StorageBlocked, "does not let the page store anything"},
		"full":    {gallery.StorageFull, "storage is full"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{Hash: "#learn/2", Wrap: gallery.Before(row.script)}).Ready()
			p.Shown("learn/2", "What a ban covers")
			p.Words("learn-score", row.why+": your results last only as long as this page is open.")
			e2e.Hands[0].Move(p, "a7", "a8", false)
			p.Learnt("done")
			p.Press("#settings-open")
			p.Press("#settings [name=theme][value=blue]")
			p.Words("settings-trouble", row.why+": what you choose lasts only as long as this page is open.")
			p.Must(p.Key(browser.Escape))
			p.Await("!document.getElementById('settings').open && " + e2e.HistoryIsFlat)
			p.Press("#mode-play")
			p.Await("document.getElementById('unkept').checkVisibility()")
			p.Words("unkept", row.why)
		})
	}
}
