package mine

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/tables"
)

// TestMineGoesOn checks that a run that is stopped, even in the middle of a line, and
// continued finds the same as one that was not stopped.
func TestMineGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays whole games and proves puzzles of them, which takes a minute")
	}
	file := filepath.Join(t.TempDir(), "found.txt")
	mine := func() string {
		t.Helper()
		m, err := NewMiner(5)
		if err != nil {
			t.Fatal(err)
		}
		if err := Mine(t.Context(), file, m.Games, 3, func(int, int) {}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	whole := mine()
	first, _, ok := strings.Cut(whole, "done 1\n")
	if !ok {
		t.Fatal(whole)
	}
	if err := os.WriteFile(file, []byte(first+"done 1\n"+"mnsjrx5;400;mate 2"), 0o644); err != nil {
		t.Fatal(err)
	}
	if finds, err := Load(file); err != nil || len(finds) != strings.Count(first, "\n") {
		t.Fatalf("%d finds, %v", len(finds), err)
	}
	if again := mine(); again != whole {
		t.Errorf("found\n%s\nwant\n%s", again, whole)
	}
	finds, err := Load(file)
	if err != nil || len(finds) != strings.Count(whole, "\n")-3 {
		t.Fatalf("%d finds, %v", len(finds), err)
	}
	for _, f := range finds {
		if _, err := f.Puzzle.Verify(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestKernel checks that the kernel is the same for the other colour, on the other side of
// the board, and with an irrelevant piece added, but not with a relevant one.
func TestKernel(t *testing.T) {
	kernel := func(fen string) string {
		t.Helper()
		p, err := puzzle.Solve(t.Context(), game.MustParseFEN(fen), puzzle.Goal{Kind: puzzle.Mate, Turns: 1}, 0)
		if err != nil {
			t.Fatal(fen, err)
		}
		k, err := kernelOf(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	const fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 2"
	same := kernel(fen)
	for _, other := range []string{
		"1k6/ppp5/8/8/8/8/8/1K5R w - - 0 1 2", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1 4", "6k1/5ppp/8/8/7p/8/8/R5K1 w - - 0 1 2",
	} {
		if kernel(other) != same {
			t.Errorf("%s has another kernel", other)
		}
	}
	if kernel("6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1 2") == same {
		t.Error("a rook elsewhere has the same kernel")
	}
}

// TestAlike checks that one idea a few turns apart is selected once, and that the file has no duplicates.
func TestAlike(t *testing.T) {
	solve := func(fen string) puzzle.Puzzle {
		t.Helper()
		p, err := puzzle.Solve(t.Context(), game.MustParseFEN(fen), puzzle.Goal{Kind: puzzle.Mate, Turns: 1}, 0)
		if err != nil {
			t.Fatal(fen, err)
		}
		return p
	}
	first := solve("r2k1b2/5p2/p3bn2/3pB1p1/2Q5/2P1PP2/Pq2B1PP/3RK2R w K - 0 1 2:e5f6")
	again := solve("r4b2/1p1k1pp1/P3bn2/3p4/2Q2B2/2P1P3/Pq3PPP/3RKB1R w K - 0 1 2:a6b7")
	another := solve("6k1/5ppp/8/8/8/3B4/8/R5K1 w - - 0 1 2")
	if !alike(&first, &again) || alike(&first, &another) {
		t.Error("the same mate some turns later is alike, another is not")
	}
	attack := solve("8/p1N1Bk2/8/7p/4P2P/5K2/4Q1Pq/8 b - - 0 1 4:h2f4")
	defence, err := puzzle.Solve(t.Context(), game.MustParseFEN("8/p1N1Bk1p/8/8/4Pq1P/7K/4Q1P1/8 b - - 0 1 3"), puzzle.Goal{Kind: puzzle.Defend, Turns: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !alike(&attack, &defence) || !alike(&defence, &attack) || alike(&first, &defence) {
		t.Error("a mate and the ban against it are alike")
	}
	if got := Select([]Find{{Puzzle: first, Kernel: "1", Past: "early"}, {Puzzle: again, Kernel: "2", Past: "early"}, {Puzzle: another, Kernel: "3", Past: "early"}}, measured(first, again, another)); len(got) != 2 {
		t.Errorf("%d of three are selected, where two are one idea", len(got))
	}
	puzzles := shipped(t)
	for i := range puzzles {
		for j := range i {
			if alike(&puzzles[i], &puzzles[j]) {
				t.Errorf("%s and %s are one idea", puzzles[j].ID(), puzzles[i].ID())
			}
		}
	}
}

// measured returns measures of puzzles that are not dull.
func measured(puzzles ...puzzle.Puzzle) Measures {
	all := Measures{}
	for i := range puzzles {
		all[puzzles[i].ID()] = Measure{Alike: 1, Apart: 1, Solved: make([]int, len(solvers))}
	}
	return all
}

// TestFit finds the ratings at which solvers do what they did, and is surer the more they say.
func TestFit(t *testing.T) {
	solve := func(strength float64) (solved []int) {
		for _, s := range solvers {
			expected := 1 / (1 + math.Pow(10, (strength-ratingOf(s.level))/400))
			solved = append(solved, int(math.Round(float64(s.tries)*expected)))
		}
		return solved
	}
	last := 0.0
	for _, strength := range []float64{600, 1000, 1400, 1800, 2200} {
		rating, deviation := fit(solve(strength))
		if math.Abs(rating-strength) > 200 || deviation < 40 || deviation > 200 || rating <= last {
			t.Errorf("what is solved from %.0f is rated %.0f±%.0f", strength, rating, deviation)
		}
		last = rating
	}
	none, all := make([]int, len(solvers)), solve(-5000)
	hardest, unsure := fit(none)
	easiest, _ := fit(all)
	if hardest < 2300 || easiest > 500 || unsure < 120 {
		t.Errorf("solved by none %.0f±%.0f, by all %.0f", hardest, unsure, easiest)
	}
}

// TestMeasure measures a mate that anybody sees and one that is hard, and reads what it writes.
func TestMeasure(t *testing.T) {
	m, err := NewMiner(1)
	if err != nil {
		t.Fatal(err)
	}
	measure := func(fen string, goal puzzle.Goal) Measure {
		t.Helper()
		p, err := puzzle.Solve(t.Context(), game.MustParseFEN(fen), goal, 0)
		if err != nil {
			t.Fatal(err)
		}
		found, err := m.Measure(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parseMeasure(found.String()); err != nil || again.String() != found.String() {
			t.Errorf("%v is read as %v (%v)", found, again, err)
		}
		return found
	}
	easy := measure("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 2", puzzle.Goal{Kind: puzzle.Mate, Turns: 1})
	hard := measure("N2k1n2/8/K7/7R/7Q/8/8/8 b - - 0 1 3", puzzle.Goal{Kind: puzzle.Mate, Turns: 3})
	a, _ := fit(easy.Solved)
	b, _ := fit(hard.Solved)
	if a >= b || easy.Sight < hard.Sight || hard.Alike <= easy.Alike || easy.Refuted == 0 || hard.Refuted == 0 {
		t.Errorf("easy: %v, rated %.0f; hard: %v, rated %.0f", easy, a, hard, b)
	}
	for _, apart := range []float64{-0.25, 0.059, 1} {
		hard.Apart = apart
		if again, err := parseMeasure(hard.String()); err != nil || again.Apart != apart {
			t.Errorf("%v is read as %v (%v)", hard, again, err)
		}
	}
	if _, err := parseMeasure("0.5 1"); err == nil {
		t.Error("half a measure is read")
	}
}

// TestRivals finds the second answer that a proof of material does not see: Nd6+ instead of
// Nxf7 wins as well. A puzzle in which one action alone wins has no second answer.
func TestRivals(t *testing.T) {
	m, err := NewMiner(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		fen   string
		goal  puzzle.Goal
		rival bool
	}{
		{"3rk2r/p2bbppp/7n/3Q2N1/3P4/2P3P1/PP2PP1P/q1B2RK1 w k - 0 1 2:d5f7", puzzle.Goal{Kind: puzzle.Material, Turns: 2, Gain: 2}, true},
		{"5r2/2p2R2/p6p/1p4p1/4P1P1/P1P4k/1P1r4/5RK1 b - - 0 1 4:d2g2", puzzle.Goal{Kind: puzzle.Material, Turns: 1, Gain: 5}, false},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 2", puzzle.Goal{Kind: puzzle.Mate, Turns: 1}, false},
	} {
		p, err := puzzle.Solve(t.Context(), game.MustParseFEN(row.fen), row.goal, 0)
		if err != nil {
			t.Fatal(row.fen, err)
		}
		apart, err := m.apart(t.Context(), &p, 100_000)
		c := &candidate{Find: Find{Puzzle: p}, Measure: Measure{Apart: apart}}
		if err != nil || c.hasRival() != row.rival {
			t.Errorf("%s: the right action is better by %v (%v)", row.fen, apart, err)
		}
	}
	if c := (&candidate{Measure: Measure{Apart: math.NaN()}}); !c.hasRival() {
		t.Error("a puzzle that no deep search has seen is selected")
	}
}

// TestIdea checks that an idea is the same for the other colour, on the other side of the board
// and elsewhere, and not if another piece does it.
func TestIdea(t *testing.T) {
	idea := func(fen string) string {
		t.Helper()
		p, err := puzzle.Solve(t.Context(), game.MustParseFEN(fen), puzzle.Goal{Kind: puzzle.Mate, Turns: 1}, 0)
		if err != nil {
			t.Fatal(fen, err)
		}
		return ideaOf(&p)
	}
	same := idea("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 2")
	for _, other := range []string{"1k6/ppp5/8/8/8/8/8/1K5R w - - 0 1 2", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1 4", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1 2"} {
		if got := idea(other); got != same {
			t.Errorf("%s: %q, not %q", other, got, same)
		}
	}
	if got := idea("6k1/5ppp/8/8/8/8/8/3Q2K1 w - - 0 1 2"); got == same {
		t.Errorf("a queen mates as a rook does: %q", got)
	}
}

// TestTablesAgree checks that the key of an ending out of the tables is the only action that
// keeps what it is worth, by the table without pawns that is made fastest.
func TestTablesAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes a table")
	}
	var set tables.Set
	if _, err := set.Add("KRK"); err != nil {
		t.Fatal(err)
	}
	set.Make()
	// White's rook hangs: only the ban of its capture keeps the win.
	p := game.MustParseFEN("8/8/8/3k4/3R4/8/8/K7 b - - 0 1 3")
	if key, goal := only(&set, p); key != game.NewBan(game.MustParseSquare("d5"), game.MustParseSquare("d4")) || goal.Kind != puzzle.Mate || goal.Turns < 3 {
		t.Errorf("%v, %v", key, goal)
	}
	// Mates that the table knows are those that the prover finds.
	rng := rand.New(rand.NewPCG(1, 1))
	table, _ := set.Add("KRK")
	for n := 0; n < 20; {
		board, ok := table.Position(rng.IntN(table.Len()))
		if !ok {
			continue
		}
		d := drawing{setupOf(&board), rng}
		p, ok := d.finish(board.Mover(), rng.IntN(2) == 0)
		if !ok || !choice(p) {
			continue
		}
		key, goal := only(&set, p)
		if goal.Turns == 0 || goal.Turns > mostTableTurns {
			continue
		}
		n++
		found, err := puzzle.Solve(t.Context(), p, goal, 0)
		if err != nil || found.Key() != key {
			t.Errorf("%s: %v, %q by the table, %v by the prover (%v)", p.FEN(), key, goal, found.Key(), err)
		}
	}
}
