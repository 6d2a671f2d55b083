//go:build unix

package interrupt

import (
	"os"
	"syscall"
)

// ending are the signals that ask for the end. With SIGQUIT (Ctrl-\) Go would
// write out all its goroutines.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}
