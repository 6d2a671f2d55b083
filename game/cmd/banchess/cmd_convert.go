package main

import (
	"bufio"
	"context"
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
	Converted int `json:"converted"`
	Refused   int `json:"refused"`
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
the others are converted, and the exit status is 3.

Formats: pgn, and with one game a line
  bcn           b:e2e4 m:d2d4 b:e7e5 m:d7d5
  log           b:e2e4 d4 b:e7e5 d5
  fen           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1
  standard-fen  the six standard fields, without ply and ban
A line of bcn or log may begin with an extended FEN and end with a result. A game
becomes the FEN of its last position, or with --positions of each of them.`,
		Example: `  banchess convert --to bcn games.pgn > games.bcn
  echo "b:e2e4 d4 b:e7e5 d5" | banchess convert --to pgn`,
		RunE: func(cmd *cobra.Command, files []string) error {
			target, err := convert.ParseFormat(to)
			if err != nil {
				return usage("--to: %w", err)
			}
			source := convert.Auto
			if from != string(convert.Auto) {
				if source, err = convert.ParseFormat(from); err != nil {
					return usage("--from: %w", err)
				}
			}
			c := conversion{cmd: cmd, from: source}
			if output == "" {
				c.onScreen = term.Is(cmd.OutOrStdout())
				c.writer = convert.NewWriter(target, bufio.NewWriter(cmd.OutOrStdout()), options)
				return c.run(files)
			}
			f, err := file.Create(output)
			if err != nil {
				return err
			}
			c.writer = convert.NewWriter(target, bufio.NewWriter(f), options)
			err = c.run(files)
			if err != nil && (c.Converted == 0 || !errors.Is(err, errNegative)) {
				f.Abandon()
				return err
			}
			return errors.Join(f.Commit(), err)
		},
	}
	cmd.Flags().StringVar(&from, "from", string(convert.Auto), "format of the input: auto, "+strings.Join(convert.Formats(), ", "))
	cmd.Flags().StringVar(&to, "to", string(convert.PGN), "format of the output: "+strings.Join(convert.Formats(), ", "))
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write to instead of standard output; it is replaced when all is done, and may be an input")
	cmd.Flags().BoolVar(&options.Positions, "positions", false, "to a FEN: every position of a game, not only the last")
	cmd.Flags().BoolVar(&options.Indicators, "indicators", true, "write + # = behind actions")
	for _, flag := range []string{"from", "to"} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(convert.Formats(), cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

// conversion is one run.
type conversion struct {
	cmd    *cobra.Command
	from   convert.Format
	writer *convert.Writer
	// onScreen: the games are written to a terminal.
	onScreen bool
	summaryJSON
}

func (c *conversion) run(files []string) error {
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		if err := c.convertFile(name); err != nil {
			return errors.Join(err, c.writer.Flush())
		}
	}
	if err := c.writer.Flush(); err != nil {
		return err
	}
	errOut := c.cmd.ErrOrStderr()
	switch {
	case asJSON(c.cmd):
		writeJSON(errOut, c.summaryJSON)
	case c.Refused > 0 || term.Is(errOut):
		fmt.Fprintf(errOut, "%s converted, %d refused\n", plural(c.Converted, "game"), c.Refused)
	}
	if c.Refused > 0 {
		return errNegative
	}
	return nil
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
	if errOut := c.cmd.ErrOrStderr(); term.Is(in) && term.Is(errOut) {
		fmt.Fprintln(errOut, typeIt)
	}
	bar := &term.Bar{}
	// On a screen the games themselves, or what is typed, say how far it is.
	if !c.onScreen && !term.Is(in) {
		bar = term.NewBytesBar(c.cmd.ErrOrStderr(), filepath.Base(name), total)
	}
	defer bar.Done()
	text := bufio.NewReader(bar.Reader(interruptible{c.cmd.Context(), in}))
	from := c.from
	if from == convert.Auto {
		from = convert.Detect(name, text)
	}
	games := convert.NewReader(from, text)
	for {
		t, err := games.NextTree()
		var bad *game.Error
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
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
		c.Converted++
	}
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

// interruptible is a reader that fails as soon as the context has ended, even
// while a read waits for a terminal.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := i.r.Read(p)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err() // what is still being read is lost
	}
}
