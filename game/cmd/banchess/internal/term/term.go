// Package term says what the terminal at the other end of a stream can do, if
// there is one: colours, Unicode, how wide it is, a bar for long runs, and Ctrl-C. An
// Output is a stream that knows whether what was written to it arrived.
package term

import (
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"

	"github.com/muesli/termenv"
	xterm "golang.org/x/term"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f := fileOf(stream)
	return f != nil && xterm.IsTerminal(int(f.Fd()))
}

// Size returns how many columns and rows a terminal has; 80 and 24 if that cannot be told.
func Size(stream any) (width, height int) {
	if f := fileOf(stream); f != nil {
		if width, height, err := xterm.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width, height
		}
	}
	return 80, 24
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

var plain = strings.NewReplacer("…", "...", "½", "1/2", "−", "-", "–", "-", "’", "'")

// Text is the text as this terminal shows it.
func Text(s string) string { return Typeset(s, Unicode(os.Getenv)) }

// Typeset writes a text with typographic apostrophes and dashes between squares, which errors
// do not have, or in plain letters.
func Typeset(s string, unicode bool) string {
	if unicode {
		return squares.ReplaceAllString(apostrophe.ReplaceAllString(s, "$1’$2"), "$1–$2")
	}
	return plain.Replace(s)
}

var (
	apostrophe = regexp.MustCompile(`([A-Za-z])'([a-z])`)
	squares    = regexp.MustCompile(`\b([a-h][1-8])-([a-h][1-8])\b`)
)
