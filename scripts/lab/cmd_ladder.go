package lab

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/match"
)

// ladderFlags are the ladder command's settings.
type ladderFlags struct {
	ladder       match.Ladder
	games        int
	lowest, high int
	full         string
}

func newLadder() *cobra.Command {
	var f ladderFlags
	cmd := &cobra.Command{
		Use:   "ladder",
		Short: "Measure the engine's levels, each against the one below",
		Long: `Plays a match between each two neighbours of the engine's levels, and the greedy
player below the first, and prints the table of their scores. The levels do not
depend on time and the highest, which would, is given --full, so that a busy machine
measures what an idle one does. The games are kept, and those of the same settings
count when it is called again: remove the files of a level that was changed.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), cmd.OutOrStdout()) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.ladder.Dir, "output", "o", "ladder", "folder of the games")
	flags.IntVar(&f.games, "games", 100, "number of games of each match, rounded up to pairs")
	flags.IntVar(&f.lowest, "from", 0, "the lowest level, or 0 for the greedy player")
	flags.IntVar(&f.high, "to", engine.Levels, "the highest level")
	flags.StringVar(&f.full, "full", "nodes 400000", "go command of the highest level")
	flags.IntVar(&f.ladder.Match.AtOnce, "at-once", 1, "pairs of games to play at once")
	flags.Uint64Var(&f.ladder.Match.Seed, "seed", 1, "seed of the openings")
	return cmd
}

func (f *ladderFlags) run(ctx context.Context, w io.Writer) error {
	if f.lowest < 0 || f.high > engine.Levels || f.lowest >= f.high {
		return fmt.Errorf("levels from %d to %d: want two or more of 0 to %d", f.lowest, f.high, engine.Levels)
	}
	if f.games < 1 {
		return fmt.Errorf("--games is %d: want 1 or more", f.games)
	}
	f.ladder.Match.Pairs = (f.games + 1) / 2
	f.ladder.Match.Opening, f.ladder.Match.Most = 8, 600
	f.ladder.Match.Patience = 5 * time.Minute
	for level := f.lowest; level <= f.high; level++ {
		f.ladder.Players = append(f.ladder.Players, f.player(level))
	}
	steps, err := f.ladder.Play(ctx, func(s match.Step) { fmt.Fprintf(w, "%s against %s: %v\n", s.Above.Name, s.Below.Name, s.Tally) })
	if err != nil {
		return err
	}
	return match.WriteSteps(w, steps)
}

// player returns the engine at a level.
func (f *ladderFlags) player(level int) match.Player {
	if level == 0 {
		return match.Player{Name: "greedy", Limits: "depth 1", Start: match.Command("greedy")}
	}
	limits := "depth 64" // the level has its own limits
	if level == engine.Levels {
		limits = f.full
	}
	return match.Player{
		Name: fmt.Sprintf("level %d", level), Limits: limits, Start: match.Command("engine"),
		Options: []string{fmt.Sprintf("Skill Level=%d", level)},
	}
}
