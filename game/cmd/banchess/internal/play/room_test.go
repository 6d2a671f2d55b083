//go:build !js

package play

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// What a server says besides the log neither ends the program nor hides what it said before.
func TestMessagesOfAServer(t *testing.T) {
	h, err := host.New(host.Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	defer s.Close()
	own, _, err := room.Open(t.Context(), s.URL, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	client, err := room.Join(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Act(t.Context(), game.MustParseAction("b:e2e4")); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r, err := NewRoom(Options{Width: func() int { return 80 }}, client, NewScript(strings.NewReader(""), &out), term.Colors(&out))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range []string{"w(", "w<", "w", "x", "w\x1b[2J"} {
		r.shown = 0
		if err := r.take(t.Context(), room.Message{Type: room.TypeRoom, Number: 1, Entry: entry, By: "white", Watchers: 7}); err != nil {
			t.Errorf("%q: %v", entry, err)
		}
	}
	if strings.Contains(out.String(), "\x1b[2J") {
		t.Errorf("the terminal gets %q", out.String())
	}
	if err := r.take(t.Context(), room.Message{Type: room.TypeFailure}); err != nil || r.last.Watchers != 7 {
		t.Errorf("after a failure %+v, %v", r.last, err)
	}
}
