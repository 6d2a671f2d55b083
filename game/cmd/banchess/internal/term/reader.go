package term

import (
	"context"
	"io"
)

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
		r.err = got.err
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
