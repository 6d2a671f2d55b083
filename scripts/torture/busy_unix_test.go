//go:build unix

package torture

import (
	"syscall"
	"time"
)

// busy returns the processor time of this program. Other programs are not
// included.
func busy() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err) // its argument cannot be wrong
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
