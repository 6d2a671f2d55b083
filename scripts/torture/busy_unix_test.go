//go:build unix

package torture

import (
	"syscall"
	"time"
)

// busy is the time that processors have spent on this program. What else the machine
// does is not in it.
func busy() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err) // it has no argument that could be wrong
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
