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

// mostColumns is how wide a text is filled at most: longer lines are hard to read.
const mostColumns = 88

// columns matches a line of a table up to where its last column begins.
var columns = regexp.MustCompile(`^ +\S.*? {2,}`)

// Fill lays out a help text for a width. Lines that are not indented are filled as paragraphs, up
// to a colon; lines of a table go on below their last column. Other lines stay, to be copied.
func Fill(text string, width int) string {
	var b strings.Builder
	width = min(width, mostColumns)
	paragraph := ""
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimRight(line, "\n")
		indented := line == "" || line[0] == ' ' || line[0] == '\t'
		if !indented {
			paragraph = strings.TrimLeft(paragraph+" "+line, " ")
		}
		if paragraph != "" && (indented || strings.HasSuffix(line, ":")) {
			b.WriteString(Wrap(paragraph, width, 0) + "\n")
			paragraph = ""
		}
		if indented {
			if start := columns.FindString(line); start != "" {
				line = Wrap(line, width, utf8.RuneCountInString(start))
			}
			b.WriteString(line + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
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
