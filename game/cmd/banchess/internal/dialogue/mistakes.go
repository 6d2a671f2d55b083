package dialogue

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/internal/words"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/report"
	"github.com/banchess/banchess/game/review"
)

type mistakesFlags struct {
	play.MistakesOptions
	player, side, board string

	isKnown bool     // a game has a player of that name
	others  []string // the other players
}

// NewMistakes returns the command.
func NewMistakes() *cobra.Command {
	var f mistakesFlags
	cmd := &cobra.Command{
		Use:   "mistakes [FILE...]",
		Short: "Practise your mistakes in the terminal",
		Long: `Makes exercises of the mistakes in your games, bans as well as moves, and asks a few of
them each day: "White banned f3. Find a better ban." An answer is right if it keeps as
much as the best one. A wrong answer is refuted on the board, and you can try again.
Your first answer decides when an exercise comes back, by the schedule FSRS.

A file is a PGN that the page or banchess report -o wrote. Games without a report get
one first, which takes some seconds. Without a file you go on with the exercises that
are stored on this machine.

If the input is not a terminal, it is read line by line, and the exit status is 3 if
any line was refused.`,
		Example: `  banchess mistakes --player Ada games.pgn
  banchess mistakes --opening`,
		Annotations: map[string]string{cli.NoJSON: "mistakes is for people; banchess report --json has the mistakes of a game"},
		RunE:        func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.player, "player", "", "only the mistakes of the player with this name")
	cli.ChoiceVar(cmd, &f.side, "side", "both", []string{"white", "black", "both"}, "the side whose mistakes to take")
	flags.BoolVar(&f.Wish.Opening, "opening", false, "only exercises from the opening")
	cli.NumberVar(flags, &f.Wish.New, "new", review.Few, 0, cli.MostGames, "new exercises each day")
	cli.DurationVar(flags, &f.Table.Think, "think", time.Second, "the engine’s time for a ban or move when you play on")
	cli.ChoiceVar(cmd, &f.board, "board", "auto", boards, drawingBoards)
	return cmd
}

func (f *mistakesFlags) run(cmd *cobra.Command, args []string) error {
	dir, err := stateDir()
	if err != nil {
		return err
	}
	f.Path, f.Today = filepath.Join(dir, "mistakes.json"), review.DayOf(time.Now())
	if f.State, err = play.OpenMistakes(f.Path); err != nil {
		return err
	}
	if f.Looker, err = report.NewLooker(); err != nil {
		return err
	}
	for _, arg := range args {
		if err := f.read(cmd, file.Unquote(arg)); err != nil {
			return err
		}
	}
	if len(args) > 0 && f.player != "" && !f.isKnown {
		slices.Sort(f.others)
		return cli.Usagef("--player: nobody is called %q in the files; there are %s", f.player, strings.Join(slices.Compact(f.others), ", "))
	}
	return runDialogue(cmd, &f.Table, f.board, func(c console.Console) error {
		return play.NewMistakes(f.MistakesOptions, c, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}

// read takes the mistakes out of a file, and keeps them after each game. A game that cannot
// be read is left out, unless it is all there is.
func (f *mistakesFlags) read(cmd *cobra.Command, name string) error {
	where := "the input"
	if name != "-" {
		where = filepath.Base(name)
	}
	var bad error // the first game that cannot be read
	err := cli.WithInput(cmd, name, func(in io.Reader) error {
		games := cli.OpenGames(cmd, name, convert.Auto, in, &term.Bar{})
		added, unread := 0, 0
		for number := 1; ; number++ {
			t, err := games.NextTree()
			switch {
			case err == io.EOF && unread > 0 && unread == number-1:
				return bad
			case err == io.EOF:
				of := ""
				if f.player == "" && f.side == "both" {
					of = " by both sides"
				}
				cli.TellNote(cmd, words.Count(added, "new mistake")+of+" in "+where+".")
				if unread > 0 {
					cli.TellNote(cmd, words.Count(unread, "game")+" could not be read: "+bad.Error())
				}
				return nil
			case game.CodeOf(err) != "":
				if unread++; bad == nil {
					bad = err
				}
				continue
			case err != nil:
				return err
			}
			n, err := f.add(cmd, t, fmt.Sprintf("game %d of %s", number, where))
			if err != nil {
				return err
			}
			added += n
		}
	})
	if game.CodeOf(err) != "" {
		err = cli.FileError(name, err)
	}
	return err
}

// add adds the mistakes of a game, which gets a report if it has none.
func (f *mistakesFlags) add(cmd *cobra.Command, t *game.Tree, name string) (added int, err error) {
	side := game.NoPlayer
	if f.side != "both" {
		side, err = game.ParsePlayer(f.side)
	}
	if f.player != "" {
		switch f.player {
		case t.Tags.Get("White"):
			side = game.White
		case t.Tags.Get("Black"):
			side = game.Black
		default:
			f.others = append(f.others, t.Tags.Get("White"), t.Tags.Get("Black"))
			return 0, nil
		}
	}
	if err == nil && t.Root().Eval == nil {
		err = judge(cmd, t)
	}
	if err != nil {
		return 0, err
	}
	f.isKnown = true
	added = f.State.Add(review.Find(t, name, side))
	return added, play.KeepMistakes(f.State, f.Path)
}

// judge writes a report of the main line into a game.
func judge(cmd *cobra.Command, t *game.Tree) error {
	r, err := cli.MakeReport(cmd, t, report.Lines(t)[0])
	if err != nil {
		return err
	}
	return r.Write()
}
