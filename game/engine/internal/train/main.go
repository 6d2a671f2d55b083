// Command train trains the evaluation's network, by gradient descent on the squared error of the predicted
// share of points. "go run ./scripts lab train" runs it, on samples that "go run ./scripts lab
// selfplay" has written. The weights are the same for the same samples, options and seed, with any
// number of threads.
//
// To compare a network with the one in use, build a program with each and let them play:
//
//	go build -o old ./game/cmd/banchess
//	go run ./scripts lab train -o assets/network.bin && go build -o new ./game/cmd/banchess
//	go run ./scripts lab match --first "./new uci" --second "./old uci"
//
// # More positions or more units
//
// The error on positions of other games after ten rounds, with the default options. The network in
// use has 32 units a side and 4 million positions:
//
//	positions   16 units   32 units   64 units
//	0.5 million            0.01940
//	1 million              0.01778
//	2 million              0.01658
//	4 million   0.01574    0.01565    0.01595
//
// Twice the positions take 8, 7 and 6 % off the error, so more of them are worth having. More
// units are not: 64 lower the error on the 4 million positions themselves, from 0.01372 to 0.01240,
// but not on others.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"

	"github.com/banchess/banchess/game/engine/internal/eval"
	"github.com/banchess/banchess/scripts/lab/sample"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "train.samples", "file of samples to learn from")
	flag.StringVar(&o.test, "test", "test.samples", "file of samples of other games, to see what the network is worth")
	flag.StringVar(&o.output, "output", "network.bin", "file to write the network to")
	flag.StringVar(&o.output, "o", o.output, "short for -output")
	flag.IntVar(&o.hidden, "hidden", eval.Hidden, "hidden units a side; the engine reads networks of one number only")
	flag.IntVar(&o.rounds, "rounds", 10, "rounds over the data")
	flag.IntVar(&o.most, "positions", 0, "how many of the samples to learn from, the first ones; 0 for all")
	flag.Float64Var(&o.share, "share", 0.3, "how much of the target is the result; the rest is the search's score")
	flag.Float64Var(&o.rate, "rate", 0.002, "learning rate at first; it falls to almost nothing")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the first weights and of the order")
	flag.IntVar(&o.threads, "threads", runtime.NumCPU(), "threads; more than 4 are not used")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := o.run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

type options struct {
	data, test, output            string
	hidden, rounds, most, threads int
	share, rate                   float64
	seed                          uint64
}

func (o *options) run(ctx context.Context, w io.Writer) error {
	for name, n := range map[string]int{"-hidden": o.hidden, "-rounds": o.rounds, "-threads": o.threads} {
		if n < 1 {
			return fmt.Errorf("%s is %d: want 1 or more", name, n)
		}
	}
	if o.most < 0 || o.share < 0 || o.share > 1 {
		return fmt.Errorf("-positions %d, -share %v: want 0 or more positions, and a share from 0 to 1", o.most, o.share)
	}
	samples, err := sample.Read(o.data)
	if err != nil {
		return err
	}
	if o.most > 0 {
		samples = samples[:min(o.most, len(samples))]
	}
	unseen, err := sample.Read(o.test)
	if err != nil {
		return err
	}
	training, held := newExamples(samples), newExamples(unseen)
	t := newTrainer(newNet(o.hidden, o.seed), o.share, o.threads, o.seed)
	fmt.Fprintf(w, "%d positions, %d held out; the network in use has the error %.6f\n", len(samples), len(unseen), quantisedError(new(eval.Evaluator), unseen, held, o.share))
	for r := range o.rounds {
		e := t.round(training, r, o.rounds, o.rate)
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprintf(w, "round %d, error %.6f, held out %.6f, of the score alone %.6f, of the result alone %.6f\n", r+1, e, t.test(held, o.share), t.test(held, 0), t.test(held, 1))
	}
	file := t.net.quantised()
	if n, err := eval.New(file); err == nil { // not for other numbers of hidden units
		fmt.Fprintf(w, "in integers %.6f\n", quantisedError(eval.NewEvaluator(n), unseen, held, o.share))
	}
	return os.WriteFile(o.output, file, 0o644)
}

// quantisedError returns the mean squared error of an evaluator.
func quantisedError(e *eval.Evaluator, samples []sample.Sample, held *examples, share float64) float64 {
	sum := 0.0
	for i := range samples {
		board, x := samples[i].Board(), held.at(i)
		off := sigmoid(float64(e.Evaluate(&board))/eval.OutputScale) - x.target(share)
		sum += off * off
	}
	return sum / float64(len(samples))
}
