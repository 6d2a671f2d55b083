package lab

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

	"github.com/banchess/banchess/scripts/lab/mine"
)

// puzzleFlags are the puzzles command's settings.
type puzzleFlags struct {
	games, endgames int
	seed            uint64
	dir, output     string
	pgn             []string
}

func newPuzzles() *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Mine puzzles from games of the engine, prove and select them",
		Long: `Looks for positions with exactly one good action in games of the engine against
itself, in drawn endgames and in the games of any --pgn, proves them, and writes a
selection to assets/puzzles.txt. Package scripts/lab/mine says what is looked for and
what is left out.

Everything found is kept in a file for each source in the directory --dir, and a run
that was stopped goes on after the last number in it. The same seed and number
always give the same puzzles. The selection is made from all files in the directory, of
other seeds too; with --games 0 --endgames 0 nothing is mined.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.games, "games", 2000, "how many games to look at")
	flags.IntVar(&f.endgames, "endgames", 40, "how many times 3000 drawn endgames to look at")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the games and endgames")
	flags.StringVar(&f.dir, "dir", "dist/puzzles", "directory of all that is found")
	flags.StringVarP(&f.output, "output", "o", "assets/puzzles.txt", "file to write the selection to")
	flags.StringSliceVar(&f.pgn, "pgn", nil, "files of games to look at as well")
	return cmd
}

func (f *puzzleFlags) run(ctx context.Context, w io.Writer) error {
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return err
	}
	if err := f.mineAll(ctx, w); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(f.dir, "*.txt"))
	if err != nil {
		return err
	}
	var finds []mine.Find
	for _, path := range files { // sorted
		more, _, err := mine.Load(path)
		if err != nil {
			return err
		}
		finds = append(finds, more...)
	}
	chosen, err := mine.Prove(ctx, mine.Select(finds))
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := mine.Write(&text, chosen); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d found, %d selected:\n%s", len(finds), len(chosen), mine.Summary(chosen))
	return os.WriteFile(f.output, text.Bytes(), 0o644)
}

// mineAll mines every source.
func (f *puzzleFlags) mineAll(ctx context.Context, w io.Writer) error {
	miner, err := mine.NewMiner(f.seed)
	if err != nil {
		return err
	}
	for _, s := range []struct {
		source mine.Source
		last   int
	}{{mine.Endgames, f.endgames}, {mine.Games, f.games}} {
		if s.last == 0 {
			continue // another run may be writing to the file
		}
		name := fmt.Sprintf("%s-%d.txt", s.source, f.seed)
		err := f.appendTo(name, func(file io.Writer, next int) error {
			return miner.Mine(ctx, file, s.source, next, s.last, reporter(w, s.source, next, s.last))
		})
		if err != nil {
			return err
		}
	}
	for _, path := range f.pgn {
		err := f.appendTo("pgn-"+filepath.Base(path)+".txt", func(file io.Writer, next int) error {
			games, err := os.Open(path)
			if err != nil {
				return err
			}
			defer games.Close()
			return miner.PGN(ctx, file, games, next, reporter(w, mine.Source(path), next, 0))
		})
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// appendTo opens a file of finds to continue it.
func (f *puzzleFlags) appendTo(name string, do func(file io.Writer, next int) error) error {
	file, next, err := mine.Open(filepath.Join(f.dir, name))
	if err != nil {
		return err
	}
	return errors.Join(do(file, next), file.Close())
}

// reporter reports the progress of a source.
func reporter(w io.Writer, source mine.Source, first, last int) func(number, found int) {
	began, sum := time.Now(), 0
	return func(number, found int) {
		if sum += found; number%20 == 0 || number == last {
			of := ""
			if last > 0 {
				of = fmt.Sprintf(" of %d", last)
			}
			fmt.Fprintf(w, "%s: %d%s, %d puzzles, %v each\n", source, number, of, sum, (time.Since(began) / time.Duration(number-first+1)).Round(time.Millisecond))
		}
	}
}
