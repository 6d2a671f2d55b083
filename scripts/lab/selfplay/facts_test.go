package selfplay

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// TestGather checks that every game is counted once in each statistic, and that a large
// advantage counts.
func TestGather(t *testing.T) {
	_, text := games(t, 30)
	f, err := Gather([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	all, byNodes, ends, bans := 0, 0, f.Broken, 0
	for k, o := range f.By {
		if k.nodes == 0 {
			all += o.Count()
		} else {
			byNodes += o.Count()
		}
	}
	for _, o := range f.Reasons {
		ends += o.Count()
	}
	for _, o := range f.Bans {
		bans += o.Count()
	}
	if f.Games != 30 || f.Distinct != 30 || all != 30 || byNodes != 30 || ends != 30 || len(f.Lengths) != 30 || bans != f.By[group{Varied, 0}].Count() {
		t.Errorf("%d games, %d differ: %d by opening, %d by nodes, %d by end, %d by ban", f.Games, f.Distinct, all, byNodes, ends, bans)
	}
	if !slices.IsSorted(f.Lengths) || !slices.Equal(f.Nodes, quick.Nodes) {
		t.Errorf("lengths %v, nodes %v", f.Lengths, f.Nodes)
	}
	if o := f.Edge[edges-1]; o.Count() == 0 || o.wins <= o.losses {
		t.Errorf("far ahead: %+v", o)
	}
	for _, other := range []string{"", "[Bench \"4712\"]"} {
		if _, err := Gather([]byte(text + strings.Replace(text, "[Bench \"4711\"]", other, 1))); err == nil || !strings.Contains(err.Error(), "game 31 has the tag Bench") {
			t.Errorf("games of two engines: %v", err)
		}
	}
	if _, err := Gather([]byte("[Event \"x\"]\n\n1. {banning: e2e4} d4 *\n\n")); err == nil {
		t.Error("a game without tags is taken")
	}
}

// TestEdges checks that an advantage counts if it lasts, once a game and side, for the side
// that has it.
func TestEdges(t *testing.T) {
	// White wins a pawn for its knight; then pieces move back and forth.
	actions := "a2a3 g1f3 a7a6 e7e5 a2a3 f3e5 a7a6 b8c6 a2a3 h2h3 e5c6 d7e5"
	fs := new(Facts)
	g := position(t, strings.TrimSuffix(actions, " e5c6 d7e5"))
	fs.addEdges(played{Game: g})
	if fs.Edge[1] != (outcomes{}) {
		t.Errorf("an advantage of four actions counts: %+v", fs.Edge)
	}
	for _, a := range []string{"c6e5", "h7h6", "a2a3", "b2b3", "c6e5", "b7b6", "a2a3", "c2c3", "c6e5", "g7g6", "a2a3"} {
		played, err := g.Position().ParseInput(a)
		if err == nil {
			err = g.Play(played)
		}
		if err != nil {
			t.Fatalf("%s: %v", a, err)
		}
	}
	if err := g.Resign(game.Black); err != nil {
		t.Fatal(err)
	}
	fs.addEdges(played{Game: g})
	want := [edges]outcomes{1: {wins: 1}}
	if fs.Edge != want {
		t.Errorf("edges %+v, want %+v", fs.Edge, want)
	}
}

func TestOutcomes(t *testing.T) {
	for _, row := range []struct {
		o         outcomes
		mean, off float64
	}{
		{outcomes{}, 0.5, 0.5},
		{outcomes{wins: 50, losses: 50}, 0.5, 0.0961},
		{outcomes{draws: 100}, 0.5, 0.0189},
		{outcomes{wins: 10}, 1, 0.1833},
		{outcomes{wins: 59, draws: 22, losses: 19}, 0.7, 0.0769},
	} {
		if mean, off := row.o.share(); math.Abs(mean-row.mean) > 1e-9 || math.Abs(off-row.off) > 1e-3 {
			t.Errorf("%+v: %v ± %.4f, want %v ± %v", row.o, mean, off, row.mean, row.off)
		}
	}
	f := new(Facts)
	for i := range f.Edge {
		f.Edge[i] = outcomes{wins: 50 + 5*i, losses: 50 - 5*i}
	}
	if f.Needed(75) != 5 || f.Needed(90) != 8 || f.Needed(99) != 0 {
		t.Errorf("needed: %d, %d, %d", f.Needed(75), f.Needed(90), f.Needed(99))
	}
}

// TestFirstMoves checks that there are all twenty, the best first, each with legal actions after it.
func TestFirstMoves(t *testing.T) {
	moves, err := FirstMoves(t.Context(), 300)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, m := range moves {
		seen[m.Move] = true
		if i > 0 && worth(m.Score) > worth(moves[i-1].Score) || !m.Ban.IsBan() {
			t.Errorf("%d: %+v", i, m)
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d moves", len(seen))
	}

	_, text := games(t, 4)
	f, err := Gather([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f.First = moves
	var s strings.Builder
	if err := f.Write(&s, "go run ./scripts lab facts", 300); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"from 4 games, of which 4 differ, with 60 or 120 nodes an action, seed 1", "by the engine whose `bench` is 4711 nodes.",
		"best to ban " + moves[0].Pair.String() + ", and White then to play " + moves[1].Move + ".",
		"| checkmate by ban | ", "\n| 9 | ", "## What cannot be concluded",
	} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("no %q in\n%s", want, s.String())
		}
	}
	if strings.Contains(s.String(), "%!") {
		t.Errorf("badly formatted:\n%s", s.String())
	}
}
