package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// An empty list has buttons for a game against the computer or a friend, and for a puzzle.
// After the first action they are gone.
func TestBeginnings(t *testing.T) {
	for button, then := range map[string]string{
		"computer": "document.querySelector('[name=against]:checked').value === 'computer'",
		"friend":   "document.querySelector('[name=against]:checked').value === 'friend'",
		"puzzle":   "document.body.dataset.mode === 'learn' && location.hash === '#puzzle/daily'",
	} {
		t.Run(button, func(t *testing.T) {
			p := open(t, visit{}).ready()
			p.press("#begin-" + button)
			p.wait(then)
		})
	}
	p := open(t, visit{}).ready()
	p.press("#begin-computer")
	p.chooseGame("level=1", "side=black")
	p.press("#new-start")
	p.words("moves", "Nothing has been played yet.")
	p.wait("!document.getElementById('begin-computer') && document.activeElement.id === 'headline'")

	// A position that was loaded is the one to play from.
	p.load(promotion)
	p.press("#begin-computer")
	p.chooseGame("level=1", "side=white")
	p.press("#new-start")
	p.words("headline", "Your move")
	p.wait(game + ".fen() === " + quote(promotion))
}

// Somebody whose first game is against the computer is told what to do at the first ban and the
// first move, by mouse, touch and keys, once, and spoken once. Nothing moves for it.
func TestFirstGame(t *testing.T) {
	const (
		spoken = `window.spoken = [], new MutationObserver(() => document.getElementById("task").textContent && spoken.push(document.getElementById("task").textContent))
			.observe(document.getElementById("task"), {subtree: true, childList: true, characterData: true}), 1`
		places = "['.brand', '#board', '.panel', '#status'].map((at) => Object.values(document.querySelector(at).getBoundingClientRect().toJSON()).join()).join(' ')"
		silent = "document.getElementById('task').textContent === ''"
		ban    = "Pick a white piece, then the square it must not go to."
	)
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{view: h.view}).ready()
			p.wait(silent) // the first steps are shown
			p.newGame("against=computer", "level=1", "side=black")
			p.words("task", ban)
			p.wait("document.getElementById('task').role === 'status' && document.getElementById('task').checkVisibility()")
			before := p.text(places)
			p.press("#mode-analyse")
			p.wait("document.body.dataset.mode === 'analyse' && " + silent)
			p.must(p.Eval("scrollTo(0, 0)", nil))
			if now := p.text(places); now != before {
				t.Errorf("from\n%s\nto\n%s", before, now)
			}
			p.press("#mode-play")
			p.words("task", ban)
			h.move(p, "e7", "e5", false)
			p.words("notice", "That is a black pawn.")
			p.wait("document.getElementById('task').getBoundingClientRect().width < 2")
			h.move(p, "e2", "e4", false)
			p.wait(game + ".getPly() === 4")
			p.words("task", "Anything but ")
			p.reload()
			p.words("task", "Anything but ")
			p.playsFirst()
			p.wait(game + ".getPly() === 5 && " + silent)
			p.newGame("against=computer", "level=1", "side=black")
			p.words("moves", "Nothing has been played yet.")
			p.wait("!document.getElementById('board').hasAttribute('readonly') && " + silent)
		})
	}
	t.Run("keys", func(t *testing.T) {
		t.Parallel()
		p := open(t, visit{wrap: gallery.Before(gallery.StorageBlocked)}).ready()
		first := func() {
			t.Helper()
			p.must(p.Eval(spoken, nil))
			p.newGame("against=computer", "level=1", "side=white")
			p.words("task", "Anything but ")
			move := p.text(game + ".getLegalActions().map(({move}) => move.from + move.to)[0]")
			for _, square := range []string{move[:2], move[2:]} {
				p.must(p.Eval("document.querySelector('[data-square="+square+"]').focus()", nil))
				p.must(p.Key(browser.Enter))
			}
			p.words("task", "Pick a black piece, then the square it must not go to.")
			p.playsFirst()
			p.wait(silent)
			p.wait("spoken.length === 2")
			p.newGame("against=computer", "level=1", "side=white")
			p.wait(game + ".getPly() === 2 && document.body.dataset.engine === 'off' && " + silent)
		}
		first()
		p.reload() // without storage it comes once a visit
		first()
	})
}
