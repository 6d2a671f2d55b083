package engine

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// BenchmarkSearch measures positions a second, over three openings.
func BenchmarkSearch(b *testing.B) {
	e := newEngine(b, Options{})
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

var depth = flag.Int("depth", 8, "depth of BenchmarkDepth")

// hundred reads the set of positions, half of them at ban plies.
func hundred(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/hundred.txt")
	if err != nil {
		t.Fatal(err)
	}
	var fens []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			fens = append(fens, strings.TrimSpace(line))
		}
	}
	return fens
}

func TestHundred(t *testing.T) {
	bans := 0
	for _, fen := range hundred(t) {
		if parse(t, fen).Phase() == game.PhaseBan {
			bans++
		}
	}
	if n := len(hundred(t)); n != 100 || bans != 50 {
		t.Errorf("%d positions, %d of them at ban plies", n, bans)
	}
}

// BenchmarkDepth measures the nodes and the time from nothing to a depth, over
// the hundred positions. A change of the search shows in the nodes, which are the
// same on every machine:
//
//	go test ./game/engine -run - -bench Depth -benchtime 1x -depth 9
func BenchmarkDepth(b *testing.B) {
	e := newEngine(b, Options{})
	nodes := uint64(0)
	for b.Loop() {
		nodes = 0
		for _, fen := range hundred(b) {
			e.Clear()
			r, err := e.Search(context.Background(), parse(b, fen), Limits{Depth: *depth}, nil)
			if err != nil {
				b.Fatal(err)
			}
			nodes += r.Nodes
		}
	}
	b.ReportMetric(float64(nodes), "nodes")
}
