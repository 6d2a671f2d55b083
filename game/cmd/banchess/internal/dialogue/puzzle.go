package dialogue

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
)

type puzzleFlags struct {
	play.TrainerOptions
	file, theme, board, race string
	daily, storm             bool
}

// NewPuzzle returns the command.
func NewPuzzle() *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "puzzle [ID]",
		Short: "Solve puzzles in the terminal",
		Long: `Gives puzzles, one after another. The first action of each has exactly one right
answer, proven by exhaustive search. Type actions as in play. If an answer is wrong, the
board shows why it fails, and you can try again. "hint" says which piece to look at,
and the second time the answer. After the last action, "play" continues the game
against the engine if it is not over. A turn is a move and the ban after it; if a puzzle
begins with a ban, that ban is the first turn.

The next puzzle is one that you have not seen, near your rating or --rating. Your
rating and what you have solved are stored on this machine. Give an id to begin with
that puzzle.

--daily begins with the puzzle of the day, which is the same everywhere; days in a row
make a streak. --again repeats the puzzles that you have failed, after a few days and
then at longer and longer intervals. --storm gives as many as you can solve in three
minutes, from easy to hard: several right answers in a row add time, and a wrong one
costs ten seconds. --race new is a storm against others: it shows a code to send them,
and --race CODE gives them the same puzzles. banchess progress --help says what is
stored, and how to take it to another machine.

If the input is not a terminal, it is read line by line, and the exit status is 3 if
any line was refused.`,
		Example: `  banchess puzzle
  banchess puzzle --theme mate-in-2 --rating 1200
  banchess puzzle --daily
  banchess puzzle --storm`,
		Args:        cli.OneArgument("id"),
		Annotations: map[string]string{cli.NoJSON: "puzzle is for people; the puzzles are in a text file, see banchess puzzles verify --help"},
		RunE:        func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	cli.ChoiceVar(cmd, &f.theme, "theme", "", puzzle.AllThemes(), "only puzzles with this theme")
	cli.NumberVar(flags, &f.Rating, "rating", 0, puzzle.MinRating, puzzle.MaxRating, "puzzles near this rating, instead of near yours")
	flags.BoolVar(&f.daily, "daily", false, "the puzzle of the day first")
	flags.BoolVar(&f.Again, "again", false, "only puzzles that you have failed, when they are due")
	flags.BoolVar(&f.storm, "storm", false, "as many puzzles as you can solve in three minutes")
	flags.StringVar(&f.race, "race", "", "a storm against others: new, or the code that you were sent")
	flags.Var(cli.FileName(&f.file), "file", "file of puzzles, instead of those in the program")
	cli.DurationVar(flags, &f.Table.Think, "think", time.Second, "the engine’s time for a ban or move when you play on")
	cli.ChoiceVar(cmd, &f.board, "board", "auto", boards, drawingBoards)
	return cmd
}

func (f *puzzleFlags) run(cmd *cobra.Command, args []string) error {
	puzzles, err := cli.ReadPuzzles(f.file)
	if err != nil {
		return err
	}
	f.Random = rand.New(rand.NewPCG(rand.Uint64(), 0))
	dir, err := stateDir()
	if err != nil {
		return err
	}
	if f.Record, err = play.OpenRecord(dir); err != nil {
		return err
	}
	modes := 0
	for _, is := range []bool{f.daily, f.Again, f.storm, f.race != ""} {
		if is {
			modes++
		}
	}
	switch {
	case modes > 1:
		return cli.Usagef("--daily, --again, --storm and --race exclude each other; give one of them")
	case modes > 0 && (len(args) > 0 || f.theme != "" || f.Rating != 0):
		return cli.Usagef("--daily, --again, --storm and --race choose the puzzles themselves; leave out the id, --theme and --rating")
	case f.storm || f.race != "":
		return f.giveStorm(cmd, puzzles)
	case f.daily:
		args = []string{train.Daily(f.Record.Today())}
	}
	if len(args) == 1 {
		f.First = strings.ToLower(strings.TrimSpace(args[0]))
		if !slices.ContainsFunc(puzzles, func(p puzzle.Puzzle) bool { return p.ID() == f.First }) {
			return cli.Usagef("%q: this program has no such puzzle; --file reads others", args[0])
		}
	}
	f.Puzzles = slices.DeleteFunc(puzzles, func(p puzzle.Puzzle) bool {
		return f.theme != "" && !slices.Contains(p.Themes(), f.theme) && p.ID() != f.First
	})
	if len(f.Puzzles) == 0 {
		return cli.Usagef("--theme %s: no puzzle has it", f.theme)
	}
	return runDialogue(cmd, &f.Table, f.board, func(c console.Console) error {
		return play.NewTrainer(f.TrainerOptions, c, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}

// giveStorm gives a storm, or a race.
func (f *puzzleFlags) giveStorm(cmd *cobra.Command, puzzles []puzzle.Puzzle) error {
	var items []train.Item
	for i := range puzzles {
		items = append(items, train.Item{ID: puzzles[i].ID(), Strength: train.Strength{Rating: puzzles[i].Rating}})
	}
	race := train.NewRace(items, f.Random.Uint64())
	if f.race != "" && f.race != "new" {
		var err error
		if race, err = train.ParseRace(f.race); err != nil {
			return cli.Usagef("--race: %w", err)
		}
	}
	order, err := race.Order(items)
	if err != nil {
		return err
	}
	o := play.StormOptions{Table: f.Table, Puzzles: puzzles, Order: order, Record: f.Record}
	if f.race != "" {
		o.Race = &race
	}
	return runDialogue(cmd, &o.Table, f.board, func(c console.Console) error {
		return play.NewStorm(o, c, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}
