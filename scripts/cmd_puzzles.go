package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/mine"
)

// puzzleFlags are the puzzles command's settings.
type puzzleFlags struct {
	numbers       int
	seed          uint64
	found, output string
	pgn           []string
	selectOnly    bool
}

func newPuzzles() *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Mine puzzles from games of the engine, prove and select them",
		Long: `Looks for positions with exactly one good action in games of the engine against
itself, in drawn endgames and in the games of any --pgn, proves them, and writes a
selection to assets/puzzles.txt. Package scripts/mine says what is looked for and
what is left out.

Everything found is kept in the file --found, and a run that was stopped goes on
behind the last number in it. The same seed and number always give the same.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.numbers, "numbers", 4000, "how many games and batches of endgames to look at")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the games")
	flags.StringVar(&f.found, "found", "dist/puzzles-found.txt", "file of all that is found, which a later run goes on with")
	flags.StringVarP(&f.output, "output", "o", "assets/puzzles.txt", "file to write the selection to")
	flags.StringSliceVar(&f.pgn, "pgn", nil, "files of games to look at, instead of playing any")
	flags.BoolVar(&f.selectOnly, "select", false, "mine nothing, select from what was found")
	return cmd
}

func (f *puzzleFlags) run(ctx context.Context, w io.Writer) error {
	if !f.selectOnly {
		if err := f.mine(ctx, w); err != nil {
			return err
		}
	}
	finds, _, err := mine.Load(f.found)
	if err != nil {
		return err
	}
	chosen := mine.Select(finds)
	var text bytes.Buffer
	if err := mine.Write(&text, chosen); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d found, %d selected:\n%s", len(finds), len(chosen), mine.Summary(chosen))
	return os.WriteFile(f.output, text.Bytes(), 0o644)
}

// mine appends to the file of finds.
func (f *puzzleFlags) mine(ctx context.Context, w io.Writer) (err error) {
	if err := os.MkdirAll(filepath.Dir(f.found), 0o755); err != nil {
		return err
	}
	file, next, err := mine.Open(f.found)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	miner := mine.NewMiner(f.seed)
	began, first, sum := time.Now(), next, 0
	report := func(number, found int) {
		if sum += found; number%20 == 0 {
			fmt.Fprintf(w, "%d of %d, %d puzzles, %v each\n", number, f.numbers, sum, (time.Since(began) / time.Duration(number-first+1)).Round(time.Millisecond))
		}
	}
	for _, path := range f.pgn {
		games, err := os.Open(path)
		if err != nil {
			return err
		}
		err = miner.PGN(ctx, file, games, report)
		if err = errors.Join(err, games.Close()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if len(f.pgn) > 0 {
		return nil
	}
	return miner.Mine(ctx, file, next, f.numbers+1, report)
}
