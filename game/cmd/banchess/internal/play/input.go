package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ergochat/readline"
)

// Input is where lines are typed.
type Input interface {
	// ReadLine returns the next line, io.EOF at the end of the input, or
	// ErrInterrupted when Ctrl-C was typed on an empty line or the context has
	// ended. The completer returns the words that may stand at the end of a line.
	ReadLine(ctx context.Context, prompt string, complete Completer) (string, error)
	// Close gives the terminal back.
	Close() error
}

// Completer returns what the line may become: how many characters at its end are
// replaced, and by what.
type Completer func(line string) (replaced int, words []string)

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
	rl, err := readline.NewFromConfig(&readline.Config{
		Stdin:           in,
		Stdout:          out,
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

// script is input that is no terminal. What is read is shown, so that the output
// reads like a game.
type script struct {
	lines chan string
	err   error
	out   io.Writer
}

// NewScript returns the input of a pipe or a file.
func NewScript(in io.Reader, out io.Writer) Input {
	s := &script{lines: make(chan string), out: out}
	go func() { // may stay behind in a read that does not return
		defer close(s.lines)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			s.lines <- scanner.Text()
		}
		s.err = scanner.Err()
	}()
	return s
}

func (s *script) ReadLine(ctx context.Context, prompt string, _ Completer) (string, error) {
	select {
	case line, ok := <-s.lines:
		switch {
		case ok:
			_, err := fmt.Fprintf(s.out, "%s%s\n", prompt, strings.TrimSpace(line))
			return line, err
		case s.err != nil:
			return "", s.err
		}
		return "", io.EOF
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *script) Close() error { return nil }
