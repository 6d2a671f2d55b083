//go:build !js

package host_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// The time of a player who does nothing runs out, which is decided once, by whichever of two
// servers.
func TestFlag(t *testing.T) {
	j := &room.Memory{}
	one, two := serve(t, host.Options{Journal: j}), serve(t, host.Options{Journal: j})
	white, black, own, _ := open(t, one.url, room.Options{Base: 200 * time.Millisecond})
	elsewhere := own.Watch()
	elsewhere.Base = two.url
	watcher, _ := join(t, elsewhere)
	for _, w := range []*wire{white, black, watcher} {
		if m := w.until(room.TypeGameEnd); m.Entry != "b!" || m.Victor != "white" || m.Reason != "timeout" || m.Number != 1 {
			t.Errorf("%s", w.last)
		}
		if m := w.ask(`{"message_type":"state"}`); m.Log != "b!" {
			t.Errorf("the log is %q", m.Log)
		}
	}
}

// stale is a journal that refuses all entries, and shows none that came in between.
type stale struct{ room.Memory }

func (s *stale) Append(ctx context.Context, id string, after uint64, record []byte) (uint64, error) {
	if strings.Contains(string(record), `"kind":"entry"`) {
		return 0, room.ErrConflict
	}
	return s.Memory.Append(ctx, id, after, record)
}

// A server whose journal lags behind does not ask it without end.
func TestFlagOfAStaleJournal(t *testing.T) {
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Journal: &stale{}, Now: now.now})
	white, _, _, _ := open(t, p.url, room.Options{Base: time.Minute})
	now.pass(time.Hour)
	if m := white.ask(`{"message_type":"state"}`); m.Code != room.CodeUnavailable {
		t.Errorf("%s", white.last)
	}
}

// Of a game whose players are both away the end is found when somebody comes.
func TestFlagWhileAway(t *testing.T) {
	j := &room.Memory{}
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Journal: j, Now: now.now})
	white, black, own, _ := open(t, p.url, room.Options{Base: time.Hour})
	_ = white.socket.Close(websocket.StatusNormalClosure, "")
	_ = black.socket.Close(websocket.StatusNormalClosure, "")
	now.pass(2 * time.Hour)
	watcher, state := join(t, own.Watch())
	if state.Log != "b!" {
		t.Errorf("%s", watcher.last)
	}
}

// mortal is a journal that a program which has died reaches no more.
type mortal struct {
	*room.Memory
	isDead atomic.Bool
}

func (m *mortal) Append(ctx context.Context, id string, after uint64, record []byte) (uint64, error) {
	if m.isDead.Load() {
		return 0, errors.New("no answer")
	}
	return m.Memory.Append(ctx, id, after, record)
}

// The flag of a game whose program has died falls once, at whatever program somebody comes to.
func TestFlagOfADeadProgram(t *testing.T) {
	j := &mortal{Memory: &room.Memory{}}
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Journal: j, Now: now.now})
	_, _, own, _ := open(t, p.url, room.Options{Base: time.Hour})
	j.isDead.Store(true)
	now.pass(2 * time.Hour)
	for range 2 {
		other := own.Watch()
		other.Base = serve(t, host.Options{Journal: j.Memory, Now: now.now}).url
		if watcher, state := join(t, other); state.Log != "b!" || state.Number != 1 {
			t.Errorf("%s", watcher.last)
		}
	}
}

// A message that is not about the game has the clocks as they are when it is sent.
func TestClockOfPresence(t *testing.T) {
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Now: now.now})
	white, _, own, _ := open(t, p.url, room.Options{Base: time.Minute})
	watcher, _ := join(t, own.Watch())
	for m := white.until(room.TypeRoom); m.Watchers != 1; m = white.until(room.TypeRoom) {
	}
	now.pass(14 * time.Second)
	_ = watcher.socket.Close(websocket.StatusNormalClosure, "")
	if m := white.until(room.TypeRoom); m.Watchers != 0 || m.Clock.Black != 46_000 {
		t.Errorf("%s", white.last)
	}
}

// lapse is a journal that keeps the next entry, and says that it does not.
type lapse struct {
	room.Memory
	once sync.Once
}

func (l *lapse) Append(ctx context.Context, id string, after uint64, record []byte) (place uint64, err error) {
	place, err = l.Memory.Append(ctx, id, after, record)
	if strings.Contains(string(record), `"kind":"entry"`) {
		l.once.Do(func() { err = errors.New("no answer") })
	}
	return place, err
}

// A client sends again what the server could not keep, and it counts once.
func TestLapse(t *testing.T) {
	p := serve(t, host.Options{Journal: &lapse{}})
	own, _, err := room.Open(t.Context(), p.url, room.Options{Seat: game.Black})
	if err != nil {
		t.Fatal(err)
	}
	c, err := room.Join(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Act(t.Context(), game.MustParseAction("b:e2e4")); err != nil {
		t.Error(err)
	}
	if log := c.Log().Text(); log != "e2e4" {
		t.Error(log)
	}
}

// fakeTime is a clock that a test moves.
type fakeTime struct {
	mu sync.Mutex
	at time.Time
}

func (f *fakeTime) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

func (f *fakeTime) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

// When the clock of the machine is set back, those of a game stand until it has caught up, and
// nobody gains time.
func TestMachineIsSetBack(t *testing.T) {
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Now: now.now})
	white, black, _, _ := open(t, p.url, room.Options{Base: time.Minute})
	now.pass(10 * time.Second)
	if m := black.ask(request(game.MustParseAction("b:e2e4"))); m.Clock.Black != 50_000 {
		t.Fatalf("%s", black.last)
	}
	for _, row := range []struct {
		pass time.Duration
		left room.Milliseconds
	}{{-25 * time.Hour, 60_000}, {24 * time.Hour, 60_000}, {time.Hour, 60_000}, {5 * time.Second, 55_000}} {
		now.pass(row.pass)
		if m := white.ask(`{"message_type":"state"}`); m.Clock.White != row.left || m.Clock.Black != 50_000 || m.Log != "e2e4" {
			t.Errorf("%v later: %s", row.pass, white.last)
		}
	}
	if m := white.ask(request(game.MustParseAction("m:d2d4"))); m.Clock.White != 55_000 {
		t.Errorf("%s", white.last)
	}
}

