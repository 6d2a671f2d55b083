// Package lines reads lines of bounded length, so that no input can take more memory
// than it may.
package lines

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// Reader reads one line after the other.
type Reader struct {
	in   *bufio.Reader
	most int
	part strings.Builder // of a line whose rest has not come yet
	long bool            // that line
}

// NewReader returns a reader of lines of at most so many bytes, their ends included.
func NewReader(in io.Reader, most int) *Reader {
	return &Reader{in: bufio.NewReader(in), most: most}
}

// Next returns the next line with its end, and io.EOF after the last line. It returns
// the beginning of a line that is too long, and true. Any other error comes from the
// io.Reader; should that have more to read later, Next can be called again and loses
// nothing.
func (r *Reader) Next() (line string, long bool, err error) {
	for {
		part, err := r.in.ReadSlice('\n')
		keep := min(len(part), r.most-r.part.Len())
		r.part.Write(part[:keep])
		r.long = r.long || keep < len(part)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || r.part.Len() == 0):
			return "", false, err
		}
		line, long = r.part.String(), r.long
		r.part.Reset()
		r.long = false
		return line, long, nil
	}
}

// Line is what Send sends.
type Line struct {
	Text string // with its end
	Long bool   // Text is the beginning of a line that is too long
	Err  error  // that ended the reading; there is no line then
}

// Send reads in a goroutine and sends each line, and at last an error other than
// io.EOF. Then, or when the context has ended, it closes the channel. The goroutine
// lives on in a read that does not return.
func Send(ctx context.Context, in io.Reader, most int) <-chan Line {
	lines := make(chan Line)
	go func() {
		defer close(lines)
		for r := NewReader(in, most); ; {
			text, long, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			select {
			case lines <- Line{text, long, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}
