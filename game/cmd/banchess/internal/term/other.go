//go:build !unix

package term

import (
	"context"
	"os"
	"syscall"
)

// ending are the signals that ask for the end.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// WhileRead returns the parent: there is no asking here.
func WhileRead(parent context.Context, _ any) context.Context { return parent }
