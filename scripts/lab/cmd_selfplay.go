package lab

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/selfplay"
)

func newSelfPlay() *cobra.Command {
	var c selfplay.Config
	var nodes []uint
	var games, workers int
	var output, train, test string
	var more []string
	cmd := &cobra.Command{
		Use:   "selfplay",
		Short: "Play games of the engine against itself, for training",
		Long: `Plays until the file holds so many games, and goes on where it was stopped: each
game follows from the seed and its number. Half of the games begin with random
actions, half with actions that the search likes. Both sides of a game play with the
same number of nodes, one of those given, for a ban and the move that answers it. When
it goes on, other numbers may be given, but the engine has to be the same by its
bench. The file has the score of every turn that was searched, in 6 bytes a turn.

With --train and --test, the quiet positions at ban plies are then written as samples of 32 bytes, for
lab train, each board once: to the one file those of nine games in ten, to the other
those of the tenth. Games of --more, which other machines may have played, count too.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			for _, n := range nodes {
				if n == 0 {
					return fmt.Errorf("nodes %v: a search needs at least one", nodes)
				}
				c.Nodes = append(c.Nodes, uint64(n))
			}
			if games < 1 {
				return fmt.Errorf("--games is %d: want 1 or more", games)
			}
			bench, err := engine.Bench(ctx, engine.BenchDepth, nil, nil)
			if err != nil {
				return err
			}
			c.Bench = bench.Nodes
			turns := 0
			report := progress(w, "games", games, 100)
			err = c.Continue(ctx, output, games, workers, func(number, n int) {
				turns += n
				report(number, fmt.Sprintf("%d turns, ", turns))
			})
			if err != nil || train == "" {
				return err
			}
			var all [][]selfplay.Record
			for _, name := range append([]string{output}, more...) {
				games, err := selfplay.Read(name)
				if err != nil {
					return err
				}
				all = append(all, games)
			}
			counts, err := selfplay.Positions(all, train, test)
			fmt.Fprintf(w, "%d positions in %s, %d in %s\n", counts[0], train, counts[1], test)
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "selfplay.games", "file of the games")
	flags.IntVar(&games, "games", 10_000, "how many games the file is to hold")
	flags.UintSliceVar(&nodes, "nodes", []uint{600, 1000, 2000}, "nodes a turn, one of these for each game")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the games")
	flags.IntVar(&c.Longest, "most", 600, "actions after which a game is broken off")
	flags.IntVar(&workers, "workers", 1, "games at once")
	flags.StringVar(&train, "train", "", "file to write samples to")
	flags.StringVar(&test, "test", "", "file to write the samples of every tenth game to")
	flags.StringArrayVar(&more, "more", nil, "another file of games, whose positions are written too")
	cmd.MarkFlagsRequiredTogether("train", "test")
	return cmd
}
