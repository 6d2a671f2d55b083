//go:build !wasm

package engine

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// useProcessors lets several threads run at once for a test, whatever the machine has.
func useProcessors(t *testing.T) {
	before := runtime.GOMAXPROCS(4)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// TestThreads: several threads find what one does where there is one answer, in
// any position they play what is legal, and none of them is left over.
func TestThreads(t *testing.T) {
	useProcessors(t)
	before := runtime.NumGoroutine()
	e := newEngine(t, Options{Hash: 1, Threads: 3})
	for _, fen := range twelve {
		g := parse(t, fen)
		r, err := e.Search(t.Context(), g, Limits{Depth: 4, Lines: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !g.IsLegal(r.Best) || r.Depth != 4 {
			t.Errorf("%s: best is %s at depth %d", fen, r.Best, r.Depth)
		}
	}
	r, err := e.Search(t.Context(), after(t, scholar), Limits{Depth: 3}, nil)
	if err != nil || r.Best.String() != "b:e8f7" || r.Score.Mate != 1 {
		t.Errorf("best is %s, score %s, %v", r.Best, r.Score, err)
	}
	only := Limits{Depth: 3, Only: []game.Action{game.NewBan(12, 28)}}
	if r, err := e.Search(t.Context(), game.New(), only, nil); err != nil || r.Best.String() != "b:e2e4" {
		t.Errorf("of e2e4 alone, best is %s, %v", r.Best, err)
	}
	// Those that have ended may still be counted for a moment.
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

// TestThreadsEnd: a limit of nodes is for all threads together, and the search ends
// with its context.
func TestThreadsEnd(t *testing.T) {
	useProcessors(t)
	const threads, limit = 4, 200_000
	e := newEngine(t, Options{Hash: 4, Threads: threads})
	r, err := e.Search(t.Context(), game.New(), Limits{Nodes: limit}, nil)
	if err != nil || r.Nodes < limit/2 || r.Nodes > 2*limit {
		t.Errorf("%d nodes of %d, %v", r.Nodes, limit, err)
	}
	own := e.search.Nodes
	if own >= r.Nodes {
		t.Errorf("%d nodes, of which the first thread has searched %d", r.Nodes, own)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	e.Report = func(Info) {
		if reports++; reports == 3 {
			cancel()
		}
	}
	done := make(chan Result)
	go func() {
		r, _ := e.Search(ctx, game.New(), Limits{}, nil)
		done <- r
	}()
	select {
	case r := <-done:
		if r.Depth < 3 || !r.Best.IsValid() {
			t.Errorf("%+v", r)
		}
	case <-time.After(time.Minute):
		t.Fatal("the search does not end")
	}
}

// TestThreadsChange: with one thread again, all is as it was with one.
func TestThreadsChange(t *testing.T) {
	useProcessors(t)
	limits := Limits{Nodes: 20_000}
	e := newEngine(t, Options{Hash: 1})
	want, err := e.Search(t.Context(), game.New(), limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Configure(Options{Hash: 1, Threads: 3}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), game.New(), limits, nil); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 0} {
		if err := e.Configure(Options{Hash: 1, Threads: threads}); err != nil {
			t.Fatal(err)
		}
		e.Clear()
		got, err := e.Search(t.Context(), game.New(), limits, nil)
		if err != nil || got.Nodes != want.Nodes || got.Depth != want.Depth || got.Best != want.Best || got.Score != want.Score {
			t.Errorf("%d threads: %v, %d nodes, %v; want %v, %d nodes", threads, got.Best, got.Nodes, err, want.Best, want.Nodes)
		}
	}
	if err := e.Configure(Options{Hash: 1, Threads: MaxThreads}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), game.New(), limits, nil); err != nil || len(e.others) != runtime.GOMAXPROCS(0)-1 {
		t.Errorf("%d threads asked for: %d helpers, %v", MaxThreads, len(e.others), err)
	}
	for _, threads := range []int{-1, MaxThreads + 1} {
		if _, err := New(Options{Threads: threads}); game.CodeOf(err) != CodeBadOption {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}
