//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// The box of a room has room for its words on every screen: none stand in a column of single words.
func TestLayoutInRoom(t *testing.T) {
	waiting := open(t, visit{wrap: roomsHere(t), allow: faulty("WebSocket connection")}).ready()
	waiting.opensRoom("side=white")
	white, asked := inRoom(t, roomsHere(t))
	asked.plays("b:e2e4")
	white.has("b:e2e4")
	white.chooses("#draw")
	asked.words("together-text", "Your friend offers a draw.")
	_, over := inRoom(t, roomsHere(t))
	over.menu("#resign")
	over.words("headline", "You lost by resignation")
	over.wait("document.getElementById('rematch-agree')")
	for name, p := range map[string]player{"the invitation": waiting, "an offer": asked, "the end": over} {
		for _, view := range views {
			state := fmt.Sprintf("%dx%d: %s", view.Width, view.Height, name)
			p.turn(view)
			p.laidOut(state, view)
			if narrow := p.text("[...document.querySelectorAll('#together p')].filter((e) => e.checkVisibility() && e.innerText !== '' && getComputedStyle(e).display !== 'inline' && e.getBoundingClientRect().width < 120).map((e) => e.innerText).join()"); narrow != "" {
				t.Errorf("%s: in a narrow column: %s", state, narrow)
			}
		}
		p.turn(desktop)
	}
}

// Whether the server has rooms is mostly known before the dialog opens, and then the choices fill
// their row. If it comes late, nothing that is there already has moved.
func TestRoomsMoveNothing(t *testing.T) {
	for _, view := range []browser.View{desktop, phone, {Width: 480, Height: 800, Touch: true}} {
		p := open(t, visit{view: view}).ready()
		p.press("#new")
		p.wait("document.getElementById('new-game').open")
		if got := p.text("(() => { const e = document.querySelector('.segments:has([value=code])'); return e.getBoundingClientRect().right - e.lastElementChild.getBoundingClientRect().right < 8; })()"); got != "true" {
			t.Errorf("%d wide: a place is empty", view.Width)
		}
		g := make(gate)
		p = open(t, visit{view: view, wrap: func(files http.Handler) http.Handler { return g.before("/rooms")(roomsHere(t)(files)) }}).ready()
		p.press("#new")
		p.wait("document.getElementById('new-game').open")
		const places = "[...document.querySelectorAll('#new-form label:not(:has([value=room]))')].filter((e) => e.checkVisibility()).map((e) => { const {x, y, width} = e.getBoundingClientRect(); return [e.innerText, x, y, width].join(' '); }).join()"
		before := p.text(places)
		close(g)
		p.wait("document.querySelector('#new-form [value=room]') !== null")
		if after := p.text(places); after != before {
			t.Errorf("%d wide: %s, and before: %s", view.Width, after, before)
		}
	}
}
