//go:build !js

package host_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// gone is a journal that can be away.
type gone struct {
	room.Memory
	away, asked atomic.Int64
	isFull      atomic.Bool // no record can be added
}

func (g *gone) Append(ctx context.Context, id string, after uint64, record []byte) (uint64, error) {
	if g.isFull.Load() {
		return 0, errors.New("no space left on device")
	}
	return g.Memory.Append(ctx, id, after, record)
}

func (g *gone) Rooms(ctx context.Context) (int, error) {
	g.asked.Add(1)
	if g.away.Load() > 0 {
		return 0, errors.New("away")
	}
	return g.Memory.Rooms(ctx)
}

func answerOf(t *testing.T, url string) (status int, text string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(all)
}

// A balancer hears that the journal is gone, and that it is back. Many questions in a second
// are one question to the journal.
func TestHealth(t *testing.T) {
	j, now := &gone{}, fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Journal: j, Now: now.now})
	for i, step := range []struct {
		away   int64
		passes time.Duration
		status int
		asked  int64
	}{{0, 0, 200, 1}, {1, 0, 200, 1}, {1, time.Second, 503, 2}, {0, time.Second / 2, 503, 2}, {0, time.Second / 2, 200, 3}} {
		j.away.Store(step.away)
		now.pass(step.passes)
		if status, text := answerOf(t, p.url+"healthz"); status != step.status || j.asked.Load() != step.asked {
			t.Errorf("step %d: %d %s, after %d questions", i, status, text, j.asked.Load())
		}
	}
}

// A balancer hears that records cannot be kept, although the journal answers, until one is
// kept or ten seconds have passed.
func TestHealthOfAFullDisk(t *testing.T) {
	j, now := &gone{}, fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Journal: j, Now: now.now})
	for i, step := range []struct {
		isFull, opens bool
		passes        time.Duration
		status        int
	}{{false, true, 0, 200}, {true, true, 0, 503}, {true, false, 9 * time.Second, 503}, {true, false, time.Second, 200}, {true, true, 0, 503}, {false, true, 0, 200}} {
		j.isFull.Store(step.isFull)
		now.pass(step.passes)
		if step.opens {
			if _, _, err := room.Open(t.Context(), p.url, room.Options{}); (err != nil) != step.isFull {
				t.Errorf("step %d: %v", i, err)
			}
		}
		if status, text := answerOf(t, p.url+"healthz"); status != step.status {
			t.Errorf("step %d: %d %s", i, status, text)
		}
	}
}

// A refusal names the limit that was reached.
func TestRefusalsNameTheLimit(t *testing.T) {
	for _, row := range []struct {
		limits host.Limits
		code   game.Code
		says   string
	}{
		{host.Limits{RoomsInAll: 1}, room.CodeFull, "rooms"},
		{host.Limits{InAll: 1}, room.CodeFull, "connections"},
		{host.Limits{Messages: 0.5}, room.CodeTooManyMessages, "connection"},
		{host.Limits{AddressRate: 0.5}, room.CodeTooManyMessages, "address"},
	} {
		p := serve(t, host.Options{Limits: row.limits})
		own, _, err := room.Open(t.Context(), p.url, room.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, _ := join(t, own)
		switch {
		case row.limits.RoomsInAll > 0:
			_, _, err = room.Open(t.Context(), p.url, room.Options{})
		case row.limits.InAll > 0:
			_, err = room.Join(t.Context(), own)
		default:
			for m := w.ask(`{"message_type":"state"}`); err == nil; m = w.ask(`{"message_type":"state"}`) {
				if m.Code != "" {
					err = &game.Error{Code: m.Code, Message: m.Reason}
				}
			}
		}
		if game.CodeOf(err) != row.code || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%+v: %v", row, err)
		}
		_ = w.socket.Close(websocket.StatusNormalClosure, "")
	}
}

// The gauges tell players from watchers.
func TestGauges(t *testing.T) {
	p := serve(t, host.Options{})
	white, black, own, _ := open(t, p.url, room.Options{})
	watcher, _ := join(t, own.Watch())
	is := func(want map[string]float64) {
		t.Helper()
		got := map[string]float64{}
		families, err := p.metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			got[f.GetName()] = f.GetMetric()[0].GetGauge().GetValue()
		}
		for name, want := range want {
			if got[name] != want {
				t.Errorf("%s is %v, want %v", name, got[name], want)
			}
		}
	}
	is(map[string]float64{"banchess_rooms": 1, "banchess_players": 2, "banchess_connections": 3})
	_ = white.socket.Close(websocket.StatusNormalClosure, "")
	for m := black.read(); m.Seats["white"] != "away"; m = black.read() {
	}
	is(map[string]float64{"banchess_rooms": 1, "banchess_players": 1})
	_ = watcher.socket.Close(websocket.StatusNormalClosure, "")
}
