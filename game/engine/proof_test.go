package engine

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/engine/internal/proof"
)

// TestProofNumbers holds the solver against a search that tries everything depth first: it
// has the same answer and refutations, and its proof holds. It visits fewer nodes; the long run
// goes through all rows of the file, and wants at most a fifth.
func TestProofNumbers(t *testing.T) {
	text, err := os.ReadFile("testdata/solve.txt")
	if err != nil {
		t.Fatal(err)
	}
	most := uint64(60_000) // nodes of a row, depth first
	if testing.Short() {
		most = 10_000
	}
	rows, nodes, all := 0, uint64(0), uint64(0)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		fen, numbers, _ := strings.Cut(line, " | ")
		var limit, turns, lost int
		var deep uint64
		if _, err := fmt.Sscanf(numbers, "%d | %d | %d | %d", &limit, &turns, &lost, &deep); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if deep > most && !*long {
			continue
		}
		g := parse(t, fen)
		got, err := Solve(t.Context(), g, limit, nil)
		if err != nil || got.Turns != turns || got.Lost != lost {
			t.Errorf("%s: %d turns or lost in %d, %v; want %d or %d", fen, got.Turns, got.Lost, err, turns, lost)
		}
		want, err := newSlowSolver(context.Background(), g).solve(g, limit, true)
		if err != nil || want.Nodes != deep {
			t.Errorf("%s: %d nodes depth first, %v", fen, want.Nodes, err)
		}
		nodes, all = nodes+got.Nodes, all+want.Nodes
		if !reflect.DeepEqual(got.Refutations, want.Refutations) {
			t.Errorf("%s in %d: the refutations are others", fen, limit)
		}
		if got.Turns > 0 || got.Lost > 0 {
			verifySolution(t, g.Position(), got)
		}
	}
	t.Logf("%d nodes instead of %d", nodes, all)
	if rows != 200 {
		t.Errorf("%d rows, want 200", rows)
	}
	if share := map[bool]uint64{false: 2, true: 5}[*long]; nodes*share > all {
		t.Errorf("%d nodes instead of %d, want one in %d", nodes, all, share)
	}
}

// TestDeepMates: the solver proves what the tables of endings say.
func TestDeepMates(t *testing.T) {
	for _, row := range []struct {
		fen   string
		turns int
	}{
		{"8/8/8/8/8/6R1/8/1k1K4 w - - 0 1 1", 6},
		{"8/8/4R3/k7/8/1K6/8/8 w - - 0 1 1", 7},
		{"8/8/1k6/8/8/1K6/1R6/8 w - - 0 1 1", 9},
		{"6R1/8/3k4/8/8/8/3K4/8 w - - 0 1 1", 11},
		{"6k1/8/8/8/8/4R3/1K6/8 w - - 0 1 1", 12},
	} {
		if row.turns > 7 && !*long {
			continue
		}
		g := parse(t, row.fen)
		s, err := Solve(t.Context(), g, row.turns, nil)
		if err != nil || s.Turns != 0 || s.Lost != row.turns {
			t.Errorf("%s: lost in %d, %v; want %d", row.fen, s.Lost, err, row.turns)
			continue
		}
		verifySolution(t, g.Position(), s)
		t.Logf("%d turns: %d nodes", row.turns, s.Nodes)
	}
}

// TestSolveStops: the context ends a proof within a few hundred nodes, and the yield counts them.
func TestSolveStops(t *testing.T) {
	g := parse(t, benchPositions[3])
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	s := newProver(ctx, g, func() {
		if calls++; calls == 40 {
			cancel()
		}
	})
	if _, err := s.solve(g, 12, true); err == nil || calls > 41 || s.Nodes() > 42*proof.Interval {
		t.Errorf("%v after %d calls and %d nodes", err, calls, s.Nodes())
	}
}
