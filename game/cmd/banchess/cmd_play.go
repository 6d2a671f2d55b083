package main

import (
	"context"
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

// playFlags are the flags of play.
type playFlags struct {
	fen, pgn, white, black, board, save, clock string
	number, depth, ply                         int
	flip                                       bool
	think                                      time.Duration
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

Input that is no terminal is played line by line, and the exit status is 3 if any
line was refused.`,
		Example: `  banchess play --black engine:3
  banchess play --black engine:12 --clock 5+3
  banchess play --pgn games.pgn --game 2
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
	flags.StringVar(&f.white, "white", "human", fmt.Sprintf("who plays White: human, engine, or engine:LEVEL from 1 to %d", engine.Levels))
	flags.StringVar(&f.black, "black", "human", "who plays Black")
	durationVar(flags, &f.think, "think", time.Second, "time the engine has for an action at full strength")
	numberVar(flags, &f.depth, "depth", 0, 1, engine.MaxDepth, "moves the engine looks ahead, instead of for a time")
	flags.StringVar(&f.clock, "clock", "", "time for each side, in minutes, and seconds that a turn adds: 5+3")
	choiceVar(flags, &f.board, "board", "auto", boards, "how to draw the board")
	flags.BoolVar(&f.flip, "flip", false, "Black's side below (as it is when only the engine plays White)")
	flags.Var(fileName(&f.save), "save", "file to add the game to when it is left")
	for name, words := range map[string][]string{
		"white": play.Players(), "black": play.Players(), "board": boards,
	} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

func (f *playFlags) run(cmd *cobra.Command) error {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	terminal := term.Is(in) && term.Is(out)
	options, err := f.options(cmd, out, terminal)
	if err != nil {
		return err
	}
	return runDialogue(cmd, &options, func(input play.Input) dialogue {
		return play.New(options, input, out, term.Colors(out))
	})
}

// boards are the ways to draw the board in a terminal.
var boards = []string{"auto", "unicode", "ascii"}

func drawsUnicode(board string) bool {
	return board == "unicode" || board == "auto" && term.Unicode(os.Getenv)
}

// dialogue is what reads lines until it is left, and counts those it refused.
type dialogue interface {
	Run(ctx context.Context) error
	Refused() int
}

// runDialogue runs what is made for the command's input: a line editor with its history
// in a terminal, elsewhere a script, of which every line has to be taken.
func runDialogue(cmd *cobra.Command, options *play.Options, with func(play.Input) dialogue) (err error) {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	var input play.Input
	if options.Terminal {
		history := ""
		if dir, err := stateDir(); err == nil {
			history = filepath.Join(dir, "history")
		}
		if input, err = play.NewEditor(in, out, history, options.Width); err != nil {
			return err
		}
	} else {
		input = play.NewScript(in, out)
	}
	d := with(input)
	err = d.Run(cmd.Context())
	if closed := input.Close(); err == nil && options.Terminal {
		err = closed
	}
	if err == nil && !options.Terminal && d.Refused() > 0 {
		return errNegative
	}
	return err
}

func (f *playFlags) options(cmd *cobra.Command, out any, terminal bool) (play.Options, error) {
	options := play.Options{
		Think:    f.think,
		Depth:    f.depth,
		Terminal: terminal,
		Width:    func() int { return term.Width(out, 80) },
		OnResize: term.OnResize,
		Save:     f.save,
		Unicode:  drawsUnicode(f.board),
	}
	if err := options.NewEngines(engine.Options{Seed: rand.Uint64()}); err != nil {
		return options, err
	}
	var err error
	if options.White, err = play.ParsePlayer(f.white); err != nil {
		return options, usage("--white: %w", err)
	}
	if options.Black, err = play.ParsePlayer(f.black); err != nil {
		return options, usage("--black: %w", err)
	}
	options.Flipped = f.flip || options.White.Engine && !options.Black.Engine
	if f.clock != "" {
		if options.Clock, err = play.ParseTimeControl(f.clock); err != nil {
			return options, usage("--clock %s: %w", f.clock, err)
		}
	}
	switch {
	case options.Save != "":
		if err := file.Check(options.Save); err != nil {
			return options, err
		}
	case terminal:
		if dir, err := stateDir(); err == nil {
			options.Save = filepath.Join(dir, time.Now().Format("2006-01-02-150405.pgn"))
		}
	}
	switch {
	case f.pgn != "" && f.fen != "":
		return options, usage("give --fen or --pgn, not both")
	case f.pgn != "":
		options.Game, options.Source, err = play.Open(f.pgn, f.number)
		if err == nil && f.save != "" {
			options.Source.Path = "" // it goes elsewhere
		}
	case f.fen != "":
		options.Game, err = typedGame(cmd, f.fen)
	default:
		options.Game = game.New()
	}
	if err == nil {
		options.Game, err = atPly(cmd, options.Game, f.ply)
	}
	return options, err
}

// stateDir returns the folder for what a user's games leave behind, and makes it.
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
