//go:build !js

package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/banchess/banchess/game/room"
)

func start(t *testing.T, dir string) *Journal {
	t.Helper()
	j, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// text is the text of all records of a room.
func text(t *testing.T, j room.Journal, id string) string {
	t.Helper()
	kept, err := j.Read(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	all, last := "", uint64(0)
	for _, k := range kept {
		if k.Place <= last {
			t.Errorf("place %d follows %d", k.Place, last)
		}
		last = k.Place
		all += string(k.Text) + " "
	}
	return all
}

// addedBefore calls the rooms old whose last record was added before a time.
func addedBefore(before time.Time) func([]byte, time.Time) bool {
	return func(_ []byte, at time.Time) bool { return at.Before(before) }
}

// All journals keep what they are given, in its order, and refuse what has another place.
func TestJournals(t *testing.T) {
	standalone, _ := startAlone(t)
	remote, err := Connect(t.Context(), standalone.ClientURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]room.Journal{"memory": &room.Memory{}, "directory": start(t, t.TempDir()), "remote": remote} {
		t.Run(name, func(t *testing.T) {
			defer j.Close()
			added, told := make(chan string, 100), make(chan string, 100)
			ctx := t.Context()
			follow := func(id string) (stop func()) {
				stop, err := j.Follow(ctx, id, func(k room.Stored) { added <- fmt.Sprintf("%s %d %s", id, k.Place, k.Text) }, func(text []byte) { told <- id + " " + string(text) })
				if err != nil {
					t.Fatal(err)
				}
				return stop
			}
			defer follow("a")()
			follow("b")()
			last := map[string]uint64{}
			for i := range 20 {
				id := []string{"a", "b"}[i%2]
				place, err := j.Append(ctx, id, last[id], fmt.Append(nil, i))
				if err != nil {
					t.Fatal(err)
				}
				last[id] = place
				if name == "directory" || id == "b" {
					continue // nobody else adds to a directory, and b is followed no longer
				}
				if got, want := <-added, fmt.Sprintf("%s %d %d", id, place, i); got != want {
					t.Errorf("followed %q, want %q", got, want)
				}
			}
			for _, wrong := range []uint64{0, last["b"], last["a"] - 2, last["a"] + 1} {
				if _, err := j.Append(ctx, "a", wrong, []byte("x")); !errors.Is(err, room.ErrConflict) {
					t.Errorf("after place %d: %v", wrong, err)
				}
			}
			if got, want := text(t, j, "a"), "0 2 4 6 8 10 12 14 16 18 "; got != want {
				t.Errorf("kept %q, want %q", got, want)
			}
			if got := text(t, j, "c"); got != "" {
				t.Errorf("a room that nobody opened has %q", got)
			}
			if after, err := j.Read(ctx, "a", last["a"]-2); err != nil || len(after) != 1 || after[0].Place != last["a"] {
				t.Errorf("after the last but one there is %v, %v", after, err)
			}
			if err := j.Notify("a", []byte("hello")); err != nil || name != "directory" && <-told != "a hello" {
				t.Errorf("telling: %v", err)
			}
			if name == "remote" { // what is added meanwhile does not come
				if err := remote.conn.ForceReconnect(); err != nil {
					t.Fatal(err)
				}
				if got := <-added; got != "a 0 " {
					t.Errorf("after another connection %q comes", got)
				}
			}
			if len(added)+len(told) > 0 {
				t.Errorf("%d more records and %d more notifications come", len(added), len(told))
			}
			if n, err := j.Rooms(ctx); err != nil || n != 2 {
				t.Errorf("%d rooms, %v", n, err)
			}
			if n, err := j.Sweep(ctx, addedBefore(time.Now().Add(-time.Hour))); err != nil || n != 0 {
				t.Errorf("%d rooms are too old, %v", n, err)
			}
			if n, err := j.Sweep(ctx, addedBefore(time.Now().Add(time.Hour))); err != nil || n != 2 {
				t.Errorf("%d rooms go, %v", n, err)
			}
			if got := text(t, j, "a"); got != "" {
				t.Errorf("a room that went has %q", got)
			}
			if _, err := j.Append(ctx, "a", last["a"], []byte("x")); !errors.Is(err, room.ErrConflict) {
				t.Errorf("an entry of a room that went: %v", err)
			}
		})
	}
}

// A room to which a record is added while it is about to be removed stays whole, and one
// whose removal was interrupted is gone.
func TestSweepRaces(t *testing.T) {
	ctx, j := t.Context(), start(t, t.TempDir())
	defer j.Close()
	first, err := j.Append(ctx, "a", 0, []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := j.Append(ctx, "a", first, []byte("2"))
	if err != nil {
		t.Fatal(err)
	}
	if err := j.remove(ctx, "a", first); !errors.Is(err, room.ErrConflict) {
		t.Errorf("removed: %v", err)
	}
	if got := text(t, j, "a"); got != "1 2 " {
		t.Errorf("kept %q", got)
	}
	_, err = j.Append(ctx, "a", second, nil) // as remove does first
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, j, "a"); got != "" {
		t.Errorf("a room that is being removed has %q", got)
	}
	if _, err := j.Append(ctx, "a", second, []byte("3")); !errors.Is(err, room.ErrConflict) {
		t.Errorf("a record of a room that is being removed: %v", err)
	}
	for _, want := range []int{1, 0} {
		if n, err := j.Sweep(ctx, addedBefore(time.Now().Add(-time.Hour))); err != nil || n != want {
			t.Errorf("%d rooms are removed, want %d: %v", n, want, err)
		}
	}
	if n, err := j.Rooms(ctx); err != nil || n != 0 {
		t.Errorf("%d rooms, %v", n, err)
	}
}

// Many records of a room are read in batches, and are there when the program runs again.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	j := start(t, dir)
	last, want := uint64(0), ""
	for i := range 2*batch + 1 {
		place, err := j.Append(t.Context(), "a", last, fmt.Append(nil, i))
		if err != nil {
			t.Fatal(err)
		}
		last, want = place, want+fmt.Sprint(i)+" "
	}
	if got := text(t, j, "a"); got != want {
		t.Errorf("kept %d characters, want %d", len(got), len(want))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = start(t, dir)
	defer j.Close()
	if got := text(t, j, "a"); got != want {
		t.Errorf("after a restart %d characters, want %d", len(got), len(want))
	}
	if _, err := j.Append(t.Context(), "a", last, []byte("x")); err != nil {
		t.Error(err)
	}
}

// Of two programs one has a folder, until it ends.
func TestFolderInUse(t *testing.T) {
	dir := t.TempDir()
	first := start(t, dir)
	if _, err := Open(t.Context(), dir, nil); !errors.Is(err, errInUse) {
		t.Errorf("the second program: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := start(t, dir).Close(); err != nil {
		t.Error(err)
	}
}

// What is wrong with a folder is said as the system says it, before the server waits for it.
func TestUnusableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), file, nil); err == nil || !strings.Contains(err.Error(), "not a directory") && !strings.Contains(err.Error(), "cannot find the path") {
		t.Errorf("a file: %v", err)
	}
}

