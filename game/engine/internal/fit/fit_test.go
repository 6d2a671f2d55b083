package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine/internal/eval"
	lab "github.com/banchess/banchess/scripts/lab/sample"
)

// toy is a set in which a queen wins, White's and Black's, some times over.
func toy(t *testing.T, times int) (samples []lab.Sample) {
	t.Helper()
	for _, row := range []struct {
		fen    string
		result uint8
		score  int16
	}{
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 2, 400},
		{"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 0, -400},
		{"q3k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, -400},
		{"q3k3/8/8/8/8/8/8/4K3 b - - 0 1", 2, 400},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
	} {
		p, err := game.FromStandardFEN(row.fen)
		if err != nil {
			t.Fatal(err)
		}
		board := p.Chess()
		samples = append(samples, lab.New(&board, row.score, row.result, 1))
	}
	return slices.Repeat(samples, times)
}

func TestCount(t *testing.T) {
	for _, row := range []struct{ share, target float64 }{
		{1, 1},
		{0, predict(400)},
		{0.75, 0.75 + 0.25*predict(400)},
	} {
		samples := count(toy(t, 1), row.share)
		for i, want := range []float64{row.target, 1 - row.target, 1 - row.target, row.target, 0.5} {
			if got := float64(samples[i].target); math.Abs(got-want) > 1e-6 {
				t.Errorf("share %v: target %d is %v, want %v", row.share, i, got, want)
			}
		}
	}
}

// TestImprove begins with weights that think a queen bad and lets the toy set tell
// better; a strong decay keeps them where they were.
func TestImprove(t *testing.T) {
	var wrong [eval.Terms][2]float64
	for i, w := range eval.Weights() {
		wrong[i] = [2]float64{-w[0] / 10, -w[1] / 10}
	}
	for _, row := range []struct {
		decay float64
		fits  bool
	}{{0, true}, {1e-8, true}, {1000, false}} {
		samples := count(toy(t, 20), 1)
		weights := wrong
		before := meanError(samples, &weights)
		rounds, last := 0, 0.0
		improve(t.Context(), samples, &weights, 100, row.decay, 0, func(round int, err float64) {
			rounds++
			last = err
			if round != rounds {
				t.Errorf("round %d is reported as %d", rounds, round)
			}
		})
		if rounds != 100 || last != meanError(samples, &weights) {
			t.Errorf("%d rounds, error %v reported, is %v", rounds, last, meanError(samples, &weights))
		}
		if (last < before/4) != row.fits {
			t.Errorf("decay %v: error %v before, %v after", row.decay, before, last)
		}
		for i := range samples {
			won := float64(samples[i].target) - 0.5
			if value := samples[i].value(&weights); row.fits && won*value < 0 {
				t.Errorf("decay %v: a position with target %v is worth %v", row.decay, samples[i].target, value)
			}
		}
	}
}

// TestSmooth: neighbours of which the samples say little grow alike.
func TestSmooth(t *testing.T) {
	weights := eval.Weights()
	steps := func() (sum float64) {
		for _, n := range eval.Neighbours() {
			for k := range 2 {
				sum += math.Abs(weights[n[0]][k] - weights[n[1]][k])
			}
		}
		return sum
	}
	samples := count(toy(t, 4), 1)
	before := steps()
	improve(t.Context(), samples, &weights, 300, 0, 1, func(int, float64) {})
	if after := steps(); after > before/2 {
		t.Errorf("neighbours differ by %.0f, then by %.0f", before, after)
	}
}

// TestLogLoss: a sure and right prediction costs nothing, a wrong one dear.
func TestLogLoss(t *testing.T) {
	samples := count(toy(t, 2), 1)
	right := eval.Weights()
	var none, wrong [eval.Terms][2]float64
	for i, w := range right {
		wrong[i] = [2]float64{-w[0], -w[1]}
	}
	if got := logLoss(samples, &none); math.Abs(got-math.Ln2) > 1e-9 {
		t.Errorf("knowing nothing costs %v, want ln 2", got)
	}
	if r, w := logLoss(samples, &right), logLoss(samples, &wrong); r > math.Ln2/2 || w < 2*math.Ln2 {
		t.Errorf("right %v, wrong %v", r, w)
	}
}

// TestRun writes the weights as a file like the one they are in.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	o := options{
		data: filepath.Join(dir, "train.samples"), test: filepath.Join(dir, "test.samples"),
		output: filepath.Join(dir, "weights.txt"), rounds: 1, share: 1,
	}
	for name, n := range map[string]int{o.data: 4, o.test: 1} {
		var file []byte
		for _, s := range toy(t, n) {
			file = s.AppendTo(file)
		}
		if err := os.WriteFile(name, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	if err := o.run(t.Context(), &said); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(o.output)
	if err != nil || !strings.HasPrefix(string(source), "# Written by") || !strings.Contains(string(source), "Fitted to 20 positions") {
		t.Errorf("%v\n%.200s", err, source)
	}
	if !strings.Contains(said.String(), "round 1, error") {
		t.Errorf("said %q", said.String())
	}
	if err := os.Truncate(o.test, 0); err != nil {
		t.Fatal(err)
	}
	if err := o.run(t.Context(), &said); err == nil || !strings.Contains(err.Error(), o.test+" has 0 bytes, want one sample") {
		t.Errorf("without positions to test with: %v", err)
	}
}
