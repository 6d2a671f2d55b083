// Package file replaces files. What stood under the name before stays until the
// new file is whole, and for good when the writing fails.
package file

import (
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

// Replacement is a file on its way. Either Commit or Abandon ends it.
type Replacement struct {
	*os.File
	name   string // as the user gave it, for errors
	target string // what is replaced: of a link, what it names
	part   string // what is written meanwhile; "" for a device, which is written to as it is
}

// Create begins a file.
func Create(name string) (*Replacement, error) {
	r := &Replacement{name: name, target: name}
	old, err := os.Stat(name)
	switch {
	case err == nil && old.IsDir():
		return nil, r.failed(syscall.EISDIR)
	case err == nil && !old.Mode().IsRegular():
		r.File, err = os.OpenFile(name, os.O_WRONLY, 0)
		return r, r.failed(err)
	case err == nil:
		if r.target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, r.failed(err)
		}
	}
	if err = r.open(); err != nil {
		return nil, r.failed(err)
	}
	if old != nil {
		err = r.Chmod(old.Mode().Perm())
	}
	if err != nil {
		r.Abandon()
	}
	return r, r.failed(err)
}

// open makes a file beside the target, under a name that nobody has: another run
// may be writing to the same target.
func (r *Replacement) open() (err error) {
	for range 100 {
		r.part = fmt.Sprintf("%s.%08x.part", r.target, rand.Uint32())
		r.File, err = os.OpenFile(r.part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return err
}

// Replaces reports whether a stream is the file that is replaced.
func (r *Replacement) Replaces(stream *os.File) bool {
	a, err1 := stream.Stat()
	b, err2 := os.Stat(r.target)
	return err1 == nil && err2 == nil && r.part != "" && os.SameFile(a, b)
}

// Write replaces a file by what a function writes. With an error the file stays.
func Write(name string, write func(io.Writer) error) error {
	r, err := Create(name)
	if err != nil {
		return err
	}
	if err := write(r); err != nil {
		r.Abandon()
		return err
	}
	return r.Commit()
}

// Check returns the error that Create would, and leaves nothing behind.
func Check(name string) error {
	r, err := Create(name)
	if err == nil {
		r.Abandon()
	}
	return err
}

// Commit puts the file in its place.
func (r *Replacement) Commit() error {
	if r.part == "" {
		return r.failed(r.Close())
	}
	// Whole on the disk before it takes the name, should the machine go down.
	err := r.Sync()
	if closed := r.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(r.part, r.target)
	}
	if err != nil {
		return r.failed(errors.Join(err, os.Remove(r.part)))
	}
	return nil
}

// Abandon leaves everything as it was.
func (r *Replacement) Abandon() {
	_ = r.Close()
	if r.part != "" {
		_ = os.Remove(r.part) // nobody wants it any more
	}
}

// failed says what went wrong of the file that was asked for, whatever the names
// of those that it takes.
func (r *Replacement) failed(err error) error {
	if err == nil {
		return nil
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		err = errno
	}
	return &fs.PathError{Op: "write", Path: r.name, Err: err}
}

// Unquote takes off the quotes around a file name, which not every shell does.
func Unquote(name string) string {
	if n := len(name); n > 2 && name[0] == name[n-1] && (name[0] == '"' || name[0] == '\'') {
		return name[1 : n-1]
	}
	return name
}
