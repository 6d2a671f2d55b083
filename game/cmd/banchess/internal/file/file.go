// Package file replaces files. What stood under the name before stays until the
// new file is whole, and for good when the writing fails.
package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Replacement is a file on its way. Either Commit or Abandon ends it.
type Replacement struct {
	*os.File
	name   string // as the user gave it, for errors
	target string // what is replaced: behind a link, what it names
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
	r.part = r.target + ".part"
	if r.File, err = os.Create(r.part); err != nil {
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
	err := r.Close()
	if r.part == "" {
		return r.failed(err)
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
	var errno syscall.Errno
	if errors.As(err, &errno) {
		err = errno
	}
	return &fs.PathError{Op: "write", Path: r.name, Err: err}
}
