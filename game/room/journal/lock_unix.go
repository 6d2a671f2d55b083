//go:build unix

package journal

import (
	"os"
	"syscall"
)

// lock opens a file that no other program has locked. Closing it, or the end of the program,
// unlocks it.
func lock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close() // nothing was written
		return nil, errInUse
	}
	return f, nil
}
