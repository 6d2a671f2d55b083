package game

import (
	"strings"
	"unicode/utf8"
)

// place is a line and a column, both from 1, the column in characters.
type place struct{ line, column int }

// scanner walks through PGN text and knows where it is.
type scanner struct {
	text string
	mark
}

// mark is where a scanner is: the byte, and its place.
type mark struct {
	at int
	place
}

func (s *scanner) done() bool { return s.at >= len(s.text) }

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.done() {
		return 0
	}
	return s.text[s.at]
}

// advance passes n bytes.
func (s *scanner) advance(n int) {
	for end := min(s.at+n, len(s.text)); s.at < end; {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		s.at += size
		if r == '\n' {
			s.line++
			s.column = 1
		} else {
			s.column++
		}
	}
}

const pgnSpace = " \t\r\n\v\f"

func (s *scanner) skipSpace() {
	if s.at == 0 && strings.HasPrefix(s.text, "\ufeff") {
		s.at += len("\ufeff")
	}
	for !s.done() && strings.IndexByte(pgnSpace, s.peek()) >= 0 {
		s.advance(1)
	}
}

// word reads up to the next space or delimiter, at least one character.
func (s *scanner) word() string {
	start := s.at
	_, first := utf8.DecodeRuneInString(s.text[s.at:])
	n := strings.IndexAny(s.text[s.at+first:], pgnSpace+"{};()[]$")
	if n < 0 {
		n = len(s.text) - s.at - first
	}
	s.advance(first + n)
	return s.text[start:s.at]
}

// restOfLine passes the rest of the line and returns it.
func (s *scanner) restOfLine() string {
	start := s.at
	n := strings.IndexByte(s.text[s.at:], '\n')
	if n < 0 {
		n = len(s.text) - s.at
	}
	s.advance(n)
	return s.text[start:s.at]
}

// comment reads {…} and returns what is inside. Without an end it reads nothing.
func (s *scanner) comment() (string, bool) {
	n := strings.IndexByte(s.text[s.at:], '}')
	if n < 0 {
		return "", false
	}
	inside := s.text[s.at+1 : s.at+n]
	s.advance(n + 1)
	return inside, true
}

// span is a variation in the text: where it opens, and what follows it.
type span struct{ open, behind mark }

// variations passes (…) and appends its span and those of all that are nested in it,
// by where they open.
func (s *scanner) variations(spans []span) (all []span, ok bool) {
	var open []int // the indices of those not closed yet
	for !s.done() {
		switch c := s.peek(); {
		case c == '(':
			open = append(open, len(spans))
			spans = append(spans, span{open: s.mark})
		case c == ')':
			s.advance(1)
			last := len(open) - 1
			spans[open[last]].behind = s.mark
			if open = open[:last]; last == 0 {
				return spans, true
			}
			continue
		case c == '{':
			if _, ok := s.comment(); !ok {
				return nil, false
			}
			continue
		case c == ';' || c == '%' && s.column == 1:
			s.restOfLine()
			continue
		}
		s.advance(1)
	}
	return nil, false
}

// tagPair reads [Name "value"].
func (s *scanner) tagPair() (name, value string, ok bool) {
	s.advance(1)
	s.skipSpace()
	n := strings.IndexAny(s.text[s.at:], pgnSpace+`"]`)
	if n < 0 {
		return "", "", false
	}
	name = s.text[s.at : s.at+n]
	s.advance(n)
	s.skipSpace()
	if !isTagName(name) || s.peek() != '"' {
		return "", "", false
	}
	s.advance(1)
	var b strings.Builder
	for !s.done() && s.peek() != '"' && s.peek() != '\n' {
		if s.peek() == '\\' && s.at+1 < len(s.text) {
			s.at, s.column = s.at+1, s.column+1
		}
		start := s.at
		s.advance(1)
		b.WriteString(s.text[start:s.at])
	}
	if s.peek() != '"' {
		return "", "", false
	}
	s.advance(1)
	s.skipSpace()
	if s.peek() != ']' {
		return "", "", false
	}
	s.advance(1)
	return name, b.String(), true
}

// blank reports whether nothing but space and line comments is left.
func (s *scanner) blank() bool {
	for {
		s.skipSpace()
		switch c := s.peek(); {
		case s.done():
			return true
		case c == ';' || c == '%' && s.column <= 1:
			s.restOfLine()
		case c == '{':
			if _, ok := s.comment(); !ok {
				return false
			}
		default:
			return false
		}
	}
}
