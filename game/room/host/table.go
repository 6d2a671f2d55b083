//go:build !js

package host

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
)

// table is a room that somebody is in, or was a moment ago. Its goroutine does what is due, and
// calls the functions that do is given.
type table struct {
	host    *Host
	id      string
	uses    int          // by connections; the host's lock guards it
	records atomic.Int64 // how many the room has; 0 while it is not known that there is one

	mu    sync.Mutex
	queue []func()
	wake  chan struct{}

	turn      sync.Mutex  // guards the rest
	unfollow  func()      // nil if the journal is not followed yet
	state     *room.State // nil if it has to be read
	place     uint64      // of the last record
	announced int         // the number of the last record that members were told of
	members   map[*member]bool
	isTold    bool                      // a moment ago, who is here
	isUntold  bool                      // a change of that since then
	pending   map[game.Player]game.Pair // of the moves that wait for their promotions
	others    map[string]hostPresence   // by the name of a host
	timer     *time.Timer
	beat      time.Time // when the next heartbeat is due
	resume    time.Time // when a paused clock goes on although the player is not here; else zero
	stopped   bool      // no clock goes on here
	ended     bool

	asking     *member // whose request is carried out, or nil
	asked      room.Request
	isAnswered bool
}

// member is a connection in a room.
type member struct {
	conn  *conn
	seat  game.Player
	key   string // the hash of a secret, which may give a seat in a race; "" without one
	racer int    // the seat that it gave last, or 0
}

const (
	journalTime   = 5 * time.Second        // for an answer of the journal
	conflictPause = 20 * time.Millisecond  // after a record of another host came in between
	tries         = 50                     // for one request
	heartbeat     = 15 * time.Second       // between two words to other hosts
	hostTimeout   = 3 * heartbeat          // after which another host is taken for dead
	presenceEvery = 500 * time.Millisecond // between two words to members about who is here
	resumeAfter   = time.Minute            // that the opponent waits for a player whose clock stands
	seenPerKeep   = 24                     // visits that are recorded in the time that a room is kept
	retryAfter    = 500 * time.Millisecond // when the journal has not answered
)

func newTable(h *Host, id string) *table {
	t := &table{host: h, id: id, wake: make(chan struct{}, 1), members: map[*member]bool{}, pending: map[game.Player]game.Pair{}, others: map[string]hostPresence{}, beat: h.options.Now().Add(heartbeat)}
	t.timer = time.NewTimer(heartbeat)
	go t.run()
	return t
}

