package term

import (
	"bytes"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/muesli/termenv"
	"github.com/schollz/progressbar/v3"
)

// Bar is a bar of progress on the last line of a terminal. The zero Bar, like any
// on another stream, shows nothing.
type Bar struct {
	bar  *progressbar.ProgressBar
	line *barLine
}

// NewBar returns a bar that counts to a total, or that only turns if the total
// is negative. What has no length gets none.
func NewBar(w io.Writer, what string, total int64, options ...progressbar.Option) *Bar {
	if total == 0 || !Is(w) || os.Getenv("TERM") == "dumb" {
		return &Bar{}
	}
	// Only Windows has to be asked to understand escapes, and may say no.
	if _, err := termenv.EnableVirtualTerminalProcessing(termenv.NewOutput(fileOf(w))); err != nil {
		return &Bar{}
	}
	theme := progressbar.ThemeDefault
	if !Unicode(os.Getenv) {
		theme = progressbar.ThemeASCII
	}
	line := &barLine{w: w}
	return &Bar{line: line, bar: progressbar.NewOptions64(total, append([]progressbar.Option{
		progressbar.OptionSetWriter(line),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(24),
		progressbar.OptionSetTheme(theme),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetRenderBlankState(total >= 0),
	}, options...)...)}
}

// NewBytesBar is NewBar for a number of bytes read.
func NewBytesBar(w io.Writer, what string, total int64) *Bar {
	return NewBar(w, what, total, progressbar.OptionShowBytes(true))
}

// Add counts on.
func (b *Bar) Add(n int64) {
	if b.bar != nil {
		_ = b.bar.Add64(n) // a bar that cannot be drawn stops no work
	}
}

// Set says how far the count is.
func (b *Bar) Set(n int64) {
	if b.bar != nil {
		_ = b.bar.Set64(n)
	}
}

// Say changes what stands before the bar.
func (b *Bar) Say(what string) {
	if b.bar != nil {
		b.bar.Describe(what)
	}
}

// Clear takes the bar off the screen, so that something else can be written; the
// next Add shows it again.
func (b *Bar) Clear() {
	if b.line != nil {
		b.line.clear(false)
	}
}

// Done takes the bar off the screen for good.
func (b *Bar) Done() {
	if b.bar != nil {
		b.line.clear(true)
		_ = b.bar.Finish() // ends the goroutine that turns it
	}
}

// Reader counts what is read through it.
func (b *Bar) Reader(r io.Reader) io.Reader {
	if b.bar == nil {
		return r
	}
	return counting{r, b}
}

type counting struct {
	r   io.Reader
	bar *Bar
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.bar.Add(int64(n))
	return n, err
}

// barLine is the line that a bar is drawn on. The library draws from a goroutine
// of its own, clears by what it believes to be there, and not always at the end.
type barLine struct {
	w      io.Writer
	mu     sync.Mutex
	shown  bool
	closed bool
}

const clearLine = "\r\x1b[2K"

// Write draws the bar, no wider than can be cleared again: it leaves room for the
// ^C that the terminal may write after it.
func (l *barLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := bytes.TrimSuffix(p[bytes.LastIndexByte(p, '\r')+1:], []byte("\x1b[0K"))
	if l.closed || len(text) == 0 {
		return len(p), nil
	}
	width, _ := Size(l.w)
	room := max(width-len("^C")-1, 0)
	for utf8.RuneCount(text) > room {
		_, n := utf8.DecodeLastRune(text)
		text = text[:len(text)-n]
	}
	l.shown = true
	if _, err := io.WriteString(l.w, clearLine+string(text)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (l *barLine) clear(forGood bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		_, _ = io.WriteString(l.w, clearLine) // the output notices a write that fails
	}
	l.shown, l.closed = false, l.closed || forGood
}
