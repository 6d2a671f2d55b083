package learn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// twice double clicks a button, or taps it twice. It scrolls no further than it must: Learn
// scrolls to the board for a new exercise, and the second tap would be on the board.
func twice(p e2e.Player, h e2e.Hand, selector string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("!document.querySelector(%s).disabled", e2e.Quote(selector)))
	var at browser.Point
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		const {left, top, width, height} = e.getBoundingClientRect();
		return {X: left + width / 2, Y: top + height / 2};
	})()`, e2e.Quote(selector)), &at))
	if h.View.Touch {
		p.Must(p.DoubleTap(at))
	} else {
		p.Must(p.DoubleClick(at))
	}
}

// A double click on a button of Learn has the effect of one click, though the button at its
// place does something else then.
func TestLearnDoubleClick(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{View: h.View, Hash: "#learn/2"}).Ready()
			p.Shown("learn/2", "What a ban covers")
			// untouched waits until the main button asks for the first hint.
			untouched := func() {
				t.Helper()
				p.Learnt("try")
				p.Await("document.getElementById('learn-main').textContent === 'Hint' && document.getElementById('learn-feedback').textContent === ''")
			}
			h.Move(p, "a7", "a8", false)
			p.Learnt("done")
			twice(p, h, "#learn-next")
			p.Shown("learn/3", "The ban that mates")
			untouched()
			h.Move(p, "a1", "a2", false)
			p.Await("['refuting', 'refuted'].includes(document.body.dataset.learn)")
			twice(p, h, "#learn-again")
			untouched()

			// From the lessons to the puzzles, and from one puzzle to the next.
			p.Visits("learn/8", "A whole game")
			twice(p, h, "#learn-next")
			p.Await("/^#puzzle\\/\\w{7}$/.test(location.hash)")
			untouched()
			p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
			h.Move(p, "d2", "f2", false)
			p.Learnt("done")
			entries := p.Number("history.length")
			twice(p, h, "#learn-next")
			p.Await("location.hash !== '#puzzle/zq82ztv'")
			untouched()
			if more := p.Number("history.length") - entries; more != 1 {
				t.Errorf("the button led %g puzzles on", more)
			}
			p.Words("learn-score", "1 of 1 solved")

			// A double click on the hint gives one hint, and one sentence says what it costs.
			p.Visits("puzzle/mj81xd4", e2e.Rated("mj81xd4"))
			p.Words("learn-costs", "With a hint your rating does not rise. The solution counts as failed.")
			twice(p, h, "#learn-hint")
			p.Words("learn-main", "Show it")
			p.Words("learn-costs", "Showing it counts as failed.")
			p.Words("learn-feedback", "With a hint your rating does not rise.")
			p.Words("learn-score", "1 of 1 solved")
			p.Press("#learn-hint")
			p.Words("learn-feedback", "This counts as failed. Your rating is ")
			p.Words("learn-score", "1 of 2 solved")
			p.Await("document.getElementById('learn-costs').textContent === ''")
		})
	}
}

// Learn has one main button, which fits the state and keeps its place. So do the board and, where
// all messages fit, the other buttons.
func TestLearnButtonsStay(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			view, stays := h.View, `["#board", "#learn-main button"]`
			if !view.Touch {
				view, stays = browser.Desktop, `["#board", "#learn-main button", ".learn-others", "#learn-theme", "#learn-daily", "#learn-tutorial"]`
			}
			p := e2e.Open(t, e2e.Visit{View: view, Hash: "#learn/1"}).Ready()
			p.Shown("learn/1", "Bans")
			places := stays + `.map((at) => {
				const {left, top, width, height} = document.querySelector(at).getBoundingClientRect();
				return [at, left, Math.round(top), width, height].join(" ");
			}).join("\n")`
			before := p.Text(places)
			stay := func(what, main string) {
				t.Helper()
				p.Await("document.getElementById('learn-main').textContent === " + e2e.Quote(main) + " && document.querySelectorAll('.learning .primary').length === 1")
				p.Must(p.Eval("scrollTo(0, 0), document.querySelector('.learning').scrollTop = 0", nil))
				if now := p.Text(places); now != before {
					t.Errorf("%s: from\n%s\nto\n%s", what, before, now)
				}
			}
			for i, lesson := range lessons {
				p.Must(p.Eval(fmt.Sprintf("location.hash = '#learn/%d'", i+1), nil))
				p.Shown(fmt.Sprintf("learn/%d", i+1), lesson.title)
				stay(lesson.title, "Hint")
				if i == 2 || i == 3 {
					h.Move(p, lesson.actions[2:4], map[int]string{2: "a2", 3: "d7"}[i], false)
					p.Await("['refuting', 'refuted'].includes(document.body.dataset.learn)") // without a line to show it takes no time
					stay(lesson.title+", while it is refuted", "Try again")
					p.Learnt("refuted")
					stay(lesson.title+", refuted", "Try again")
					p.Press("#learn-again")
					p.Learnt("try")
				}
				for j, action := range strings.Fields(lesson.actions) {
					if j > 0 {
						p.Learnt("try")
					}
					h.Move(p, action[2:4], action[4:6], false)
					p.Await(fmt.Sprintf("%s.toJSON().actions.includes('%s')", e2e.Game, action))
				}
				p.Learnt("done")
				stay(lesson.title+", done", "Next lesson")
			}
			p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
			stay("puzzle", "Hint")
			p.Press("#learn-hint")
			stay("puzzle with a hint", "Show it")
			p.Press("#learn-solution")
			p.Learnt("done")
			p.Words("learn-themes", "Themes: ban or be mated, begins with a ban, middlegame")
			stay("puzzle told", "Next puzzle")
		})
	}
}

// The lessons collapse once all are done, and can be opened again.
func TestTutorialCollapses(t *testing.T) {
	const kept = "localStorage['banchess.learn'] ||= JSON.stringify({lessons: [1, 3, 4, 5, 6, 7, 8]})"
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/2", Wrap: gallery.Before(kept)}).Ready()
	p.Shown("learn/2", "What a ban covers")
	const seen = "document.querySelector(\"a[href='#learn/8']\").checkVisibility()"
	p.Await(seen)
	e2e.Hands[0].Move(p, "a7", "a8", false)
	p.Learnt("done")
	p.Await("!" + seen)
	p.Words("learn-tutorial", "8 of 8")
	p.Press("#learn-tutorial summary")
	p.Await(seen)
	p.Press("a[href='#learn/4']")
	p.Shown("learn/4", "The ban that stalemates")
	p.Reload()
	p.Shown("learn/4", "The ban that stalemates")
	p.Await("!" + seen)
}

// On a phone the offer of a new release is below the last control of Learn, and not over it.
func TestLearnLeavesRoom(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/1", View: e2e.Phone}).Ready()
	p.Must(p.Eval(`(() => {
		const page = document.querySelector("link[rel=stylesheet]"), offered = document.createElement("div");
		document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: page.href.replace(/[^/]*$/, "dialogs.css") }));
		Object.assign(offered, { id: "update", className: "update", innerHTML: "<p>A new version is ready.</p><button class=button>Load it</button>" });
		document.querySelector("header").append(offered);
		return 1;
	})()`, nil))
	p.Await(`getComputedStyle(document.getElementById("update")).position === "fixed"`)
	p.Await(`(() => {
		scrollTo(0, document.body.scrollHeight);
		const last = [...document.querySelectorAll("#learn-more a, #learn-more button, #learn-more summary, #learn-more select")].filter((e) => e.checkVisibility()).at(-1);
		return last.getBoundingClientRect().bottom <= document.getElementById("update").getBoundingClientRect().top;
	})()`)
}

// A button at the end of a long panel brings its task into sight.
func TestTaskComesIntoSight(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn/1"}).Ready()
	p.Await("document.getElementById('learn-puzzle')?.checkVisibility()")
	p.Must(p.Eval("document.getElementById('learning').scrollTop = 1e6, 1", nil))
	p.Await("document.getElementById('learning').scrollTop > 20")
	p.Press("#learn-puzzle")
	p.Words("learn-title", "Puzzle")
	p.Await("document.getElementById('learning').scrollTop === 0")
}
