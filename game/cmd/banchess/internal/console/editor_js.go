package console

import "io"

// NewEditor returns a script: no JavaScript host has a terminal to edit in.
func NewEditor(in io.Reader, out io.Writer, _ string) (Console, error) {
	return NewScript(in, out), nil
}
