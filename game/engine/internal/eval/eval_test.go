package eval

import (
	"bufio"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// positions are those of the engine's proven mates, and the start.
func positions(t *testing.T) []chess.Position {
	t.Helper()
	f, err := os.Open("../../testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := []chess.Position{game.StartPosition().Chess()}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fen, _, ok := strings.Cut(lines.Text(), " | ")
		if !ok || strings.HasPrefix(fen, "#") {
			continue
		}
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Chess())
	}
	if len(all) < 100 {
		t.Fatalf("%d positions", len(all))
	}
	return all
}

// TestFeatures: the counted terms and the weights make the evaluation.
func TestFeatures(t *testing.T) {
	if !tracing {
		t.Skip("this build leaves the counting of terms out, which is for fitting the weights natively")
	}
	weights := Weights()
	var e Evaluator
	for _, p := range positions(t) {
		f := Count(&p)
		middle := float64(f.Phase) / FullPhase
		sum := func(counts []int8, weights [][2]float64) (v float64) {
			for i, n := range counts {
				v += float64(n) * (weights[i][0]*middle + weights[i][1]*(1-middle))
			}
			return v
		}
		danger := weights[Terms-Dangers:]
		own, theirs := Danger(sum(f.Danger[0][:], danger)), Danger(sum(f.Danger[1][:], danger))
		want := sum(f.Terms[:], weights[:]) - own + theirs
		// One unit more or less changes the cost by this much.
		tolerance := 3 + math.Sqrt(max(own, theirs))/4
		if got := float64(e.Evaluate(&p)); math.Abs(got-want) > tolerance {
			t.Errorf("%v: evaluated %v, features say %.1f", p.Board(), got, want)
		}
	}
}

// TestDanger: what attacks a king counts more the more there is of it.
func TestDanger(t *testing.T) {
	if Danger(-50) != 0 || Danger(100) <= 3*Danger(50) || Danger(10_000) != Danger(mostDanger) {
		t.Errorf("costs %d, %d, %d, %d", Danger(-50), Danger(50), Danger(100), Danger(10_000))
	}
	for units := -10; units < mostDanger+10; units++ {
		if d := Danger(float64(units)) - float64(Danger(units)); d < 0 || d >= 1 {
			t.Errorf("%d units cost %d, by fractions %v", units, Danger(units), Danger(float64(units)))
		}
	}
}

// TestFormatWeights: the weights in use, written, are the file they are in.
func TestFormatWeights(t *testing.T) {
	kept, err := os.ReadFile("weights.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, origin, _ := strings.Cut(string(kept), "centipawns.\n# ")
	origin, _, _ = strings.Cut(origin, "\n")
	if got := FormatWeights(Weights(), origin); got != string(kept) {
		t.Errorf("the weights are written as\n%.300s", got)
	}
}
