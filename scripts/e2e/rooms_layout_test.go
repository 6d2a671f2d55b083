//go:build !js

package e2e

import (
	"fmt"
	"testing"
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
