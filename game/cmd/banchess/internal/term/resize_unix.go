//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"
)

// OnResize calls a function when the terminal has another size, until it is stopped.
func OnResize(f func()) (stop func()) {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	go func() {
		for range resized {
			f()
		}
	}()
	return func() {
		signal.Stop(resized)
		close(resized)
	}
}
