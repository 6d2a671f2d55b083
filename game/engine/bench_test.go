package engine

import (
	"context"
	"fmt"
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

// twelve are positions of all kinds, at both phases: openings, attacks,
// endgames.
var twelve = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
	"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 6:g1f3",
	"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3 11",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 2:e2a6",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 37",
	"2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16 63",
	"r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1 b - - 0 16 64:e5d4",
	"3q1rk1/5pbp/5Qp1/8/8/2B5/5PPP/6K1 w - - 0 1 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 1",
	"8/pp3k2/2p1p1p1/3pP1P1/3P1P2/1P2K3/P7/8 w - - 0 30 118:e3d3",
	"4k3/1R6/8/3p4/3P4/4K3/r7/8 w - - 0 50 197",
}

// BenchmarkDepth measures the time from nothing to a depth, on each of the
// twelve positions.
func BenchmarkDepth(b *testing.B) {
	const depth = 9
	for i, fen := range twelve {
		b.Run(fmt.Sprintf("position=%02d", i+1), func(b *testing.B) {
			e := New(Options{})
			board := parse(b, fen)
			nodes := uint64(0)
			for b.Loop() {
				e.Clear()
				r, err := e.Search(context.Background(), board, Limits{Depth: depth}, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes = r.Nodes
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
