package puzzle_test

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// TestAgreesWithSolver holds the proof of mates to the engine's solver: where the
// solver has a win in so many turns, there is a puzzle if one first action wins, and
// which one that is both say.
func TestAgreesWithSolver(t *testing.T) {
	f, err := os.Open("../engine/testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found := 0
	lines := bufio.NewScanner(f)
	for i := 0; lines.Scan(); i++ {
		fen, text, ok := strings.Cut(lines.Text(), " | ")
		turns, _ := strconv.Atoi(text)
		if !ok || fen[0] == '#' || turns > 3 || i%3 > 0 || testing.Short() && turns > 2 {
			continue
		}
		p, err := puzzle.Normal(game.MustParseFEN(fen))
		if err != nil {
			t.Fatal(err)
		}
		want := winners(t, p, turns)
		got, err := puzzle.Solve(t.Context(), p, puzzle.Goal{Kind: puzzle.Mate, Turns: turns}, 0)
		switch code := game.CodeOf(err); {
		case code == puzzle.CodeUnproven && len(want) == 1 && len(p.LegalActions()) > 1 && !strings.Contains(err.Error(), "more than 300"):
			t.Errorf("%s: no puzzle (%v), though %v alone wins", p.FEN(), err, want)
		case code == puzzle.CodeUnproven:
		case err != nil:
			t.Fatal(err)
		case !slices.Equal(want, []game.Action{got.Key()}):
			t.Errorf("%s: the key is %v, the solver wins by %v", p.FEN(), got.Key(), want)
		default:
			found++
			if _, err := got.Verify(t.Context()); err != nil {
				t.Errorf("%s: %v\n%s", p.FEN(), err, got)
			}
			again, err := puzzle.Parse(got.String())
			if err != nil || again.String() != got.String() {
				t.Errorf("%s does not come back: %v", got, err)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d puzzles were found", found)
	}
	t.Logf("%d puzzles", found)
}

// winners are the first actions that win within so many turns, by the engine's
// solver.
func winners(t *testing.T, p game.Position, turns int) []game.Action {
	t.Helper()
	var wins []game.Action
	for _, a := range p.LegalActions() {
		g := game.NewFrom(p)
		if err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		if a.IsMove() && solved(t, g, turns) || a.IsBan() && allLose(t, g, turns-1) {
			wins = append(wins, a)
		}
	}
	return wins
}

// solved reports whether who acts wins within so many turns, or has won.
func solved(t *testing.T, g *game.Game, turns int) bool {
	t.Helper()
	if g.Over() {
		return g.Result().Reason.IsCheckmate()
	}
	s, err := engine.Solve(context.Background(), g, turns, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.Turns > 0
}

// allLose reports whether every move of who acts loses within so many turns.
func allLose(t *testing.T, g *game.Game, turns int) bool {
	t.Helper()
	if g.Over() {
		return g.Result().Reason.IsCheckmate()
	}
	for _, m := range g.LegalActions() {
		after := g.Clone()
		if err := after.Play(m); err != nil {
			t.Fatal(err)
		}
		if after.Over() || turns == 0 {
			return false
		}
		s, err := engine.Solve(context.Background(), after, turns, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Lost == 0 {
			return false
		}
	}
	return true
}
