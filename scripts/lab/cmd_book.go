package lab

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/book"
)

func newBook() *cobra.Command {
	var c book.Config
	var o book.Opinion
	var nodes []uint
	var games, workers int
	var file, output string
	var more []string
	cmd := &cobra.Command{
		Use:   "book",
		Short: "Play games of the engine against itself, and make the opening book of them",
		Long: `Plays until --file holds so many games, and goes on where it was stopped: each game
follows from the seed and its number. Then it counts what was played in the openings and
writes the book, with the opinion of a deeper search on the first positions. With
--games 0 it plays none and makes the book of those in the file. What the search found
is kept beside it.

The first turns of a game are drawn from what a search likes, and a game that is decided
is not played on; package scripts/lab/book says how. The book leaves out what few games
have, so that it takes at most 300 kB after gzip. The same games give the same book.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			for _, n := range nodes {
				if n == 0 {
					return fmt.Errorf("nodes %v: a search needs at least one", nodes)
				}
				c.Nodes = append(c.Nodes, uint64(n))
			}
			bench, err := engine.Bench(ctx, engine.BenchDepth, nil, nil)
			if err != nil {
				return err
			}
			c.Bench = bench.Nodes
			if games > 0 {
				report := progress(w, "games", games, 1000)
				if err := c.Continue(ctx, file, games, workers, func(number int) { report(number, "") }); err != nil {
					return err
				}
			}
			var played [][]byte
			for _, path := range append([]string{file}, more...) {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				played = append(played, text)
			}
			o.File, o.Bench = file+".opinions", c.Bench
			report := progress(w, "positions", o.Positions, 20)
			text, number, err := book.Make(ctx, played, o, func(number int) { report(number, "") })
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			fmt.Fprintf(w, "%d games in %s\n", number, output)
			return os.WriteFile(output, []byte(text), 0o644)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&file, "file", "dist/book-games.txt", "file of the games")
	flags.StringSliceVar(&more, "more", nil, "other files of games, with other seeds, that count too")
	flags.StringVarP(&output, "output", "o", "assets/book.txt", "file to write the book to")
	flags.IntVar(&games, "games", 100_000, "how many games the file is to hold")
	flags.UintSliceVar(&nodes, "nodes", []uint{100, 200, 400, 800}, "nodes a turn, one of these for each game")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the games")
	flags.IntVar(&workers, "workers", 1, "games at once")
	flags.IntVar(&o.Positions, "positions", 300, "how many positions a deeper search looks at")
	flags.Uint64Var(&o.Nodes, "opinion", 200_000, "nodes of that search")
	return cmd
}
