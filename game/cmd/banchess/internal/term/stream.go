package term

import (
	"context"
	"io"
	"os"
)

// Output is a stream to write to for those who write lines and look at no error: a
// function is told of each write that fails.
type Output struct {
	w      io.Writer
	typed  bool // to a terminal
	failed func(error)
}

// NewOutput returns an output on a stream. The function is called with the error of
// each write that fails.
func NewOutput(w io.Writer, failed func(error)) *Output { return &Output{w, Is(w), failed} }

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil {
		err = orHangUp(err, o.typed, o.w)
		o.failed(err)
	}
	return n, err
}

// orHangUp returns context.Canceled in place of an error if its stream was a terminal and
// is one no longer. The signal that tells so may come later than the error.
func orHangUp(err error, typed bool, stream any) error {
	if err != nil && typed && !Is(stream) {
		return context.Canceled
	}
	return err
}

// fileOf returns the file that a stream is, or nil.
func fileOf(stream any) *os.File {
	if o, ok := stream.(*Output); ok {
		stream = o.w
	}
	f, _ := stream.(*os.File)
	return f
}

// Reader returns a reader that fails as soon as the context has ended, even while a
// read waits for a terminal. After an error it reads no more: a terminal would go
// on after a Ctrl-D, and want another one. One Ctrl-D after half a line is enough.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx: ctx, r: r, typed: Is(r)} }

type reader struct {
	ctx   context.Context
	r     io.Reader
	err   error
	typed bool // at a terminal
}

func (r *reader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := r.r.Read(p)
		done <- result{n, err}
	}()
	select {
	case got := <-done:
		r.err = orHangUp(got.err, r.typed, r.r)
		// A terminal hands over half a line only where Ctrl-D has ended it.
		if r.err == nil && r.typed && got.n > 0 && got.n < len(p) && p[got.n-1] != '\n' {
			r.err = io.EOF
		}
		return got.n, r.err
	case <-r.ctx.Done():
		r.err = r.ctx.Err() // what is still being read is lost
		return 0, r.err
	}
}