// do has the table's goroutine call a function soon, as call does.
func (t *table) do(f func()) {
	t.mu.Lock()
	t.queue = append(t.queue, f)
	t.mu.Unlock()
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// call calls a function while no other one works at the table. It is for a goroutine that may
// wait for the journal.
func (t *table) call(f func()) {
	t.turn.Lock()
	defer t.turn.Unlock()
	t.guard(f)
	t.guard(t.setTimer)
}

func (t *table) run() {
	defer t.timer.Stop()
	for !t.ended {
		select {
		case <-t.wake:
			t.mu.Lock()
			queue := t.queue
			t.queue = nil
			t.mu.Unlock()
			for _, f := range queue {
				t.call(f)
			}
		case <-t.timer.C:
			t.call(t.tick)
		}
	}
}

// guard calls a function. A fault of the program in one room must not end the others: the
// room is read again.
func (t *table) guard(f func()) {
	defer func() {
		if fault := recover(); fault != nil {
			t.state, t.asking = nil, nil
			t.host.options.Log.Error("a fault of the program", "room", shortID(t.id), "fault", fault, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// tick does what is due at a time: the end of a clock, its going on, and the heartbeat.
func (t *table) tick() {
	if err := t.ready(); err != nil {
		return
	}
	now := t.host.options.Now()
	if !t.resume.IsZero() && !now.Before(t.resume) {
		_ = t.change(func() (room.Record, error) { return t.resumed(), nil }) // the next tick tries again
	}
	if len(t.members) > 0 {
		_ = t.change(func() (room.Record, error) { return t.seen(), nil }) // the next tick tries again
	}
	if t.state != nil && t.state.Race != nil {
		t.broadcastReply(room.Reply{Type: room.TypeRoom}) // it may be over
	}
	if now.Before(t.beat) {
		return
	}
	t.beat = now.Add(heartbeat)
	_ = t.load() // what did not come; the next heartbeat tries again
	t.announcePresence()
	for name, n := range t.others {
		if now.Sub(n.at) > hostTimeout {
			delete(t.others, name)
			t.broadcastReply(room.Reply{Type: room.TypeRoom})
		}
	}
}

// setTimer has tick called when something is due.
func (t *table) setTimer() {
	if t.state == nil {
		t.timer.Reset(retryAfter)
		return
	}
	now := t.host.options.Now()
	next := max(t.beat.Sub(now), time.Millisecond)
	t.state.SetTime(now)
	if left, ok := t.state.TimeLeft(); ok {
		next = min(next, left+time.Millisecond)
	}
	if t.state.Race != nil {
		if left := t.state.Race.Left(now); left > 0 {
			next = min(next, left+time.Millisecond)
		}
	}
	t.setResume(now)
	if !t.resume.IsZero() {
		next = min(next, max(t.resume.Sub(now), time.Millisecond))
	}
	t.timer.Reset(next)
}

// setResume decides when a paused clock goes on: at once if the player who is to act is
// here, and when the opponent has been here for a minute.
func (t *table) setResume(now time.Time) {
	switch {
	case t.stopped || !t.state.Paused || !t.isHere(game.White) && !t.isHere(game.Black):
		t.resume = time.Time{}
	case t.isHere(t.state.Log.Game().ActivePlayer()):
		t.resume = now
	case t.resume.IsZero():
		t.resume = now.Add(resumeAfter)
	}
}

// load reads the room, or what came after the last record, and tells members what they
// have not heard of.
func (t *table) load() error {
	ctx, cancel := context.WithTimeout(context.Background(), journalTime)
	defer cancel()
	var err error
	if t.unfollow == nil {
		t.unfollow, err = t.host.options.Journal.Follow(ctx, t.id, func(k room.Stored) { t.do(func() { t.follow(k) }) }, t.notified)
	}
	if t.state == nil {
		t.place = 0
	}
	var kept []room.Stored
	if err == nil {
		kept, err = t.host.options.Journal.Read(ctx, t.id, t.place)
	}
	switch {
	case err != nil:
		t.host.options.Log.Error("a room cannot be read", "room", shortID(t.id), "error", err)
		return refuse(room.CodeUnavailable)
	case t.state != nil:
	case len(kept) == 0:
		return refuse(room.CodeNoRoom)
	default:
		t.state = &room.State{}
	}
	for _, k := range kept {
		if err := t.apply(k); err != nil {
			number := t.state.Number + 1
			t.host.options.Log.Error("a room is damaged", "room", shortID(t.id), "record", number)
			t.state = nil
			return room.DamagedAt(number)
		}
	}
	return nil
}

// apply adds a record that the journal has.
func (t *table) apply(k room.Stored) error {
	r, err := room.DecodeRecord(k.Text)
	if err != nil {
		return err
	}
	if err := t.state.Apply(r); err != nil {
		return err
	}
	t.place = k.Place
	t.records.Store(int64(r.Number))
	if r.Number > t.announced {
		t.announced = r.Number
		t.broadcast(t.encode(r), false)
	}
	return nil
}

// follow takes a record that comes from the journal, or reads what did not come.
func (t *table) follow(k room.Stored) {
	if t.state == nil || k.Place != 0 && k.Place <= t.place {
		return
	}
	if k.Place == 0 || t.apply(k) != nil {
		_ = t.load() // if it fails, the next heartbeat tries again
	}
}

// ready has the state read, and the end of a clock recorded.
func (t *table) ready() error {
	for range tries {
		if t.state == nil {
			if err := t.load(); err != nil {
				return err
			}
		}
		t.state.SetTime(t.host.options.Now())
		flag := t.state.Flag()
		if flag == "" {
			return nil
		}
		switch err := t.add(room.Record{Kind: room.KindEntry, Entry: flag}, false); {
		case err == nil:
			return nil
		case !errors.Is(err, room.ErrConflict):
			return err
		}
		// A journal of several servers may show the other record a little later.
		time.Sleep(conflictPause)
	}
	return refuse(room.CodeUnavailable)
}

// change adds the record that a function makes of the state, or none if its kind is "". If
// another host adds a record first, the function is called again.
func (t *table) change(record func() (room.Record, error)) error {
	for range tries {
		if err := t.ready(); err != nil {
			return err
		}
		r, err := record()
		if err != nil || r.Kind == "" {
			return err
		}
		if err = t.add(r, true); !errors.Is(err, room.ErrConflict) {
			return err
		}
		time.Sleep(conflictPause) // as ready does
	}
	return refuse(room.CodeUnavailable)
}

// add adds a record to the state and to the journal. If the journal has not taken it, the
// state has to be read again. isAnswer says that the record answers the request at hand.
func (t *table) add(r room.Record, isAnswer bool) error {
	r.Number, r.At = t.state.Number+1, t.state.Time()
	if err := t.state.Apply(r); err != nil {
		return err
	}
	r.Open, r.Left = t.state.Terms.IsOpen(), room.Milliseconds(t.state.TimeToAct().Milliseconds())
	ctx, cancel := context.WithTimeout(context.Background(), journalTime)
	defer cancel()
	place, err := t.host.health.append(ctx, t.id, t.place, r)
	switch {
	case errors.Is(err, room.ErrConflict):
		t.state = nil
		return err
	case err != nil:
		t.state = nil
		t.host.options.Log.Error("a record may not be kept", "room", shortID(t.id), "error", err)
		return refuse(room.CodeUnavailable)
	}
	t.place, t.announced = place, r.Number
	t.host.metrics.records.WithLabelValues(string(r.Kind)).Inc()
	t.broadcast(t.encode(r), isAnswer)
	return nil
}

// encode returns the message about the last record, nil if nobody is here to hear it.
func (t *table) encode(r room.Record) []byte {
	if len(t.members) == 0 && t.asking == nil {
		return nil
	}
	return t.reply(room.Reply{Type: t.state.TypeOf(r.Kind)})
}

// reply writes a message, with the clocks as they are now.
func (t *table) reply(r room.Reply) []byte {
	t.state.SetTime(t.host.options.Now())
	return t.state.Encode(r, t.here())
}

// broadcast sends a message to all members. isAnswer says that it answers the request at hand:
// then whoever asks gets it with the request's id.
func (t *table) broadcast(text []byte, isAnswer bool) {
	for m := range t.members {
		if !isAnswer || m != t.asking {
			m.conn.send(text)
		}
	}
	if isAnswer && t.asking != nil {
		t.isAnswered = true
		t.asking.conn.send(room.WithID(text, t.asked.ID))
	}
}

// broadcastReply sends all members a message.
func (t *table) broadcastReply(r room.Reply) {
	if t.state != nil && len(t.members) > 0 {
		t.broadcast(t.reply(r), false)
	}
}

// stop tells all members that the host stops.
func (t *table) stop() {
	t.stopped = true
	if t.ready() == nil {
		if _, runs := t.state.TimeLeft(); runs && t.isHere(t.state.Log.Game().ActivePlayer()) {
			_ = t.change(func() (room.Record, error) { return room.Record{Kind: room.KindPause}, nil }) // else the clock runs on
		}
		t.broadcastReply(room.Reply{Type: room.TypeRoom, Restart: true})
	}
	for m := range t.members {
		m.conn.close(websocket.StatusServiceRestart, "the server is shutting down")
	}
}

// end ends the table's goroutine.
func (t *table) end() {
	t.ended = true
	if t.isUntold {
		t.announcePresence()
	}
	if t.unfollow != nil {
		t.unfollow()
	}
}

// shortID is the beginning of an id, which is enough for a log, and not for a visit.
func shortID(id string) string { return id[:min(len(id), 8)] }
