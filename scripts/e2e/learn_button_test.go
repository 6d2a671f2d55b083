package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// under returns the id of the enabled button at a point, or "".
func (p player) under(at browser.Point) string {
	p.t.Helper()
	return p.text(fmt.Sprintf("document.elementFromPoint(%g, %g)?.closest('button:enabled, a')?.id ?? ''", at.X, at.Y))
}

// twice double clicks a button, or taps it twice, and returns the point.
func (p player) twice(h hand, selector string) browser.Point {
	p.t.Helper()
	p.wait(fmt.Sprintf("!document.querySelector(%s).disabled", quote(selector)))
	at := p.element(selector)
	if h.view.Touch {
		p.must(p.Tap(at))
		p.must(p.Tap(at))
	} else {
		p.must(p.DoubleClick(at))
	}
	return at
}

// A double click on a button of Learn has the effect of one click: the pointer meets the
// same button twice.
func TestLearnDoubleClick(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{view: h.view, hash: "#learn/2"}).ready()
			p.shown("learn/2", "What a ban takes")
			h.move(p, "a7", "a8", false)
			p.learnt("done")
			at := p.twice(h, "#learn-next")
			p.shown("learn/3", "The ban that mates")
			stays := func(id string) {
				t.Helper()
				if !h.view.Touch { // on a phone the page scrolls back to the board
					if got := p.under(at); got != id && got != "" {
						t.Errorf("under the pointer that pressed %s is %s", id, got)
					}
				}
			}
			stays("learn-next")
			h.move(p, "a1", "a2", false)
			p.wait("['refuting', 'refuted'].includes(document.body.dataset.learn) && !document.getElementById('learn-again').disabled")
			at = p.twice(h, "#learn-again")
			p.learnt("try")
			stays("learn-again")
			p.words("learn-feedback", "")

			// From the lessons to the puzzles, and from one puzzle to the next.
			p.visits("learn/8", "A whole game")
			at = p.twice(h, "#learn-next")
			p.wait("/^#puzzle\\/\\w{7}$/.test(location.hash)")
			p.learnt("try")
			stays("learn-next")
			for _, next := range []string{"#learn-next", "#learn-puzzle"} {
				p.visits("puzzle/zq82ztv", "Puzzle, rated 600")
				h.move(p, "d2", "f2", false)
				p.learnt("done")
				entries := p.number("history.length")
				at = p.twice(h, next)
				p.wait("location.hash !== '#puzzle/zq82ztv'")
				p.learnt("try")
				stays(next[1:])
				if more := p.number("history.length") - entries; more != 1 {
					t.Errorf("%s led %g puzzles on", next, more)
				}
			}
			p.words("learn-score", "1 of 1 solved")

			// A double click on the hint gives one hint, and says what the next one costs.
			p.visits("puzzle/22zpdgd", "Puzzle, rated 680")
			p.twice(h, "#learn-hint")
			p.words("learn-hint", "Show it")
			p.words("learn-hint", "(counts as failed)")
			p.words("learn-feedback", "After a hint your rating does not change.")
			p.words("learn-score", "1 of 1 solved")
			p.press("#learn-hint")
			p.words("learn-feedback", "This counts as failed. After the hint your rating stays at 680.")
			p.words("learn-score", "1 of 2 solved")
			p.wait("!document.getElementById('learn-hint').textContent.includes('failed')")
		})
	}
}

// The buttons of Learn keep their places in all states.
func TestLearnButtonsStay(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			view := h.view
			if !view.Touch {
				view = browser.Desktop // all messages fit there
			}
			p := open(t, visit{view: view, hash: "#learn/1"}).ready()
			p.shown("learn/1", "Bans")
			const places = `["#board", "#learn-again", "#learn-next", "#learn-copy", "#learn-puzzle", "#learn-daily"].map((at) => {
				const {left, top, width, height} = document.querySelector(at).getBoundingClientRect();
				return [at, left, Math.round(top + scrollY), width, height].join(" ");
			}).join("\n")`
			before := p.text(places)
			stay := func(what string) {
				t.Helper()
				if now := p.text(places); now != before {
					t.Errorf("%s: from\n%s\nto\n%s", what, before, now)
				}
			}
			for i, lesson := range lessons {
				p.must(p.Eval(fmt.Sprintf("location.hash = '#learn/%d'", i+1), nil))
				p.shown(fmt.Sprintf("learn/%d", i+1), lesson.title)
				stay(lesson.title)
				if i == 2 || i == 3 {
					h.move(p, lesson.actions[2:4], map[int]string{2: "a2", 3: "d7"}[i], false)
					p.learnt("refuting")
					stay(lesson.title + ", while it is refuted")
					p.learnt("refuted")
					stay(lesson.title + ", refuted")
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
				stay(lesson.title + ", done")
			}
			p.visits("puzzle/zq82ztv", "Puzzle, rated 600")
			stay("puzzle")
			p.press("#learn-hint")
			stay("puzzle with a hint")
			p.press("#learn-solution")
			p.learnt("done")
			p.words("learn-themes", "Themes: ban or be mated, begins with a ban, middlegame")
			stay("puzzle told")
		})
	}
}
