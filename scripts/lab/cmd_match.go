package lab

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/lab/match"
)

// newPlayer returns the command that a match starts for its built-in players.
func newPlayer() *cobra.Command {
	var seed uint64
	cmd := &cobra.Command{
		Use:    "player <name>",
		Short:  "Speak UCI as the engine or one of its simple opponents",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "engine" {
				return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{Seed: seed})
			}
			return match.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), args[0], seed)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the player's randomness")
	return cmd
}

func newMatch() *cobra.Command {
	var c match.Config
	var test match.SPRT
	var games int
	var sprt, goOn bool
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play two UCI engines against each other",
		Long: `Plays pairs of games from random balanced openings, colours swapped, and prints
the score of the first engine with 95 % error bars. Every action is checked by
the rules. An engine loses the game with an illegal action, when it ends, and
when its answer is late by more than --grace: later than its movetime or its
clock, or without either later than --patience. Faults are counted by kind; an
engine that has ended or is late is killed and started again for the next game.

Limits are what an engine is told after go: depth, nodes, mate, movetime, or
clocks, "wtime 10000 btime 10000 winc 100 binc 100". A clock runs for bans and
moves alike; the increment is added when the right to act passes to the
opponent.

With --sprt, the match is a sequential probability ratio test of --elo0 against
--elo1 and ends when one of them is accepted, at the latest after --games. It is
counted over pairs of games, as Fishtest does.

With --continue, games of the file of --pgn count, and the match goes on after
them. Games of other engines or with other settings are refused; --games, --at-once,
--grace, --patience and the test may differ. An engine is known by its command line,
so a new build of it is not noticed.

An engine is a command line, or a built-in player: ` + strings.Join(match.Builtin(), ", ") + `.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			first, second := &c.Players[0], &c.Players[1]
			first.Start, second.Start = match.Command(first.Name), match.Command(second.Name)
			second.Limits = cmp.Or(second.Limits, first.Limits)
			c.Pairs = (games + 1) / 2
			if sprt {
				c.Test = &test
			}
			switch {
			case games < 1:
				return fmt.Errorf("--games is %d: want 1 or more", games)
			case goOn && c.File == "":
				return errors.New("there is no file to go on with; give --pgn")
			case !goOn && c.File != "":
				if err := os.WriteFile(c.File, nil, 0o644); err != nil {
					return err
				}
			}
			// Each line overwrites the one before, so that a long match does not fill the screen.
			c.Progress = func(t match.Tally) { fmt.Fprintf(w, "%s\r", c.Report(t)) }
			tally, err := match.Play(cmd.Context(), c)
			fmt.Fprintf(w, "%s against %s: %s\n", first.Name, second.Name, c.Report(tally))
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&c.Players[0].Name, "first", "engine", "first engine")
	flags.StringVar(&c.Players[1].Name, "second", "greedy", "second engine")
	flags.StringVar(&c.Players[0].Limits, "limits", "movetime 50", "go command of the first engine")
	flags.StringVar(&c.Players[1].Limits, "second-limits", "", "go command of the second engine, if another")
	flags.StringArrayVar(&c.Players[0].Options, "first-option", nil, "UCI option name=value of the first engine")
	flags.StringArrayVar(&c.Players[1].Options, "second-option", nil, "UCI option name=value of the second engine")
	flags.IntVar(&games, "games", 100, "number of games, rounded up to pairs; with --sprt the most")
	flags.BoolVar(&sprt, "sprt", false, "end the match when the test is decided")
	flags.Float64Var(&test.Elo0, "elo0", 0, "difference of rating that is too small")
	flags.Float64Var(&test.Elo1, "elo1", 10, "difference of rating that is hoped for")
	flags.Float64Var(&test.Alpha, "alpha", 0.05, "how often elo1 may be accepted where elo0 holds")
	flags.Float64Var(&test.Beta, "beta", 0.05, "how often elo0 may be accepted where elo1 holds")
	flags.IntVar(&c.AtOnce, "at-once", 1, "pairs of games to play at once")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the openings")
	flags.IntVar(&c.Opening, "opening", 8, "actions of an opening")
	flags.IntVar(&c.Most, "most", 600, "actions after which a game counts as drawn")
	flags.IntVar(&c.Resign, "resign", 0, "centipawns by which a side has lost when 8 answers of both in a row agree; 0 plays all games to their end")
	flags.DurationVar(&c.Grace, "grace", 100*time.Millisecond, "how much later than its time allows an answer may come")
	flags.DurationVar(&c.Patience, "patience", 5*time.Minute, "how long an answer is awaited that no time limits")
	flags.StringVar(&c.File, "pgn", "", "file to write the games to")
	flags.BoolVar(&goOn, "continue", false, "go on after the games of the file")
	return cmd
}
