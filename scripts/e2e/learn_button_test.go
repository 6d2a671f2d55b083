package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// twice double clicks a button, or taps it twice. It scrolls no further than it must: Learn
// scrolls to the board for a new exercise, and the second tap would be on the board.
func (p player) twice(h hand, selector string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("!document.querySelector(%s).disabled", quote(selector)))
	var at browser.Point
	p.must(p.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		const {left, top, width, height} = e.getBoundingClientRect();
		return {X: left + width / 2, Y: top + height / 2};
	})()`, quote(selector)), &at))
	if h.view.Touch {
		p.must(p.DoubleTap(at))
	} else {
		p.must(p.DoubleClick(at))
	}
}

// A double click on a button of Learn has the effect of one click, though the button at its
// place does something else then.
func TestLearnDoubleClick(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{view: h.view, hash: "#learn/2"}).ready()
			p.shown("learn/2", "What a ban covers")
			// untouched waits until the main button asks for the first hint.
			untouched := func() {
				t.Helper()
				p.learnt("try")
				p.wait("document.getElementById('learn-main').textContent === 'Hint' && document.getElementById('learn-feedback').textContent === ''")
			}
			h.move(p, "a7", "a8", false)
			p.learnt("done")
			p.twice(h, "#learn-next")
			p.shown("learn/3", "The ban that mates")
			untouched()
			h.move(p, "a1", "a2", false)
			p.wait("['refuting', 'refuted'].includes(document.body.dataset.learn)")
			p.twice(h, "#learn-again")
			untouched()

			// From the lessons to the puzzles, and from one puzzle to the next.
			p.visits("learn/8", "A whole game")
			p.twice(h, "#learn-next")
			p.wait("/^#puzzle\\/\\w{7}$/.test(location.hash)")
			untouched()
			p.visits("puzzle/zq82ztv", rated("zq82ztv"))
			h.move(p, "d2", "f2", false)
			p.learnt("done")
			entries := p.number("history.length")
			p.twice(h, "#learn-next")
			p.wait("location.hash !== '#puzzle/zq82ztv'")
			untouched()
			if more := p.number("history.length") - entries; more != 1 {
				t.Errorf("the button led %g puzzles on", more)
			}
			p.words("learn-score", "1 of 1 solved")

			// A double click on the hint gives one hint, and one sentence says what it costs.
			p.visits("puzzle/mj81xd4", rated("mj81xd4"))
			p.words("learn-costs", "With a hint your rating does not rise. The solution counts as failed.")
			p.twice(h, "#learn-hint")
			p.words("learn-main", "Show it")
			p.words("learn-costs", "Showing it counts as failed.")
			p.words("learn-feedback", "With a hint your rating does not rise.")
			p.words("learn-score", "1 of 1 solved")
			p.press("#learn-hint")
			p.words("learn-feedback", "This counts as failed. Your rating is ")
			p.words("learn-score", "1 of 2 solved")
			p.wait("document.getElementById('learn-costs').textContent === ''")
		})
	}
}

// Learn has one main button, which fits the state and keeps its place. So do the board and, where
// all messages fit, the other buttons.
func TestLearnButtonsStay(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			view, stays := h.view, `["#board", "#learn-main button"]`
			if !view.Touch {
				view, stays = browser.Desktop, `["#board", "#learn-main button", ".learn-others", "#learn-theme", "#learn-daily", "#learn-tutorial"]`
			}
			p := open(t, visit{view: view, hash: "#learn/1"}).ready()
			p.shown("learn/1", "Bans")
			places := stays + `.map((at) => {
				const {left, top, width, height} = document.querySelector(at).getBoundingClientRect();
				return [at, left, Math.round(top), width, height].join(" ");
			}).join("\n")`
			before := p.text(places)
			stay := func(what, main string) {
				t.Helper()
				p.wait("document.getElementById('learn-main').textContent === " + quote(main) + " && document.querySelectorAll('.learning .primary').length === 1")
				p.must(p.Eval("scrollTo(0, 0), document.querySelector('.learning').scrollTop = 0", nil))
				if now := p.text(places); now != before {
					t.Errorf("%s: from\n%s\nto\n%s", what, before, now)
				}
			}
			for i, lesson := range lessons {
				p.must(p.Eval(fmt.Sprintf("location.hash = '#learn/%d'", i+1), nil))
				p.shown(fmt.Sprintf("learn/%d", i+1), lesson.title)
				stay(lesson.title, "Hint")
				if i == 2 || i == 3 {
					h.move(p, lesson.actions[2:4], map[int]string{2: "a2", 3: "d7"}[i], false)
					p.wait("['refuting', 'refuted'].includes(document.body.dataset.learn)") // without a line to show it takes no time
					stay(lesson.title+", while it is refuted", "Try again")
					p.learnt("refuted")
					stay(lesson.title+", refuted", "Try again")
					p.press("#learn-again")
					p.learnt("try")
				}
				for j, action := range strings.Fields(lesson.actions) {
					if j > 0 {
						p.learnt("try")
					}
					h.move(p, action[2:4], action[4:6], false)
					p.wait(fmt.Sprintf("%s.toJSON().actions.includes('%s')", game, action))
				}
				p.learnt("done")
				stay(lesson.title+", done", "Next lesson")
			}
			p.visits("puzzle/zq82ztv", rated("zq82ztv"))
			stay("puzzle", "Hint")
			p.press("#learn-hint")
			stay("puzzle with a hint", "Show it")
			p.press("#learn-solution")
			p.learnt("done")
			p.words("learn-themes", "Themes: ban or be mated, begins with a ban, middlegame")
			stay("puzzle told", "Next puzzle")
		})
	}
}

// The lessons collapse once all are done, and can be opened again.
func TestTutorialCollapses(t *testing.T) {
	const kept = "localStorage['banchess.learn'] ||= JSON.stringify({lessons: [1, 3, 4, 5, 6, 7, 8]})"
	p := open(t, visit{hash: "#learn/2", wrap: gallery.Before(kept)}).ready()
	p.shown("learn/2", "What a ban covers")
	const seen = "document.querySelector(\"a[href='#learn/8']\").checkVisibility()"
	p.wait(seen)
	hands[0].move(p, "a7", "a8", false)
	p.learnt("done")
	p.wait("!" + seen)
	p.words("learn-tutorial", "8 of 8")
	p.press("#learn-tutorial summary")
	p.wait(seen)
	p.press("a[href='#learn/4']")
	p.shown("learn/4", "The ban that stalemates")
	p.reload()
	p.shown("learn/4", "The ban that stalemates")
	p.wait("!" + seen)
}

// On a phone the offer of a new release is below the last control of Learn, and not over it.
func TestLearnLeavesRoom(t *testing.T) {
	p := open(t, visit{hash: "#learn/1", view: phone}).ready()
	p.must(p.Eval(`(() => {
		const page = document.querySelector("link[rel=stylesheet]"), offered = document.createElement("div");
		document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: page.href.replace(/[^/]*$/, "dialogs.css") }));
		Object.assign(offered, { id: "update", className: "update", innerHTML: "<p>A new version is ready.</p><button class=button>Load it</button>" });
		document.querySelector("header").append(offered);
		return 1;
	})()`, nil))
	p.wait(`getComputedStyle(document.getElementById("update")).position === "fixed"`)
	p.wait(`(() => {
		scrollTo(0, document.body.scrollHeight);
		const last = [...document.querySelectorAll("#learn-more a, #learn-more button, #learn-more summary, #learn-more select")].filter((e) => e.checkVisibility()).at(-1);
		return last.getBoundingClientRect().bottom <= document.getElementById("update").getBoundingClientRect().top;
	})()`)
}

// A button at the end of a long panel brings its task into sight.
func TestTaskComesIntoSight(t *testing.T) {
	p := open(t, visit{hash: "#learn/1"}).ready()
	p.wait("document.getElementById('learn-puzzle')?.checkVisibility()")
	p.must(p.Eval("document.getElementById('learning').scrollTop = 1e6, 1", nil))
	p.wait("document.getElementById('learning').scrollTop > 20")
	p.press("#learn-puzzle")
	p.words("learn-title", "Puzzle")
	p.wait("document.getElementById('learning').scrollTop === 0")
}
