package lab

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/facts"
)

func newGames() *cobra.Command {
	var c facts.Config
	var nodes []uint
	var games, workers int
	var output string
	cmd := &cobra.Command{
		Use:   "games",
		Short: "Play games of the engine against itself, for facts",
		Long: `Plays until the file holds so many games, and goes on where it was stopped: each
game follows from the seed and its number. Half of the games begin with random
actions, half with actions that the search likes. Both sides of a game play with the
same number of nodes, one of those given; 100000 are about a tenth of a second. When
it goes on, other numbers may be given, but the engine has to be the same by its
bench. The file is PGN, with the score of every
action that was searched.`,
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
			report := progress(w, "games", games, 100)
			return c.Continue(ctx, output, games, workers, func(number int) { report(number, "") })
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "facts.pgn", "file of the games")
	flags.IntVar(&games, "games", 10_000, "how many games the file is to hold")
	flags.UintSliceVar(&nodes, "nodes", []uint{1000, 3000, 5000}, "nodes an action, one of these for each game")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the games")
	flags.IntVar(&c.Longest, "most", 600, "actions after which a game is broken off")
	flags.BoolVar(&c.Varied, "varied", false, "begin all games, not half of them, with actions that the search likes")
	flags.IntVar(&workers, "workers", 1, "games at once")
	return cmd
}
