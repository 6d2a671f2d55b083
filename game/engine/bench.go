package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/banchess/banchess/game"
)

// benchPositions are the beginning and positions of games, at ban plies and at move
// plies.
var benchPositions = []string{
	game.StartFEN,
	"r3k1nr/pppn1pp1/3p1b2/8/P1B5/1PP1P3/3P1PPP/1RB1K1NR w Kkq - 1 10 37",
	"rnbqkb1r/ppp1pp1p/3p1n2/6N1/2B5/4P3/PPPP1PPP/RNBQK2R b KQkq - 2 4 15",
	"r1b1k1nr/pppp1p1p/4pb2/8/7P/BPQ1P3/P2P1Pq1/RN1K1BNR w kq - 0 11 42:f1g2",
	"rnbqkb1r/1ppp1ppp/4p2n/p7/8/N2BP3/PPPP1PPP/R1BQK1NR w KQkq - 0 4 14:a3b5",
	"rnb1k1nr/pppp1pp1/4p2p/2b5/1q6/1QNP1N1P/PP2PPP1/R1B1KB1R w KQkq - 3 7 25",
	"r1b5/2ppkp2/2p1q3/8/p7/3P4/PP2P2Q/RKB5 b - - 0 24 95",
	"2rk1bnr/1p1bp1pp/p2pqp2/8/1QPn4/5NP1/PP1PPPBP/R1B2RK1 w - - 0 12 46:f3d4",
	"r1bkn3/ppp5/7Q/3p2q1/3P4/P7/1PP1NPPP/RN2KB1R b KQ - 0 14 56:g5h6",
	"r1bqk1nr/1pp2p1p/2npp1pb/pN6/2P5/2Q2N1P/PP1PPPP1/R1B1KB1R b KQkq - 1 7 27",
	"rnb1kb1N/p2pn2p/2p3p1/4P3/5PQ1/2p5/PP4PP/q2BK1NR w K - 0 18 69",
	"rn2kb1r/pppbpppp/2qp1n2/8/2P5/2NP1N2/PP1BPPPP/R2QKB1R w KQkq - 3 6 22:d1b3",
	"r1b1k1n1/1p1pbpp1/p2p1q2/8/4N2r/P2Q4/1PP1P1BP/R1B2RK1 b q - 0 15 60:f6e5",
	"r3r1k1/p1pp1pp1/b1n4p/2p1p3/4P1q1/2BPQN2/PPP1BPPP/R3R1K1 b - - 3 15 59",
	"rnb1k2r/p1pp1ppp/1p6/8/1b1NPqn1/5Q2/PPP3PP/RNB1KB1R w kq - 4 9 33+",
	"r1bqkb1r/pppppppp/2n2n2/8/8/1P2P3/P1PP1PPP/RNBQKBNR w KQkq - 1 3 10:b1c3",
	"2rqkbnr/1bpp1ppp/4P3/1p2n3/8/2P3P1/PP2PPBP/R1BQK1NR w KQk - 0 9 34:e6f7",
	"r1b1k1nr/pppp1ppp/n4q2/2b1p3/7P/N4PP1/PPPPP3/R1BQKBNR w KQkq - 1 5 17",
	"3r1rk1/3qppb1/3pb1pp/Q1p5/4n3/BPN1N2P/P1PPRPP1/1K1R4 w - - 3 20 77",
	"1rbk3r/3pb1pp/2Q1p2q/5p2/3P4/p3PN1P/1PP1BPP1/R4RK1 b - - 0 15 60:d7c6",
	"r1bqkb1r/ppppp2p/5ppn/8/PnP5/1QN1P3/1P1P1PPP/R1B1KBNR b KQkq - 3 6 24:b4d3",
	"r1b2rk1/pppp1pp1/4P3/2b5/3QP1p1/P4N2/3N2PP/3q1BKR b - - 0 19 75",
	"r1b1kbnr/pppp1ppp/2n1p3/8/2P4q/1PN1P3/P2P1PPP/R1BQKBNR b KQkq - 2 4 15",
	"r1b1kr2/1pQpb2p/p4n2/8/Pn1pP3/1KP2q2/1P1P3P/R1B1R3 b - - 4 22 88:f3d1",
}

// BenchDepth is the depth that a benchmark searches to by default.
const BenchDepth = 8

// A Benchmark is the work of a search over a fixed set of positions, each to the
// same depth by an engine that has just been made.
type Benchmark struct {
	Done, Of int // positions
	Nodes    uint64
	Time     time.Duration
}

// NodesPerSecond returns the speed.
func (b Benchmark) NodesPerSecond() uint64 {
	return uint64(float64(b.Nodes) / max(b.Time.Seconds(), 1e-6))
}

// Bench searches the positions and calls report after each, if it is not nil. The
// number of nodes is the same on every machine, and another where the search itself
// is another: it names the search as a checksum does. Errors: CodeBadLimit for a
// depth below 1 or above MaxDepth, and the context's.
func Bench(ctx context.Context, depth int, report func(Benchmark), yield func()) (Benchmark, error) {
	b := Benchmark{Of: len(benchPositions)}
	if depth < 1 || depth > MaxDepth {
		return b, outside(CodeBadLimit, "the depth", depth, fmt.Sprintf("from 1 to %d", MaxDepth))
	}
	e, err := New(Options{Seed: 1})
	if err != nil {
		return b, err
	}
	for _, fen := range benchPositions {
		g, err := game.NewFromFEN(fen)
		if err != nil {
			return b, err
		}
		e.Clear()
		began := time.Now()
		found, err := e.Search(ctx, g, Limits{Depth: depth}, yield)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return b, err
		}
		b.Done++
		b.Nodes += found.Nodes
		b.Time += time.Since(began)
		if report != nil {
			report(b)
		}
	}
	return b, nil
}
