package lab

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/scripts/lab/mine"
)

// miningOptions are the flags of the command.
type miningOptions struct {
	games, endgames, quiet, sprouts, recorded, openings, tables int
	seed                                                        uint64
	dir, output, record, keep, pasts                            string
}

func newPuzzles() *cobra.Command {
	var o miningOptions
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Mine puzzles from games of the engine, prove, measure and select them",
		Long: `Looks for positions with exactly one good action in games of the engine against
itself, in games that "lab book" has played, in their openings, in drawn endgames and in
exact tables, proves and measures them, and writes a selection. Package scripts/lab/mine
says what is looked for, what is left out, and how many of each kind are selected.

Everything found is kept in a file for each source in the directory --dir, and what is
measured in measures.txt there; a run that was stopped goes on after the last number in
each. The same seed and number always give the same puzzles. The selection is made from all
files in the directory, of other seeds too. With an --output nothing is measured.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), cmd.OutOrStdout()) },
	}
	flags := cmd.Flags()
	flags.IntVar(&o.games, "games", 0, "how many games to play and look at")
	flags.IntVar(&o.endgames, "endgames", 0, "how many times 3000 drawn endgames to look at")
	flags.IntVar(&o.quiet, "quiet", 0, "how many times 1500 hunted kings to look at, for quiet bans")
	flags.IntVar(&o.sprouts, "sprouts", 0, "how many times 60 openings of beginners to look at")
	flags.IntVar(&o.tables, "tables", 0, "how many times to look for endings of the exact tables")
	flags.IntVar(&o.recorded, "recorded", 0, "how many games of --record to look at")
	flags.IntVar(&o.openings, "openings", 0, "how many times 100 positions in the openings of --record to look at")
	flags.StringVar(&o.record, "record", "games.txt", "file of games that lab book has played")
	flags.StringVar(&o.keep, "keep", "", "file of puzzles to keep where they are good enough")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the games and endgames")
	flags.StringVar(&o.dir, "dir", "dist/puzzles", "directory of all that is found")
	flags.StringVarP(&o.output, "output", "o", "", "directory to write the selection to, such as assets; nothing is selected without one")
	flags.StringVar(&o.pasts, "pasts", "", "file to write to how the selected positions of the opening come about")
	return cmd
}

func (o *miningOptions) run(ctx context.Context, w io.Writer) error {
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	miner, err := mine.NewMiner(o.seed)
	if err != nil {
		return err
	}
	record := strings.TrimSuffix(filepath.Base(o.record), ".txt")
	for _, one := range []struct {
		name   string
		last   int
		source func() (mine.Source, error)
	}{
		{fmt.Sprintf("tables-%d", o.seed), o.tables, miner.Tables},
		{fmt.Sprintf("endgames-%d", o.seed), o.endgames, func() (mine.Source, error) { return miner.Endgames, nil }},
		{fmt.Sprintf("quiet-%d", o.seed), o.quiet, func() (mine.Source, error) { return miner.Quiet, nil }},
		{fmt.Sprintf("sprouts-%d", o.seed), o.sprouts, func() (mine.Source, error) { return miner.Sprouts, nil }},
		{fmt.Sprintf("games-%d", o.seed), o.games, func() (mine.Source, error) { return miner.Games, nil }},
		{"recorded-" + record, o.recorded, func() (mine.Source, error) { return miner.Recorded(o.record) }},
		{"openings-" + record, o.openings, func() (mine.Source, error) { return miner.Openings(o.record) }},
	} {
		if one.last == 0 { // or else another run may be writing to the file
			continue
		}
		source, err := one.source()
		if err != nil {
			return err
		}
		if err := o.mine(ctx, w, one.name, source, one.last); err != nil {
			return err
		}
	}
	if o.keep != "" {
		puzzles, err := readPuzzles(o.keep)
		if err == nil {
			err = o.mine(ctx, w, mine.KeptName, miner.Kept(puzzles), len(puzzles))
		}
		if err != nil {
			return err
		}
	}
	finds, err := mine.LoadAll(o.dir)
	if err != nil {
		return err
	}
	path := filepath.Join(o.dir, "measures")
	if o.output == "" {
		report := progress(w, "measured", len(finds), 50)
		_, err := miner.MeasureAll(ctx, path, finds, func(number int) { report(number, "") })
		return err
	}
	measures, err := mine.LoadMeasures(path)
	if err != nil {
		return err
	}
	return o.selectPuzzles(ctx, w, finds, measures)
}

// mine goes on with the file of a source.
func (o *miningOptions) mine(ctx context.Context, w io.Writer, name string, source mine.Source, last int) error {
	sum, report := 0, progress(w, name, last, 20)
	return mine.Mine(ctx, filepath.Join(o.dir, name+".txt"), source, last, func(number, found int) {
		sum += found
		report(number, fmt.Sprintf("%d puzzles, ", sum))
	})
}

// selectPuzzles writes a selection of all that is in a directory, proven again.
func (o *miningOptions) selectPuzzles(ctx context.Context, w io.Writer, finds []mine.Find, measures mine.Measures) error {
	chosen, err := mine.Prove(ctx, mine.Select(finds, measures))
	if err != nil {
		return err
	}
	size := 0
	for part := range puzzle.Parts {
		var text, packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		err := errors.Join(mine.Write(io.MultiWriter(&text, z), mine.Part(chosen, part)), z.Close(),
			os.WriteFile(filepath.Join(o.output, fmt.Sprintf("puzzles-%d.txt", part)), text.Bytes(), 0o644))
		if err != nil {
			return err
		}
		size += packed.Len()
	}
	fmt.Fprintf(w, "%d found, %d selected, %d bytes after gzip:\n%s", len(finds), len(chosen), size, mine.Summary(chosen, finds, measures))
	if o.pasts == "" {
		return nil
	}
	return os.WriteFile(o.pasts, []byte(mine.Pasts(chosen, finds)), 0o644)
}

func readPuzzles(path string) ([]puzzle.Puzzle, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return puzzle.Read(f)
}
