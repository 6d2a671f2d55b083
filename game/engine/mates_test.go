package engine

import (
	"bufio"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

type mateRow struct {
	fen   string
	turns int
}

// mateFile reads forced wins of games that the engine played against itself.
func mateFile(t *testing.T) []mateRow {
	t.Helper()
	f, err := os.Open("testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []mateRow
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		fen, turns, _ := strings.Cut(s.Text(), " | ")
		n, err := strconv.Atoi(turns)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, mateRow{fen, n})
	}
	if len(rows) < 200 {
		t.Fatalf("only %d mates", len(rows))
	}
	return rows
}

// every returns the step with which a test goes through the mates.
func every(normal, short int) int {
	switch {
	case *long:
		return 1
	case testing.Short():
		return short
	}
	return normal
}

// TestMatesAreProven proves rows of the file again, and walks the proofs.
func TestMatesAreProven(t *testing.T) {
	deepest := 2
	if *long {
		deepest = 4
	}
	rows := mateFile(t)
	for i := 0; i < len(rows); i += every(2, 10) {
		row := rows[i]
		if row.turns > deepest {
			continue
		}
		b := parse(t, row.fen)
		s, err := Solve(context.Background(), b, row.turns, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Turns != row.turns {
			t.Errorf("%s: %d turns, want %d", row.fen, s.Turns, row.turns)
			continue
		}
		verifySolution(t, b.Position(), s)
	}
}

// TestSearchFindsMates lets the search look for rows of the file. The long run
// gives it a second for each and wants 98 in 100.
func TestSearchFindsMates(t *testing.T) {
	rows := mateFile(t)
	limits := Limits{Nodes: 300_000}
	want := 95
	if *long {
		limits, want = Limits{MoveTime: time.Second}, 98
	}
	e := newEngine(t, Options{})
	tried, found := 0, 0
	for i := 0; i < len(rows); i += every(4, 20) {
		tried++
		if findsMate(t, e, parse(t, rows[i].fen), rows[i].turns, limits) {
			found++
		} else {
			t.Logf("not found: %s in %d", rows[i].fen, rows[i].turns)
		}
	}
	t.Logf("%d of %d", found, tried)
	if found*100 < want*tried {
		t.Errorf("%d of %d mates found, want %d in 100", found, tried, want)
	}
}

// findsMate searches until a mate in so many turns is claimed, or a limit.
func findsMate(t *testing.T, e *Engine, b *game.Game, turns int, limits Limits) bool {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found := false
	e.Clear()
	e.Report = func(i Info) {
		if n := i.Score.Mate; n > 0 && n <= turns {
			found = true
			cancel()
		}
	}
	if _, err := e.Search(ctx, b, limits, nil); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestRefutedAtRoot checks that an action that was best is not played once the search has seen
// that it loses to a mate, wherever it is stopped.
func TestRefutedAtRoot(t *testing.T) {
	g := parse(t, "5rk1/2p2pp1/Q3p2p/1N1p4/2PP3q/p3b1PB/PP1nP1KP/1R1R4 w - - 3 19 74:g3h4")
	for nodes := uint64(28_500); nodes <= 40_500; nodes += 500 {
		r, err := newEngine(t, Options{}).Search(t.Context(), g, Limits{Nodes: nodes}, nil)
		if err != nil || r.Best.String() == "m:d1d2" || !g.IsLegal(r.Best) || r.Lines[0].Actions[0] != r.Best {
			t.Errorf("%d nodes: %v, %v, %v; d1d2 is mated", nodes, r.Best, r.Lines, err)
		}
	}
}

// TestSacrificeSeen: a move after which the opponent sacrifices the queen with check, and then
// mates with a knight, is not the best from 4,000 nodes on.
func TestSacrificeSeen(t *testing.T) {
	g := after(t, "g1f3 d2d4 b7b6 e7e6 f2f3 h2h3 f8b4 d8g5 c1g5 d1d2 g5g2 g5g6 b1c3 g1f3 g8f6 g6g2 f1g2 d2e3 g2h1 g2g6 b1c3 e3f4 "+
		"g8f6 g6c2 f4f7 b1c3 f8b4 b8c6 f4f7 c1d2 g8f6 g8h6 f4c7 a1d1 f8b4 c6b4 f1g2")
	for nodes := uint64(4000); nodes <= 64_000; nodes *= 2 {
		r, err := newEngine(t, Options{}).Search(t.Context(), g, Limits{Nodes: nodes}, nil)
		if err != nil || r.Best.String() == "m:f4c7" || !g.IsLegal(r.Best) || r.Lines[0].Actions[0] != r.Best {
			t.Errorf("%d nodes: %v, %v, %v; f4c7 is mated in two", nodes, r.Best, r.Lines, err)
		}
	}
}

// TestStalledClock: a search that finds its time gone before it begins, as on a
// machine that stalls, still sees a win in one.
func TestStalledClock(t *testing.T) {
	e := newEngine(t, Options{Hash: 1})
	ticking(e, time.Hour)
	tried := 0
	for _, row := range mateFile(t) {
		if row.turns > 1 {
			continue
		}
		tried++
		e.Clear()
		r, err := e.Search(context.Background(), parse(t, row.fen), Limits{MoveTime: time.Millisecond}, nil)
		if err != nil || r.Score.Mate != 1 {
			t.Errorf("%s: %s after %d nodes, %v", row.fen, r.Score, r.Nodes, err)
		}
	}
	if tried == 0 {
		t.Error("no row is a win in one")
	}
}
