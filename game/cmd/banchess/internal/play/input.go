package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
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
