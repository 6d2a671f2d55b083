// Command train trains the evaluation's network, by gradient descent on the squared error of the predicted
// share of points. "go run ./scripts lab train" runs it, on samples that "go run ./scripts lab
// selfplay" has written. The weights are the same for the same samples, options and seed, with any
// number of threads.
//
// The network is not in use: the evaluation by hand predicts samples of other games better, and
// loses fewer games. An engine with it is built and matched by
//
//	go build -tags network -o new ./game/cmd/banchess
//	go run ./scripts lab match --first "env BANCHESS_NETWORK=network.bin ./new uci" --second "./old uci"
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
	"github.com/banchess/banchess/game/engine/internal/network"
	lab "github.com/banchess/banchess/scripts/lab/sample"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "train.samples", "file of samples to learn from")
	flag.StringVar(&o.test, "test", "test.samples", "file of samples of other games, to see what the network is worth")
	flag.StringVar(&o.output, "output", "network.bin", "file to write the network to")
	flag.StringVar(&o.output, "o", o.output, "short for -output")
	flag.IntVar(&o.hidden, "hidden", network.Hidden, "hidden units a side; the engine reads networks of one number only")
	flag.IntVar(&o.rounds, "rounds", 25, "rounds over the data")
	flag.IntVar(&o.most, "positions", 0, "how many of the samples to learn from, the first ones; 0 for all")
	flag.Float64Var(&o.share, "share", 0.3, "how much of the target is the result; the rest is the search's score")
	flag.Float64Var(&o.rate, "rate", 0.0015, "learning rate at first; it falls to almost nothing")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the first weights and of the order")
	flag.IntVar(&o.threads, "threads", runtime.NumCPU(), "threads")
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
	samples, err := lab.Read(o.data)
	if err != nil {
		return err
	}
	if o.most > 0 {
		samples = samples[:min(o.most, len(samples))]
	}
	unseen, err := lab.Read(o.test)
	if err != nil {
		return err
	}
	t := newTrainer(newNet(o.hidden, o.seed), o.share, o.threads, o.seed)
	fmt.Fprintf(w, "%d positions, %d held out; by hand, the error is %.6f\n", len(samples), len(unseen), byHand(unseen, o.share))
	for r := range o.rounds {
		e := t.round(samples, r, o.rounds, o.rate)
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprintf(w, "round %d, error %.6f, held out %.6f, by the score alone %.6f\n", r+1, e, t.test(unseen, o.share), t.test(unseen, 0))
	}
	return os.WriteFile(o.output, t.net.quantised(), 0o644)
}

// byHand returns the mean squared error of the evaluation in use.
func byHand(samples []lab.Sample, share float64) float64 {
	var e eval.Evaluator
	sum := 0.0
	for i := range samples {
		board := samples[i].Board()
		off := predict(float64(e.Evaluate(&board))/network.OutputScale) - target(&samples[i], share)
		sum += off * off
	}
	return sum / float64(len(samples))
}
