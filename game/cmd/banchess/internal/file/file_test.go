package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestReplacement(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "games"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []bool{false, true} {
		r, err := Create(link)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.WriteString("new"); err != nil {
			t.Fatal(err)
		}
		if got := text(t, name); got != "old" {
			t.Errorf("%q before the end", got)
		}
		if !commit {
			r.Abandon()
		} else if err := r.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := text(t, name) == "new"; got != commit {
			t.Errorf("replaced: %v, want %v", got, commit)
		}
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	// Windows knows no more of a mode than whether the file can be written.
	if got := info.Mode().Perm(); got != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("the file's mode is %v", got)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestErrorsNameTheFile holds that no error speaks of a file that nobody named.
func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{dir, filepath.Join(dir, "missing", "x.pgn")} {
		r, err := Create(name)
		var path *fs.PathError
		if err == nil || !errors.As(err, &path) || path.Path != name || strings.Contains(err.Error(), ".part") {
			t.Errorf("%s: %v %v", name, r, err)
		}
	}
}

func TestDevice(t *testing.T) {
	r, err := Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Commit(); err != nil {
		t.Error(err)
	}
}

// TestNewFile makes a file, beside what another run was writing when it was killed.
func TestNewFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	if _, err := Create(name); err != nil {
		t.Fatal(err)
	}
	r, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if err := r.Commit(); err != nil || text(t, name) != "new" {
		t.Errorf("%q, %v", text(t, name), err)
	}
}
