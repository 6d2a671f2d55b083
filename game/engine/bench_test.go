package engine

import (
	"context"
	"testing"
)

// BenchmarkSearch measures positions a second, over three openings.
func BenchmarkSearch(b *testing.B) {
	e := New(Options{})
	nodes := uint64(0)
	for b.Loop() {
		for _, s := range []string{"", "a2a3 e2e4 a7a6 e7e5 a2a3 g1f3", "a2a3 e2e4 a7a6 e7e5 a2a3 g1f3 a7a6 b8c6 a2a3 f1c4 a7a6"} {
			e.Clear()
			r, err := e.Search(context.Background(), after(b, s), Limits{Nodes: 200_000}, nil)
			if err != nil {
				b.Fatal(err)
			}
			nodes += r.Nodes
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e3, "knodes/s")
}
