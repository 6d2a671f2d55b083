//go:build !js

package host

import (
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
		if kept, err := j.Read(t.Context(), terms.ID); err != nil || len(kept) != step.records {
			t.Errorf("after %d hours %d records, want %d, %v", step.hours, len(kept), step.records, err)
		}
	}
}
