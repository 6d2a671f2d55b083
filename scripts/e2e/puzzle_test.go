package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// choice chooses the theme or the rating of the next puzzle, by keys.
func (p player) choice(id, value string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector('#%s [value=%q]') !== null", id, value))
	p.must(p.Eval("document.getElementById('"+id+"').focus()", nil))
	p.must(p.Key(browser.Home))
	for at, more := "none", true; more; p.must(p.Key(browser.ArrowDown)) {
		now := p.text("document.getElementById('" + id + "').value")
		if now == value {
			return
		}
		at, more = now, at != now
	}
	p.t.Fatalf("%s has no %s", id, value)
}

// A puzzle is solved by touch, with a hint. Solving it again does not change the score.
func TestPuzzleByTouch(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv", view: phone}).ready()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	p.press("#learn-hint")
	p.words("learn-feedback", "Ban a move of the rook on d2.")
	p.must(p.Eval("scrollTo(0, 0)", nil))
	hands[1].move(p, "d2", "f2", false)
	p.learnt("done")
	p.words("learn-feedback", "Solved. Without this ban, Black plays d2–f2, bans f1–e1 and mates.")
	p.words("learn-feedback", "With a hint your rating does not rise.")
	p.reload()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	hands[1].move(p, "d2", "f2", true)
	p.learnt("done")
	p.words("learn-feedback", "Only your first answer counts.")
	p.words("learn-score", "1 of 1 solved")
}

// A puzzle is solved by keys. Each of its actions has a hint in two steps.
func TestPuzzleByKeys(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/gt9b5pk"}).ready()
	p.shown("puzzle/gt9b5pk", rated("gt9b5pk"))
	square := func(name string) {
		t.Helper()
		p.must(p.Eval("document.querySelector(\"[data-square='"+name+"']\").focus()", nil))
	}
	square("d5")
	p.must(p.Key("h"))
	p.words("learn-feedback", "Move the knight on d5.")
	p.must(p.Key(browser.Enter))
	for _, key := range []string{browser.ArrowUp, browser.ArrowRight, browser.ArrowRight, browser.Enter} {
		p.must(p.Key(key))
	}
	p.words("learn-feedback", "Right. Now ban a Black move.")
	p.must(p.Key("h"))
	p.words("learn-feedback", "Only the king on e8 can move, and it has one move.")
	square("e8")
	for _, key := range []string{browser.Enter, browser.ArrowRight, browser.Enter} {
		p.must(p.Key(key))
	}
	p.learnt("done")
	p.words("learn-score", "1 of 1 solved")
}

// What was won is told at the end, after the solution too.
func TestPuzzleWon(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/4dec7tm"}).ready()
	p.shown("puzzle/4dec7tm", rated("4dec7tm"))
	hands[0].move(p, "g5", "f6", false)
	p.words("learn-feedback", "Right. Now ban a Black move.")
	hands[0].move(p, "e7", "f6", true)
	p.learnt("done")
	p.words("learn-feedback", "Solved. You have won a knight.")
	p.visits("puzzle/464g525", rated("464g525"))
	p.press("#learn-solution")
	p.learnt("done")
	p.words("learn-feedback", "That was the solution. You have promoted to a rook. With a queen there, you would have to ban White’s only move: stalemate, a draw.")
}

