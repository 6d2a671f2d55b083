package console

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escapes paint and take no room.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Wrap breaks lines that are wider than the terminal between their words, and
// indents what goes on.
func Wrap(text string, width, indent int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		column := 0
		for i, word := range strings.Split(line, " ") {
			n := utf8.RuneCountInString(strings.TrimSuffix(escapes.ReplaceAllString(word, ""), "\n"))
			switch {
			case i > 0 && column+1+n > width && column > indent:
				b.WriteString("\n" + strings.Repeat(" ", indent))
				column = indent
			case i > 0:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
		}
	}
	return b.String()
}

// Sentence returns a text as a sentence: with a capital, unless it begins with a square, and a
// stop at the end.
func Sentence(s string) string {
	if len(s) > 1 && (s[1] < '1' || s[1] > '8') {
		s = WithFirst(unicode.ToUpper, s)
	}
	if strings.HasSuffix(s, "…") || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// WithFirst returns a text with another first letter: unicode.ToUpper or ToLower of it.
func WithFirst(letter func(rune) rune, s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if first == utf8.RuneError {
		return s
	}
	return string(letter(first)) + s[size:]
}