// A folder in which a file cannot be read is not opened: its records would be deleted.
func TestUnreadableRecords(t *testing.T) {
	dir := t.TempDir()
	j := start(t, dir)
	if _, err := j.Append(t.Context(), "a", 0, []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", Stream, "msgs"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	file := filepath.Join(files[0], "1.blk")
	elsewhere := filepath.Join(t.TempDir(), "1.blk")
	if err := os.Rename(file, elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", file); err != nil {
		t.Skip("a system without links")
	}
	for range 2 {
		if j, err := Open(t.Context(), dir, nil); err == nil {
			t.Error("the folder is opened")
			_ = j.Close() // the test has failed
		} else if !strings.Contains(err.Error(), file) {
			t.Errorf("%v", err)
		}
	}
	if err := os.Rename(elsewhere, file); err != nil {
		t.Fatal(err)
	}
	j = start(t, dir)
	defer j.Close()

	// Nor are its files opened again after an error.
	other := filepath.Join(files[0], "2.blk")
	if err := os.Symlink("nowhere", other); err != nil {
		t.Fatal(err)
	}
	j.broken.Store(true)
	j.revive()
	if _, err := j.Rooms(t.Context()); err == nil {
		t.Error("the files are opened again")
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	j.revived = time.Time{}
	j.revive()
	if got := text(t, j, "a"); got != "1 " {
		t.Errorf("kept %q", got)
	}
}

// After an error of the disk, which ends the writing of the server, records are kept again.
func TestRevive(t *testing.T) {
	j := start(t, t.TempDir())
	defer j.Close()
	place, err := j.Append(t.Context(), "a", 0, []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := j.server.ShutdownJetStream(); err != nil { // as at an error
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := j.Append(ctx, "a", place, []byte("2")); err == nil {
		t.Fatal("a record is kept by a server that writes nothing")
	}
	if _, err := j.Append(t.Context(), "a", place, []byte("3")); err != nil {
		t.Error(err)
	}
	if got := text(t, j, "a"); got != "1 3 " {
		t.Errorf("kept %q", got)
	}

	// After an error that stays, as that of a full disk, it is known without another record that
	// nothing is kept, and when something is.
	file := filepath.Join(j.dir, "probe", "file") // in the way
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	j.broken.Store(true)
	j.revived = time.Time{}
	j.revive() // as after a record that was not kept
	if _, err := j.Rooms(t.Context()); err == nil {
		t.Error("a folder that takes no files is said to be good")
	}
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	j.revived = time.Time{}
	if _, err := j.Rooms(t.Context()); err != nil || j.broken.Load() {
		t.Errorf("the files are not open again: %v", err)
	}

	// A client that goes is no error of the disk: the files stay open.
	j.revived = time.Time{}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Append(gone, "a", place, []byte("4")); err == nil || !j.revived.IsZero() {
		t.Errorf("%v; opened again at %v", err, j.revived)
	}
}

// The server inside the program logs its errors without ids.
func TestServerErrorsAreLogged(t *testing.T) {
	var out strings.Builder
	l := serverLog{slog.New(slog.NewTextHandler(&out, nil)), new(atomic.Bool), make(chan error, 1)}
	l.Errorf("no space left for %s", records+"0123456789abcdef0123456789abcdef")
	l.Warnf("slow")
	if got := out.String(); !strings.Contains(got, "no space left for banchess.room.…") || !strings.Contains(got, "slow") || strings.Contains(got, "0123456789") {
		t.Errorf("%s", got)
	}
	l.Fatalf("%s", "0123456789abcdef0123456789abcdef cannot start")
	if err := <-l.fatal; err.Error() != "… cannot start" {
		t.Error(err)
	}
}

// An error of the connection is logged without the id of a room, which is a link to it.
func TestErrorsAreLogged(t *testing.T) {
	const id = "66570f00c0ffee00"
	var out strings.Builder
	j, err := Open(t.Context(), t.TempDir(), slog.New(slog.NewTextHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	s, err := j.conn.SubscribeSync(news + id + ".*")
	if err != nil {
		t.Fatal(err)
	}
	for err, want := range map[error]string{
		nats.ErrSlowConsumer: "slow consumer",
		fmt.Errorf("%w: Permissions Violation for Publish to %q", nats.ErrPermissionViolation, records+id): "permissions violation",
	} {
		out.Reset()
		if j.conn.ErrorHandler()(j.conn, s, err); !strings.Contains(out.String(), want) || strings.Contains(out.String(), id) {
			t.Errorf("%v is logged as %q", err, &out)
		}
	}
}

// Of writers who all want the same place, one gets it.
func TestOneWins(t *testing.T) {
	j := start(t, t.TempDir())
	defer j.Close()
	last := uint64(0)
	for range 20 {
		var won atomic.Uint64
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				place, err := j.Append(context.Background(), "a", last, fmt.Append(nil, i))
				if err == nil && won.Swap(place) != 0 {
					t.Error("two records have one place")
				}
				if err != nil && !errors.Is(err, room.ErrConflict) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if last = won.Load(); last == 0 {
			t.Fatal("nobody won")
		}
	}
}
