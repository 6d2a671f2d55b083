package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// summaryJSON ends a conversion under --json.
type summaryJSON struct {
	// Unchanged: the output is left as it was, for it is the input too, and would
	// lose the games that were refused.
	Unchanged bool `json:"unchanged,omitempty"`
	Converted int  `json:"converted"`
	Refused   int  `json:"refused"`
	// Lost is what the format cannot hold.
	Lost *convert.Loss `json:"lost,omitempty"`
	// Unplayed variations were read as comments.
	Unplayed int `json:"unplayed_variations,omitempty"`
}

func newConvert() *cobra.Command {
	var from, to, output string
	var options convert.Options
	cmd := &cobra.Command{
		Use:   "convert --to FORMAT [FILE…]",
		Short: "FEN, PGN, BCN and action log into each other",
		Long: `Reads games from files, or from standard input, and writes them in another
format, one at a time: a file of any number of games takes the memory of one. A
game that cannot be read is reported on standard error with file, line and reason;
the others are converted, and the exit status is 3. If any
game is refused, a file converted into itself is left unchanged.

PGN keeps comments, glyphs, evaluations, clock times, drawings and variations; a
variation that cannot be played becomes a comment. What a format cannot hold is
left out, counted, and said on standard error.

With --json each game is an object {"format", "text"} on a line of its own, the
errors and the summary are objects on standard error.

Formats: pgn, and with one game a line
  bcn           b:e2e4 m:d2d4 b:e7e5 m:d7d5
  log           b:e2e4 d4 b:e7e5 d5
  fen           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1
  standard-fen  the six standard fields, without ply and ban
A line of bcn or log may begin with an extended FEN and end with a result; one that
begins with # is a comment on the game below it. A game becomes the FEN of its last
position, or with --positions of each of them.`,
		Example: `  banchess convert --to bcn games.pgn > games.bcn
  echo "b:e2e4 d4 b:e7e5 d5" | banchess convert --to pgn`,
		RunE: func(cmd *cobra.Command, files []string) error {
			c := conversion{cmd: cmd, from: convert.Format(from), to: convert.Format(to)}
			if output == "" {
				c.onScreen = term.Is(cmd.OutOrStdout())
				out := cmd.OutOrStdout()
				if asJSON(cmd) {
					out = &c.written
				}
				c.writer = convert.NewWriter(c.to, bufio.NewWriter(out), options)
				return c.run(files)
			}
			f, err := file.Create(output)
			if err != nil {
				return err
			}
			c.output, c.writer = f, convert.NewWriter(c.to, bufio.NewWriter(f), options)
			err = c.run(files)
			switch {
			case err == nil:
				return f.Commit()
			case errors.Is(err, errNegative) && c.Converted > 0 && !c.Unchanged:
				return errors.Join(f.Commit(), err)
			}
			f.Abandon()
			return err
		},
	}
	choiceVar(cmd, &from, "from", string(convert.Auto), append([]string{string(convert.Auto)}, convert.Formats()...), "format of the input")
	choiceVar(cmd, &to, "to", string(convert.PGN), convert.Formats(), "format of the output")
	cmd.Flags().VarP(fileName(&output), "output", "o", "file to write to instead of standard output; it is replaced when all is done, and may be an input")
	cmd.Flags().BoolVar(&options.Positions, "positions", false, "to a FEN: every position of a game, not only the last")
	cmd.Flags().BoolVar(&options.Indicators, "indicators", true, "write + # = after actions")
	return cmd
}

type conversion struct {
	cmd    *cobra.Command
	from   convert.Format
	to     convert.Format
	writer *convert.Writer
	output *file.Replacement // nil for standard output
	// written is the last game, where it is to become JSON.
	written strings.Builder
	// intoItself: an input is the file that is written.
	intoItself bool
	// onScreen: the games are written to a terminal.
	onScreen bool
	summaryJSON
}

func (c *conversion) run(files []string) error {
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		name = file.Unquote(name)
		if err := c.convertFile(name); err != nil {
			return errors.Join(err, c.writer.Flush())
		}
	}
	if err := c.writer.Flush(); err != nil {
		return err
	}
	c.summarize()
	if c.Refused > 0 {
		return errNegative
	}
	return nil
}

// summarize says what became of the games.
func (c *conversion) summarize() {
	errOut, lost := c.cmd.ErrOrStderr(), c.writer.Lost
	c.Unchanged = c.intoItself && c.Refused > 0
	if asJSON(c.cmd) {
		if lost != (convert.Loss{}) {
			c.Lost = &lost
		}
		writeJSON(errOut, c.summaryJSON)
		return
	}
	if c.Refused > 0 || term.Is(errOut) {
		fmt.Fprintf(errOut, "%s converted, %d refused\n", plural(c.Converted, "game"), c.Refused)
	}
	if c.Unplayed > 0 {
		fmt.Fprintf(errOut, "%s cannot be played: read as %s\n", plural(c.Unplayed, "variation"), pluralNoun(c.Unplayed, "comment"))
	}
	if c.Unchanged {
		fmt.Fprintln(errOut, "the output is left as it was, for it is the input too")
	}
	if lost != (convert.Loss{}) {
		fmt.Fprintf(errOut, "left out, for %s cannot hold it: %s\n", c.to, lost)
	}
}

// convertFile converts the games of a file; "-" is standard input.
func (c *conversion) convertFile(name string) error {
	in, total := c.cmd.InOrStdin(), int64(-1)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			total = info.Size()
		}
		in = f
	}
	askForInput(c.cmd, in)
	if f, ok := in.(*os.File); ok && c.output != nil {
		c.intoItself = c.intoItself || c.output.Replaces(f)
	}
	bar := &term.Bar{}
	// On a screen the games themselves, or what is typed, say how far it is.
	if !c.onScreen && !term.Is(in) && !asJSON(c.cmd) {
		bar = term.NewBytesBar(c.cmd.ErrOrStderr(), filepath.Base(name), total)
	}
	defer bar.Done()
	text := bufio.NewReader(bar.Reader(term.Reader(c.cmd.Context(), in)))
	from := c.from
	if from == convert.Auto {
		from = convert.Detect(name, text)
		bar.Clear()
		tellNote(c.cmd, from.Note())
	}
	games := convert.NewReader(from, text)
	for {
		t, err := games.NextTree()
		bad, isBad := errors.AsType[*game.Error](err)
		switch {
		case err == io.EOF:
			return nil
		case isBad:
			c.Refused++
			bar.Clear()
			c.report(name, bad)
			continue
		case err != nil:
			return err
		}
		if err := c.writer.Write(t); err != nil {
			return err
		}
		if err := c.writeJSON(); err != nil {
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

// writeJSON writes the game that was converted last as JSON, if that is asked for.
func (c *conversion) writeJSON() error {
	if !asJSON(c.cmd) || c.output != nil {
		return nil
	}
	err := c.writer.Flush()
	writeJSON(c.cmd.OutOrStdout(), gameJSON{c.to, strings.Trim(c.written.String(), "\n")})
	c.written.Reset()
	return err
}

// report says what is wrong with a game.
func (c *conversion) report(name string, bad *game.Error) {
	if name == "-" {
		name = "standard input"
	}
	errOut := c.cmd.ErrOrStderr()
	if asJSON(c.cmd) {
		j := toJSON(bad)
		j.File = name
		writeJSON(errOut, map[string]errorJSON{"error": j})
		return
	}
	fmt.Fprintf(errOut, "%s: %s\n", name, term.Text(bad.Error()))
}
