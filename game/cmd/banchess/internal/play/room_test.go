//go:build !js

package play

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// blackSeat opens a room on a server of its own, and returns the link of Black's seat.
func blackSeat(t *testing.T) room.Link {
	t.Helper()
	h, err := host.New(host.Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	t.Cleanup(s.Close)
	own, _, err := room.Open(t.Context(), s.URL, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	return own
}

// What a server says besides the log neither ends the program nor hides what it said before.
func TestMessagesOfAServer(t *testing.T) {
	own := blackSeat(t)
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

// Whoever leaves a room is told the command that leads back to the own seat, also when the
// game is saved. A watcher is not advised to act.
func TestWayBack(t *testing.T) {
	own := blackSeat(t)
	run := func(l room.Link, o Options, input string) string {
		client, err := room.Join(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		var out strings.Builder
		o.Width, o.Terminal, o.Save = func() int { return 80 }, true, filepath.Join(t.TempDir(), "games.pgn")
		r, err := NewRoom(o, client, NewScript(strings.NewReader(input), &out), term.Colors(&out))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	player, watcher := run(own, Options{}, "e2e4\nquit\n"), run(own.Watch(), Options{}, "e2e5\ndraw\nhelp\nquit\n")
	if back := "To come back: banchess play --room '" + own.String() + "'\n"; strings.Count(player, back) != 2 || !strings.HasSuffix(player, back) || !strings.Contains(player, "is saved in") || strings.Contains(player, "--pgn") {
		t.Errorf("the player is told %s", player)
	}
	if !strings.HasSuffix(watcher, "To watch again: banchess play --room '"+own.Watch().String()+"'\n") || strings.Count(watcher, "ou watch, and do not act") != 3 {
		t.Errorf("the watcher is told %s", watcher)
	}
	for _, word := range []string{"--pgn", "resign", "exd5", "secret", "Error", "legal action"} {
		if strings.Contains(watcher, word) {
			t.Errorf("the watcher is told %q: %s", word, watcher)
		}
	}
	bot := WayBack(own, game.Black, Player{Engine: true, Level: 3})
	if want := "To come back: banchess play --room '" + own.String() + "' --black engine:3\n"; bot != want {
		t.Errorf("a bot is told %q", bot)
	}
}
