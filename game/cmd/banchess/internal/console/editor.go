//go:build !js

package console

import (
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"sync/atomic"

	"github.com/ergochat/readline"

	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// editor is a terminal with line editing, history and completion. A goroutine edits each
// line; it may go on while the table looks at the game.
type editor struct {
	*readline.Instance
	complete atomic.Pointer[Completer]
	begun    bool // something is typed; only the goroutine looks
	editing  bool
	typed    chan typedLine
	resized  chan struct{} // has something when the terminal has another size
}

type typedLine struct {
	text string
	err  error
}

// NewEditor returns the console of a terminal. The history is kept in a file, or only in
// memory without a name.
func NewEditor(in io.Reader, out io.Writer, historyFile string) (Console, error) {
	e := &editor{typed: make(chan typedLine, 1), resized: make(chan struct{}, 1)}
	streams := &answering{in: in, out: out, dumb: os.Getenv("TERM") == "dumb"}
	var err error
	e.Instance, err = readline.NewFromConfig(&readline.Config{
		Stdin:        streams,
		Stdout:       streams,
		HistoryFile:  historyFile,
		HistoryLimit: 1000,
		// edit saves the line: while readline does, all that is written draws the old prompt again.
		DisableAutoSaveHistory: true,
		AutoComplete:           e,
		InterruptPrompt:        "^C",
		EOFPrompt:              "quit",
		Listener: func(line []rune, _ int, _ rune) ([]rune, int, bool) {
			e.begun = len(line) > 0
			return nil, 0, false
		},
		FuncGetSize: func() (width, height int) { // asked for whenever it has changed
			select {
			case e.resized <- struct{}{}:
			default:
			}
			return term.Size(out)
		},
	})
	return e, err
}

func (e *editor) ReadLine(ctx context.Context, prompt string, complete Completer) (string, error) {
	select {
	case line := <-e.typed: // it was typed at an earlier prompt
		e.editing = false
		return line.text, line.err
	default:
	}
	e.complete.Store(&complete)
	e.SetPrompt(prompt)
	if e.editing {
		_, _ = e.Write(nil) // draws the prompt again, and what completion shows
	} else {
		e.editing = true
		go e.edit()
	}
	select {
	case line := <-e.typed:
		e.editing = false
		return line.text, line.err
	case <-e.resized:
		return "", ErrWoken
	case <-ctx.Done():
		err := context.Cause(ctx)
		if !errors.Is(err, ErrWoken) {
			_ = e.Close() // wakes the goroutine up
			<-e.typed
		}
		return "", err
	}
}

// edit has a line edited. Ctrl-C drops one that was begun.
func (e *editor) edit() {
	text, err := e.Instance.ReadLine()
	for errors.Is(err, readline.ErrInterrupt) && e.begun {
		text, err = e.Instance.ReadLine()
	}
	if errors.Is(err, readline.ErrInterrupt) {
		err = ErrInterrupted
	}
	if err == nil {
		_ = e.SaveToHistory(text) // without a file it is kept in memory
	}
	e.typed <- typedLine{text, err}
}

// Do completes for the line editor, which wants the rest of each word.
func (e *editor) Do(line []rune, pos int) ([][]rune, int) {
	replaced, words := (*e.complete.Load())(string(line[:pos]))
	var rests [][]rune
	for _, w := range words {
		rests = append(rests, []rune(w)[replaced:])
	}
	e.begun = e.begun || len(words) > 0 // the listener hears nothing of a word that is chosen
	return rests, replaced
}

// answering stands between the editor and the terminal, and answers the editor's question
// for the cursor's position before each prompt, to which some terminals never do. The
// prompt always begins a line, so the answer is known. To a dumb terminal it sends no escapes.
type answering struct {
	dumb  bool
	in    io.Reader
	out   io.Writer
	asked atomic.Bool
}

func (a *answering) Write(p []byte) (int, error) {
	if string(p) == "\x1b[6n" {
		a.asked.Store(true)
		return len(p), nil
	}
	if a.dumb {
		_, err := a.out.Write(anyEscape.ReplaceAll(p, nil))
		return len(p), err
	}
	return a.out.Write(p)
}

var anyEscape = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

func (a *answering) Read(p []byte) (int, error) {
	if a.asked.Swap(false) {
		return copy(p, "\x1b[1;1R"), nil
	}
	return a.in.Read(p)
}
