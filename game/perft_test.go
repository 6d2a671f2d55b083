package game

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// perftRules counts all that DivideRules splits.
func perftRules(p Position, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	shares, _ := DivideRules(p, depth, nil)
	for _, share := range shares {
		n += share.Lines
	}
	return n
}

// TestPerft counts what testdata/perft.txt has numbers for.
func TestPerft(t *testing.T) {
	f, err := os.Open("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		fields := strings.Split(s.Text(), "|")
		p := MustParseFEN(fields[0])
		for i, field := range fields[1:] {
			want, err := strconv.ParseUint(strings.TrimSpace(field), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if got := Perft(p, i+1); got != want {
				t.Errorf("Perft(%q, %d) = %d, want %d", p, i+1, got, want)
			}
			if want > 1_000_000 && testing.Short() {
				continue // seconds of work by the rules; the full run counts it
			}
			if got := perftRules(p, i+1); got != want {
				t.Errorf("perftRules(%q, %d) = %d, want %d", p, i+1, got, want)
			}
		}
	}
}

// TestPerftByActions plays every ban and every move, one by one, without the
// shortcut that the fast count takes, from both phases.
func TestPerftByActions(t *testing.T) {
	var walk func(p Position, depth int) uint64
	walk = func(p Position, depth int) uint64 {
		if depth == 0 {
			return 1
		}
		n := uint64(0)
		for _, a := range p.appendLegal(nil) {
			n += walk(p.playLegal(a), depth-1)
		}
		return n
	}
	for _, fen := range append([]string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 2:e2a6",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 1",
		"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1 3",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 29",
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 37",
		"rnbqkbnr/pppppQp1/8/7p/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3 12",
	}, starts...) {
		p := MustParseFEN(fen)
		for depth := range 4 {
			want := walk(p, depth)
			if got := Perft(p, depth); got != want {
				t.Errorf("Perft(%q, %d) = %d, counted %d", p, depth, got, want)
			}
			if depth == 0 {
				continue
			}
			for name, divide := range map[string]func(Position, int, func(counted, of int) bool) ([]Share, bool){"Divide": Divide, "DivideRules": DivideRules} {
				whole := want
				if name == "DivideRules" {
					whole = perftRules(p, depth)
				}
				shares, done := divide(p, depth, nil)
				for _, s := range shares {
					whole -= s.Lines
					if want := walk(p.playLegal(s.Action), depth-1); name == "Divide" && s.Lines != want {
						t.Errorf("%s of %q, %d: %s has %d lines, counted %d", name, p, depth, s.Action, s.Lines, want)
					}
				}
				if whole != 0 || !done {
					t.Errorf("%s of %q, %d: %d lines are nobody's; done: %v", name, p, depth, int64(whole), done)
				}
			}
		}
	}
}

// TestPerftDraws: a draw by rule ends a line by the rules alone.
func TestPerftDraws(t *testing.T) {
	for _, tt := range []struct {
		fen         string
		lines, rule uint64
	}{
		{"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1 2:e1f1", 5, 0},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", 20, 0},
	} {
		p := MustParseFEN(tt.fen)
		if lines, rule := Perft(p, 2), perftRules(p, 2); lines != tt.lines || rule != tt.rule {
			t.Errorf("%s: %d lines, %d by the rules; want %d, %d", p, lines, rule, tt.lines, tt.rule)
		}
	}
}

func TestPerftStops(t *testing.T) {
	asked := 0
	more := func(int, int) bool { asked++; return asked < 5 }
	if _, done := Divide(StartPosition(), 40, more); done || asked != 5 {
		t.Errorf("a count of 40 actions is done: %v, after asking %d times", done, asked)
	}
	asked = 0
	if _, done := DivideRules(StartPosition(), 40, more); done || asked != 5 {
		t.Errorf("a count of 40 actions by the rules is done: %v, after asking %d times", done, asked)
	}
	for name, divide := range map[string]func(Position, int, func(counted, of int) bool) ([]Share, bool){"Divide": Divide, "DivideRules": DivideRules} {
		for fen, moves := range map[string]int{StartFEN: 20, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4": 19} {
			last := 0
			divide(MustParseFEN(fen), 4, func(counted, of int) bool {
				if counted < last || of != moves {
					t.Errorf("%s: %d of %d first moves are counted, after %d of %d", name, counted, of, last, moves)
				}
				last = counted
				return name == "Divide" || counted < 1
			})
			if last < 1 || name == "Divide" && last < moves-1 {
				t.Errorf("%s: the last word is %d of %d", name, last, moves)
			}
		}
	}
	if n := Perft(Position{}, 3); n != 0 {
		t.Errorf("the zero Position has %d lines", n)
	}
	if shares, done := Divide(Position{}, 3, nil); len(shares) > 0 || !done {
		t.Errorf("the zero Position has the shares %v", shares)
	}
	p := MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1")
	if n := testing.AllocsPerRun(5, func() { Perft(p, 4) }); n != 0 {
		t.Errorf("a perft of four actions allocates %v times", n)
	}
}

// TestManyLines: a count that 64 bits do not hold stays at the bound. From the start that takes
// minutes, so the sums and products are tested alone.
func TestManyLines(t *testing.T) {
	const most = uint64(math.MaxUint64)
	for _, tt := range []struct{ got, want uint64 }{
		{addLines(3, 4), 7}, {addLines(most-4, 4), most}, {addLines(most-3, 4), most}, {addLines(most, most), most}, {addLines(0, most), most},
		{multiplyLines(3, 4), 12}, {multiplyLines(1<<32, 1<<31), 1 << 63}, {multiplyLines(1<<32, 1<<32), most}, {multiplyLines(most, 20), most}, {multiplyLines(most, 1), most}, {multiplyLines(most, 0), 0},
	} {
		if tt.got != tt.want {
			t.Errorf("got %d, want %d", tt.got, tt.want)
		}
	}
}