// A server that stops stops the clock and says so; at the next one the game goes on when
// the player who is to act comes.
func TestDrain(t *testing.T) {
	j := &room.Memory{}
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	one := serve(t, host.Options{Journal: j, Now: now.now})
	white, black, own, guest := open(t, one.url, room.Options{Base: time.Minute})
	now.pass(10 * time.Second)
	drained := make(chan error)
	go func() { drained <- one.Drain(t.Context()) }()
	for _, w := range []*wire{white, black} {
		for m := w.until(room.TypeRoom); !m.Restart; m = w.until(room.TypeRoom) {
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		_, _, err := w.socket.Read(ctx)
		cancel()
		if websocket.CloseStatus(err) != websocket.StatusServiceRestart {
			t.Errorf("closed with %v", err)
		}
	}
	if err := <-drained; err != nil {
		t.Fatal(err)
	}
	if _, err := room.Join(t.Context(), own); game.CodeOf(err) != room.CodeStopping {
		t.Errorf("who comes meanwhile: %v", err)
	}
	now.pass(time.Hour)
	two := serve(t, host.Options{Journal: j, Now: now.now})
	own.Base, guest.Base = two.url, two.url
	white, state := join(t, own)
	if !state.Paused || state.Clock.Black != 50_000 || state.Clock.Running != "" {
		t.Errorf("White comes first: %s", white.last)
	}
	now.pass(20 * time.Second)
	_, state = join(t, guest)
	if state.Paused || state.Clock.Black != 50_000 || state.Clock.Running != "black" {
		t.Errorf("Black comes back to %+v", state.Clock)
	}
	if m := white.read(); m.Paused || m.Clock.Running != "black" {
		t.Errorf("White hears %s", white.last)
	}
}

// A player who is with another server when one stops waits a minute for the opponent, and
// not longer; the next time it is a minute again.
func TestPauseElsewhere(t *testing.T) {
	j := &room.Memory{}
	now := fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	one, two := serve(t, host.Options{Journal: j, Now: now.now}), serve(t, host.Options{Journal: j, Now: now.now})
	white, black, _, guest := open(t, two.url, room.Options{Base: time.Hour})
	for range 2 {
		_ = black.socket.Close(websocket.StatusNormalClosure, "")
		for m := white.ask(`{"message_type":"state"}`); m.Seats["black"] != "away"; m = white.read() {
		}
		guest.Base = one.url
		black, _ = join(t, guest)
		if m := black.ask(`{"message_type":"state"}`); m.Paused {
			t.Fatalf("Black comes back, and the clock stands: %s", black.last)
		}
		go drop(black)
		if err := one.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		for !white.read().Paused {
		}
		now.pass(resumeAfter - time.Second)
		if m := white.ask(`{"message_type":"state"}`); !m.Paused {
			t.Errorf("the clock goes on too early: %s", white.last)
		}
		now.pass(time.Second)
		for m := white.ask(`{"message_type":"state"}`); m.Paused; m = white.read() {
		}
		one = serve(t, host.Options{Journal: j, Now: now.now})
	}
}

// drop reads until the connection ends.
func drop(w *wire) {
	for {
		if _, _, err := w.socket.Read(context.Background()); err != nil {
			return
		}
	}
}

// resumeAfter is how long a player waits for an opponent whose clock stands.
const resumeAfter = time.Minute

// Two servers of one journal serve one game, and each knows who is with the other.
func TestTwoHosts(t *testing.T) {
	j := &room.Memory{}
	one, two := serve(t, host.Options{Journal: j}), serve(t, host.Options{Journal: j})
	own, guest, err := room.Open(t.Context(), one.url, room.Options{Seat: game.White})
	if err != nil {
		t.Fatal(err)
	}
	guest.Base = two.url
	white, err := room.Join(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	defer white.Close()
	black, err := room.Join(t.Context(), guest)
	if err != nil {
		t.Fatal(err)
	}
	defer black.Close()
	w, state := join(t, guest.Watch())
	for state.Seats["white"] != "here" || state.Seats["black"] != "here" || state.Watchers != 1 {
		state = w.read()
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for i, text := range strings.Fields(mate) {
		a := game.MustParseAction(text)
		acts := white
		if game.Ply(i+1).ActivePlayer() == game.Black {
			acts = black
		}
		for acts.Log().Len() < i {
			if _, err := acts.Next(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if err := acts.Act(ctx, a); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if m := w.until(room.TypeGameEnd); m.Number != 11 {
		t.Errorf("%s", w.last)
	}
	black.Close()
	for m := w.read(); m.Seats["black"] != "away"; m = w.read() {
	}
	for err = nil; err == nil; {
		_, err = black.Next(ctx)
	}
	if !errors.Is(err, context.Canceled) || ctx.Err() != nil {
		t.Errorf("a client that was closed: %v", err)
	}
}
