//go:build !js

package play

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// blackSeat opens a room on a server of its own, and returns the link of Black's seat.
func blackSeat(t *testing.T) room.Link {
	own, _ := bothSeats(t)
	return own
}

// bothSeats opens a room on a server of its own, and returns the links of Black and White.
func bothSeats(t *testing.T) (black, white room.Link) {
	t.Helper()
	h, err := host.New(host.Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	t.Cleanup(s.Close)
	black, white, err = room.Open(t.Context(), s.URL, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	return black, white
}

// seatAt joins a room, and returns it and what its terminal shows.
func seatAt(t *testing.T, l room.Link) (*Room, *strings.Builder) {
	t.Helper()
	client, err := room.Join(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	out := &strings.Builder{}
	r, err := NewRoom(Options{Width: func() int { return 80 }}, client, console.NewScript(strings.NewReader(""), out), term.Colors(out))
	if err != nil {
		t.Fatal(err)
	}
	return r, out
}

// The prompt says who is waited for, and each answer about a rematch is told to both.
func TestPromptsAndRematch(t *testing.T) {
	own, guest := bothSeats(t)
	black, blackSays := seatAt(t, own)
	white, whiteSays := seatAt(t, guest.WithSecret())
	watcher, _ := seatAt(t, own.Watch())
	all := []*Room{black, white, watcher}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, step := range []struct {
		who                    *Room
		line                   string
		black, white, watching string // the prompts after it
		blackSays, whiteSays   string // what is said meanwhile
	}{
		{nil, "", "Black bans> ", "waiting for Black> ", "Black bans> ", "", ""},
		{black, "e2e4", "waiting for White> ", "White moves> ", "White moves> ", "Black bans", "Black bans"},
		{black, "undo", "waiting for White> ", "your answer> ", "White moves> ", "asks to take back 1", "type accept, or decline"},
		{white, "decline", "waiting for White> ", "White moves> ", "White moves> ", "White declines", ""},
		{white, "rematch", "waiting for White> ", "White moves> ", "White moves> ", "", "The game is not over.\n  Ask for a rematch at its end."},
		{white, "resign", "game over> ", "game over> ", "game over> ", "", ""},
		{white, "rematch", "game over> ", "game over> ", "game over> ", "Your opponent asks for a rematch", "You ask for a rematch"},
		{white, "rematch", "game over> ", "game over> ", "game over> ", "", "You ask for a rematch"},
		{black, "decline", "game over> ", "game over> ", "game over> ", "Black declines the rematch", "Black declines the rematch"},
		{black, "accept", "game over> ", "game over> ", "game over> ", "You ask for a rematch", "Your opponent asks for a rematch"},
		{white, "rematch", "game over> ", "game over> ", "game over> ", "The rematch begins", "The rematch begins"},
	} {
		blackSays.Reset()
		whiteSays.Reset()
		if r := step.who; r != nil {
			if err := r.table.obey(t.Context(), step.line, r.commands(), r.play); err != nil {
				t.Fatal(err)
			}
		}
		for i, r := range all {
			if err := r.client.Do(t.Context(), room.Request{Type: room.TypeState}); err != nil {
				t.Fatal(err)
			}
			// What was said before the answer waits already.
			for m, err := r.client.Next(gone); err == nil; m, err = r.client.Next(gone) {
				if err := r.take(t.Context(), m); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := r.prompt(), []string{step.black, step.white, step.watching}[i]; got != want {
				t.Errorf("after %q prompt %d is %q, want %q", step.line, i, got, want)
			}
		}
		if !strings.Contains(blackSays.String(), step.blackSays) || !strings.Contains(whiteSays.String(), step.whiteSays) {
			t.Errorf("after %q Black's terminal says %q, White's %q", step.line, blackSays, whiteSays)
		}
	}
	if black.next == nil || white.next == nil || watcher.next == nil {
		t.Error("somebody has no next room")
	}
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
	r, err := NewRoom(Options{Width: func() int { return 80 }}, client, console.NewScript(strings.NewReader(""), &out), term.Colors(&out))
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
	out.Reset()
	for _, m := range []room.Message{{Type: room.TypeState}, {Type: room.TypeRoom, Restart: true}, {Type: room.TypeRoom, Watchers: 7}, {Type: room.TypeState, Watchers: 7}, {Type: room.TypeState, Watchers: 7}} {
		if m.Number = 1; r.take(t.Context(), m) != nil {
			t.Errorf("%+v is refused", m)
		}
	}
	if got, want := out.String(), "The server is shutting down. The game goes on when the server is back.\nThe server is back.\n"; got != want {
		t.Errorf("a server that restarts is told as %q, want %q", got, want)
	}
	if err := r.take(t.Context(), room.Message{Type: room.TypeFailure}); err != nil || r.last.Watchers != 7 {
		t.Errorf("after a failure %+v, %v", r.last, err)
	}
	for paused, want := range map[string]string{"true": "down, and the clock is stopped.", "false": "down. The game goes on"} { // the clock of a player at another server runs on
		var m room.Message
		if err := json.Unmarshal([]byte(`{"message_type":"room","number":1,"restart":true,"clock":{"running":"white"},"paused":`+paused+`}`), &m); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if err := r.take(t.Context(), m); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("with paused %s: %q, %v", paused, &out, err)
		}
	}
}

// An action is shown although the opponent answers before the terminal has looked.
func TestFastAnswer(t *testing.T) {
	own, guest := bothSeats(t)
	black, says := seatAt(t, own)
	white, _ := seatAt(t, guest.WithSecret())
	hears := func(r *Room, number int) (all []room.Message) { // up to a message with a number
		for len(all) == 0 || all[len(all)-1].Number < number {
			m, err := r.client.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		return all
	}
	for i, r := range []*Room{black, white} {
		hears(white, i)
		if err := r.client.Act(t.Context(), game.MustParseAction([]string{"b:e2e4", "m:d2d4"}[i])); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range hears(black, 2) {
		if err := black.take(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if got := says.String(); !strings.Contains(got, "Black bans e2-e4\nWhite moves 1. d4\n") {
		t.Errorf("the terminal says %q", got)
	}
}

// Somebody at a terminal can leave although the server has died.
func TestDeadServer(t *testing.T) {
	h, err := host.New(host.Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	own, _, err := room.Open(t.Context(), s.URL, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	r, says := seatAt(t, own)
	r.table.options.Terminal, r.patience = true, 50*time.Millisecond
	if err := h.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, line := range []string{"e2e4", "draw", "quit"} {
		if err := r.obey(t.Context(), line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if got := strings.Count(says.String(), "The server does not answer; type it again later, or quit"); got != 2 || !r.table.quit {
		t.Errorf("the terminal says %q", says)
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
		r, err := NewRoom(o, client, console.NewScript(strings.NewReader(input), &out), term.Colors(&out))
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
	if !strings.HasSuffix(watcher, "To watch again: banchess play --room '"+own.Watch().String()+"'\n") || strings.Count(watcher, "ou are watching and cannot play") != 3 {
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
