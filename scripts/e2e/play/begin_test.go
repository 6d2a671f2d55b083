package play

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
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
			p := e2e.Open(t, e2e.Visit{}).Ready()
			p.Press("#begin-" + button)
			p.Await(then)
		})
	}
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Press("#begin-computer")
	p.ChooseGame("level=1", "side=black")
	p.Press("#new-start")
	p.Words("moves", "Nothing has been played yet.")
	p.Await("!document.getElementById('begin-computer') && document.activeElement.id === 'headline'")

	// A position that was loaded is the one to play from.
	p.LoadTime(e2e.Promotion)
	p.Press("#begin-computer")
	p.ChooseGame("level=1", "side=white")
	p.Press("#new-start")
	p.Words("headline", "Your move")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(e2e.Promotion))
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
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			p.Await(silent) // the first steps are shown
			p.NewGame("against=computer", "level=1", "side=black")
			p.Words("task", ban)
			p.Await("document.getElementById('task').role === 'status' && document.getElementById('task').checkVisibility()")
			before := p.Text(places)
			p.Press("#mode-analyse")
			p.Await("document.body.dataset.mode === 'analyse' && " + silent)
			p.Must(p.Eval("scrollTo(0, 0)", nil))
			if now := p.Text(places); now != before {
				t.Errorf("from\n%s\nto\n%s", before, now)
			}
			p.Press("#mode-play")
			p.Words("task", ban)
			h.Move(p, "e7", "e5", false)
			p.Words("notice", "That is a black pawn.")
			p.Await("document.getElementById('task').getBoundingClientRect().width < 2")
			h.Move(p, "e2", "e4", false)
			p.Await(e2e.Game + ".getPly() === 4")
			p.Words("task", "Anything but ")
			p.Reload()
			p.Words("task", "Anything but ")
			p.PlaysFirst()
			p.Await(e2e.Game + ".getPly() === 5 && " + silent)
			p.NewGame("against=computer", "level=1", "side=black")
			p.Words("moves", "Nothing has been played yet.")
			p.Await("!document.getElementById('board').hasAttribute('readonly') && " + silent)
		})
	}
	t.Run("keys", func(t *testing.T) {
		t.Parallel()
		p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(gallery.StorageBlocked)}).Ready()
		first := func() {
			t.Helper()
			p.Must(p.Eval(spoken, nil))
			p.NewGame("against=computer", "level=1", "side=white")
			p.Words("task", "Anything but ")
			move := p.Text(e2e.Game + ".getLegalActions().map(({move}) => move.from + move.to)[0]")
			for _, square := range []string{move[:2], move[2:]} {
				p.Must(p.Eval("document.querySelector('[data-square="+square+"]').focus()", nil))
				p.Must(p.Key(browser.Enter))
			}
			p.Words("task", "Pick a black piece, then the square it must not go to.")
			p.PlaysFirst()
			p.Await(silent)
			p.Await("spoken.length === 2")
			p.NewGame("against=computer", "level=1", "side=white")
			p.Await(e2e.Game + ".getPly() === 2 && document.body.dataset.engine === 'off' && " + silent)
		}
		first()
		p.Reload() // without storage it comes once a visit
		first()
	})
}
