package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// after plays actions as UCI writes them, from the start.
func after(t testing.TB, actions string) *game.Game {
	t.Helper()
	g := game.New()
	for _, s := range strings.Fields(actions) {
		a, err := g.Position().ParseInput(s)
		if err == nil {
			err = g.Play(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return g
}

func newEngine(t testing.TB, options Options) *Engine {
	t.Helper()
	e, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// parse returns a game from an extended or a standard FEN.
func parse(t testing.TB, fen string) *game.Game {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if game.CodeOf(err) == game.CodeStandardFEN {
		p, err = game.FromStandardFEN(fen)
	}
	if err != nil {
		t.Fatal(err)
	}
	return game.NewFrom(p)
}

const scholar = "a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7"

func TestMateByBan(t *testing.T) {
	b := after(t, scholar)
	r, err := newEngine(t, Options{}).Search(context.Background(), b, Limits{Depth: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Best.String() != "b:e8f7" || r.Score.Mate != 1 {
		t.Errorf("best is %s, score %s", r.Best, r.Score)
	}
	for depth := 1; depth <= 6; depth++ {
		b := after(t, strings.TrimSuffix(scholar, " a2a3 f3f7"))
		r, err := newEngine(t, Options{}).Search(context.Background(), b, Limits{Depth: depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Best.String() != "b:f3f7" {
			t.Errorf("depth %d: Black bans %s instead of f3f7 (score %s)", depth, r.Best, r.Score)
		}
	}
}

// TestDeterministic: two engines, or one that has forgotten everything, find the
// same at the same cost.
func TestDeterministic(t *testing.T) {
	b := after(t, "a2a3 e2e4 a7a6 e7e6 b1c3")
	one, other := newEngine(t, Options{Hash: 1}), newEngine(t, Options{Hash: 1})
	want, _ := one.Search(context.Background(), b, Limits{Depth: 7}, nil)
	one.Clear()
	for _, e := range []*Engine{one, other} {
		got, _ := e.Search(context.Background(), b, Limits{Depth: 7}, func() {})
		if got.Best != want.Best || got.Nodes != want.Nodes || got.Score != want.Score {
			t.Errorf("%s %s in %d nodes, then %s %s in %d", want.Best, want.Score, want.Nodes, got.Best, got.Score, got.Nodes)
		}
	}
	if b.FEN() != after(t, "a2a3 e2e4 a7a6 e7e6 b1c3").FEN() {
		t.Error("the search has changed its game")
	}
}

// TestCancel cancels an endless search from its yield hook.
func TestCancel(t *testing.T) {
	for _, actions := range []string{"", "a2a3"} {
		ctx, cancel := context.WithCancel(context.Background())
		yields := 0
		r, err := newEngine(t, Options{Hash: 1}).Search(ctx, after(t, actions), Limits{}, func() {
			if yields++; yields == 3 {
				cancel()
			}
		})
		if err != nil || !r.Best.IsValid() {
			t.Errorf("a cancelled search says %v, %v", r.Best, err)
		}
		if yields != 3 {
			t.Errorf("%d yields after the third cancelled", yields-3)
		}
	}
}

// TestCancelElsewhere cancels from another goroutine, which in WebAssembly has no thread of its own.
func TestCancelElsewhere(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if _, err := newEngine(t, Options{Hash: 1}).Search(ctx, game.New(), Limits{}, nil); err != nil {
		t.Error(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	go cancel()
	if _, err := Solve(ctx, game.New(), MaxTurns, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestCancelledBeforeItStarts(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, actions := range []string{"", "a2a3", scholar} {
		b := after(t, actions)
		r, err := newEngine(t, Options{Hash: 1}).Search(ctx, b, Limits{}, nil)
		if err != nil || !b.IsLegal(r.Best) {
			t.Errorf("after %q: %v, %v", actions, r.Best, err)
		}
	}
}

func TestGameOver(t *testing.T) {
	b := after(t, scholar+" e8f7")
	if _, err := newEngine(t, Options{Hash: 1}).Search(context.Background(), b, Limits{Depth: 1}, nil); err != ErrOver {
		t.Errorf("searching after mate: %v", err)
	}
}

// checkLine plays a line by the rules.
func checkLine(t *testing.T, g *game.Game, line []game.Action) {
	t.Helper()
	c := g.Clone()
	for _, a := range line {
		if err := c.Play(a); err != nil {
			t.Fatalf("%v from %s: %v", line, g.FEN(), err)
		}
	}
}

// TestLines: at both phases lines are legal, start with different actions and
// are sorted; a single line agrees with the first of many.
func TestLines(t *testing.T) {
	for _, actions := range []string{"", "e2e4", "a2a3 e2e4 a7a6 e7e5", "a2a3 e2e4 a7a6 e7e5 g1f3"} {
		b := after(t, actions)
		r, err := newEngine(t, Options{Hash: 4}).Search(context.Background(), b, Limits{Depth: 6, Lines: 4}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Lines) != 4 {
			t.Fatalf("after %q: %d lines", actions, len(r.Lines))
		}
		seen := map[game.Action]bool{}
		for i, line := range r.Lines {
			checkLine(t, b, line.Actions)
			if seen[line.Actions[0]] {
				t.Errorf("after %q: %s twice", actions, line.Actions[0])
			}
			seen[line.Actions[0]] = true
			if line.Line != i+1 || i > 0 && line.Score.Centipawns > r.Lines[i-1].Score.Centipawns {
				t.Errorf("after %q: line %d has %s after %s", actions, line.Line, line.Score, r.Lines[i-1].Score)
			}
		}
	}
}

// TestOnly restricts the root at both phases.
func TestOnly(t *testing.T) {
	for _, actions := range []string{"", "e2e4"} {
		b := after(t, actions)
		for _, a := range b.LegalActions()[:5] {
			r, err := newEngine(t, Options{Hash: 1}).Search(context.Background(), b, Limits{Depth: 3, Only: []game.Action{a}}, nil)
			if err != nil || r.Best != a {
				t.Errorf("after %q, only %s: %v, %v", actions, a, r.Best, err)
			}
		}
	}
}

// TestLinesOfLevels: every level gives as many lines as there are actions to give,
// each with another one, and its choice is the first, as it is without the others.
func TestLinesOfLevels(t *testing.T) {
	for level := 1; level <= Levels; level++ {
		for _, actions := range []string{"", "e2e4", scholar} {
			b := after(t, actions)
			for _, only := range [][]game.Action{nil, b.LegalActions()[:1]} {
				search := func(lines int) Result {
					r, err := newEngine(t, Options{Hash: 1, Seed: 1}).Search(context.Background(), b, Limits{Depth: 2, Level: level, Lines: lines, Only: only}, nil)
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				one, four := search(1), search(4)
				want := min(4, len(b.LegalActions()))
				if only != nil {
					want = 1
				}
				seen := map[game.Action]bool{}
				for i, l := range four.Lines {
					if len(l.Actions) == 0 || !b.IsLegal(l.Actions[0]) || l.Line != i+1 {
						t.Fatalf("level %d after %q: line %+v", level, actions, l)
					}
					seen[l.Actions[0]] = true
				}
				if len(seen) != want || len(four.Lines) != want {
					t.Errorf("level %d after %q: %d lines, want %d", level, actions, len(four.Lines), want)
				}
				if level < Levels && one.Best != four.Best {
					t.Errorf("level %d after %q: %v of one line, %v of four", level, actions, one.Best, four.Best)
				}
			}
		}
	}
}

// TestLevels: every level plays legal actions at both phases, the same again for
// the same seed, and the first level does not always play the same.
func TestLevels(t *testing.T) {
	for level := 1; level <= Levels; level++ {
		for _, actions := range []string{"", "e2e4", scholar} {
			b := after(t, actions)
			play := func(seed uint64) game.Action {
				r, err := newEngine(t, Options{Hash: 1, Seed: seed}).Search(context.Background(), b, Limits{Depth: 4, Nodes: 20_000, Level: level}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !b.IsLegal(r.Best) {
					t.Fatalf("level %d plays %s after %q", level, r.Best, actions)
				}
				return r.Best
			}
			if first, again := play(1), play(1); first != again {
				t.Errorf("level %d plays %s, then %s", level, first, again)
			}
			if level == 1 && actions != scholar {
				seen := map[game.Action]bool{}
				for seed := range uint64(20) {
					seen[play(seed)] = true
				}
				if len(seen) < 2 {
					t.Errorf("level 1 always plays %s after %q", play(1), actions)
				}
			}
		}
	}
}

// TestLevelsForget: a level is as strong after searches at full strength as before. Only
// what the next level has searched is remembered.
func TestLevelsForget(t *testing.T) {
	g := after(t, "e2e4 d2d4 d7d5")
	play := func(levels ...int) string {
		var found Result
		e := newEngine(t, Options{Hash: 1})
		for _, level := range levels {
			limits := Limits{Level: level}
			if level == Levels {
				limits.Depth = 8
			}
			var err error
			if found, err = e.Search(t.Context(), g, limits, nil); err != nil {
				t.Fatal(err)
			}
		}
		return fmt.Sprint(found.Depth, found.Nodes, found.Score, found.Lines[0].Actions)
	}
	for _, row := range []struct {
		levels []int
		same   bool
	}{{[]int{Levels, 10}, true}, {[]int{12, 10}, true}, {[]int{11, 10}, false}, {[]int{Levels, Levels - 1}, true}} {
		want := play(row.levels[1])
		if got := play(row.levels...); (got == want) != row.same {
			t.Errorf("levels %v: %s; with nothing before %s", row.levels, got, want)
		}
	}
}

// TestLevelsOverlook: whether the one ban that stops a mate is found depends on the level
// alone, and a level that overlooks nothing always finds it.
func TestLevelsOverlook(t *testing.T) {
	g := after(t, strings.TrimSuffix(scholar, " a2a3 f3f7"))
	found := func(level int) (n int) {
		for seed := range uint64(50) {
			r, err := newEngine(t, Options{Hash: 1, Seed: seed}).Search(context.Background(), g, Limits{Level: level}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Best.String() == "b:f3f7" {
				n++
			}
		}
		return n
	}
	first, fifth, tenth := found(1), found(5), found(10)
	if first > 25 || fifth <= first || tenth != 50 {
		t.Errorf("of 50 times the ban is found %d times at level 1, %d at level 5, %d at level 10", first, fifth, tenth)
	}
}

// TestColourFlip: a position and its mirror image are worth the same.
func TestColourFlip(t *testing.T) {
	e := newEngine(t, Options{Hash: 1})
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	} {
		if a, b := e.Evaluate(parse(t, fen).Position()), e.Evaluate(parse(t, flip(fen)).Position()); a != b {
			t.Errorf("%s is worth %d, flipped %d", fen, a, b)
		}
	}
}

// flip mirrors a six-field FEN and swaps its colours.
func flip(fen string) string {
	swap := func(s string) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= 'a' && c <= 'z':
				return c - 32
			case c >= 'A' && c <= 'Z':
				return c + 32
			}
			return c
		}, s)
	}
	f := strings.Fields(fen)
	ranks := strings.Split(swap(f[0]), "/")
	for i, j := 0, 7; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	side := map[string]string{"w": "b", "b": "w"}[f[1]]
	return strings.Join([]string{strings.Join(ranks, "/"), side, swap(f[2]), "-", f[4], f[5]}, " ")
}

// TestTwelveFENs keeps the twelve positions legal and unfinished.
func TestTwelveFENs(t *testing.T) {
	for _, fen := range twelve {
		if parse(t, fen).Over() {
			t.Errorf("%s is over", fen)
		}
	}
}
