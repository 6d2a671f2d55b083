package dialogue

import (
	"errors"
	"fmt"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
)

type playFlags struct {
	play.Options
	fen, pgn, board string
	room            string
	number, ply     int
}

// NewPlay returns the command.
func NewPlay() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play",
		Short: "A game in the terminal, against a friend or the engine",
		Long: `Plays a game in the terminal. Bans are typed as two squares (e2e4, e2-e4), moves
as SAN or two squares; Tab completes what is legal; "help" lists the commands.

While the engine thinks, commands can be typed: "now" has it act at once. "draw"
offers a draw, which the engine accepts where it stands no better; "level", "white"
and "black" change who plays in the middle of a game. With --clock bans and moves
both take time, a turn of two actions adds the increment, and whose time is up has
lost.

On quit the game is saved, and the file is named; --pgn goes on with it, and writes
it back to its place in the file, with the comments and variations that
stand there. --save adds it to another file instead.
Ctrl-C ends a hint or an analysis, otherwise the program.

With --room one plays somebody elsewhere: by the link of a room, or by the address of
a page that has rooms, where a new one is opened and the links to it are printed. The
engine plays in a room too, at the side that --white or --black gives it.

Without a terminal the input is played line by line, and the exit status is 3 if
any line was refused.`,
		Example: `  banchess play --black engine:3
  banchess play --black engine:12 --clock 5+3
  banchess play --pgn games.pgn --game 2
  banchess play --room https://example.org/
  banchess play --room 'https://example.org/#room=…' --black engine:12
  banchess play --fen "8/P6k/8/8/8/8/7K/8 w - - 0 1 2"`,
		Args:        cli.NoArguments,
		Annotations: map[string]string{cli.NoJSON: "play is for people; for programs there is the command json"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.fen, "fen", "", "position to start from, a FEN")
	flags.Var(cli.FileName(&f.pgn), "pgn", "PGN file with the game to go on with")
	cli.NumberVar(flags, &f.number, "game", 1, 1, cli.MostGames, "number of the game in the PGN file")
	cli.PlyFlag(cmd, &f.ply, "go on from this ply of the game; redo plays what followed")
	playerVar(cmd, &f.White, "white", fmt.Sprintf("who plays White: human, engine, or engine:LEVEL from 1 to %d; a human without it", engine.Levels))
	playerVar(cmd, &f.Black, "black", "who plays Black")
	cli.DurationVar(flags, &f.Think, "think", time.Second, "time the engine has for an action at full strength")
	cli.NumberVar(flags, &f.Depth, "depth", 0, 1, engine.MaxDepth, "moves the engine looks ahead, instead of for a time")
	flags.Var(cli.Checked(&f.Clock, "string", play.ParseTimeControl), "clock", "time for each side, in minutes, and seconds that a turn adds: 5+3")
	cli.ChoiceVar(cmd, &f.board, "board", "auto", boards, "how to draw the board")
	flags.BoolVar(&f.Flipped, "flip", false, "Black’s side below (as it is when only the engine plays White)")
	flags.StringVar(&f.room, "room", "", "link of a room to play in, or address of a page to open one at")
	flags.Var(cli.FileName(&f.Save), "save", "file to add the game to when it is left")
	return cmd
}

// playerVar adds a flag for who plays a side.
func playerVar(cmd *cobra.Command, p *play.Player, name, usage string) {
	cmd.Flags().Var(cli.Checked(p, "string", play.ParsePlayer), name, usage)
	cli.Complete(cmd, name, play.Players())
}

func (f *playFlags) run(cmd *cobra.Command) error {
	if f.pgn != "" && f.fen != "" {
		return cli.Usagef("give --fen or --pgn, not both")
	}
	f.Flipped = f.Flipped || f.White.Engine && !f.Black.Engine
	if f.Save != "" {
		if err := file.Check(f.Save); err != nil {
			return err
		}
	}
	if f.room != "" {
		return f.runRoom(cmd)
	}
	var err error
	switch {
	case f.pgn != "":
		if f.Game, f.Source, err = play.Open(f.pgn, f.number); game.CodeOf(err) != "" {
			err = cli.FileError(f.pgn, errors.Unwrap(err))
		}
		if err == nil && f.Save != "" {
			f.Source.Path = "" // it goes elsewhere
		}
	case f.fen != "":
		f.Game, err = cli.TypedGame(cmd, f.fen)
	default:
		f.Game = game.New()
	}
	if err == nil {
		f.Game, err = cli.AtPly(cmd, f.Game, f.ply)
	}
	if err != nil {
		return err
	}
	return runDialogue(cmd, &f.Options, f.board, func(c console.Console) error {
		return play.New(f.Options, c, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}
