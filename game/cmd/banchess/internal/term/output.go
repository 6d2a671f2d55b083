package term

import (
	"io"
	"os"
)

// Output is a stream to write to for those who write lines and look at no error: a
// function is told of each write that fails.
type Output struct {
	w      io.Writer
	failed func(error)
}

// NewOutput returns an output on a stream. The function is called with the error of
// each write that fails.
func NewOutput(w io.Writer, failed func(error)) *Output { return &Output{w, failed} }

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil {
		o.failed(err)
	}
	return n, err
}

// fileOf returns the file that a stream is, or nil.
func fileOf(stream any) *os.File {
	if o, ok := stream.(*Output); ok {
		stream = o.w
	}
	f, _ := stream.(*os.File)
	return f
}
