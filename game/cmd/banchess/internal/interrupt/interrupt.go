// Package interrupt handles Ctrl-C and the other signals that ask a program to
// end: its termination, and the end of its terminal.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
)

// handler ends a context when the program is asked to end.
type handler struct {
	mu    sync.Mutex
	end   context.CancelFunc
	short context.CancelFunc // of what Ctrl-C ends instead, or nil
}

type key struct{}

// Context returns a context that ends when the program is asked to. From then on
// Ctrl-C ends the program at once.
func Context(parent context.Context) (context.Context, context.CancelFunc) {
	h := &handler{}
	ctx, cancel := context.WithCancel(context.WithValue(parent, key{}, h))
	h.end = cancel
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, slices.DeleteFunc(slices.Clone(ending), signal.Ignored)...)
	go func() {
		for s := range asked {
			if h.handle(s) {
				// A second signal ends the program at once. The end of the terminal does
				// not: it may be told twice while the game is being saved.
				signal.Reset(os.Interrupt, syscall.SIGTERM)
			}
		}
	}()
	return ctx, cancel
}

// handle ends what a signal is meant for, and reports whether that is the program.
func (h *handler) handle(s os.Signal) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.short != nil && s == os.Interrupt {
		h.short()
		h.short = nil
		return false
	}
	h.end()
	return true
}

// Short returns a context for something that Ctrl-C ends in the program's place.
// It has to be cancelled when that is done.
func Short(ctx context.Context) (context.Context, context.CancelFunc) {
	short, cancel := context.WithCancel(ctx)
	h, ok := ctx.Value(key{}).(*handler)
	if !ok {
		return short, cancel
	}
	h.set(cancel)
	return short, func() {
		h.set(nil)
		cancel()
	}
}

func (h *handler) set(cancel context.CancelFunc) {
	h.mu.Lock()
	h.short = cancel
	h.mu.Unlock()
}
