//go:build !unix

package interrupt

import (
	"os"
	"syscall"
)

// ending are the signals that ask for the end.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}
