package main

import (
	"fmt"
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

// TestEndings lists the endings, and gives one.
func TestEndings(t *testing.T) {
	if got := banchess(t, "", "ending"); got.code != cli.ExitDone || !strings.Contains(got.out, "KRKN   rook against knight            win\nKRKP   rook against pawn              win, hold\n") || !strings.Contains(got.out, "KQK    queen against king             win\n") {
		t.Errorf("%+v", got)
	}
	for _, row := range []struct{ typed, name, want string }{
		{"hint\nquit\n", "krk", "You are White: rook against king. You can win in "},
		{"resign\n", "krkn", "This was won. The shortest win takes "},
	} {
		if got := banchess(t, row.typed, "ending", row.name); got.code != cli.ExitDone || !strings.Contains(got.out, row.want) {
			t.Errorf("%s: %+v", row.name, got)
		}
	}
	if got := banchess(t, "quit\n", "ending", "KRKP", "--hold"); got.code != cli.ExitDone || !strings.Contains(got.out, "You are Black: rook against pawn. Hold the draw") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"ending", "KPK"}, {"ending", "KXK"}, {"ending", "KRK", "KQK"}, {"ending", "KRKN", "--hold"}} {
		if got := banchess(t, "", args...); got.code != cli.ExitUsage {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestEndingsRead reads all positions, and holds those of some endings to what their lines say.
func TestEndingsRead(t *testing.T) {
	set, err := shippedTables()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range endings() {
		p, err := game.ParseFEN(e.fen)
		if err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		if !strings.Contains("KQK KRK KRKN KRKP", e.men) {
			continue // a table takes a second to unpack
		}
		board := p.Chess()
		if v, known := set.Probe(&board); !known || p.Mover() != game.White || (v > 0) != (e.moves > 0) || v > 0 && (v.Distance()+1)/2 != e.moves {
			t.Errorf("%+v: %v, %v", e, v, known)
		}
	}
}

// TestEndingIsPractised wins an ending in as many moves as it takes, and reads so afterwards.
func TestEndingIsPractised(t *testing.T) {
	set := tables.ThreeMen()
	o, err := seat(t.Context(), play.Options{Depth: 1, Width: func() int { return 100 }}, ending{"KRK", 8, "7k/8/8/2K5/8/8/3R4/8 w - - 0 1 1"}, set)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.NewEngines(engine.Options{Hash: 1}); err != nil {
		t.Fatal(err)
	}
	found, err := o.Analyst.Search(t.Context(), o.Game, engine.Limits{}, nil)
	if err != nil || !found.Lines[0].Exact || found.Score.Mate >= 0 {
		t.Fatalf("%v, %+v", err, found)
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
	want := fmt.Sprintf("You won in %[1]d moves. The shortest win takes %[1]d:", -found.Score.Mate)
	if !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "White wins") {
		t.Errorf("no %q in:\n%s", want, out.String())
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
