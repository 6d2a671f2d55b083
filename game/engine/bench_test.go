package engine

import (
	"context"
	"errors"
	"testing"

	"github.com/banchess/banchess/game"
)

// TestBench: the number of nodes is the same every time, whoever yields and whatever
// was searched before, natively and in WebAssembly. A change of the search shows here.
func TestBench(t *testing.T) {
	const depth, nodes = 4, 55_960
	first, err := Bench(t.Context(), depth, nil, nil)
	if err != nil || first.Done != first.Of || first.Nodes != nodes {
		t.Fatalf("%+v, %v; want %d nodes", first, err, nodes)
	}
	reports, yields := 0, 0
	second, err := Bench(t.Context(), depth, func(b Benchmark) { reports++ }, func() { yields++ })
	if err != nil || second.Nodes != first.Nodes || reports != first.Of {
		t.Errorf("%+v after %d reports, then %+v, %v", second, reports, first, err)
	}
	if deeper, err := Bench(t.Context(), depth+1, nil, nil); err != nil || deeper.Nodes <= first.Nodes {
		t.Errorf("one deeper %+v, %v", deeper, err)
	}
	phases := map[game.Phase]int{}
	for _, fen := range benchPositions {
		phases[game.MustParseFEN(fen).Phase()]++
	}
	if phases[game.PhaseBan] < 8 || phases[game.PhaseMove] < 8 {
		t.Errorf("%v", phases)
	}
	for _, bad := range []int{-1, 0, MaxDepth + 1} {
		if _, err := Bench(t.Context(), bad, nil, nil); game.CodeOf(err) != CodeBadLimit {
			t.Errorf("depth %d: %v", bad, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if b, err := Bench(ended, depth, nil, nil); !errors.Is(err, context.Canceled) || b.Done == b.Of {
		t.Errorf("%+v, %v", b, err)
	}
}
