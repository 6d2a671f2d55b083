package message

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A small strict reader of JSON (RFC 8259). The standard package would do, but it
// makes the program that browsers load an eighth larger, and it lets "FROM" pass
// for "from" and the second of two equal names win without a word.

// maxNesting bounds how deep arrays and objects may stand inside one another. No
// message needs more than two.
const maxNesting = 64

// reader walks through JSON text.
type reader struct {
	text string
	at   int
	deep bool // brackets stood deeper than they may
}

// skipSpace passes white space and returns the next byte, 0 at the end.
func (r *reader) skipSpace() byte {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// take passes a byte if it comes next after white space.
func (r *reader) take(c byte) bool {
	if r.skipSpace() != c || r.at == len(r.text) {
		return false
	}
	r.at++
	return true
}

// value passes a value and returns its text, "" without one.
func (r *reader) value(depth int) string {
	first := r.skipSpace()
	start := r.at
	ok := false
	switch {
	case (first == '{' || first == '[') && depth >= maxNesting:
		r.deep = true
	case first == '{':
		ok = r.members('}', func() bool { return r.stringText() != "" && r.take(':') && r.value(depth+1) != "" })
	case first == '[':
		ok = r.members(']', func() bool { return r.value(depth+1) != "" })
	case first == '"':
		ok = r.stringText() != ""
	case first == '-' || first >= '0' && first <= '9':
		ok = r.number()
	default:
		ok = r.word("true") || r.word("false") || r.word("null")
	}
	if !ok {
		return ""
	}
	return r.text[start:r.at]
}

// members passes what stands between brackets, separated by commas.
func (r *reader) members(end byte, member func() bool) bool {
	r.at++
	if r.take(end) {
		return true
	}
	for {
		if !member() {
			return false
		}
		if r.take(end) {
			return true
		}
		if !r.take(',') {
			return false
		}
	}
}

func (r *reader) word(w string) bool {
	ok := strings.HasPrefix(r.text[r.at:], w)
	if ok {
		r.at += len(w)
	}
	return ok
}

func (r *reader) digits() bool {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}

func (r *reader) number() bool {
	r.word("-")
	if !r.word("0") && !r.digits() {
		return false
	}
	if r.word(".") && !r.digits() {
		return false
	}
	if r.word("e") || r.word("E") {
		_ = r.word("+") || r.word("-")
		return r.digits()
	}
	return true
}

// stringText passes a string and returns it with its quotes, "" without one.
func (r *reader) stringText() string {
	if r.skipSpace() != '"' {
		return ""
	}
	start := r.at
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start:r.at]
		case c < ' ':
			return ""
		case c == '\\':
			r.at++
			if r.at == len(r.text) {
				return ""
			}
			if r.text[r.at] == 'u' {
				if _, ok := hex4(r.text[r.at+1:]); !ok {
					return ""
				}
				r.at += 4
			} else if strings.IndexByte(escaped, r.text[r.at]) < 0 {
				return ""
			}
		}
	}
	return ""
}

// The characters that may follow a backslash, and what they mean.
const (
	escaped = `"\/bfnrt`
	meaning = "\"\\/\b\f\n\r\t"
)

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[:4], 16, 16) // which takes digits alone
	return rune(n), err == nil
}

// unquote returns what a string that was passed says. Half a surrogate pair is
// read as U+FFFD.
func unquote(quoted string) string {
	s := quoted[1 : len(quoted)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if s[i] != 'u' {
			b.WriteByte(meaning[strings.IndexByte(escaped, s[i])])
			continue
		}
		c, _ := hex4(s[i+1:])
		i += 4
		if utf16.IsSurrogate(c) {
			low := rune(utf8.RuneError)
			if strings.HasPrefix(s[i+1:], `\u`) {
				low, _ = hex4(s[i+3:])
			}
			if c = utf16.DecodeRune(c, low); c != utf8.RuneError {
				i += 6
			}
		}
		b.WriteRune(c)
	}
	return b.String()
}
