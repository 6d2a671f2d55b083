//go:build !js

package host

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/banchess/banchess/game/room"
)

// health is whether the journal answers and keeps records. It asks the journal seldom, because
// anybody may ask for it.
type health struct {
	host   *Host
	failed atomic.Pointer[time.Time] // when a record was not kept; nil if the last one was

	mu    sync.Mutex
	asked time.Time
	good  bool
}

const (
	healthEvery = time.Second      // between two questions to the journal
	healthTime  = 2 * time.Second  // for its answer
	failedTime  = 10 * time.Second // after a record that was not kept, unless a later one is
)

// append adds a record to a room, as the journal does. A full disk is known only by that: the
// journal still answers questions.
func (h *health) append(ctx context.Context, id string, after uint64, r room.Record) (uint64, error) {
	place, err := h.host.options.Journal.Append(ctx, id, after, r.Encode())
	switch {
	case err == nil:
		h.failed.Store(nil)
	case !errors.Is(err, room.ErrConflict):
		now := h.host.options.Now()
		h.failed.Store(&now)
	}
	return place, err
}

// isGood reports whether the journal answers, and has kept what it was given last.
func (h *health) isGood() bool {
	if at := h.failed.Load(); at != nil && h.host.options.Now().Sub(*at) < failedTime {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked.IsZero() || h.host.options.Now().Sub(h.asked) >= healthEvery {
		ctx, cancel := context.WithTimeout(context.Background(), healthTime)
		defer cancel()
		_, err := h.host.options.Journal.Rooms(ctx)
		h.asked, h.good = h.host.options.Now(), err == nil
	}
	return h.good
}
