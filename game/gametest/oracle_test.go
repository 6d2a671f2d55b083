package gametest

import "testing"

// The numbers of positions that everybody finds in chess.
func TestChess(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		depth int
		want  int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", 3, 8902},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1", 2, 2039},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 1", 3, 2812},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 1", 3, 9467},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 29", 3, 62379},
	} {
		if got := count(*NewOracle(tt.fen).now(), tt.depth); got != tt.want {
			t.Errorf("%s, depth %d: %d positions, want %d", tt.fen, tt.depth, got, tt.want)
		}
	}
}

func count(p position, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, move := range p.moves() {
		after := p
		after.move(move)
		n += count(after, depth-1)
	}
	return n
}

// NewOracle and FEN are inverse.
func TestFEN(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 3",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4",
	} {
		if got := NewOracle(fen).FEN(); got != fen {
			t.Errorf("%s is written as %s", fen, got)
		}
	}
}
