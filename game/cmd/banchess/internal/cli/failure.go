// Package cli is what the commands of banchess have in common: their input, their flags, how they
// answer, and how they fail.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// The exit codes; the help of the program says the same.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitNegative    = 3
	ExitInterrupted = 130
)

// The codes of errors that are not the rules' own.
const (
	CodeUsage       game.Code = "bad_usage"
	CodeIO          game.Code = "io_error"
	CodeInterrupted game.Code = "interrupted"
	CodeFailed      game.Code = "failed"
)

// ErrNegative ends a command that has said all there is to say and whose answer
// is no: some games were refused, there is no forced win, counts differ.
var ErrNegative = errors.New("the answer is no")

// UsageError is a command line that makes no sense.
type UsageError struct{ err error }

func (e UsageError) Error() string { return e.err.Error() }
func (e UsageError) Unwrap() error { return e.err }

// Usagef returns an error about the command line.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// NoArguments refuses arguments of a command that has only flags.
func NoArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%q: the command takes flags and no argument", args[0])
	}
	return nil
}

// OneArgument refuses more than one argument. The kind says what the one is, such as "id".
func OneArgument(kind string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return Usagef("%q: %s takes one %s", args[1], cmd.CommandPath(), kind)
		}
		return nil
	}
}

// FlagError says where the flags of a command are listed, if it does not have the one that was
// given.
func FlagError(cmd *cobra.Command, err error) error {
	if strings.HasPrefix(err.Error(), "unknown ") {
		return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
	}
	return err
}

// ExitCode returns the status with which the program exits after an error, or without one.
func ExitCode(err error) int {
	_, misused := errors.AsType[UsageError](err)
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, ErrNegative):
		return ExitNegative
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case misused:
		return ExitUsage
	}
	return ExitFailed
}

// ErrorJSON is an error as --json writes it.
type ErrorJSON struct {
	*game.Error
	File string `json:"file,omitempty"`
}

// ToJSON returns an error as it is written with --json.
func ToJSON(err error) ErrorJSON {
	if in, ok := errors.AsType[file.Error](err); ok {
		j := ToJSON(in.Err)
		j.File = in.Name
		return j
	}
	if e, ok := errors.AsType[*game.Error](err); ok {
		return ErrorJSON{Error: e}
	}
	e := &game.Error{Code: CodeFailed, Message: err.Error()}
	var u UsageError
	var path *fs.PathError
	var network *net.OpError
	switch {
	case errors.As(err, &u):
		e.Code, e.Hint = CodeUsage, "see banchess help"
	case errors.Is(err, context.Canceled):
		e.Code, e.Message = CodeInterrupted, "interrupted"
	case errors.As(err, &path), errors.As(err, &network):
		e.Code = CodeIO
	}
	return ErrorJSON{Error: e}
}

// Tell writes an error for people, or as one line of JSON.
func Tell(w io.Writer, err error, inJSON bool) {
	switch {
	case errors.Is(err, ErrNegative):
		// The command has said it.
	case inJSON:
		WriteJSON(w, map[string]ErrorJSON{"error": ToJSON(err)})
	case errors.Is(err, context.Canceled):
		// The user who typed Ctrl-C knows.
	default:
		fmt.Fprintln(w, "banchess:", term.Text(err.Error()))
	}
}
