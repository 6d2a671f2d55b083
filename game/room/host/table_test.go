//go:build !js

package host

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/banchess/banchess/game/room"
)

// A room is not removed while somebody is in it, however long nothing happens.
func TestRoomOfAGuestWhoStays(t *testing.T) {
	j, hours := &room.Memory{}, atomic.Int64{}
	h, err := New(Options{Journal: j, Now: func() time.Time { return time.UnixMilli(0).Add(time.Duration(hours.Load()) * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	terms := room.Terms{ID: room.NewSecret()}
	if err := h.open(terms); err != nil {
		t.Fatal(err)
	}
	room := h.enter(terms.ID)
	defer h.exit(room)
	guest := &member{conn: &conn{out: make(chan []byte, 9)}}
	for _, step := range []struct {
		hours   int64
		isHere  bool
		records int
	}{{0, false, 1}, {25, false, 1}, {26, true, 2}, {27, true, 2}} {
		hours.Store(step.hours)
		room.call(func() {
			if step.isHere {
				room.members[guest] = true
			}
			room.tick()
		})
		if kept, err := j.Read(t.Context(), terms.ID, 0); err != nil || len(kept) != step.records {
			t.Errorf("after %d hours %d records, want %d, %v", step.hours, len(kept), step.records, err)
		}
	}
}

// deaf is a journal from which no records of other hosts come.
type deaf struct{ room.Memory }

func (d *deaf) Follow(ctx context.Context, id string, _ func(room.Stored), notified func([]byte)) (func(), error) {
	return d.Memory.Follow(ctx, id, func(room.Stored) {}, notified)
}

// A record that did not come is read at the next heartbeat, which is due whatever happens
// before it.
func TestHeartbeat(t *testing.T) {
	j, seconds := &deaf{}, atomic.Int64{}
	var tables [2]*table
	guest := &member{conn: &conn{out: make(chan []byte, 9)}}
	terms := room.Terms{ID: room.NewSecret()}
	for i := range tables {
		h, err := New(Options{Journal: j, Now: func() time.Time { return time.UnixMilli(0).Add(time.Duration(seconds.Load()) * time.Second) }})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := h.open(terms); err != nil {
				t.Fatal(err)
			}
		}
		tables[i] = h.enter(terms.ID)
		defer h.exit(tables[i])
		tables[i].call(func() {
			if err := tables[i].ready(); err != nil {
				t.Error(err)
			}
		})
	}
	tables[0].call(func() {
		if err := tables[0].add(room.Record{Kind: room.KindEntry, Entry: "e2e4"}, false); err != nil {
			t.Error(err)
		}
	})
	tables[1].call(func() { tables[1].members[guest] = true })
	for seconds.Load() < int64(heartbeat/time.Second) {
		if len(guest.conn.out) > 0 {
			t.Fatalf("after %d s comes %s", seconds.Load(), <-guest.conn.out)
		}
		seconds.Add(1)
		tables[1].call(func() {}) // something happens
	}
	select {
	case text := <-guest.conn.out:
		if !strings.Contains(string(text), `"entry":"e2e4"`) {
			t.Errorf("the heartbeat brings %s", text)
		}
	case <-time.After(10 * time.Second):
		t.Error("no heartbeat")
	}
}
