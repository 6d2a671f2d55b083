package lab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/lab/mine"
)

func newPuzzles() *cobra.Command {
	var games, endgames int
	var seed uint64
	var dir, output string
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Mine puzzles from games of the engine, prove and select them",
		Long: `Looks for positions with exactly one good action in games of the engine against
itself and in drawn endgames, proves them, and writes a selection to
assets/puzzles.txt. Package scripts/lab/mine says what is looked for and what is left
out.

Everything found is kept in a file for each source in the directory --dir, and a run
that was stopped goes on after the last number in it. The same seed and number
always give the same puzzles. The selection is made from all files in the directory, of
other seeds too; with --games 0 --endgames 0 nothing is mined.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			miner, err := mine.NewMiner(seed)
			if err != nil {
				return err
			}
			mineAll := func(name string, source mine.Source, last int) error {
				sum, report := 0, progress(w, name, last, 20)
				return mine.Mine(ctx, filepath.Join(dir, name+".txt"), source, last, func(number, found int) {
					sum += found
					report(number, fmt.Sprintf("%d puzzles, ", sum))
				})
			}
			if endgames > 0 { // or else another run may be writing to the file
				if err := mineAll(fmt.Sprintf("endgames-%d", seed), miner.Endgames, endgames); err != nil {
					return err
				}
			}
			if games > 0 {
				if err := mineAll(fmt.Sprintf("games-%d", seed), miner.Games, games); err != nil {
					return err
				}
			}
			return selectPuzzles(ctx, w, dir, output)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&games, "games", 2000, "how many games to look at")
	flags.IntVar(&endgames, "endgames", 40, "how many times 3000 drawn endgames to look at")
	flags.Uint64Var(&seed, "seed", 1, "seed of the games and endgames")
	flags.StringVar(&dir, "dir", "dist/puzzles", "directory of all that is found")
	flags.StringVarP(&output, "output", "o", "assets/puzzles.txt", "file to write the selection to")
	return cmd
}

// selectPuzzles writes a selection of all that is in a directory, proven again.
func selectPuzzles(ctx context.Context, w io.Writer, dir, output string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return err
	}
	var finds []mine.Find
	for _, path := range files { // sorted
		more, err := mine.Load(path)
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
	return os.WriteFile(output, text.Bytes(), 0o644)
}
