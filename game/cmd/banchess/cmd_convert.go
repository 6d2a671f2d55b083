package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/internal/words"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// summaryJSON ends a conversion under --json.
type summaryJSON struct {
	// Unchanged: the output is unchanged, because it is also the input, and would
	// lose the games that were refused.
	Unchanged bool `json:"unchanged,omitempty"`
	Converted int  `json:"converted"`
	Refused   int  `json:"refused"`
	// Lost is what the format cannot hold.
	Lost convert.Loss `json:"lost,omitempty"`
	// Unplayed variations were read as comments.
	Unplayed int `json:"unplayed_variations,omitempty"`
}

func newConvert() *cobra.Command {
	var from, to, output string
	var options convert.Options
	cmd := &cobra.Command{
		Use:   "convert --to FORMAT [FILE…]",
		Short: "Convert between FEN, PGN, BCN and action logs",
		Long: `Reads games from files or from standard input, and writes them in another format. It
keeps one game at a time in memory, however large the file is. If a game cannot be
read, standard error says the file, the line and the reason; the others are converted,
and the exit status is 3. A file that is converted into itself is left unchanged if
any game is refused.

PGN keeps comments, glyphs, evaluations, clock times, drawings and variations; a
variation that cannot be played becomes a comment. What another format cannot hold is
left out and counted on standard error.

With --json each game is an object {"format", "text"} on a line of its own; errors and
the summary are objects on standard error.

Formats: pgn, and these, which have one game on each line
  bcn           b:e2e4 m:d2d4 b:e7e5 m:d7d5
  log           b:e2e4 d4 b:e7e5 d5
  fen           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1
  standard-fen  the six standard fields, without ply and ban
A line of bcn or log may begin with an extended FEN and end with a result. A line that
begins with # is a comment on the game below it. A game becomes the FEN of its last
position, or, with --positions, of every position.`,
		Example: `  banchess convert --to bcn games.pgn > games.bcn
  echo "b:e2e4 d4 b:e7e5 d5" | banchess convert --to pgn`,
		RunE: func(cmd *cobra.Command, files []string) error {
			c := conversion{cmd: cmd, from: convert.Format(from), to: convert.Format(to), options: options, output: output}
			if output == "" {
				return c.run(files, cmd.OutOrStdout())
			}
			var answer error
			err := file.Write(output, func(w io.Writer) error {
				answer = c.run(files, w)
				if errors.Is(answer, cli.ErrNegative) && c.Converted > 0 && !c.Unchanged {
					return nil
				}
				return answer
			})
			return cmp.Or(err, answer)
		},
	}
	cli.ChoiceVar(cmd, &from, "from", string(convert.Auto), append([]string{string(convert.Auto)}, convert.Formats()...), "format of the input")
	cli.ChoiceVar(cmd, &to, "to", string(convert.PGN), convert.Formats(), "format of the output")
	cmd.Flags().VarP(cli.FileName(&output), "output", "o", "file to write to instead of standard output; it is replaced at the end, and may be an input")
	cmd.Flags().BoolVar(&options.Positions, "positions", false, "with --to fen: every position of a game, not only the last")
	cmd.Flags().BoolVar(&options.Indicators, "indicators", true, "write + # = after actions")
	return cmd
}

type conversion struct {
	cmd        *cobra.Command
	from, to   convert.Format
	options    convert.Options
	output     string // the name of a file, "" for standard output
	out        *bufio.Writer
	intoItself bool // an input is the file that is written
	summaryJSON
}

func (c *conversion) run(files []string, w io.Writer) error {
	c.out, c.Lost = bufio.NewWriter(w), convert.Loss{}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		name = file.Unquote(name)
		err := cli.WithInput(c.cmd, name, func(in io.Reader) error { return c.convert(name, in) })
		if err != nil {
			return errors.Join(err, c.out.Flush())
		}
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	c.summarize()
	if c.Refused > 0 {
		return cli.ErrNegative
	}
	return nil
}

// summarize says what became of the games.
func (c *conversion) summarize() {
	errOut := c.cmd.ErrOrStderr()
	c.Unchanged = c.intoItself && c.Refused > 0
	if cli.AsJSON(c.cmd) {
		cli.WriteJSON(errOut, c.summaryJSON)
		return
	}
	if c.Refused > 0 || term.Is(errOut) {
		fmt.Fprintf(errOut, "%s converted, %d refused\n", words.Count(c.Converted, "game"), c.Refused)
	}
	if c.Unplayed > 0 {
		fmt.Fprintf(errOut, "%s cannot be played: read as text\n", words.Count(c.Unplayed, "variation"))
	}
	if c.Unchanged {
		fmt.Fprintln(errOut, "the output is unchanged, because it is also the input")
	}
	if len(c.Lost) > 0 {
		fmt.Fprintf(errOut, "left out, because %s cannot hold it: %s\n", c.to, c.Lost)
	}
}

// convert converts the games of a file; "-" is standard input.
func (c *conversion) convert(name string, in io.Reader) error {
	c.intoItself = c.intoItself || file.Same(c.output, in)
	bar := &term.Bar{}
	// On a screen the games themselves, or what is typed, say how far it is.
	if onScreen := c.output == "" && term.Is(c.cmd.OutOrStdout()); !onScreen && !term.Is(in) {
		total := int64(-1)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			total = info.Size()
		}
		bar = cli.NewBar(c.cmd, filepath.Base(name), total)
	}
	defer bar.Done()
	games := cli.OpenGames(c.cmd, name, c.from, in, bar)
	for n := 1; ; n++ {
		t, err := games.NextTree()
		bad, isBad := errors.AsType[*game.Error](err)
		switch {
		case err == io.EOF:
			return nil
		case isBad:
			c.Refused++
			bar.Clear()
			c.report(name, n, bad)
			continue
		case err != nil:
			return err
		}
		if err := c.write(convert.Write(t, c.to, c.options, c.Lost)); err != nil {
			return err
		}
		c.Converted++
		c.Unplayed += len(t.Unplayed)
	}
}

// gameJSON is a game as --json writes it where no file is named.
type gameJSON struct {
	Format convert.Format `json:"format"`
	Text   string         `json:"text"`
}

// write writes the text of a game.
func (c *conversion) write(text string) error {
	if cli.AsJSON(c.cmd) && c.output == "" {
		cli.WriteJSON(c.out, gameJSON{c.to, strings.TrimRight(text, "\n")})
		return nil
	}
	if c.to == convert.PGN && c.Converted > 0 {
		text = "\n" + text
	}
	_, err := c.out.WriteString(text)
	return err
}

// report says what is wrong with the n-th game of a file.
func (c *conversion) report(name string, n int, bad *game.Error) {
	if name == "-" {
		name = "standard input"
	}
	var err error = file.Error{Name: name, Err: bad}
	if n == 1 { // what cli.FileError looks at
		err = cli.FileError(name, bad)
	}
	errOut := c.cmd.ErrOrStderr()
	if cli.AsJSON(c.cmd) {
		cli.WriteJSON(errOut, map[string]cli.ErrorJSON{"error": cli.ToJSON(err)})
		return
	}
	fmt.Fprintln(errOut, term.Text(err.Error()))
}
