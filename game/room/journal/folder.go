//go:build !js

package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	probeSize   = 256 << 10       // bytes that a folder must take before the server tries it
	reviveEvery = 5 * time.Second // between two tries
)

// probe reports whether a folder takes files: an error is that of the system, which names the file.
func probe(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(dir, "probe")
	err := os.WriteFile(name, make([]byte, probeSize), 0o600)
	_ = os.Remove(name) // it may not be there
	return err
}

// readable reports whether all files of the server in a folder can be read and written: an error is
// that of the system, which names the file. The server would delete all records for one file that it
// cannot open, as of another owner.
func readable(dir string) error {
	dir = filepath.Join(dir, server.JetStreamStoreDir)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, f)
		return err
	})
}

// revive has the server open its files again after an error of the disk: it writes nothing more
// to them otherwise. While the folder takes no files, what is there can still be read. A record
// that came too late, or whose client went, is no such error.
func (j *Journal) revive() {
	j.reviving.Lock()
	defer j.reviving.Unlock()
	if j.server == nil || !j.broken.Load() && j.server.JetStreamEnabled() || time.Since(j.revived) < reviveEvery {
		return
	}
	if j.revived = time.Now(); probe(j.dir) != nil || readable(j.dir) != nil {
		j.isFull.Store(true)
		return
	}
	_ = j.server.ShutdownJetStream() // the error is that of the files, which are opened again
	j.broken.Store(false)
	if err := j.server.EnableJetStream(&server.JetStreamConfig{StoreDir: j.dir, SyncInterval: syncEvery, CompressOK: true}); err != nil {
		j.log.Error("the journal does not open again", "error", err)
	}
	j.isFull.Store(false)
	j.revived = time.Now()
}

// serverLog logs what the server inside the program warns of. Errors set broken, and a fatal one
// goes to a channel too.
type serverLog struct {
	log    *slog.Logger
	broken *atomic.Bool
	fatal  chan error
}

var anyID = regexp.MustCompile(`[0-9a-f]{32}`)

// say returns a text without ids of rooms, which are links to them.
func say(format string, v []any) string {
	return anyID.ReplaceAllString(fmt.Sprintf(format, v...), "…")
}

func (l serverLog) Errorf(format string, v ...any) {
	l.broken.Store(true)
	l.log.Error("the journal has an error", "error", say(format, v))
}

func (l serverLog) Warnf(format string, v ...any) {
	l.log.Warn("the journal warns", "warning", say(format, v))
}

func (l serverLog) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Errorf("%s", say(format, v)):
	default:
	}
}

func (serverLog) Noticef(string, ...any) {}
func (serverLog) Debugf(string, ...any)  {}
func (serverLog) Tracef(string, ...any)  {}
