package chess_test

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// -long lifts the limits of the tests that agree on random positions or count
// published tables: minutes instead of seconds.
var long = flag.Bool("long", false, "run the long versions of the tests")

// visits is how many random positions a property test sees.
func visits(normal int) int {
	switch {
	case *long:
		return 100 * normal
	case testing.Short():
		return normal / 10
	}
	return normal
}

// A perftRow is a line of the table of perft numbers.
type perftRow struct {
	fen    string
	counts []uint64
}

func perftRows(t testing.TB) []perftRow {
	f, err := os.Open("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []perftRow
	for s := bufio.NewScanner(f); s.Scan(); {
		if s.Text() == "" || s.Text()[0] == '#' {
			continue
		}
		fields := strings.Split(s.Text(), "|")
		row := perftRow{fen: strings.TrimSpace(fields[0])}
		for _, field := range fields[1:] {
			n, err := strconv.ParseUint(strings.TrimSpace(field), 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", s.Text(), err)
			}
			row.counts = append(row.counts, n)
		}
		rows = append(rows, row)
	}
	return rows
}

// position reads the six fields of a FEN.
func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	p, err := game.FromStandardFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p.Chess()
}

// A walk is a position with the moves that led to it.
type walk struct {
	chess.Position
	start string
	moves []chess.Move
}

func (w *walk) String() string { return fmt.Sprint(w.start, " moves ", w.moves) }

// randomGames plays random moves and calls visit before each, until it has been
// called n times.
func randomGames(t testing.TB, n int, visit func(w *walk)) {
	rng := rand.New(rand.NewPCG(1, 2))
	starts := perftRows(t)
	var l chess.MoveList
	for n > 0 {
		start := starts[rng.IntN(len(starts))].fen
		w := walk{Position: position(t, start), start: start}
		for range 150 {
			visit(&w)
			n--
			w.Moves(&l)
			if n == 0 || len(l.Slice()) == 0 {
				break
			}
			m := l.Slice()[rng.IntN(len(l.Slice()))]
			w.Play(m)
			w.moves = append(w.moves, m)
			if w.Halfmove() >= 100 || w.InsufficientMaterial() {
				break
			}
		}
	}
}

// anew builds a position again out of the answers of its methods.
func anew(p chess.Position) chess.Position {
	return chess.NewPosition(chess.Setup{
		Board: p.Board(), Mover: p.Mover(), Castling: p.Castling(),
		EnPassant: p.EnPassant(), Halfmove: p.Halfmove(), Fullmove: p.Fullmove(),
	})
}

// TestPlayKeeps: after every move, and after a pass, what is kept on the way,
// pieces and key, is what is made anew.
func TestPlayKeeps(t *testing.T) {
	randomGames(t, visits(20_000), func(w *walk) {
		var l chess.MoveList
		w.Moves(&l)
		for _, m := range l.Slice() {
			after := w.Position
			after.Play(m)
			if made := anew(after); after != made {
				t.Fatalf("%s: after %s the position is\n%+v, made anew\n%+v", w, m, after, made)
			}
		}
		if after := w.Position; !after.InCheck() {
			after.Pass()
			if made := anew(after); after != made || after.Mover() == w.Mover() || after.Board() != w.Board() {
				t.Fatalf("%s: after a pass the position is\n%+v, made anew\n%+v", w, after, made)
			}
		}
	})
}

// TestCountAgreesWithList compares the two ways of generating, and the noisy
// moves with the captures and promotions among all.
func TestCountAgreesWithList(t *testing.T) {
	randomGames(t, visits(100_000), func(w *walk) {
		var all, noisy chess.MoveList
		w.Moves(&all)
		w.Noisy(&noisy)
		pairs := map[chess.Pair]bool{}
		var want []chess.Move
		for _, m := range all.Slice() {
			pairs[m.Pair()] = true
			enPassant := w.At(m.From()).Role() == chess.Pawn && m.To() == w.EnPassant()
			if w.At(m.To()) != chess.NoPiece || m.Promotion() != chess.NoRole || enPassant {
				want = append(want, m)
			}
		}
		if m, p := w.Count(); m != len(all.Slice()) || p != len(pairs) {
			t.Fatalf("%s: counts %d moves, %d pairs; lists %d, %d", w, m, p, len(all.Slice()), len(pairs))
		}
		got := slices.Clone(noisy.Slice())
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: noisy moves %v, want %v", w, got, want)
		}
		if w.InCheck() != (w.Checkers() != 0) {
			t.Fatalf("%s: two opinions on check", w)
		}
	})
}

// TestLegalAgreesWithList asks for every move and every pair that can be written.
func TestLegalAgreesWithList(t *testing.T) {
	randomGames(t, visits(500), func(w *walk) {
		var l chess.MoveList
		w.Moves(&l)
		moves, pairs := map[chess.Move]bool{}, map[chess.Pair]bool{}
		for _, m := range l.Slice() {
			moves[m], pairs[m.Pair()] = true, true
		}
		for n := range chess.Pair(64 * 64) {
			if w.HasPair(n) != pairs[n] {
				t.Fatalf("%s: a legal move with %s: %v", w, n, !pairs[n])
			}
			for r := chess.NoRole; r <= chess.King; r++ {
				if m := n.Promoting(r); w.IsLegal(m) != moves[m] {
					t.Fatalf("%s: %s is legal: %v", w, m, !moves[m])
				}
			}
		}
	})
}

func TestInsufficientMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     true,
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1":    true,
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1":    true,
		"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":  true, // c1 and f8 are both dark
		"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1":   false,
		"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1":   false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/4KR2 w - - 0 1":    false,
		"4kq2/8/8/8/8/8/8/4K3 w - - 0 1":    false,
		"b3k3/1b6/8/8/8/8/8/4KB2 w - - 0 1": true,
	} {
		if p := position(t, fen); p.InsufficientMaterial() != want {
			t.Errorf("%s: %v", fen, !want)
		}
	}
}

// perft counts the lines of exactly depth moves.
func perft(p *chess.Position, depth int) uint64 {
	if depth == 1 {
		moves, _ := p.Count()
		return uint64(moves)
	}
	var l chess.MoveList
	var after chess.Position // not in the loop, where it would be allocated
	p.Moves(&l)
	n := uint64(0)
	for _, m := range l.Slice() {
		after = *p
		after.Play(m)
		n += perft(&after, depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	most := uint64(20_000_000) // the largest count that is walked
	if *long {
		most = 1 << 62
	} else if testing.Short() {
		most = 1_000_000
	}
	for _, row := range perftRows(t) {
		p := position(t, row.fen)
		for i, want := range row.counts {
			if want > most {
				break
			}
			if got := perft(&p, i+1); got != want {
				t.Errorf("%s: perft %d = %d, want %d", row.fen, i+1, got, want)
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	p := position(t, kiwipete)
	if n := testing.AllocsPerRun(5, func() { perft(&p, 3) }); n != 0 {
		t.Errorf("a perft of three moves allocates %v times", n)
	}
}
