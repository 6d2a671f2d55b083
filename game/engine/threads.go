package engine

import (
	"context"
	"runtime"
	"sync"

	"github.com/banchess/banchess/game/engine/internal/search"
)

// helpers are the threads that search beside the one that decides (lazy SMP): each
// searches the same position by itself, and what it finds reaches the others
// through the table.
type helpers struct {
	stop    context.CancelFunc
	running sync.WaitGroup
	runs    []*run
}

// startHelpers lets the other threads search the position of a run. It starts no more than
// can run at once, since the one that reads the clock would have to wait for the others.
func (e *Engine) startHelpers(r *run) *helpers {
	h := &helpers{stop: func() {}}
	threads := min(e.options.Threads, runtime.GOMAXPROCS(0))
	if threads <= 1 {
		return h
	}
	for len(e.others) < threads-1 {
		e.others = append(e.others, new(search.Searcher))
	}
	var ctx context.Context
	ctx, h.stop = context.WithCancel(r.ctx)
	limits := Limits{Only: r.limits.Only, Lines: r.limits.Lines}
	for i, s := range e.others[:threads-1] {
		other := newRun(e, s, ctx, r.game, limits, nil)
		h.runs = append(h.runs, other)
		h.running.Go(func() { other.assist(i) })
	}
	return h
}

// end stops the threads and waits for them.
func (h *helpers) end() {
	h.stop()
	h.running.Wait()
}

// total returns how many nodes the helpers have searched, to the last thousand or so.
func (h *helpers) total() (n uint64) {
	for _, r := range h.runs {
		n += r.counted.Load()
	}
	return n
}

// assist searches deeper and deeper until it is stopped. Every other helper begins
// one move deeper, so that not all are at the same iteration.
func (r *run) assist(number int) {
	for d := 1 + number%2; d <= MaxDepth && !r.Stopped; d++ {
		r.Iteration = d
		r.iterate(d)
	}
	r.counted.Store(r.Nodes)
}
