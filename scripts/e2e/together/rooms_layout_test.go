//go:build !js

package together

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// The box of a room has room for its words on every screen: none stand in a column of single words.
func TestLayoutInRoom(t *testing.T) {
	waiting := e2e.Open(t, e2e.Visit{Wrap: e2e.RoomsHere(t), Allow: e2e.Faulty("WebSocket connection")}).Ready()
	waiting.OpensRoom("side=white")
	white, asked := inRoom(t, e2e.RoomsHere(t))
	asked.Plays("b:e2e4")
	white.Has("b:e2e4")
	chooses(white, "#draw")
	asked.Words("together-text", "Your friend offers a draw.")
	_, over := inRoom(t, e2e.RoomsHere(t))
	over.Menu("#resign")
	over.Words("headline", "You lost by resignation")
	over.Await("document.getElementById('rematch-agree')")
	for name, p := range map[string]e2e.Player{"the invitation": waiting, "an offer": asked, "the end": over} {
		for _, view := range e2e.Views {
			state := fmt.Sprintf("%dx%d: %s", view.Width, view.Height, name)
			p.Turn(view)
			p.LaidOut(state, view)
			if narrow := p.Text("[...document.querySelectorAll('#together p')].filter((e) => e.checkVisibility() && e.innerText !== '' && getComputedStyle(e).display !== 'inline' && e.getBoundingClientRect().width < 120).map((e) => e.innerText).join()"); narrow != "" {
				t.Errorf("%s: in a narrow column: %s", state, narrow)
			}
		}
		p.Turn(e2e.Desktop)
	}
}

// Whether the server has rooms is mostly known before the dialog opens, and then the choices fill
// their row. If it comes late, nothing that is there already has moved.
func TestRoomsMoveNothing(t *testing.T) {
	for _, view := range []browser.View{e2e.Desktop, e2e.Phone, {Width: 480, Height: 800, Touch: true}} {
		p := e2e.Open(t, e2e.Visit{View: view}).Ready()
		p.Press("#new")
		p.Await("document.getElementById('new-game').open")
		if got := p.Text("(() => { const e = document.querySelector('.segments:has([value=code])'); return e.getBoundingClientRect().right - e.lastElementChild.getBoundingClientRect().right < 8; })()"); got != "true" {
			t.Errorf("%d wide: a place is empty", view.Width)
		}
		g := make(e2e.Gate)
		p = e2e.Open(t, e2e.Visit{View: view, Wrap: func(files http.Handler) http.Handler { return g.Before("/rooms")(e2e.RoomsHere(t)(files)) }}).Ready()
		p.Press("#new")
		p.Await("document.getElementById('new-game').open")
		const places = "[...document.querySelectorAll('#new-form label:not(:has([value=room]))')].filter((e) => e.checkVisibility()).map((e) => { const {x, y, width} = e.getBoundingClientRect(); return [e.innerText, x, y, width].join(' '); }).join()"
		before := p.Text(places)
		close(g)
		p.Await("document.querySelector('#new-form [value=room]') !== null")
		if after := p.Text(places); after != before {
			t.Errorf("%d wide: %s, and before: %s", view.Width, after, before)
		}
	}
}

// A clock of days is for rooms alone: another game begins with a usual one.
func TestDaysAreForRooms(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: e2e.RoomsHere(t), Allow: e2e.Faulty("WebSocket connection")}).Ready()
	p.OpensRoom("side=white", "timed=true", "clock=4320+86400")
	const chosen = "(({elements: {clock, minutes, increment}}) => [clock.value, minutes.value, increment.value].join())(document.getElementById('new-form'))"
	p.Press("#new")
	p.Await("document.querySelector('#new-form [value=room]') !== null")
	p.Await(chosen + " === '4320+86400,4320,86400'")
	p.ChooseGame("against=computer")
	p.Await(chosen + " === '5+3,5,3'")
	p.Press("#new-start")
	p.Await("!document.getElementById('new-game').open && " + e2e.WhiteClock + ".textContent === '5:00'")
}
