// Command fit fits the evaluation's weights to the results of games, by gradient
// descent on the squared error of the predicted share of points, and writes them
// as the engine reads them. "go run ./scripts lab tune" runs it, on positions that "go run ./scripts
// lab selfplay" has written. It lies here because only the engine knows what each weight
// is for. A match tells whether the new weights are better.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/banchess/banchess/game/engine/internal/eval"
	lab "github.com/banchess/banchess/scripts/lab/sample"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "train.samples", "file of samples to fit to")
	flag.StringVar(&o.test, "test", "test.samples", "file of samples of other games, to see what the fit is worth")
	flag.StringVar(&o.output, "output", "game/engine/internal/eval/weights.txt", "file to write the weights to")
	flag.StringVar(&o.output, "o", o.output, "short for -output")
	flag.IntVar(&o.rounds, "rounds", 60, "rounds over the data")
	flag.Float64Var(&o.share, "share", 0.4, "how much of the target is the result; the rest is the search's score")
	flag.Float64Var(&o.decay, "decay", 0, "pull of the weights towards where they began")
	flag.Float64Var(&o.smooth, "smooth", 1e-6, "pull of the weights of squares side by side, and of counts that differ by one, towards each other")
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
	data, test, output   string
	rounds               int
	share, decay, smooth float64
}

func (o *options) run(ctx context.Context, w io.Writer) error {
	samples, err := readFile(o.data, o.share)
	if err != nil {
		return err
	}
	unseen, err := readFile(o.test, o.share)
	if err != nil {
		return err
	}
	weights := eval.Weights()
	fmt.Fprintf(w, "%d positions, error %.6f, unseen %.6f, log-loss %.5f\n", len(samples), meanError(samples, &weights), meanError(unseen, &weights), logLoss(unseen, &weights))
	last := 0.0
	improve(ctx, samples, &weights, o.rounds, o.decay, o.smooth, func(round int, e float64) {
		last = meanError(unseen, &weights)
		fmt.Fprintf(w, "round %d, error %.6f, unseen %.6f, log-loss %.5f\n", round, e, last, logLoss(unseen, &weights))
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	origin := fmt.Sprintf("Fitted to %d positions; mean squared error on others %.5f.", len(samples), last)
	return os.WriteFile(o.output, []byte(eval.FormatWeights(weights, origin)), 0o644)
}

func readFile(name string, share float64) ([]sample, error) {
	samples, err := lab.Read(name)
	return count(samples, share), err
}
