package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// The exit codes; the help of the program says the same.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNegative    = 3
	exitInterrupted = 130
)

// The codes of errors that are not the rules' own.
const (
	codeUsage       game.Code = "bad_usage"
	codeIO          game.Code = "io_error"
	codeInterrupted game.Code = "interrupted"
	codeFailed      game.Code = "failed"
	codeNoSite      game.Code = "no_site"
	codeServedRooms game.Code = "served_rooms" // the folder of rooms is inside the folder that is served
)

// errNegative ends a command that has said all there is to say and whose answer
// is no: some games were refused, there is no forced win, counts differ.
var errNegative = errors.New("the answer is no")

// usageError is a command line that makes no sense.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// noArguments refuses arguments of a command that has only flags.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%q: the command takes flags and no argument", args[0])
	}
	return nil
}

func exitCode(err error) int {
	_, misused := errors.AsType[usageError](err)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNegative):
		return exitNegative
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case misused:
		return exitUsage
	}
	return exitFailed
}

// errorJSON is an error as --json writes it.
type errorJSON struct {
	*game.Error
	File string `json:"file,omitempty"`
}

func toJSON(err error) errorJSON {
	if in, ok := errors.AsType[file.Error](err); ok {
		j := toJSON(in.Err)
		j.File = in.Name
		return j
	}
	if e, ok := errors.AsType[*game.Error](err); ok {
		return errorJSON{Error: e}
	}
	e := &game.Error{Code: codeFailed, Message: err.Error()}
	var u usageError
	var path *fs.PathError
	var network *net.OpError
	switch {
	case errors.As(err, &u):
		e.Code, e.Hint = codeUsage, "see banchess help"
	case errors.Is(err, context.Canceled):
		e.Code, e.Message = codeInterrupted, "interrupted"
	case errors.As(err, &path), errors.As(err, &network):
		e.Code = codeIO
	}
	return errorJSON{Error: e}
}

// tell writes an error for people, or as one line of JSON.
func tell(w io.Writer, err error, asJSON bool) {
	switch {
	case errors.Is(err, errNegative):
		// The command has said it.
	case asJSON:
		writeJSON(w, map[string]errorJSON{"error": toJSON(err)})
	case errors.Is(err, context.Canceled):
		// The user who typed Ctrl-C knows.
	default:
		fmt.Fprintln(w, "banchess:", term.Text(err.Error()))
	}
}

// answer writes the answer of a command: as JSON, or for people.
func answer(cmd *cobra.Command, value any, text string) {
	if w := cmd.OutOrStdout(); asJSON(cmd) {
		writeJSON(w, value)
	} else {
		fmt.Fprint(w, text)
	}
}

// writeJSON writes one value on a line. The output notices a write that fails.
func writeJSON(w io.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
}
