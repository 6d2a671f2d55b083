package cli

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/tables"
)

// TypeIt is said at a terminal by a command that reads from it.
const TypeIt = "Type games or positions, and Ctrl-D at the end."

// WithInput opens a file, or standard input for "-", and asks a person to type at a
// terminal.
func WithInput(cmd *cobra.Command, name string, use func(io.Reader) error) error {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	if errOut := cmd.ErrOrStderr(); term.Is(in) && term.Is(errOut) && !AsJSON(cmd) {
		fmt.Fprintln(errOut, TypeIt)
	}
	return use(in)
}

// OpenGames returns a reader of games, whose format it finds out if that is Auto.
func OpenGames(cmd *cobra.Command, name string, format convert.Format, in io.Reader, bar *term.Bar) convert.Reader {
	text := bufio.NewReader(io.TeeReader(term.Reader(cmd.Context(), in), bar))
	if format == convert.Auto {
		format = convert.Detect(name, text)
		bar.Clear()
		if format == convert.StandardFEN {
			TellNote(cmd, "FENs with six fields say nothing about bans, so in each a ban is due.")
		}
	}
	return convert.NewReader(format, text)
}

// NewBar returns a bar that shows the progress on the standard error, or nothing with --json.
func NewBar(cmd *cobra.Command, what string, total int64) *term.Bar {
	if AsJSON(cmd) {
		return &term.Bar{}
	}
	return term.NewBar(cmd.ErrOrStderr(), what, total)
}

// TypedGame returns the game that begins at a FEN given to a command.
func TypedGame(cmd *cobra.Command, fen string) (*game.Game, error) {
	start, note, err := convert.ParseTyped(fen)
	if err != nil {
		return nil, err
	}
	TellNote(cmd, note)
	return game.NewFrom(start), nil
}

// TellNote tells people a note, if there is one.
func TellNote(cmd *cobra.Command, note string) {
	if note != "" && !AsJSON(cmd) {
		fmt.Fprintln(cmd.ErrOrStderr(), term.Text(note))
	}
}

// ReadGame reads what a command works on: a FEN on the command line, as one argument
// or several; otherwise the n-th game of a file in any format that
// convert reads, or of standard input.
func ReadGame(cmd *cobra.Command, args []string, n int) (*game.Game, error) {
	t, err := ReadTree(cmd, args, n)
	if err != nil {
		return nil, err
	}
	return t.Game(t.End()), nil
}

// ReadTree reads what ReadGame does, with its variations.
func ReadTree(cmd *cobra.Command, args []string, n int) (*game.Tree, error) {
	if len(args) > 0 && strings.Count(args[0], "/") == 7 && !exists(args[0]) {
		g, err := TypedGame(cmd, strings.Join(args, " "))
		if err != nil {
			return nil, err
		}
		return game.NewTree(g), nil
	}
	if len(args) > 1 {
		return nil, Usagef("give one FEN, or one file")
	}
	name := "-"
	if len(args) == 1 {
		name = file.Unquote(args[0])
	}
	var t *game.Tree
	err := WithInput(cmd, name, func(in io.Reader) (err error) {
		games := OpenGames(cmd, name, convert.Auto, in, &term.Bar{})
		if t, err = pick(games, n); err != nil || name == "-" || cmd.Flags().Changed("game") {
			return err
		}
		if _, more := games.NextTree(); more != io.EOF {
			TellNote(cmd, "The file has more games. This is the first; --game chooses another.")
		}
		return nil
	})
	if game.CodeOf(err) != "" && name != "-" {
		err = FileError(name, err)
	}
	return t, err
}

// exists reports whether there is a file, whose path may look like a FEN.
func exists(name string) bool {
	_, err := os.Stat(file.Unquote(name))
	return err == nil
}

// pick returns the n-th game. A bad one before it does no harm.
func pick(games convert.Reader, n int) (*game.Tree, error) {
	for i := 1; ; i++ {
		t, err := games.NextTree()
		switch {
		case err == io.EOF && i == 1:
			return nil, &game.Error{Code: game.CodeBadPGN, Message: "there is no game or position in the input", Hint: "give a FEN, or a file with a game"}
		case err == io.EOF:
			return nil, Usagef("--game %d: the input has only %d", n, i-1)
		case i == n || err != nil && game.CodeOf(err) == "":
			return t, err
		}
	}
}

// PlyFlag adds --ply, which is 0 when it is not given.
func PlyFlag(cmd *cobra.Command, ply *int, about string) {
	NumberVar(cmd.Flags(), ply, "ply", 0, 1, MostGames, about) // the game says how far
}

// AtPly returns a game as it stood before the action of a ply, which is what --ply
// gave. What came after can be redone.
func AtPly(cmd *cobra.Command, g *game.Game, ply int) (*game.Game, error) {
	if !cmd.Flags().Changed("ply") {
		return g, nil
	}
	first, last := int(g.Start().Ply()), int(g.Ply())
	if ply < first || ply > last {
		return nil, Usagef("--ply %d: the game has the plies %d to %d", ply, first, last)
	}
	g, _ = Undecided(g)
	for int(g.Ply()) > ply && g.Undo() {
	}
	return g, nil
}

// Undecided returns a game without the end that the players gave it, by
// resignation, agreement or on time, and what it was.
func Undecided(g *game.Game) (*game.Game, game.Result) {
	before := g.Clone()
	if !before.Over() || !before.Undo() || before.Len() < g.Len() {
		return g.Clone(), game.Result{}
	}
	return before, g.Result()
}

// ReadPuzzles reads a file of puzzles, or those in the program for "".
func ReadPuzzles(name string) ([]puzzle.Puzzle, error) {
	if name == "" {
		return puzzle.Read(strings.NewReader(assets.Puzzles()))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	puzzles, err := puzzle.Read(f)
	if game.CodeOf(err) != "" {
		err = file.Error{Name: name, Err: err}
	}
	return puzzles, err
}

// Tables returns the tables that the program carries.
func Tables() (*tables.Set, error) {
	folder, err := fs.Sub(assets.Tables, "tables")
	if err != nil {
		return nil, err
	}
	return tables.ReadFiles(folder)
}
