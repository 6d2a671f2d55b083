package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// TestBestTwo ranks pairs of random values, told only what a search with a window tells,
// in any order. A search that is reduced may say too much: it is done again.
func TestBestTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	f := new(frame)
	for range 200_000 {
		values := make([]int, 2+rng.IntN(5))
		for i := range values {
			values[i] = rng.IntN(12)
		}
		alpha := rng.IntN(14) - 1
		beta := alpha + 1 + rng.IntN(13)
		if rng.IntN(4) == 0 {
			alpha, beta = -Infinite, Infinite
		}
		soft, over := rng.IntN(2) == 0, rng.IntN(3) // what a reduced search says too much
		d := newBestTwo(f, alpha, beta, func(m chess.Move, low, high, reduction int) (int, bool) {
			if low >= high {
				t.Fatalf("empty window %d, %d for %v in %d, %d", low, high, values, alpha, beta)
			}
			f.trial.set(Turn{Move: m}, new(line))
			v := values[m-1]
			if reduction > 0 {
				v += over
			}
			if !soft {
				v = max(low, min(v, high))
			}
			return v, true
		})
		for i := range values {
			if d.Add(chess.Move(i+1), rng.IntN(2)); d.Second >= beta {
				break
			}
		}
		sorted := slices.Sorted(slices.Values(values))
		want := sorted[len(sorted)-2]
		switch {
		case want >= beta && (d.Second < beta || d.Second > want), want <= alpha && (d.Second > alpha || d.Second < want):
			t.Fatalf("%v in %d, %d: second %d, want %d", values, alpha, beta, d.Second, want)
		case want > alpha && want < beta:
			if d.Second != want {
				t.Fatalf("%v in %d, %d: second %d, want %d", values, alpha, beta, d.Second, want)
			}
			d.writeLine()
			top, second := int(d.f.pv.turns[0].Ban), int(d.f.pv.turns[0].Move)
			if top == second || values[top-1] < want || values[second-1] != want {
				t.Fatalf("%v in %d, %d: line bans %d and plays %d", values, alpha, beta, top, second)
			}
		}
	}
}
