package train

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// randomTree returns a game in which little differs from that of another number: two openings,
// few lengths, a resignation at times, and something written.
func randomTree(r *rand.Rand) *game.Tree {
	g := game.New()
	line := []string{"b:e2e4", "m:d2d4", "b:d7d5", "m:e7e5", "b:a2a3", "m:g1f3"}
	if r.IntN(4) == 0 {
		line[3] = "m:g8f6"
	}
	for _, a := range line[:2+r.IntN(5)] {
		if err := g.Play(game.MustParseAction(a)); err != nil {
			panic(err)
		}
	}
	if r.IntN(4) == 0 {
		_ = g.Resign(game.White)
	}
	t := game.NewTree(g)
	switch n := t.End(); r.IntN(4) {
	case 0:
		n.Comment = fmt.Sprintf("here %d", r.IntN(2))
	case 1:
		n.Eval = &game.Eval{Centipawns: r.IntN(2)}
	case 2:
		if added, err := t.Root().Next().Add(game.MustParseAction("m:c2c4")); err == nil && t.End().Parent() != t.Root() {
			added.CommentBefore, added.Comment = "before", "or this"
		}
	}
	if r.IntN(3) == 0 {
		_ = t.Tags.Set("White", "You")
	}
	return t
}

func randomGames(r *rand.Rand) (g games) {
	for range r.IntN(4) {
		g.set(Game{fmt.Sprintf("g%d", r.IntN(2)), randomTree(r).PGN()})
	}
	return g
}

// isIn reports whether a game has all that another has.
func isIn(x, y string) bool {
	both, isNew := union(y, x)
	return both != "" && !isNew
}

// After two devices have taken in each other's games, each has all games of both, none twice,
// and whatever they send again changes nothing.
func TestMergeGames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for range 600 {
		here, there := randomGames(r), randomGames(r)
		a, b := slices.Clone(here), slices.Clone(there)
		a.merge(there, nil)
		b.merge(a, nil)
		a.merge(b, nil)
		for _, x := range slices.Concat(here, there) {
			for _, g := range []games{a, b} {
				if !slices.ContainsFunc(g, func(y Game) bool { return isIn(x.PGN, y.PGN) }) {
					t.Fatalf("lost %s\n%v", x, g)
				}
			}
		}
		for i, x := range a {
			for _, y := range a[i+1:] {
				if x.ID[:2] == y.ID[:2] && x.PGN == y.PGN {
					t.Fatalf("twice: %v", a)
				}
			}
		}
		for _, other := range []games{here, there, a, b} {
			if changed := a.merge(other, nil); len(changed) > 0 {
				t.Fatalf("changed again: %v\nof %v\nby %v", changed, a, other)
			}
		}
		if len(a) != len(b) {
			t.Fatalf("the devices differ: %v\n%v", a, b)
		}
	}
}

// What becomes of two versions of a game.
func TestUnion(t *testing.T) {
	const head = "[Event \"?\"]\n\n"
	rows := []struct{ name, mine, theirs, want string }{
		{"the longer one", "1. {banning: e2e4} d4 *", "1. {banning: e2e4} d4 {banning: e7e5} d5 *", "1. {banning: e2e4} d4 {banning: e7e5} d5 *"},
		{"the longer one is mine", "1. {banning: e2e4} d4 {banning: e7e5} d5 *", "1. {banning: e2e4} *", "1. {banning: e2e4} d4 {banning: e7e5} d5 *"},
		{"its end", "1. {banning: e2e4} d4 *", "1. {banning: e2e4} d4 0-1", "1. {banning: e2e4} d4 0-1"},
		{"another move", "1. {banning: e2e4} d4 *", "1. {banning: e2e4} c4 *", ""},
		{"another ban", "1. {banning: e2e4} d4 *", "1. {banning: d2d4} *", ""},
		{"on after an end", "1. {banning: e2e4} d4 0-1", "1. {banning: e2e4} d4 {banning: e7e5} *", ""},
		{"two ends", "1. {banning: e2e4} d4 0-1", "1. {banning: e2e4} d4 1-0", ""},
		{"comments in another order", "{a\nb c} 1. {banning: e2e4} *", "{c\nb\na d} 1. {banning: e2e4} *", "{a d b c} 1. {banning: e2e4} *"},
		{"a comment and a variation", "1. {banning: e2e4} d4 {mine} *", "1. {banning: e2e4} d4 {theirs} (1. {banning: e2e4} c4) {banning: e7e5} *", "1. {banning: e2e4} d4 {theirs mine} ( 1. c4 ) 1... {banning: e7e5} *"},
	}
	for _, row := range rows {
		got, _ := union(head+row.mine, head+row.theirs)
		if _, text, _ := strings.Cut(got, "\n\n"); strings.Join(strings.Fields(text), " ") != row.want {
			t.Errorf("%s: %q, want %q", row.name, text, row.want)
		}
	}
}

// Comments of many lines are not compared line by line; they follow each other once.
func TestLongComments(t *testing.T) {
	pgn := func(name string) string {
		return "{" + strings.ReplaceAll(list(8000, name+"%d"), ",", "\n") + "} *"
	}
	g := games{{"a", pgn("x")}}
	for i, theirs := range []string{pgn("y"), pgn("y"), pgn("x")} {
		if changed := g.merge(games{{"a", theirs}}, nil); (len(changed) == 1) != (i == 0) {
			t.Errorf("merged %d times: %d have changed", i+1, len(changed))
		}
	}
	if text := g[0].PGN; len(g) != 1 || !isIn(pgn("x"), text) || !isIn(pgn("y"), text) {
		t.Errorf("%d games, %d bytes", len(g), len(text))
	}
}

// A game that goes on elsewhere does not change: what is new comes beside it, once.
func TestFixedGame(t *testing.T) {
	short, long := "1. {banning: e2e4} d4 *", "1. {banning: e2e4} d4 {banning: e7e5} d5 *"
	g := games{{"a", short}}
	for i := range 2 {
		if changed := g.merge(games{{"a", long}}, []string{"a"}); len(changed) != 1-i {
			t.Error(changed)
		}
	}
	if len(g) != 2 || g[0].PGN != short || g[1].PGN != long || !strings.HasPrefix(g[1].ID, "a--") || !isGameID(g[1].ID) {
		t.Errorf("%v", g)
	}
}
