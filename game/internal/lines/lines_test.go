package lines

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestNext: lines joined are the input, whatever pieces it comes in, but for what is
// cut from long ones.
func TestNext(t *testing.T) {
	big := strings.Repeat("x", 5000)
	for _, tt := range []struct {
		in   string
		most int
		want []string // with a ! before what is too long
	}{
		{"", 4, nil},
		{"a\nb", 4, []string{"a\n", "b"}},
		{"\n\r\n", 4, []string{"\n", "\r\n"}},
		{"abc\nabcd\nabcde", 4, []string{"abc\n", "!abcd", "!abcd"}},
		{"abcd", 4, []string{"abcd"}},
		{big + "\n" + big, 5001, []string{big + "\n", big}},
		{big + "\n" + big + "\nend\n", 4999, []string{"!" + big[:4999], "!" + big[:4999], "end\n"}},
	} {
		for name, in := range map[string]io.Reader{
			"whole":      strings.NewReader(tt.in),
			"bytes":      iotest.OneByteReader(strings.NewReader(tt.in)),
			"with error": iotest.DataErrReader(strings.NewReader(tt.in)),
			"buffered":   bufio.NewReader(strings.NewReader(tt.in)),
		} {
			var got []string
			for r := NewReader(in, tt.most); ; {
				line, long, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if long {
					line = "!" + line
				}
				got = append(got, line)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%.20q up to %d, %s: %.60q, want %.60q", tt.in, tt.most, name, got, tt.want)
			}
		}
	}
}

// TestNextGoesOn after an error in the middle of a line.
func TestNextGoesOn(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(&pieces{[]any{"a\nb", broken, "c\nd"}}, 10)
	for _, want := range []struct {
		line string
		err  error
	}{{"a\n", nil}, {"", broken}, {"bc\n", nil}, {"d", nil}, {"", io.EOF}} {
		if line, _, err := r.Next(); line != want.line || err != want.err {
			t.Errorf("%q, %v; want %q, %v", line, err, want.line, want.err)
		}
	}
}

// pieces are texts and errors, one for each Read.
type pieces struct{ left []any }

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	next := p.left[0]
	p.left = p.left[1:]
	if err, ok := next.(error); ok {
		return 0, err
	}
	return copy(b, next.(string)), nil
}

// TestSend: all lines come, and an error other than the end of the input.
func TestSend(t *testing.T) {
	broken := errors.New("broken")
	for _, end := range []error{io.EOF, broken} {
		var got []Line
		for l := range Send(t.Context(), io.MultiReader(strings.NewReader("a\nbcdef\n"), iotest.ErrReader(end)), 3) {
			got = append(got, l)
		}
		want := []Line{{Text: "a\n"}, {Text: "bcd", Long: true}}
		if end != io.EOF {
			want = append(want, Line{Err: end})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", end, got, want)
		}
	}
}
