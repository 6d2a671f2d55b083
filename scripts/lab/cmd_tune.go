package lab

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
)

// tuneFlags are the tune command's settings.
type tuneFlags struct {
	data, test string
	output     string
	rounds     int
	share      float64
	decay      float64
	smooth     float64
}

func newTune() *cobra.Command {
	var f tuneFlags
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Fit the engine's evaluation to positions of games it played against itself",
		Long: `Fits the weights to positions that selfplay has written and writes them as Go
source. A match tells whether they are better.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.fit(cmd.Context(), cmd.OutOrStdout()) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "train.txt", "file of positions to fit to")
	flags.StringVar(&f.test, "test", "test.txt", "file of positions of other games, to see what the fit is worth")
	flags.StringVarP(&f.output, "output", "o", "game/engine/internal/eval/weights.go", "file to write the weights to")
	flags.IntVar(&f.rounds, "rounds", 60, "rounds over the data")
	flags.Float64Var(&f.share, "share", 0.4, "how much of the target is the result; the rest is the search's score")
	flags.Float64Var(&f.decay, "decay", 0, "pull of the weights towards where they began")
	flags.Float64Var(&f.smooth, "smooth", 1e-6, "pull of the weights of squares side by side, and of counts that differ by one, towards each other")
	return cmd
}

func (f *tuneFlags) fit(ctx context.Context, w io.Writer) error {
	return stage.Command{Args: []string{
		"go", "run", "github.com/banchess/banchess/game/engine/internal/fit",
		"-data", f.data, "-test", f.test, "-output", f.output, "-rounds", fmt.Sprint(f.rounds), "-share", fmt.Sprint(f.share), "-decay", fmt.Sprint(f.decay), "-smooth", fmt.Sprint(f.smooth),
	}}.Run(ctx, w)
}
