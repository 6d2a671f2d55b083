package file

import (
	"errors"
	"io"
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

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "games"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, want := range []error{broken, nil} {
		err := Write(link, func(w io.Writer) error {
			if _, err := io.WriteString(w, "new"); err != nil {
				t.Fatal(err)
			}
			if got := text(t, name); got != "old" {
				t.Errorf("%q before the end", got)
			}
			return want
		})
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		if got := text(t, name) == "new"; got != (want == nil) {
			t.Errorf("after %v it is replaced: %v", want, got)
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
		err := Check(name)
		var path *fs.PathError
		if err == nil || !errors.As(err, &path) || path.Path != name || strings.Contains(err.Error(), ".part") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDevice(t *testing.T) {
	if err := Write(os.DevNull, func(io.Writer) error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestNewFile makes a file, beside what another run is writing.
func TestNewFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	writes := func(said string, inside error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, said)
			return errors.Join(err, inside)
		}
	}
	err := Write(name, func(w io.Writer) error {
		if err := Check(name); err != nil {
			t.Error(err)
		}
		return writes("later", Write(name, writes("sooner", nil)))(w)
	})
	if err != nil || text(t, name) != "later" {
		t.Errorf("%q, %v", text(t, name), err)
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestSame knows a file through a link.
func TestSame(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"one", "other"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("one", "link"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"one": true, "link": true, "other": false, "missing": false, os.DevNull: false} {
		f, err := os.Open("one")
		if err != nil {
			t.Fatal(err)
		}
		if got := Same(name, f); got != want {
			t.Errorf("%s is the same: %v", name, got)
		}
		f.Close()
	}
}
