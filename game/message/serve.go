package message

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// Serve reads messages, one a line, until the end of the input, and writes a
// reply line for each. A line that is too long is passed over and answered with
// one failure. Serve returns when all is answered: nil at the end of the input,
// the context's error when that ended first, or the first error of reading or
// writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, s *Session) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q := NewQueue(ctx, s, func(line []byte) {
		if _, err := out.Write(append(line, '\n')); err != nil {
			cancel(err) // nobody reads any more
		}
	})
	lines := make(chan readLine)
	go readLines(ctx, in, lines)
	var err error
	for err == nil {
		select {
		case l, ok := <-lines:
			switch {
			case !ok:
				err = io.EOF
			case l.err != nil:
				err = l.err
			default:
				err = q.add(l.text, true)
			}
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	}
	q.Close()
	switch {
	case !errors.Is(err, io.EOF):
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return nil
}

type readLine struct {
	text []byte
	err  error
}

// readLines sends each line that is not blank, and at last an error other than
// the end of the input. It may stay behind in a read that does not return.
func readLines(ctx context.Context, in io.Reader, lines chan<- readLine) {
	defer close(lines)
	r := bufio.NewReader(in)
	send := func(l readLine) bool {
		select {
		case lines <- l:
			return true
		case <-ctx.Done():
			return false
		}
	}
	for {
		text, err := nextLine(r)
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		if len(bytes.TrimSpace(text)) > 0 && !send(readLine{text: text}) {
			return
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				send(readLine{err: err})
			}
			return
		}
	}
}

// nextLine reads a line with its end, and keeps no more of it than shows that it
// is too long.
func nextLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if keep := MaxMessage + 2 - len(line); keep > 0 {
			line = append(line, part[:min(keep, len(part))]...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
