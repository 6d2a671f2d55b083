package message

import (
	"context"
	_ "embed"
	"errors"
	"io"
	"strings"

	"github.com/banchess/banchess/game/internal/lines"
)

// Serve reads messages, one on each line, until the end of the input, and writes a line
// with the reply to each. A line that is too long is skipped, and answered with one
// failure. Serve returns when everything is answered: nil at the end of the input, the
// error of the context if that ended first, or the first error of reading or writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, s *Session) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q := NewQueue(ctx, s, func(line []byte) {
		if _, err := out.Write(append(line, '\n')); err != nil {
			cancel(err) // nobody reads any more
		}
	})
	messages := lines.Send(ctx, in, MaxMessage+len("\r\n"))
	var err error
	for err == nil {
		select {
		case l, ok := <-messages:
			text := strings.TrimSuffix(strings.TrimSuffix(l.Text, "\n"), "\r")
			switch {
			case !ok:
				err = io.EOF
			case l.Err != nil:
				err = l.Err
			case strings.TrimSpace(text) != "":
				err = q.add([]byte(text), true)
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

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of all messages. A request is valid
// against its $defs/request, a reply against its $defs/reply, and both against the whole
// schema.
func Schema() string { return schema }
