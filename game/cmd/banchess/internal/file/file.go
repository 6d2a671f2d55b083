// Package file replaces files. What stood under the name before stays until the
// new file is whole, and for good when the writing fails.
package file

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// Error is an error of what a file says.
type Error struct {
	Name string
	Err  error
}

func (e Error) Error() string { return e.Name + ": " + e.Err.Error() }
func (e Error) Unwrap() error { return e.Err }

// Write replaces a file by what a function writes. With an error the file stays. A device
// is written to as it is.
func Write(name string, write func(io.Writer) error) error {
	f, target, err := create(name)
	if err != nil {
		return failed(name, err)
	}
	err = write(f)
	if target == "" {
		return cmp.Or(err, failed(name, f.Close()))
	}
	if err == nil {
		err = failed(name, f.Sync()) // whole on the disk before it takes the name, should the machine go down
	}
	err = cmp.Or(err, failed(name, f.Close()))
	if err == nil {
		err = failed(name, os.Rename(f.Name(), target))
	}
	if err != nil {
		_ = os.Remove(f.Name()) // nobody wants it any more
	}
	return err
}

// create opens what is to be written in a file's place: one beside the target, under a
// name of its own, for another run may be writing to the same target. It opens a device
// itself, which has no target.
func create(name string) (f *os.File, target string, err error) {
	old, err := os.Stat(name)
	switch {
	case err == nil && old.IsDir():
		return nil, "", syscall.EISDIR
	case err == nil && !old.Mode().IsRegular():
		f, err = os.OpenFile(name, os.O_WRONLY, 0)
		return f, "", err
	case err == nil:
		if target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, "", err
		}
	default:
		target = name
	}
	f, err = os.OpenFile(fmt.Sprintf("%s.%08x.part", target, rand.Uint32()), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil && old != nil {
		if err = f.Chmod(old.Mode().Perm()); err != nil {
			_ = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	return f, target, err
}

// Check returns the error that Write would before it writes, and leaves nothing behind.
func Check(name string) error {
	opened := errors.New("the file can be written")
	if err := Write(name, func(io.Writer) error { return opened }); !errors.Is(err, opened) {
		return err
	}
	return nil
}

// Same reports whether a stream is the regular file of a name, or of a link to it.
func Same(name string, stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	a, err1 := f.Stat()
	b, err2 := os.Stat(name)
	return err1 == nil && err2 == nil && b.Mode().IsRegular() && os.SameFile(a, b)
}

// failed says what went wrong of the file that was asked for, whatever the names
// of those that it takes.
func failed(name string, err error) error {
	if err == nil {
		return nil
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		err = errno
	}
	return &fs.PathError{Op: "write", Path: name, Err: err}
}

// Unquote takes off the quotes around a file name, which not every shell does.
func Unquote(name string) string {
	if n := len(name); n > 2 && name[0] == name[n-1] && (name[0] == '"' || name[0] == '\'') {
		return name[1 : n-1]
	}
	return name
}
