package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/lab/match"
	"github.com/banchess/banchess/scripts/lab/opponent"
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
			return opponent.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), args[0], seed)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the player's randomness")
	return cmd
}

// matchFlags are the match command's settings.
type matchFlags struct {
	players, limits [2]string
	options         [2][]string
	config          match.Config
	test            match.SPRT
	games           int
	pgn             string
	sprt, goOn      bool
}

func newMatch() *cobra.Command {
	var f matchFlags
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
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), cmd.OutOrStdout()) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.players[0], "first", "engine", "first engine")
	flags.StringVar(&f.players[1], "second", "greedy", "second engine")
	flags.StringVar(&f.limits[0], "limits", "movetime 50", "go command of the first engine")
	flags.StringVar(&f.limits[1], "second-limits", "", "go command of the second engine, if another")
	flags.StringArrayVar(&f.options[0], "first-option", nil, "UCI option name=value of the first engine")
	flags.StringArrayVar(&f.options[1], "second-option", nil, "UCI option name=value of the second engine")
	flags.IntVar(&f.games, "games", 100, "number of games, rounded up to pairs; with --sprt the most")
	flags.BoolVar(&f.sprt, "sprt", false, "end the match when the test is decided")
	flags.Float64Var(&f.test.Elo0, "elo0", 0, "difference of rating that is too small")
	flags.Float64Var(&f.test.Elo1, "elo1", 10, "difference of rating that is hoped for")
	flags.Float64Var(&f.test.Alpha, "alpha", 0.05, "how often elo1 may be accepted where elo0 holds")
	flags.Float64Var(&f.test.Beta, "beta", 0.05, "how often elo0 may be accepted where elo1 holds")
	flags.IntVar(&f.config.AtOnce, "at-once", 1, "pairs of games to play at once")
	flags.Uint64Var(&f.config.Seed, "seed", 1, "seed of the openings")
	flags.IntVar(&f.config.Opening, "opening", 8, "actions of an opening")
	flags.IntVar(&f.config.Most, "most", 600, "actions after which a game counts as drawn")
	flags.DurationVar(&f.config.Grace, "grace", 100*time.Millisecond, "how much later than its time allows an answer may come")
	flags.DurationVar(&f.config.Patience, "patience", 5*time.Minute, "how long an answer is awaited that no time limits")
	flags.StringVar(&f.pgn, "pgn", "", "file to write the games to")
	flags.BoolVar(&f.goOn, "continue", false, "go on after the games of the file")
	return cmd
}

func (f *matchFlags) run(ctx context.Context, w io.Writer) (err error) {
	c := f.config
	if f.games < 1 {
		return fmt.Errorf("--games is %d: want 1 or more", f.games)
	}
	c.Pairs = (f.games + 1) / 2
	if f.limits[1] == "" {
		f.limits[1] = f.limits[0]
	}
	for i, command := range f.players {
		c.Players[i] = match.Player{Name: command, Limits: f.limits[i], Options: f.options[i], Start: match.Command(command)}
	}
	if f.sprt {
		c.Test = &f.test
	}
	if f.goOn && f.pgn == "" {
		return errors.New("there is no file to go on with; give --pgn")
	}
	if f.pgn != "" {
		file, openErr := f.open(&c)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		c.PGN = file
	}
	c.Progress = progress{w}
	tally, err := match.Play(ctx, c)
	fmt.Fprintf(w, "%s against %s: %s\n", f.players[0], f.players[1], c.Report(tally))
	return err
}

// open opens the file of the games, to continue it or as a new one.
func (f *matchFlags) open(c *match.Config) (*os.File, error) {
	if f.goOn {
		return c.GoOn(f.pgn)
	}
	return os.Create(f.pgn)
}

// progress overwrites its line, so that a long match does not fill the screen.
type progress struct{ w io.Writer }

func (p progress) Write(line []byte) (int, error) {
	fmt.Fprintf(p.w, "%s\r", strings.TrimRight(string(line), "\n"))
	return len(line), nil
}
