package search

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// TestTable: what is stored comes back, mates as seen from another distance.
func TestTable(t *testing.T) {
	table := NewTable(1)
	start := game.StartPosition().Chess()
	key := start.Key()
	for _, score := range []int{0, 123, -456, MateValue - 7, 9 - MateValue} {
		table.store(key, 1, 2, score, 17, 5, boundExact, 4)
		e, ok := table.probe(key)
		if !ok || e.first != 1 || e.next != 2 || e.eval != 17 || e.depth != 5 {
			t.Fatalf("%+v, %v", e, ok)
		}
		if got := toTable(int(e.score), -4); got != score {
			t.Errorf("%d comes back as %d", score, got)
		}
	}
	start.Play(chess.NewMove(12, 28, chess.NoRole))
	if _, ok := table.probe(start.Key()); ok {
		t.Error("a move makes no difference")
	}
	table.Clear()
	if _, ok := table.probe(key); ok || table.Full() != 0 {
		t.Error("the table is not empty after clear")
	}
}

// TestTableKeepsMates: whatever is found of a position after a mate was proven, the
// mate is still known, unless it is a mate itself.
func TestTableKeepsMates(t *testing.T) {
	const key = 1<<40 | 7
	rows := []struct {
		score, bound int // what is stored after that the mover is mated in three
		want, kept   int
	}{
		{MateBound + 100 - MateValue, boundLower, 6 - MateValue, boundUpper},
		{6 - MateValue, boundLower, 6 - MateValue, boundExact},
		{6 - MateValue, boundExact, 6 - MateValue, boundExact},
		{4 - MateValue, boundUpper, 4 - MateValue, boundUpper},
		{-300, boundExact, 6 - MateValue, boundUpper},
		{20, boundUpper, 6 - MateValue, boundUpper},
	}
	for _, r := range rows {
		table := NewTable(1)
		table.store(key, 1, 2, 6-MateValue, 0, 2, boundUpper, 0)
		table.store(key, 3, 4, r.score, 0, 9, r.bound, 0)
		if e, ok := table.probe(key); !ok || int(e.score) != r.want || int(e.mark&3) != r.kept {
			t.Errorf("after %d, bound %d: score %d, bound %d", r.score, r.bound, e.score, e.mark&3)
		}
	}

	// It holds for any row of results, from both sides.
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		table := NewTable(1)
		proven := false
		for range 20 {
			score, bound := random.IntN(2*MateBound)-MateBound, boundUpper+random.IntN(3)
			if random.IntN(2) == 0 {
				score = (MateValue - random.IntN(40)) * (1 - 2*random.IntN(2))
			}
			if bound != boundUpper && score > MateBound || bound != boundLower && score < -MateBound {
				proven = true
			}
			table.store(key, 1, 2, score, 0, random.IntN(12), bound, 0)
			e, ok := table.probe(key)
			if !ok || e.provesMate(int(e.score), 0) != proven {
				t.Fatalf("%+v after %d, bound %d; a mate was proven: %v", e, score, bound, proven)
			}
		}
	}
}

// TestFiftyMovesInTable: a mate from the table counts when it stands before the
// fifty-move rule draws, anything else when that is far.
func TestFiftyMovesInTable(t *testing.T) {
	for _, row := range []struct {
		halfmove, score int
		want            bool
	}{
		{0, MateValue - 13, true}, {86, MateValue - 13, true}, {87, MateValue - 13, false}, {88, 13 - MateValue, false},
		{98, 1 - MateValue, true}, {99, 1 - MateValue, false}, {89, 150, true}, {90, 150, false},
	} {
		hit := tableEntry{score: int16(row.score), depth: 30, mark: boundExact}
		if _, ok := hit.settles(-Infinite, Infinite, 1, 4, row.halfmove); ok != row.want {
			t.Errorf("half-move clock %d, %d: it settles %v", row.halfmove, row.score, ok)
		}
	}
}

// TestTableShared: of what threads write at once, an entry is read whole or not at
// all. Everything in an entry follows from its key here.
func TestTableShared(t *testing.T) {
	before := runtime.GOMAXPROCS(4) // several threads run at once, whatever the machine has
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	table := &Table{buckets: make([]bucket, 2)} // all meet in few slots
	table.NextSearch()
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 20_000 {
				n := (i*7 + worker*13) % 64
				key := uint64(n+1) * 0x9e3779b97f4a7c15
				score, bound := n*37-1000, 1+n%3
				if e, ok := table.probe(key); ok && (int(e.score) != score || e.first != chess.Move(n+1) || e.next != chess.Move(n+100) ||
					int(e.eval) != -score || int(e.depth) != n%8 || int(e.mark&3) != bound) {
					t.Errorf("key %d: %+v", n, e)
					return
				}
				table.store(key, chess.Move(n+1), chess.Move(n+100), score, -score, n%8, bound, 0)
			}
		})
	}
	all.Wait()
}
