package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/selfplay"
)

// selfPlayFlags are the selfplay command's settings.
type selfPlayFlags struct {
	config         selfplay.Config
	nodes          []uint
	games, workers int
	output         string
	train, test    string
}

func newSelfPlay() *cobra.Command {
	var f selfPlayFlags
	cmd := &cobra.Command{
		Use:   "selfplay",
		Short: "Play games of the engine against itself, for training and for facts",
		Long: `Plays until the file holds so many games, and goes on where it was stopped: each
game follows from the seed and its number. Half of the games begin with random
actions, half with actions that the search likes. Both sides of a game play with the
same number of nodes, one of those given; 100000 are about a tenth of a second. When
it goes on, other numbers may be given, but the engine has to be the same by its
bench. The file is PGN, with the score of every
action that was searched.

With --train and --test, the games' quiet positions are then written as lines of
FEN;result;score;ply, for the mover at a ban ply, each board once: to the one file
of nine games in ten, to the other of the tenth.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.play(cmd.Context(), cmd.OutOrStdout()); err != nil || f.train == "" {
				return err
			}
			return f.positions(cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "selfplay.pgn", "file of the games")
	flags.IntVar(&f.games, "games", 10_000, "how many games the file is to hold")
	flags.UintSliceVar(&f.nodes, "nodes", []uint{1000, 3000, 5000}, "nodes an action, one of these for each game")
	flags.Uint64Var(&f.config.Seed, "seed", 1, "seed of the games")
	flags.IntVar(&f.config.Longest, "most", 600, "actions after which a game is broken off")
	flags.IntVar(&f.workers, "workers", 1, "games at once")
	flags.StringVar(&f.train, "train", "", "file to write positions to")
	flags.StringVar(&f.test, "test", "", "file to write every tenth game's positions to")
	cmd.MarkFlagsRequiredTogether("train", "test")
	return cmd
}

func (f *selfPlayFlags) play(ctx context.Context, w io.Writer) error {
	for _, n := range f.nodes {
		if n == 0 {
			return fmt.Errorf("nodes %v: a search needs at least one", f.nodes)
		}
		f.config.Nodes = append(f.config.Nodes, uint64(n))
	}
	if f.games < 1 {
		return fmt.Errorf("--games is %d: want 1 or more", f.games)
	}
	bench, err := engine.Bench(ctx, engine.BenchDepth, nil, nil)
	if err != nil {
		return err
	}
	f.config.Bench = bench.Nodes
	began, first := time.Now(), 0
	return f.config.Continue(ctx, f.output, f.games, f.workers, func(number int, _ *game.Game) {
		if first == 0 {
			first = number
		}
		if number%100 == 0 || number == f.games {
			perGame := time.Since(began) / time.Duration(number-first+1)
			fmt.Fprintf(w, "%d of %d games, %v a game\n", number, f.games, perGame.Round(time.Millisecond))
		}
	})
}

// positions writes the positions of the file's games.
func (f *selfPlayFlags) positions(w io.Writer) (err error) {
	games, err := selfplay.Read(f.output)
	if err != nil {
		return err
	}
	var files [2]*os.File
	for i, name := range []string{f.train, f.test} {
		if files[i], err = os.Create(name); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, files[i].Close()) }()
	}
	counts, err := selfplay.Positions(games, files[0], files[1])
	fmt.Fprintf(w, "%d positions in %s, %d in %s\n", counts[0], f.train, counts[1], f.test)
	return err
}
