//go:build !js

// Package host serves rooms over HTTP and WebSocket. Any number of hosts can serve the
// rooms of one journal.
//
// To serve rooms, open a journal, make a [Host] with [New], and give [Host.Handler] to an
// HTTP server. To stop, call [Host.Drain], and then close the journal. The command
// "banchess serve --rooms" does this.
//
// A room that somebody is in has a table. The table knows the room's state, and one
// goroutine at a time works at it. It tells its members at once what it adds to the
// journal, and the journal tells it what other hosts add. If the journal refuses a record
// because another host was faster, the table reads the room again and decides again.
package host

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"github.com/banchess/banchess/game/room"
)

// Options are the options of a host. Only Journal is required.
type Options struct {
	Journal room.Journal
	Limits  Limits
	Keep    time.Duration // how long a room is kept in which nobody has been, unless a seat is open; the time to act is added; 0 is 30 days
	Log     *slog.Logger
	Now     func() time.Time // the clock of the host; nil is time.Now

	// TrustProxy takes the last address in X-Forwarded-For as the address of a client. A
	// proxy in front has to write it; without a proxy anybody could write it.
	TrustProxy bool
	// Origins are other origins whose pages may use the rooms.
	Origins []string
	// Metrics is where the host registers its metrics. With nil it registers none.
	Metrics prometheus.Registerer
}

// Host serves rooms.
type Host struct {
	options Options
	name    string // in what hosts tell one another
	limits  *limiter
	metrics *metrics
	health  health
	hints   rate.Sometimes // for whoever set up the server; strangers can cause them
	players atomic.Int64   // connections of players

	mu       sync.Mutex
	tables   map[string]*table
	idle     map[*table]*time.Timer // the tables at which nobody is now
	stopping bool
	leave    sync.WaitGroup  // the connections
	running  context.Context // until Drain
	end      context.CancelFunc
}

const (
	defaultKeep = 30 * 24 * time.Hour
	openKeep    = 24 * time.Hour // at most, of a room whose second seat was never taken
	sweepEvery  = time.Hour
	hintEvery   = time.Minute // between two hints in the log

	idleTime = 10 * time.Second // that a table stays after its last member
	maxIdle  = 100              // tables that stay at once
)

// New returns a host. Close the journal after Drain. The error says that there is no
// journal, or is that of Metrics, for example if it already has the metrics of another host.
func New(o Options) (*Host, error) {
	if o.Journal == nil {
		return nil, errors.New("a host needs Options.Journal; open one with package journal, or use a *room.Memory")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Keep == 0 {
		o.Keep = defaultKeep
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Limits = o.Limits.orDefault()
	h := &Host{options: o, name: room.NewSecret(), limits: newLimiter(o.Limits, o.Now), tables: map[string]*table{}, idle: map[*table]*time.Timer{}}
	h.health.host = h
	h.hints.Interval = hintEvery
	var err error
	if h.metrics, err = newMetrics(o.Metrics, h); err != nil {
		return nil, err
	}
	h.running, h.end = context.WithCancel(context.Background())
	go h.sweep(h.running)
	return h, nil
}

// enter returns the table of a room for one more member, nil if the host stops.
func (h *Host) enter(id string) *table {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping {
		return nil
	}
	t := h.tables[id]
	if t == nil {
		t = newTable(h, id)
		h.tables[id] = t
	}
	if timer := h.idle[t]; timer != nil {
		timer.Stop()
		delete(h.idle, t)
	}
	t.uses++
	return t
}

// exit gives a table back. It stays a while with the room that it has read, so that a long room
// is not read each time for somebody who comes and goes. If too many stay, the one goes whose room
// is the shortest to read again.
func (h *Host) exit(t *table) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.uses--; t.uses > 0 {
		return
	}
	if t.records.Load() == 0 || h.stopping {
		h.remove(t)
		return
	}
	if len(h.idle) >= maxIdle {
		shortest := t
		for other := range h.idle {
			if other.records.Load() < shortest.records.Load() {
				shortest = other
			}
		}
		h.remove(shortest)
		if shortest == t {
			return
		}
	}
	h.idle[t] = time.AfterFunc(idleTime, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.idle[t] != nil {
			h.remove(t)
		}
	})
}

// remove ends a table that nobody uses. The host's lock must be held.
func (h *Host) remove(t *table) {
	delete(h.idle, t)
	delete(h.tables, t.id)
	t.do(t.end)
}

// keepOf returns how long a room that nobody visits is kept. isOpen says that a seat is open,
// and left how long the player who is to act may think: no clock outlasts its room.
func (h *Host) keepOf(isOpen bool, left time.Duration) time.Duration {
	if isOpen {
		return min(h.options.Keep, openKeep)
	}
	return h.options.Keep + left
}

// isOld reports whether a room is to be removed, by its last record and the record's time. A
// visit after which no record was added may be later by a share of the time.
func (h *Host) isOld(last []byte, at time.Time) bool {
	r, err := room.DecodeRecord(last)
	isOpen := err == nil && r.Open
	return h.options.Now().Sub(at) > h.keepOf(isOpen, r.Left.Duration())+h.keepOf(isOpen, 0)/seenPerKeep
}

// sweep removes old rooms from time to time.
func (h *Host) sweep(ctx context.Context) {
	every := time.NewTicker(sweepEvery)
	defer every.Stop()
	for {
		n, err := h.options.Journal.Sweep(ctx, h.isOld)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			h.options.Log.Error("old rooms stay", "error", err)
		case n > 0:
			h.options.Log.Info("old rooms are removed", "rooms", n)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// Drain stops the clocks of the players who are to act and are here, tells all members
// that the host is shutting down, and refuses new ones. It returns when everybody has
// left, or with the context's error.
func (h *Host) Drain(ctx context.Context) error {
	h.mu.Lock()
	h.stopping = true
	h.end()
	for t := range h.idle {
		h.remove(t)
	}
	for _, t := range h.tables {
		t.do(t.stop)
	}
	h.mu.Unlock()
	gone := make(chan struct{})
	go func() {
		h.leave.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin counts a connection, unless the host stops.
func (h *Host) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.stopping {
		h.leave.Add(1)
	}
	return !h.stopping
}

func (h *Host) isStopping() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.stopping
}
