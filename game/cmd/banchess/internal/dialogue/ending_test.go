package dialogue

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

// TestEndingsRead reads all positions, and holds those of some endings to what their lines say.
func TestEndingsRead(t *testing.T) {
	set, err := cli.Tables()
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
