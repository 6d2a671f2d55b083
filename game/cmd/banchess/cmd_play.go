package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

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

func newPlay() *cobra.Command {
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
		Args:        noArguments,
		Annotations: map[string]string{noJSON: "play is for people; for programs there is the command json"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.fen, "fen", "", "position to start from, a FEN")
	flags.Var(fileName(&f.pgn), "pgn", "PGN file with the game to go on with")
	numberVar(flags, &f.number, "game", 1, 1, mostGames, "number of the game in the PGN file")
	plyFlag(cmd, &f.ply, "go on from this ply of the game; redo plays what followed")
	playerVar(cmd, &f.White, "white", fmt.Sprintf("who plays White: human, engine, or engine:LEVEL from 1 to %d; a human without it", engine.Levels))
	playerVar(cmd, &f.Black, "black", "who plays Black")
	durationVar(flags, &f.Think, "think", time.Second, "time the engine has for an action at full strength")
	numberVar(flags, &f.Depth, "depth", 0, 1, engine.MaxDepth, "moves the engine looks ahead, instead of for a time")
	flags.Var(checked[play.TimeControl]{&f.Clock, "string", play.ParseTimeControl}, "clock", "time for each side, in minutes, and seconds that a turn adds: 5+3")
	choiceVar(cmd, &f.board, "board", "auto", boards, "how to draw the board")
	flags.BoolVar(&f.Flipped, "flip", false, "Black’s side below (as it is when only the engine plays White)")
	flags.StringVar(&f.room, "room", "", "link of a room to play in, or address of a page to open one at")
	flags.Var(fileName(&f.Save), "save", "file to add the game to when it is left")
	return cmd
}

// playerVar adds a flag for who plays a side.
func playerVar(cmd *cobra.Command, p *play.Player, name, usage string) {
	cmd.Flags().Var(checked[play.Player]{p, "string", play.ParsePlayer}, name, usage)
	complete(cmd, name, play.Players())
}

func (f *playFlags) run(cmd *cobra.Command) error {
	if f.pgn != "" && f.fen != "" {
		return usage("give --fen or --pgn, not both")
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
			err = fileError(f.pgn, errors.Unwrap(err))
		}
		if err == nil && f.Save != "" {
			f.Source.Path = "" // it goes elsewhere
		}
	case f.fen != "":
		f.Game, err = typedGame(cmd, f.fen)
	default:
		f.Game = game.New()
	}
	if err == nil {
		f.Game, err = atPly(cmd, f.Game, f.ply)
	}
	if err != nil {
		return err
	}
	return runDialogue(cmd, &f.Options, f.board, func(console play.Console) error {
		return play.New(f.Options, console, term.Colors(cmd.OutOrStdout())).Run(cmd.Context())
	})
}

// boards are the ways to draw the board in a terminal.
var boards = []string{"auto", "unicode", "ascii"}

// runDialogue runs what is made for the command's input: a line editor with its history
// in a terminal, elsewhere a script, of which every line has to be taken.
func runDialogue(cmd *cobra.Command, o *play.Options, board string, run func(play.Console) error) error {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	o.Terminal = term.Is(in) && term.Is(out)
	o.Unicode = board == "unicode" || board == "auto" && term.Unicode(os.Getenv)
	o.Width = func() int {
		width, _ := term.Size(out)
		return width
	}
	if err := o.NewEngines(engine.Options{Seed: rand.Uint64()}); err != nil {
		return err
	}
	if !o.Terminal {
		err := run(play.NewScript(in, out))
		if errors.Is(err, play.ErrRefused) {
			return errNegative
		}
		return err
	}
	history := ""
	if dir, err := stateDir(); err == nil {
		history = filepath.Join(dir, "history")
		o.Save = cmp.Or(o.Save, filepath.Join(dir, time.Now().Format("2006-01-02-150405.pgn")))
	}
	console, err := play.NewEditor(in, out, history)
	if err != nil {
		return err
	}
	return cmp.Or(run(console), console.Close())
}

// stateDir returns the folder that keeps a user's games and scores, and makes it.
func stateDir() (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".local", "state")
	}
	dir = filepath.Join(dir, "banchess")
	return dir, os.MkdirAll(dir, 0o755)
}
