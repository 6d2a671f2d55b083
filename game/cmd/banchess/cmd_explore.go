package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/openings"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/explore"
	"github.com/banchess/banchess/game/internal/words"
	"github.com/banchess/banchess/game/message/jsontext"
)

type exploreFlags struct {
	pgn, side string
	filter    explore.Filter
}

func newExplore() *cobra.Command {
	var f exploreFlags
	cmd := &cobra.Command{
		Use:   "explore [FEN | ACTION...]",
		Short: "Show what was banned or moved in a position, and how the games ended",
		Long: `Lists the bans or the moves of a position: in how many games each was chosen, how
these games ended, and, early in the opening, what a deeper search of the engine says.
Give the position as a FEN, or as the bans and moves from the start. Without either it
is the start position.

The games are those that the engine played against itself. With --pgn they are those
of a file; --player, --opponent, --side, --since and --until select among them. Part of
a name is enough. Moves are counted under the ban in force.`,
		Example: `  banchess explore e2e4 d4
  banchess explore --pgn games.pgn --player Ada --side white --since 2026`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.VarP(cli.FileName(&f.pgn), "pgn", "p", "file of games to count, or - for standard input")
	flags.StringVar(&f.filter.Player, "player", "", "only the games of this player")
	flags.StringVar(&f.filter.Opponent, "opponent", "", "only the games against this opponent")
	cli.ChoiceVar(cmd, &f.side, "side", "both", []string{"white", "black", "both"}, "the side of --player")
	for name, day := range map[string]*explore.Date{"since": &f.filter.Since, "until": &f.filter.Until} {
		flags.Var(cli.Checked(day, "date", explore.ParseDate), name, map[string]string{
			"since": "only games from this day on, such as 2026.11.26, or 2026 for the year", "until": "only games up to this day",
		}[name])
	}
	return cmd
}

func (f *exploreFlags) run(cmd *cobra.Command, args []string) error {
	at, err := placeOf(cmd, args)
	if err != nil {
		return err
	}
	if f.side != "both" {
		if f.filter.Player == "" && f.filter.Opponent == "" {
			return cli.Usagef("--side %s: say whose with --player or --opponent", f.side)
		}
		if f.filter.Side, err = game.ParsePlayer(f.side); err != nil {
			return err
		}
	}
	if f.pgn == "" {
		if f.filter != (explore.Filter{}) {
			return cli.Usagef("the engine's games have no names and dates: give a file of games with --pgn")
		}
		book, err := explore.ReadBook(assets.Book)
		if err != nil {
			return err
		}
		f.tell(cmd, at, book.At(at), "Games that the engine played against itself, not people’s.")
		return nil
	}
	games, skipped, err := f.read(cmd)
	if err != nil {
		return err
	}
	note := ""
	if skipped != nil {
		note = skipped.Error()
	}
	f.tell(cmd, at, games.At(at, f.filter), note)
	return nil
}

// placeOf returns the position that the arguments say.
func placeOf(cmd *cobra.Command, args []string) (game.Position, error) {
	p := game.StartPosition()
	if len(args) > 0 && strings.Count(args[0], "/") == 7 {
		g, err := cli.TypedGame(cmd, strings.Join(args, " "))
		if err != nil {
			return p, err
		}
		return g.Position(), nil
	}
	for _, text := range args {
		a, err := p.ParseInput(text)
		if err == nil {
			p, err = p.Play(a)
		}
		if err != nil {
			if _, missing := os.Stat(file.Unquote(text)); missing == nil {
				err = cli.Usagef("%s: to count the games of a file, name it with --pgn", text)
			}
			return p, err
		}
	}
	return p, nil
}

// read counts the games of the file. A game that cannot be read is left out, unless it is all
// there is; then, and for a note, it returns the first error.
func (f *exploreFlags) read(cmd *cobra.Command) (games *explore.Games, skipped, err error) {
	games = &explore.Games{}
	var first error
	left := 0
	err = cli.WithInput(cmd, f.pgn, func(in io.Reader) error {
		bar := cli.NewBar(cmd, "reading", -1)
		defer bar.Done()
		reader := cli.OpenGames(cmd, f.pgn, convert.PGN, in, &term.Bar{})
		for {
			t, err := reader.NextTree()
			switch {
			case err == io.EOF:
				return nil
			case game.CodeOf(err) != "":
				if left++; first == nil {
					first = err
				}
			case err != nil:
				return err
			default:
				games.Add(t)
				if games.Len()%100 == 0 {
					bar.Say(words.Count(games.Len(), "game"))
				}
			}
		}
	})
	switch {
	case err != nil:
		return nil, nil, err
	case games.Len() == 0 && first != nil:
		return nil, nil, cli.FileError(f.pgn, first)
	case games.Len() == 0:
		return nil, nil, &game.Error{Code: game.CodeBadPGN, Message: "there is no game in " + f.pgn, Hint: "give a PGN of games"}
	case left > 0:
		skipped = fmt.Errorf("%s could not be read: %w", words.Count(left, "game"), first)
	}
	return games, skipped, nil
}

// tell writes what was found.
func (f *exploreFlags) tell(cmd *cobra.Command, at game.Position, found explore.Found, note string) {
	out := cmd.OutOrStdout()
	if cli.AsJSON(cmd) {
		var w jsontext.Writer
		w.Object(func() {
			w.Key("fen").String(at.FEN())
			found.WriteMembers(&w)
		})
		fmt.Fprintf(out, "%s\n", w.Text())
		return
	}
	var text strings.Builder
	openings.Write(&text, at, found)
	if note != "" && found.Total.Games() > 0 || f.pgn != "" && note != "" {
		text.WriteString("\n" + note + "\n")
	}
	fmt.Fprint(out, term.Text(text.String()))
}
