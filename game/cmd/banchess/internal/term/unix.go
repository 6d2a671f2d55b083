//go:build unix

package term

import (
	"context"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// ending are the signals that ask for the end. With SIGQUIT (Ctrl-\) Go would
// write out all its goroutines.
var ending = []os.Signal{os.Interrupt, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT}

// WhileRead returns a context that ends with EPIPE when nobody can read the stream
// any more, which a program that computes would only learn when it next writes.
func WhileRead(parent context.Context, stream any) context.Context {
	f := fileOf(stream)
	if f == nil {
		return parent
	}
	ctx, cancel := context.WithCancelCause(parent)
	go func() { // stays behind, as long as somebody reads
		fds := []unix.PollFd{{Fd: int32(f.Fd())}} // asked for nothing, poll waits for errors
		for {
			n, err := unix.Poll(fds, -1)
			if errors.Is(err, unix.EINTR) {
				continue
			}
			if n > 0 {
				cancel(unix.EPIPE)
			}
			return
		}
	}()
	return ctx
}
