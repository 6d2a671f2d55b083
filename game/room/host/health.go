//go:build !js

package host

import (
	"context"
	"sync"
	"time"
)

// health is whether the journal answers. It asks the journal seldom, because anybody may ask
// for it.
type health struct {
	host *Host

	mu    sync.Mutex
	asked time.Time
	good  bool
}

const (
	healthEvery = time.Second     // between two questions to the journal
	healthTime  = 2 * time.Second // for its answer
)

// isGood reports whether the journal answers.
func (h *health) isGood() bool {
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
