// Package console reads lines from a terminal, a pipe or a file, and lays out the text that is
// written there.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/banchess/banchess/game/internal/lines"
)

// Console is where lines are typed, and where a dialogue writes.
type Console interface {
	// Write writes above the line that is being typed, if there is one.
	io.Writer
	// ReadLine returns the next line, io.EOF at the end of the input, ErrInterrupted when
	// Ctrl-C was typed on an empty line, or the cause of the context's end. That of ErrWoken,
	// the line goes on being typed, and the next call returns it.
	ReadLine(ctx context.Context, prompt string, complete Completer) (string, error)
	// Close gives the terminal back, and reads no more.
	Close() error
}

// ErrInterrupted is the error of a person who has typed Ctrl-C on an empty line, or of an
// interrupted program.
var ErrInterrupted = context.Canceled

// ErrWoken is the error of a line for which the prompt is to be made again.
var ErrWoken = errors.New("there is news")

// Completer returns what the line may become: how many characters at its end are
// replaced, and by what. It is called from other goroutines.
type Completer func(line string) (replaced int, words []string)

// MaxLine bounds a line that is typed, in bytes: room for any file name and FEN.
const MaxLine = 16 << 10

// ErrLongLine is the error of a longer line. The line after it can be read.
var ErrLongLine = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// script is input from a pipe or a file. It shows what it reads, so that the output
// reads like a game.
type script struct {
	lines <-chan lines.Line
	end   func() // of the reading
	io.Writer
}

// NewScript returns the console of a pipe or a file.
func NewScript(in io.Reader, out io.Writer) Console {
	ctx, end := context.WithCancel(context.Background())
	return &script{lines.Send(ctx, in, MaxLine), end, out}
}

func (s *script) ReadLine(ctx context.Context, prompt string, _ Completer) (string, error) {
	select {
	case l, open := <-s.lines:
		switch {
		case !open:
			return "", io.EOF
		case l.Err != nil:
			return "", l.Err
		case l.Long:
			return "", ErrLongLine
		}
		_, err := fmt.Fprintf(s, "%s%s\n", prompt, strings.TrimSpace(l.Text))
		return l.Text, err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (s *script) Close() error {
	s.end()
	return nil
}
