package bitboard

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
)

// -long lifts the limits of the tests that agree on random positions or count
// published tables: minutes instead of seconds.
var long = flag.Bool("long", false, "run the long versions of the tests")

// perftRow is one line of a perft file.
type perftRow struct {
	fen    string
	counts []uint64
}

func perftFile(t testing.TB, path string) []perftRow {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []perftRow
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "|")
		row := perftRow{fen: strings.TrimSpace(fields[0])}
		for _, field := range fields[1:] {
			n, err := strconv.ParseUint(strings.TrimSpace(field), 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			row.counts = append(row.counts, n)
		}
		rows = append(rows, row)
	}
	return rows
}

// nodeLimit is the largest count a perft test walks.
func nodeLimit() uint64 {
	switch {
	case *long:
		return 1 << 62
	case testing.Short():
		return 1_000_000
	}
	return 20_000_000
}

func runPerft(t *testing.T, path string, perft func(*Board, int) uint64) {
	for _, row := range perftFile(t, path) {
		b := must(t, row.fen)
		for i, want := range row.counts {
			if want > nodeLimit() {
				break
			}
			if got := perft(b, i+1); got != want {
				t.Errorf("%s: perft %d = %d, want %d", row.fen, i+1, got, want)
			}
		}
	}
}

func TestChessPerft(t *testing.T) {
	runPerft(t, "testdata/perft.txt", (*Board).ChessPerft)
}

func TestBanPerft(t *testing.T) {
	runPerft(t, "testdata/banperft.txt", (*Board).Perft)
}

// TestBanPerftByActions plays every ban and every move, one by one, without the
// shortcut that the fast count takes, from both phases.
func TestBanPerftByActions(t *testing.T) {
	var walk func(b *Board, depth int) uint64
	walk = func(b *Board, depth int) uint64 {
		if depth == 0 {
			return 1
		}
		var l MoveList
		b.Playable(&l)
		n := uint64(0)
		seen := map[Pair]bool{}
		for _, m := range l.Slice() {
			switch {
			case !b.BanPly():
				b.Move(m)
			case seen[m.Pair()]:
				continue
			default:
				seen[m.Pair()] = true
				b.Ban(m.Pair())
			}
			n += walk(b, depth-1)
			b.Undo()
		}
		return n
	}
	for _, row := range perftFile(t, "testdata/perft.txt") {
		b := must(t, row.fen)
		for depth := 1; depth <= 3; depth++ {
			want := walk(b, depth)
			if got := b.Perft(depth); got != want {
				t.Errorf("%s: perft %d = %d, counted %d", row.fen, depth, got, want)
			}
			sum := uint64(0)
			shares, _ := b.Divide(depth, nil)
			for _, share := range shares {
				sum += share.Lines
			}
			if sum != want {
				t.Errorf("%s: divide %d sums to %d, counted %d", row.fen, depth, sum, want)
			}
		}
	}
}
