package term

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
)

// shortKey is the key of what Ctrl-C ends in the program's place, in a context's values.
type shortKey struct{}

type shortEnd = atomic.Pointer[context.CancelFunc]

// Interruptible returns a context that ends when the program is asked to: by Ctrl-C, by
// its termination, or by the end of its terminal. From then on Ctrl-C ends the program at
// once.
func Interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	short := &shortEnd{}
	ctx, cancel := context.WithCancel(context.WithValue(parent, shortKey{}, short))
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, slices.DeleteFunc(slices.Clone(ending), signal.Ignored)...)
	go func() {
		for s := range asked {
			if s == os.Interrupt {
				if end := short.Swap(nil); end != nil {
					(*end)()
					continue
				}
			}
			cancel()
			// A second signal ends the program at once. The end of the terminal does not:
			// it may be told twice while the game is being saved.
			signal.Reset(os.Interrupt, syscall.SIGTERM)
		}
	}()
	return ctx, cancel
}

// Short returns a context for something that Ctrl-C ends in the program's place. It has
// to be cancelled when that is done.
func Short(ctx context.Context) (context.Context, context.CancelFunc) {
	short, cancel := context.WithCancel(ctx)
	end, ok := ctx.Value(shortKey{}).(*shortEnd)
	if !ok {
		return short, cancel
	}
	end.Store(&cancel)
	return short, func() {
		end.Store(nil)
		cancel()
	}
}
