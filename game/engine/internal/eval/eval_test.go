package eval

import (
	"bufio"
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
	weights := Weights()
	var e Evaluator
	for _, p := range positions(t) {
		counts, phase := Features(&p)
		sum := 0.0
		for i, n := range counts {
			sum += float64(n) * (weights[i][0]*float64(phase) + weights[i][1]*float64(FullPhase-phase)) / FullPhase
		}
		if got := float64(e.Evaluate(&p)); got < sum-1 || got > sum+1 {
			t.Errorf("%v: evaluated %v, features say %.1f", p.Board(), got, sum)
		}
	}
}

// TestFormatWeights: the weights in use, written, are the file they are in.
func TestFormatWeights(t *testing.T) {
	kept, err := os.ReadFile("weights.go")
	if err != nil {
		t.Fatal(err)
	}
	_, origin, _ := strings.Cut(string(kept), "by term.\n// ")
	origin, _, _ = strings.Cut(origin, "\n")
	if got := FormatWeights(Weights(), origin); got != string(kept) {
		t.Errorf("the weights are written as\n%.300s", got)
	}
}
