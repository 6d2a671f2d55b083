package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

// TestEndings lists the endings, begins one, and refuses an unknown name.
func TestEndings(t *testing.T) {
	if got := banchess(t, "", "ending"); got.code != cli.ExitDone || !strings.Contains(got.out, "KRKN\n") || !strings.Contains(got.out, "KQK\n") {
		t.Errorf("%+v", got)
	}
	if got := banchess(t, "hint\nquit\n", "ending", "krk"); got.code != cli.ExitDone || !strings.Contains(got.out, "White bans") && !strings.Contains(got.out, "White moves") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"ending", "KPK"}, {"ending", "KXK"}, {"ending", "KRK", "KQK"}} {
		if got := banchess(t, "", args...); got.code != cli.ExitUsage {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestEndingIsPractised wins an ending in as many moves as it takes, and reads so afterwards.
func TestEndingIsPractised(t *testing.T) {
	set := tables.ThreeMen()
	start, ok := drawEnding(set, "KRK", false, rand.New(rand.NewPCG(3, 5)))
	if !ok {
		t.Fatal("no position is won")
	}
	o := play.Options{
		Game: game.NewFrom(start), Black: play.Player{Engine: true, Level: engine.Levels}, Depth: 1,
		Width: func() int { return 100 }, Tables: set,
	}
	if err := o.NewEngines(engine.Options{Hash: 1}); err != nil {
		t.Fatal(err)
	}
	found, err := o.Analyst.Search(t.Context(), o.Game, engine.Limits{}, nil)
	if err != nil || !found.Lines[0].Exact || found.Score.Mate >= 0 {
		t.Fatalf("%v, %+v", err, found)
	}
	if o.Shortest, err = shortestWay(t.Context(), set, o.Game); err != nil {
		t.Fatal(err)
	}
	var typed, out strings.Builder
	g := o.Game.Clone()
	for _, a := range found.Lines[0].Actions {
		if g.ActivePlayer() == game.White {
			fmt.Fprintln(&typed, a)
		}
		if err := g.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := play.New(o, console.NewScript(strings.NewReader(typed.String()), &out), termenv.NewOutput(&out)).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("The shortest win takes %d moves: ", -found.Score.Mate)
	if !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "White wins") {
		t.Errorf("no %q in:\n%s", want, out.String())
	}
}

// TestDrawnEnding finds a drawn position to hold, and says so where an ending has no such position.
func TestDrawnEnding(t *testing.T) {
	set := tables.ThreeMen()
	p, ok := drawEnding(set, "KRK", true, rand.New(rand.NewPCG(1, 1)))
	board := p.Chess()
	if v, known := set.Probe(&board); !ok || !known || v != 0 {
		t.Errorf("%v: %v, %v", p, v, ok)
	}
}

// TestAnalyzeByTables says how many moves a win takes, of each ban and each move.
func TestAnalyzeByTables(t *testing.T) {
	for fen, want := range map[string]string{
		"1Q6/8/k7/8/8/8/1r6/1K6 w - - 0 1 1": "White wins in 23, whatever is banned.",
		"8/8/8/8/3k4/2R5/8/K7 b - - 0 1 3":   "White wins in 15 by the right ban.",
		"4k3/7r/8/8/8/8/R7/4K3 w - - 0 1 1":  "The ending is drawn, by an exact table.",
	} {
		got := banchess(t, "", "analyze", fen)
		if got.code != cli.ExitDone || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v", fen, got)
		}
	}
}
