package message

import (
	"strconv"
	"unicode/utf8"
)

// writer writes JSON into a text that grows. Where the text stands decides on
// commas: a member that does not come first has one before it.
type writer struct{ b []byte }

// name begins a member.
func (w *writer) name(name string) {
	if n := len(w.b); n > 0 && w.b[n-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.quote(name)
	w.b = append(w.b, ':')
}

func (w *writer) raw(name, value string) {
	w.name(name)
	w.b = append(w.b, value...)
}

func (w *writer) text(name, value string) {
	w.name(name)
	w.quote(value)
}

// optional writes a text that is not empty.
func (w *writer) optional(name, value string) {
	if value != "" {
		w.text(name, value)
	}
}

func (w *writer) int(name string, value int64) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, value, 10)
}

func (w *writer) bool(name string, value bool) {
	w.name(name)
	w.b = strconv.AppendBool(w.b, value)
}

// object writes an object, whose members the function writes.
func (w *writer) object(name string, members func()) {
	w.name(name)
	w.b = append(w.b, '{')
	members()
	w.b = append(w.b, '}')
}

// list writes a list of texts.
func (w *writer) list(name string, values []string) {
	w.name(name)
	w.b = append(w.b, '[')
	for i, v := range values {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.quote(v)
	}
	w.b = append(w.b, ']')
}

// quote writes a string. What is not UTF-8 becomes U+FFFD.
func (w *writer) quote(s string) {
	const digits = "0123456789abcdef"
	w.b = append(w.b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.b = append(w.b, '\\', byte(r))
		case r < ' ':
			w.b = append(w.b, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			w.b = utf8.AppendRune(w.b, r)
		}
	}
	w.b = append(w.b, '"')
}