// Leaving a puzzle in any way does not change the score; a held key is pressed once.
func TestPuzzleLeft(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv"}).ready()
	again := func() {
		t.Helper()
		p.visits("puzzle/zq82ztv", rated("zq82ztv"))
	}
	again()
	p.must(p.Eval(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "n", repeat: true, bubbles: true, cancelable: true})), 1`, nil))
	p.must(p.Key("h"))
	p.words("learn-feedback", "Ban a move of the rook on d2.")
	p.must(p.Key("n"))
	p.wait("location.hash !== '#puzzle/zq82ztv'")
	p.learnt("try")
	again()
	p.press("#learn-next")
	p.wait("location.hash !== '#puzzle/zq82ztv'")
	p.learnt("try")
	again()
	p.press("#learn-daily")
	p.shown("puzzle/daily", "Puzzle of the day")
	// Following the same link again restarts it.
	p.must(p.Eval("document.getElementById('learn-solution').focus()", nil))
	p.words("learn-score", "You start at 600.")
	p.must(p.Key(browser.Enter))
	p.wait("document.activeElement.id === 'learn-next'") // because the button is gone
	p.learnt("done")
	p.words("learn-score", "0 of 1 solved")
	p.press("#learn-daily")
	p.shown("puzzle/daily", "Puzzle of the day")
	again()
	p.must(p.Eval("history.back()", nil))
	p.shown("puzzle/daily", "Puzzle of the day")
	p.press("#mode-play")
	p.wait("document.body.dataset.mode === 'play'")
	again()
	p.words("learn-score", "0 of 1 solved")
}

// Only the first answer to a puzzle counts, and a hint in it is remembered, also at later
// visits.
func TestPuzzleFirstAnswer(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv"}).ready()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	p.press("#learn-hint")
	p.words("learn-hint", "Show it")
	p.words("learn-costs", "Showing it counts as failed.")
	p.reload()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	hands[0].move(p, "d2", "f2", false)
	p.learnt("done")
	p.words("learn-feedback", "With a hint your rating does not rise.")
	p.visits("puzzle/gt9b5pk", rated("gt9b5pk"))
	hands[0].move(p, "d5", "c3", false)
	p.learnt("refuted")
	p.words("learn-feedback", "Black’s king is not in check")
	p.words("learn-feedback", "This counts as failed. Your rating is ")
	p.reload()
	p.shown("puzzle/gt9b5pk", rated("gt9b5pk"))
	hands[0].move(p, "d5", "f6", false)
	p.words("learn-feedback", "Right. Now ban a Black move.")
	hands[0].move(p, "e8", "f8", true)
	p.learnt("done")
	p.words("learn-feedback", "Only your first answer counts.")
	p.words("learn-score", " · 1 of 2 solved")
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
	p := open(t, visit{hash: "#puzzle/zq82ztv", wrap: wrap}).ready()
	p.words("learn-feedback", "The puzzles could not be loaded. Check your connection and try again.")
	p.inPlainWords()
	p.learnt("lost")
	fails.Store(false)
	p.press("#learn-again")
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
}

// The next puzzle is near the chosen rating, and has the chosen theme. If there is only one,
// a message says so. A puzzle has a link.
func TestPuzzleChosen(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv"}).ready()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	p.must(p.Eval("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }, 1", nil))
	p.press("#learn-copy")
	p.words("learn-feedback", "Link copied.")
	p.wait("copied === location.href && copied.endsWith('#puzzle/zq82ztv')")
	p.choice("learn-rating", "2400")
	p.press("#learn-next")
	p.wait("+document.getElementById('learn-title').textContent.match(/rated (\\d+)/)?.[1] > 2100")
	p.choice("learn-theme", "en-passant")
	p.press("#learn-next")
	p.shown("puzzle/gvqe4dr", rated("gvqe4dr"))
	p.words("learn-feedback", "There is no new puzzle nearer to 2400.")
	p.press("#learn-next")
	p.words("learn-feedback", "This is the only puzzle on this theme.")
	p.words("learn-score", "You start at 600.")
}

// If the record of training alone has no room, Learn says so too.
func TestLearnSaysThatProgressIsNotKept(t *testing.T) {
	p := open(t, visit{hash: "#puzzle/zq82ztv", wrap: gallery.Before(`{
		const {setItem} = Storage.prototype;
		Storage.prototype.setItem = function (key, text) {
			if (key === "banchess.progress") throw new DOMException("There is no room.", "QuotaExceededError");
			setItem.call(this, key, text);
		};
	}`)}).ready()
	p.shown("puzzle/zq82ztv", rated("zq82ztv"))
	hands[0].solves(p, shippedPuzzles(t)["zq82ztv"])
	p.words("learn-score", "1 of 1 solved")
	p.words("learn-score", "This browser’s storage is full: your results last only as long as this page is open.")
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
			p := open(t, visit{hash: "#learn/2", wrap: gallery.Before(row.script)}).ready()
			p.shown("learn/2", "What a ban covers")
			p.words("learn-score", row.why+": your results last only as long as this page is open.")
			hands[0].move(p, "a7", "a8", false)
			p.learnt("done")
			p.press("#mode-play")
			p.wait("document.getElementById('unkept').checkVisibility()")
			p.words("unkept", row.why)
		})
	}
}
