package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
	"github.com/banchess/banchess/scripts/tune"
)

// tuneFlags are the tune command's settings.
type tuneFlags struct {
	games       int
	nodes, seed uint64
	data        string
	output      string
	rounds      int
	share       float64
	decay       float64
	smooth      float64
}

func newTune() *cobra.Command {
	var f tuneFlags
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Fit the engine's evaluation to games it plays against itself",
		Long: `With --games, plays games and appends their quiet positions to the data file.
With --output, fits the weights to all positions in the data file and writes
them as Go source. A match tells whether they are better.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.games > 0 {
				if err := f.play(cmd.Context(), cmd.OutOrStdout()); err != nil {
					return err
				}
			}
			if f.output != "" {
				return f.fit(cmd.Context(), cmd.OutOrStdout())
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "positions.txt", "file of positions with results")
	flags.IntVar(&f.games, "games", 0, "games to play and add to the data")
	flags.Uint64Var(&f.nodes, "nodes", 1000, "nodes an action of these games")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of these games")
	flags.StringVar(&f.output, "output", "", "file to write the weights to, game/engine/internal/eval/weights.go")
	flags.IntVar(&f.rounds, "rounds", 60, "rounds over the data")
	flags.Float64Var(&f.share, "share", 0.7, "how much of the target is the result; the rest is the search's score")
	flags.Float64Var(&f.decay, "decay", 3e-6, "pull of the weights towards where they began")
	flags.Float64Var(&f.smooth, "smooth", 3e-6, "pull of neighbouring squares' weights towards each other")
	return cmd
}

func (f *tuneFlags) play(ctx context.Context, w io.Writer) (err error) {
	file, err := os.OpenFile(f.data, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return tune.Positions(ctx, file, f.games, f.nodes, f.seed, func(games, positions int) {
		fmt.Fprintf(w, "%d games, %d positions\n", games, positions)
	})
}

func (f *tuneFlags) fit(ctx context.Context, w io.Writer) error {
	return stage.Command{Args: []string{
		"go", "run", "github.com/banchess/banchess/game/engine/internal/fit",
		"-data", f.data, "-output", f.output, "-rounds", fmt.Sprint(f.rounds), "-share", fmt.Sprint(f.share), "-decay", fmt.Sprint(f.decay), "-smooth", fmt.Sprint(f.smooth),
	}}.Run(ctx, w)
}
