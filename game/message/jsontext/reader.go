package jsontext

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxNesting bounds how deep arrays and objects may stand inside one another.
const MaxNesting = 64

// A Reader walks through JSON text (RFC 8259), and is strict. Unlike the standard package
// it tells "FROM" from "from", and shows the second of two equal names.
type Reader struct {
	Text   string
	at     int
	isDeep bool // brackets stood deeper than they may
}

// IsDeep reports whether brackets stood deeper than they may.
func (r *Reader) IsDeep() bool { return r.isDeep }

// IsAtEnd reports whether only white space follows.
func (r *Reader) IsAtEnd() bool { return r.Next() == 0 && r.at >= len(r.Text) }

// Next passes white space and returns the next byte, 0 at the end.
func (r *Reader) Next() byte {
	for ; r.at < len(r.Text); r.at++ {
		switch c := r.Text[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// take passes a byte if it comes next after white space.
func (r *Reader) take(c byte) bool {
	if r.Next() != c || r.at == len(r.Text) {
		return false
	}
	r.at++
	return true
}

// value passes a value and returns its text, "" without one.
func (r *Reader) value(depth int) string {
	first := r.Next()
	start := r.at
	ok := false
	switch {
	case (first == '{' || first == '[') && depth >= MaxNesting:
		r.isDeep = true
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
	return r.Text[start:r.at]
}

// Object passes an object and hands out the name and the text of each member. It reports
// whether that is JSON, and the function has taken all.
func (r *Reader) Object(member func(name, value string) bool) bool {
	return r.Next() == '{' && r.members('}', func() bool {
		quoted := r.stringText()
		if quoted == "" || !r.take(':') {
			return false
		}
		value := r.value(1)
		return value != "" && member(Unquote(quoted), value)
	})
}

// Array passes an array and hands out the text of each element, as Object does.
func (r *Reader) Array(element func(value string) bool) bool {
	return r.Next() == '[' && r.members(']', func() bool {
		value := r.value(1)
		return value != "" && element(value)
	})
}

// members passes what stands between brackets, separated by commas.
func (r *Reader) members(end byte, member func() bool) bool {
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

func (r *Reader) word(w string) bool {
	ok := strings.HasPrefix(r.Text[r.at:], w)
	if ok {
		r.at += len(w)
	}
	return ok
}

func (r *Reader) digits() bool {
	start := r.at
	for r.at < len(r.Text) && r.Text[r.at] >= '0' && r.Text[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}

func (r *Reader) number() bool {
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
func (r *Reader) stringText() string {
	if r.Next() != '"' {
		return ""
	}
	start := r.at
	for r.at++; r.at < len(r.Text); r.at++ {
		switch c := r.Text[r.at]; {
		case c == '"':
			r.at++
			return r.Text[start:r.at]
		case c < ' ':
			return ""
		case c == '\\':
			r.at++
			if r.at == len(r.Text) {
				return ""
			}
			if r.Text[r.at] == 'u' {
				if _, ok := hex4(r.Text[r.at+1:]); !ok {
					return ""
				}
				r.at += 4
			} else if strings.IndexByte(escaped, r.Text[r.at]) < 0 {
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

// Unquote returns what a string that was passed says. Half a surrogate pair, and a byte
// that is not UTF-8, is read as U+FFFD.
func Unquote(quoted string) string {
	s := quoted[1 : len(quoted)-1]
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
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
