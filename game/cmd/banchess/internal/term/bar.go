package term

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/muesli/termenv"
)

// Bar shows on the last line of a terminal how far a command is. The zero Bar, like any
// on another stream, shows nothing.
type Bar struct {
	w     io.Writer
	total int64 // negative if it is not known
	began time.Time
	done  chan struct{}

	mu     sync.Mutex
	what   string
	count  int64
	shown  bool
	hidden bool // until the count goes on
}

// NewBar returns a bar that counts to a total. If the total is negative, it shows the time,
// and how many bytes were read. What has no length gets none.
func NewBar(w io.Writer, what string, total int64) *Bar {
	if total == 0 || !Is(w) || os.Getenv("TERM") == "dumb" {
		return &Bar{}
	}
	// Only Windows has to be asked to understand escapes, and may say no.
	if _, err := termenv.EnableVirtualTerminalProcessing(termenv.NewOutput(fileOf(w))); err != nil {
		return &Bar{}
	}
	b := &Bar{w: w, what: what, total: total, began: time.Now(), done: make(chan struct{})}
	go func() {
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				b.draw()
			case <-b.done:
				return
			}
		}
	}()
	return b
}

const clearLine = "\r\x1b[2K"

// draw draws the bar, no wider than can be cleared again: it leaves room for the ^C that
// the terminal may write after it.
func (b *Bar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hidden {
		return
	}
	b.shown = true
	width, _ := Size(b.w)
	text := []rune(b.text(time.Since(b.began)))
	text = text[:min(len(text), max(width-len("^C")-1, 0))]
	_, _ = io.WriteString(b.w, clearLine+string(text)) // the output notices a write that fails
}

func (b *Bar) text(passed time.Duration) string {
	seconds := func(d time.Duration) string { return d.Truncate(time.Second).String() }
	switch {
	case b.total < 0 && b.count > 0:
		return fmt.Sprintf("%s  %.1f MB, %s", b.what, float64(b.count)/1e6, seconds(passed))
	case b.total < 0:
		return b.what + "  " + seconds(passed)
	}
	const width = 24
	part := min(float64(b.count)/float64(b.total), 1)
	full := int(part * width)
	bar := strings.Repeat("█", full) + strings.Repeat("░", width-full)
	if !Unicode(os.Getenv) {
		bar = strings.Repeat("#", full) + strings.Repeat(".", width-full)
	}
	text := fmt.Sprintf("%s %3.0f%% %s %s", b.what, 100*part, bar, seconds(passed))
	if part > 0 {
		text += ", " + seconds(time.Duration(float64(passed)*(1-part)/part)) + " to go"
	}
	return text
}

// Add counts on.
func (b *Bar) Add(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count, b.hidden = b.count+n, false
}

// Say changes what stands before the bar.
func (b *Bar) Say(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.what = what
}

// Clear takes the bar off the screen, so that something else can be written, until the
// count goes on.
func (b *Bar) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shown {
		_, _ = io.WriteString(b.w, clearLine)
	}
	b.shown, b.hidden = false, true
}

// Done takes the bar off the screen for good.
func (b *Bar) Done() {
	b.Clear()
	if b.done != nil {
		close(b.done)
	}
}

// Write counts bytes that are read, as the other end of an io.TeeReader.
func (b *Bar) Write(p []byte) (int, error) {
	b.Add(int64(len(p)))
	return len(p), nil
}
