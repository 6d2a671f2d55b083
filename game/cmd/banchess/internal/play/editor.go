//go:build !js

package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/ergochat/readline"
)

// editor is a terminal with line editing, history and completion.
type editor struct {
	rl       *readline.Instance
	keyboard *keyboard
	width    func() int
	question Question
	prompt   string
	line     []rune // what is typed
	pos      int    // the cursor in it
	held     string // what was typed when the last prompt was taken away
}

// NewEditor returns the input of a terminal of so many columns. The history is kept
// in a file, or only in memory without a name.
func NewEditor(in io.Reader, out io.Writer, historyFile string, width func() int) (Input, error) {
	e := &editor{keyboard: newKeyboard(in, out), width: width}
	rl, err := readline.NewFromConfig(&readline.Config{
		Stdin:                  e.keyboard,
		Stdout:                 e.keyboard,
		HistoryFile:            historyFile,
		HistoryLimit:           1000,
		DisableAutoSaveHistory: true, // a line that is held back does not belong there
		AutoComplete:           e,
		InterruptPrompt:        "^C",
		EOFPrompt:              "quit",
		FuncFilterInputRune:    e.filter,
		Listener: func(line []rune, pos int, key rune) ([]rune, int, bool) {
			if key != 0 { // at the beginning it is not told what the line begins with
				e.line, e.pos = append([]rune(nil), line...), pos
			}
			return nil, 0, false
		},
	})
	e.rl = rl
	return e, err
}

// filter makes the end of the line out of the key that wakes the editor, and wipes
// out the prompt.
func (e *editor) filter(key rune) (rune, bool) {
	if key != wakeKey {
		return key, true
	}
	above := (utf8.RuneCountInString(e.prompt) + e.pos) / max(e.width(), 1)
	wipe := "\r\x1b[J"
	if above > 0 {
		wipe = fmt.Sprintf("\x1b[%dA", above) + wipe
	}
	_, _ = io.WriteString(e.keyboard, wipe) // an output that cannot be written to ends the context
	e.keyboard.muted.Store(true)
	return readline.CharEnter, true
}

func (e *editor) ReadLine(ctx context.Context, q Question) (string, error) {
	e.question = q
	e.prompt = q.Prompt()
	e.rl.SetPrompt(e.prompt)
	stop := context.AfterFunc(ctx, func() { _ = e.rl.Close() }) // wakes ReadLine up
	defer stop()
	e.keyboard.wakeOn(q.Wake)
	defer e.keyboard.wakeOn(nil)
	if q.Ticks {
		defer e.tick()()
	}
	for {
		e.rl.SetDefault(e.held)
		e.line, e.held = []rune(e.held), ""
		e.pos = len(e.line)
		line, err := e.rl.ReadLine()
		woken := e.keyboard.muted.Swap(false)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case woken:
			e.held = line
			return "", errWoken
		case errors.Is(err, readline.ErrInterrupt) && len(e.line) > 0:
			// Ctrl-C drops a line that was begun.
		case errors.Is(err, readline.ErrInterrupt):
			return "", ErrInterrupted
		case err == nil && line != "":
			_ = e.rl.SaveToHistory(line) // a history that cannot be kept stops no game
			return line, nil
		default:
			return line, err
		}
	}
}

// tick shows the clock in the prompt as it goes.
func (e *editor) tick() (stop func()) {
	ticker, stopped := time.NewTicker(time.Second), make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case <-ticker.C:
				e.rl.SetPrompt(e.question.Prompt())
				_, _ = e.rl.Write(nil) // draws the prompt again
			case <-stopped:
				return
			}
		}
	})
	return func() {
		ticker.Stop()
		close(stopped)
		running.Wait()
	}
}

// Do completes for the line editor, which wants the rest of each word.
func (e *editor) Do(line []rune, pos int) ([][]rune, int) {
	replaced, words := e.question.Complete(string(line[:pos]))
	var rests [][]rune
	for _, w := range words {
		rests = append(rests, []rune(w)[replaced:])
	}
	return rests, replaced
}

func (e *editor) Close() error { return e.rl.Close() }
