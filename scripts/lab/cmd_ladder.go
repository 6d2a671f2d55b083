package lab

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/match"
)

func newLadder() *cobra.Command {
	var folder, full string
	var games, low, high int
	c := match.Config{Opening: 8, Most: 600, Patience: 5 * time.Minute}
	cmd := &cobra.Command{
		Use:   "ladder",
		Short: "Measure the engine's levels, each against the one below",
		Long: `Plays a match between each two neighbours of the engine's levels, and the greedy
player below the first, and prints the table of their scores. The levels do not
depend on time and the highest, which would, is given --full, so that a busy machine
measures what an idle one does. The games are kept, and those of the same settings
count when it is called again: remove the files of a level that was changed.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if low < 0 || high > engine.Levels || low >= high {
				return fmt.Errorf("levels from %d to %d: want two or more of 0 to %d", low, high, engine.Levels)
			}
			if games < 1 {
				return fmt.Errorf("--games is %d: want 1 or more", games)
			}
			c.Pairs = (games + 1) / 2
			var players []match.Player
			for level := low; level <= high; level++ {
				players = append(players, playerAt(level, full))
			}
			w := cmd.OutOrStdout()
			steps, err := match.Ladder(cmd.Context(), c, folder, players, func(s match.Step) {
				fmt.Fprintf(w, "%s against %s: %v\n", s.Above.Name, s.Below.Name, s.Tally)
			})
			if err != nil {
				return err
			}
			fmt.Fprint(w, match.Table(steps))
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&folder, "output", "o", "ladder", "folder of the games")
	flags.IntVar(&games, "games", 100, "number of games of each match, rounded up to pairs")
	flags.IntVar(&low, "from", 0, "the lowest level, or 0 for the greedy player")
	flags.IntVar(&high, "to", engine.Levels, "the highest level")
	flags.StringVar(&full, "full", "nodes 400000", "go command of the highest level")
	flags.IntVar(&c.AtOnce, "at-once", 1, "pairs of games to play at once")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the openings")
	return cmd
}

// playerAt returns the engine at a level, the highest with a go command.
func playerAt(level int, full string) match.Player {
	if level == 0 {
		return match.Player{Name: "greedy", Limits: "depth 1", Start: match.Command("greedy")}
	}
	limits := "depth 64" // the level has its own limits
	if level == engine.Levels {
		limits = full
	}
	return match.Player{
		Name: fmt.Sprintf("level %d", level), Limits: limits, Start: match.Command("engine"),
		Options: []string{fmt.Sprintf("Skill Level=%d", level)},
	}
}
