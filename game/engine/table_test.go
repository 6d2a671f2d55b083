package engine

import (
	"math/rand/v2"
	"testing"
)

// TestTableKeepsMates: whatever is found of a position after a mate was proven, the
// mate is still known, unless it is a mate itself.
func TestTableKeepsMates(t *testing.T) {
	const key = 1<<40 | 7
	rows := []struct {
		score, bound int // what is stored after that the mover is mated in three
		want, kept   int
	}{
		{mateBound + 100 - mateValue, boundLower, 6 - mateValue, boundUpper},
		{6 - mateValue, boundLower, 6 - mateValue, boundExact},
		{6 - mateValue, boundExact, 6 - mateValue, boundExact},
		{4 - mateValue, boundUpper, 4 - mateValue, boundUpper},
		{-300, boundExact, 6 - mateValue, boundUpper},
		{20, boundUpper, 6 - mateValue, boundUpper},
	}
	for _, r := range rows {
		table := newTable(1)
		table.store(key, 1, 2, 6-mateValue, 0, 2, boundUpper, 0)
		table.store(key, 3, 4, r.score, 0, 9, r.bound, 0)
		if e, ok := table.probe(key); !ok || int(e.score) != r.want || int(e.mark&3) != r.kept {
			t.Errorf("after %d, bound %d: score %d, bound %d", r.score, r.bound, e.score, e.mark&3)
		}
	}

	// It holds for any row of results, from both sides.
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		table := newTable(1)
		proven := false
		for range 20 {
			score, bound := random.IntN(2*mateBound)-mateBound, boundUpper+random.IntN(3)
			if random.IntN(2) == 0 {
				score = (mateValue - random.IntN(40)) * (1 - 2*random.IntN(2))
			}
			if bound != boundUpper && score > mateBound || bound != boundLower && score < -mateBound {
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
