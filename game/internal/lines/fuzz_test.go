package lines

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// FuzzReader checks that lines of any text are the text, up to the bound of a line, however it
// comes, and that Send sends the same.
func FuzzReader(f *testing.F) {
	f.Add("a\nb\r\n\nc", uint8(3))
	f.Add(strings.Repeat("x", 10_000)+"\n\xff", uint8(200))
	f.Fuzz(func(t *testing.T, text string, bound uint8) {
		most := 1 + int(bound)
		var want []string
		for line := range strings.Lines(text) {
			want = append(want, line[:min(len(line), most)])
		}
		sent := Send(t.Context(), strings.NewReader(text), most)
		r := NewReader(iotest.HalfReader(strings.NewReader(text)), most)
		i := 0
		for ; ; i++ {
			line, isLong, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			other := <-sent
			if err != nil || i >= len(want) || line != want[i] || other.Text != line || other.Long != isLong || len(line) > most {
				t.Fatalf("%q: line %d is %q, %v, sent as %+v", text, i, line, err, other)
			}
		}
		if _, ok := <-sent; ok || i != len(want) {
			t.Fatalf("%q has %d lines, want %d", text, i, len(want))
		}
	})
}
