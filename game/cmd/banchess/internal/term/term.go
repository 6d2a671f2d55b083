// Package term says what the terminal at the other end of a stream can do, if
// there is one: colours, Unicode, how wide it is, and a bar for long runs.
package term

import (
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/muesli/termenv"
	"github.com/schollz/progressbar/v3"
	xterm "golang.org/x/term"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f := fileOf(stream)
	return f != nil && xterm.IsTerminal(int(f.Fd()))
}

// Width returns how many columns a terminal has, or the other number when the
// stream is none.
func Width(stream any, otherwise int) int {
	if f := fileOf(stream); f != nil {
		if width, _, err := xterm.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return otherwise
}

// Colors returns a painter for the stream. It paints nothing when the stream is
// no terminal, with NO_COLOR in the environment, or on a dumb terminal, and
// comes down to the colours that the terminal has.
func Colors(w io.Writer) *termenv.Output {
	if f := fileOf(w); f != nil {
		w = f // the library looks at files alone
	}
	return termenv.NewOutput(w)
}

// Unicode reports whether the terminal shows chess pieces: its locale says UTF-8
// and it is not one of those whose font has none.
func Unicode(getenv func(string) string) bool {
	switch getenv("TERM") {
	case "dumb", "linux":
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin"
}

// ASCII writes a text's dots and fractions in plain letters.
func ASCII(s string) string { return plain.Replace(s) }

var plain = strings.NewReplacer("…", "...", "½", "1/2")

// Text is the text as this terminal shows it.
func Text(s string) string {
	if Unicode(os.Getenv) {
		return s
	}
	return ASCII(s)
}

// Bar is a bar of progress. The zero Bar, like any on a stream that is no
// terminal, shows nothing.
type Bar struct {
	bar *progressbar.ProgressBar
}

// NewBar returns a bar that counts to a total, or that only turns if the total
// is negative.
func NewBar(w io.Writer, what string, total int64, options ...progressbar.Option) *Bar {
	if !Is(w) {
		return &Bar{}
	}
	return &Bar{progressbar.NewOptions64(total, append([]progressbar.Option{
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionClearOnFinish(),
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
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// Done takes the bar off the screen for good.
func (b *Bar) Done() {
	if b.bar != nil {
		_ = b.bar.Finish()
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
