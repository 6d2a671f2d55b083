package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/banchess/banchess/game/internal/lines"
)

// Input is where lines are typed.
type Input interface {
	// ReadLine returns the next line, io.EOF at the end of the input, errWoken when
	// the question has to be put again, or ErrInterrupted when Ctrl-C was typed on an
	// empty line or the context has ended.
	ReadLine(ctx context.Context, q Question) (string, error)
	// Close gives the terminal back.
	Close() error
}

// Question is what is asked for.
type Question struct {
	Prompt func() string
	Ticks  bool // the prompt shows a clock
	// Wake is closed when there is news before the line is typed. What is typed so
	// far stands after the next prompt.
	Wake <-chan struct{}
	// Complete returns the words that may stand at the end of a line.
	Complete Completer
}

// errWoken is the error of a question that was woken.
var errWoken = errors.New("there is news")

// Completer returns what the line may become: how many characters at its end are
// replaced, and by what.
type Completer func(line string) (replaced int, words []string)

// maxLine bounds a line that is typed, in bytes: room for any file name and FEN.
const maxLine = 16 << 10

// errLongLine is the error of a longer line. The line after it can be read.
var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// script is input from a pipe or a file. It shows what it reads, so that the output
// reads like a game.
type script struct {
	lines <-chan lines.Line
	out   io.Writer
}

// NewScript returns the input of a pipe or a file.
func NewScript(in io.Reader, out io.Writer) Input {
	return &script{lines: lines.Send(context.Background(), in, maxLine), out: out}
}

func (s *script) ReadLine(ctx context.Context, q Question) (string, error) {
	select {
	case l, open := <-s.lines:
		switch {
		case !open:
			return "", io.EOF
		case l.Err != nil:
			return "", l.Err
		case l.Long:
			return "", errLongLine
		}
		_, err := fmt.Fprintf(s.out, "%s%s\n", q.Prompt(), strings.TrimSpace(l.Text))
		return l.Text, err
	case <-q.Wake:
		return "", errWoken
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *script) Close() error { return nil }
