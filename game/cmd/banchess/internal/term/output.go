package term

import (
	"io"
	"os"
	"sync"
)

// Output is a stream to write to that remembers its first failed write, for
// those who write lines and look at no error.
type Output struct {
	w      io.Writer
	failed func(error)

	mu  sync.Mutex
	err error
}

// NewOutput returns an output on a stream. The function is called with the error
// of the first write that fails.
func NewOutput(w io.Writer, failed func(error)) *Output { return &Output{w: w, failed: failed} }

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err == nil {
		return n, nil
	}
	o.mu.Lock()
	first := o.err == nil
	if first {
		o.err = err
	}
	o.mu.Unlock()
	if first {
		o.failed(err)
	}
	return n, err
}

// Err returns the error of the first write that failed.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// fileOf returns the file that a stream is, or nil.
func fileOf(stream any) *os.File {
	if o, ok := stream.(*Output); ok {
		stream = o.w
	}
	f, _ := stream.(*os.File)
	return f
}
