package room

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Journal keeps the records of all rooms. Its methods are safe for use by several goroutines
// at once.
type Journal interface {
	// Append adds a record to a room and returns its place. after is the place of the
	// record before, or 0 for the first. The error is ErrConflict if another record was
	// added after that one. After any other error, the record may or may not have been
	// kept.
	Append(ctx context.Context, room string, after uint64, record []byte) (uint64, error)
	// Read returns the records of a room after a place, in order, or none if there is no
	// such room. The latest records may be missing.
	Read(ctx context.Context, room string, after uint64) ([]Stored, error)
	// Follow calls added with the records that other servers add to a room, and notified
	// with the room's notifications, until stop is called. These functions must not
	// block, and are called one at a time. A record may be lost. If that is likely, added
	// is called with a zero Stored.
	Follow(ctx context.Context, room string, added func(Stored), notified func(text []byte)) (stop func(), err error)
	// Notify sends a text about a room to all servers that are connected now. The text is
	// not kept, and may be lost.
	Notify(room string, text []byte) error
	// Rooms returns the number of rooms.
	Rooms(ctx context.Context) (int, error)
	// Sweep removes the rooms that isOld calls old, and returns their number. It calls
	// isOld with the last record of each room, and the time at which that was added.
	Sweep(ctx context.Context, isOld func(last []byte, at time.Time) bool) (int, error)
	Close() error
}

// Stored is a record and its place. Places increase within a room. Record numbers have no
// gaps, but places may.
type Stored struct {
	Place uint64
	Text  []byte
}

// ErrConflict is the error if a record is not kept because another one has its place.
var ErrConflict = errors.New("another record was added before")

// Memory is a journal that is lost when the program ends. The zero Memory has no rooms.
// Several servers can use it at once.
type Memory struct {
	mu        sync.Mutex
	last      uint64
	rooms     map[string][]Stored
	at        map[string]time.Time
	followers map[*follower]bool
}

type follower struct {
	room     string
	added    func(Stored)
	notified func([]byte)
}

// Append implements Journal.
func (m *Memory) Append(_ context.Context, room string, after uint64, record []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rooms == nil {
		m.rooms, m.at = map[string][]Stored{}, map[string]time.Time{}
	}
	last := uint64(0)
	if all := m.rooms[room]; len(all) > 0 {
		last = all[len(all)-1].Place
	}
	if last != after {
		return 0, ErrConflict
	}
	m.last++
	k := Stored{m.last, record}
	m.rooms[room] = append(m.rooms[room], k)
	m.at[room] = time.Now()
	for f := range m.followers {
		if f.room == room {
			f.added(k)
		}
	}
	return k.Place, nil
}

// Read implements Journal.
func (m *Memory) Read(_ context.Context, room string, after uint64) ([]Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.rooms[room]
	for len(all) > 0 && all[0].Place <= after {
		all = all[1:]
	}
	return all, nil
}

// Follow implements Journal.
func (m *Memory) Follow(_ context.Context, room string, added func(Stored), notified func([]byte)) (stop func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.followers == nil {
		m.followers = map[*follower]bool{}
	}
	f := &follower{room, added, notified}
	m.followers[f] = true
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.followers, f)
	}, nil
}

// Notify implements Journal.
func (m *Memory) Notify(room string, text []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for f := range m.followers {
		if f.room == room {
			f.notified(text)
		}
	}
	return nil
}

// Rooms implements Journal.
func (m *Memory) Rooms(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.rooms), nil
}

// Sweep implements Journal.
func (m *Memory) Sweep(_ context.Context, isOld func(last []byte, at time.Time) bool) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for room, at := range m.at {
		if all := m.rooms[room]; isOld(all[len(all)-1].Text, at) {
			delete(m.rooms, room)
			delete(m.at, room)
			n++
		}
	}
	return n, nil
}

// Close implements Journal.
func (m *Memory) Close() error { return nil }
