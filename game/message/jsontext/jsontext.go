// Package jsontext writes and reads JSON. The standard package would do, but it alone would
// take a tenth of the program that browsers load. It is for the packages of this
// module, which could share it in no other place; take encoding/json.
package jsontext

import (
	"strconv"
	"unicode/utf8"
)

// A Writer writes JSON values one after the other into a text that grows, and
// sets the commas between them. The zero Writer is empty and ready for use.
type Writer struct{ text []byte }

// Text returns what was written.
func (w *Writer) Text() []byte { return w.text }

// separate sets a comma where another value stands before the next.
func (w *Writer) separate() {
	if n := len(w.text); n > 0 {
		switch w.text[n-1] {
		case '{', '[', ':':
		default:
			w.text = append(w.text, ',')
		}
	}
}

// Key writes the name of a member of an object; its value is written next.
func (w *Writer) Key(name string) *Writer {
	w.String(name)
	w.text = append(w.text, ':')
	return w
}

// Object writes an object, whose members the function writes.
func (w *Writer) Object(members func()) { w.enclose('{', members, '}') }

// Array writes an array, whose elements the function writes.
func (w *Writer) Array(elements func()) { w.enclose('[', elements, ']') }

func (w *Writer) enclose(open byte, inside func(), end byte) {
	w.separate()
	w.text = append(w.text, open)
	inside()
	w.text = append(w.text, end)
}

// List writes an array with what the function writes of each item.
func List[T any](w *Writer, items []T, write func(T)) {
	w.Array(func() {
		for _, item := range items {
			write(item)
		}
	})
}

// Texts writes an array with the text of each item.
func Texts[T interface{ String() string }](w *Writer, items []T) {
	List(w, items, func(item T) { w.String(item.String()) })
}

// Strings writes an array of strings.
func (w *Writer) Strings(values []string) { List(w, values, w.String) }

// NonEmpty writes a member of an object with a string, unless that is empty.
func (w *Writer) NonEmpty(name, value string) {
	if value != "" {
		w.Key(name).String(value)
	}
}

// Int writes a whole number.
func (w *Writer) Int(value int64) {
	w.separate()
	w.text = strconv.AppendInt(w.text, value, 10)
}

// Bool writes true or false.
func (w *Writer) Bool(value bool) {
	w.separate()
	w.text = strconv.AppendBool(w.text, value)
}

// Null writes null.
func (w *Writer) Null() { w.Raw("null") }

// Raw writes a value that is JSON already.
func (w *Writer) Raw(value string) {
	w.separate()
	w.text = append(w.text, value...)
}

// String writes a string. What is not UTF-8 in it becomes U+FFFD.
func (w *Writer) String(s string) {
	const digits = "0123456789abcdef"
	w.separate()
	w.text = append(w.text, '"')
	plain := 0
	for plain < len(s) && s[plain] >= ' ' && s[plain] < utf8.RuneSelf && s[plain] != '"' && s[plain] != '\\' {
		plain++
	}
	w.text = append(w.text, s[:plain]...)
	for _, r := range s[plain:] {
		switch {
		case r == '"' || r == '\\':
			w.text = append(w.text, '\\', byte(r))
		case r < ' ':
			w.text = append(w.text, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			w.text = utf8.AppendRune(w.text, r)
		}
	}
	w.text = append(w.text, '"')
}
