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
		Short: "Play a game in the terminal, against a friend or the engine",
		Long: `Plays a game in the terminal. Type a ban as two squares (e2e4, e2-e4) and a move as
Nf3, exd5, O-O or e8=Q, or as two squares too. Tab completes what is legal; "help" lists
the commands.

You can type commands while the engine thinks: "now" makes it act at once. "draw"
offers a draw, which the engine accepts if it stands no better; "level", "white" and
"black" change who plays in the middle of a game. With --clock both bans and moves
take time, each turn of a move and a ban adds the increment, and a player whose time
is up has lost.

When you quit, the game is saved, and the name of the file is printed. --pgn continues
a game and writes it back to its place in the file, with its comments and variations.
--save adds the game to another file instead. Ctrl-C ends a hint or an analysis, or
else the program.

With --room you play somebody elsewhere. Give the link of a room, or the address of a
page that has rooms: then a new room is opened, and the links to it are printed. The
engine can play in a room too, if --white or --black gives it a side.

If the input is not a terminal, it is read line by line, and the exit status is 3 if
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
	flags.StringVar(&f.fen, "fen", "", "FEN of the position to start from")
	flags.Var(cli.FileName(&f.pgn), "pgn", "PGN file with a game to continue")
	cli.NumberVar(flags, &f.number, "game", 1, 1, cli.MostGames, "number of the game in the PGN file")
	cli.PlyFlag(cmd, &f.ply, "go on from this ply of the game; redo plays what followed")
	playerVar(cmd, &f.White, "white", fmt.Sprintf("who plays White: human, engine, or engine:LEVEL from 1 to %d (default human)", engine.Levels))
	playerVar(cmd, &f.Black, "black", "who plays Black")
	cli.DurationVar(flags, &f.Think, "think", time.Second, "the engine’s time for a ban or move at full strength")
	cli.NumberVar(flags, &f.Depth, "depth", 0, 1, engine.MaxDepth, "moves the engine looks ahead, instead of a time")
	flags.Var(cli.Checked(&f.Clock, "string", play.ParseTimeControl), "clock", "minutes for each side, and seconds added each turn, such as 5+3")
	cli.ChoiceVar(cmd, &f.board, "board", "auto", boards, drawingBoards)
	flags.BoolVar(&f.Flipped, "flip", false, "show Black’s side at the bottom (the default if only the engine plays White)")
	flags.StringVar(&f.room, "room", "", "link of a room to play in, or address of a page to open one at")
	flags.Var(cli.FileName(&f.Save), "save", "file to add the game to when you quit")
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
