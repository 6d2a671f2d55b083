//go:build !js

package play

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	"github.com/ergochat/readline"
)

// editor is a terminal with line editing, history and completion.
type editor struct {
	rl       *readline.Instance
	typed    bool // the line is not empty
	complete Completer
}

// NewEditor returns the input of a terminal. The history is kept in a file, or
// only in memory without a name.
func NewEditor(in io.Reader, out io.Writer, historyFile string) (Input, error) {
	e := &editor{}
	column := &firstColumn{in: in, out: out}
	rl, err := readline.NewFromConfig(&readline.Config{
		Stdin:           column,
		Stdout:          column,
		HistoryFile:     historyFile,
		HistoryLimit:    1000,
		AutoComplete:    e,
		InterruptPrompt: "^C",
		EOFPrompt:       "quit",
		Listener: func(line []rune, pos int, key rune) ([]rune, int, bool) {
			e.typed = len(line) > 0
			return nil, 0, false
		},
	})
	e.rl = rl
	return e, err
}

func (e *editor) ReadLine(ctx context.Context, prompt string, complete Completer) (string, error) {
	e.complete = complete
	e.rl.SetPrompt(prompt)
	stop := context.AfterFunc(ctx, func() { _ = e.rl.Close() }) // wakes ReadLine up
	defer stop()
	for {
		line, err := e.rl.ReadLine()
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.Is(err, readline.ErrInterrupt) && e.typed:
			e.typed = false // Ctrl-C drops a line that was begun
		case errors.Is(err, readline.ErrInterrupt):
			return "", ErrInterrupted
		default:
			return line, err
		}
	}
}

// Do completes for the line editor, which wants the rest of each word.
func (e *editor) Do(line []rune, pos int) ([][]rune, int) {
	replaced, words := e.complete(string(line[:pos]))
	var rests [][]rune
	for _, w := range words {
		rests = append(rests, []rune(w)[replaced:])
	}
	return rests, replaced
}

func (e *editor) Close() error { return e.rl.Close() }

// firstColumn answers, in the terminal's place, the line editor's question for the
// cursor's position before each prompt. The prompt always begins a line, so the
// answer is known, and some terminals never give one.
type firstColumn struct {
	in     io.Reader
	out    io.Writer
	answer atomic.Int32 // bytes of the answer that are still to be read
}

const (
	cursorQuery  = "\x1b[6n"
	cursorAnswer = "\x1b[1;1R"
)

func (c *firstColumn) Write(p []byte) (int, error) {
	if string(p) == cursorQuery {
		c.answer.Store(int32(len(cursorAnswer)))
		return len(p), nil
	}
	return c.out.Write(p)
}

func (c *firstColumn) Read(p []byte) (int, error) {
	if left := c.answer.Load(); left > 0 {
		n := copy(p, cursorAnswer[len(cursorAnswer)-int(left):])
		c.answer.Add(-int32(n))
		return n, nil
	}
	return c.in.Read(p)
}
