package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/eval"
	"github.com/banchess/banchess/scripts/lab/sample"
)

// random returns samples of random games, whose score is the material.
func random(count int, seed uint64) (samples []sample.Sample) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for len(samples) < count {
		p := game.New().Position().Chess()
		for ply := 0; ply < 200; ply += 2 {
			var list chess.MoveList
			if p.Moves(&list); len(list.Slice()) == 0 {
				break
			}
			p.Play(list.Slice()[rng.IntN(len(list.Slice()))])
			score := 0
			for r, worth := range map[chess.Role]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900} {
				score += worth * (p.Pieces(p.Mover(), r).Count() - p.Pieces(p.Mover().Opponent(), r).Count())
			}
			samples = append(samples, sample.New(&p, int16(score), 1, ply))
		}
	}
	return samples[:count]
}

// TestLearns checks that the network learns what the material is worth, that it says the same after
// quantising, in the engine's integers, and that the number of threads changes nothing.
func TestLearns(t *testing.T) {
	samples, unseen := newExamples(random(40_000, 1)), random(1_000, 2)
	held := newExamples(unseen)
	var files [][]byte
	for _, threads := range []int{1, 3} {
		tr := newTrainer(newNet(eval.Hidden, 5), 0, threads, 5)
		tr.batch = 512
		before := tr.test(held, 0)
		for r := range 3 {
			tr.round(samples, r, 3, 0.003)
		}
		if after := tr.test(held, 0); after > before/2 {
			t.Errorf("the error was %.5f and is %.5f", before, after)
		}
		file := tr.net.quantised()
		files = append(files, file)
		if pawn := file[:eval.Hidden]; !bytes.Equal(pawn, make([]byte, eval.Hidden)) || bytes.Equal(file[8*eval.Hidden:9*eval.Hidden], pawn) {
			t.Errorf("a pawn on a1 has the weights %v", pawn)
		}
		n, err := eval.New(file)
		if err != nil {
			t.Fatal(err)
		}
		e, p := eval.NewEvaluator(n), newPass(eval.Hidden)
		for i := range unseen {
			board, x := unseen[i].Board(), held.at(i)
			want := p.predict(tr.net, &x)
			if got := sigmoid(float64(e.Evaluate(&board)) / eval.OutputScale); math.Abs(got-want) > 0.04 {
				t.Fatalf("%v: %.3f after quantising, %.3f before", board.Board(), got, want)
			}
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("with three threads it is another network")
	}
}

// TestSlopes compares gradients with differences of the error.
func TestSlopes(t *testing.T) {
	n, examples := newNet(8, 3), newExamples(random(200, 4))
	p, rng := newPass(8), rand.New(rand.NewPCG(1, 0))
	for i := 150; i < 200; i++ {
		x := examples.at(i)
		gradient := make([]float32, n.size())
		p.learn(n, &x, 0.5, gradient)
		for range 3 {
			at := rng.IntN(n.size() - n.bias())
			if at += n.bias(); rng.IntN(2) == 0 {
				at = int(x.on[0][rng.IntN(len(x.on[0]))])*8 + rng.IntN(8)
			}
			half := func(by float32) float64 {
				old := n.weights[at]
				n.weights[at] += by
				off := p.predict(n, &x) - x.target(0.5)
				n.weights[at] = old
				return off * off / 2
			}
			if want := (half(0.002) - half(-0.002)) / 0.004; math.Abs(want-float64(gradient[at])) > 0.01*math.Abs(want)+2e-4 {
				t.Errorf("weight %d has the gradient %v, want %v", at, gradient[at], want)
			}
		}
	}
}

// TestShared checks that all ways in which a man may be attacked share a parameter.
func TestShared(t *testing.T) {
	n := newNet(eval.Hidden, 1)
	for i, plain := range []int{eval.Plain(0), eval.Plain(64), eval.Plain(3*64 + 5), eval.Plain(4 * 64), eval.Plain(eval.InputCount - 1)} {
		if want := []int{0, 0, 5, 64, -1}[i]; plain != want {
			t.Errorf("%d: the man is %d, want %d", i, plain, want)
		}
	}
	n.learnt[n.size()] = 0.25
	n.learnt[64*n.hidden] = 0.5
	n.merge()
	if n.weights[0] != 0.25 || n.weights[64*n.hidden] != 0.75 {
		t.Errorf("the weights are %v and %v", n.weights[0], n.weights[64*n.hidden])
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	o := options{
		data: filepath.Join(dir, "train"), test: filepath.Join(dir, "test"), output: filepath.Join(dir, "network"),
		hidden: eval.Hidden, rounds: 2, most: 900, threads: 2, share: 0.3, rate: 0.001, seed: 1,
	}
	for name, samples := range map[string][]sample.Sample{o.data: random(1000, 1), o.test: random(100, 2)} {
		var file []byte
		for _, s := range samples {
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
	file, err := os.ReadFile(o.output)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := eval.New(file); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(said.String(), "900 positions, 100 held out; the network in use has") || !strings.Contains(said.String(), "round 2, error") {
		t.Errorf("said %q", &said)
	}
	for want, change := range map[string]func(o *options){
		"-hidden is 0: want 1":  func(o *options) { o.hidden = 0 },
		"-rounds is -1: want 1": func(o *options) { o.rounds = -1 },
		"-threads is 0: want 1": func(o *options) { o.threads = 0 },
		"no such file":          func(o *options) { o.data = filepath.Join(dir, "none") },
	} {
		bad := o
		change(&bad)
		if err := bad.run(t.Context(), &said); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
