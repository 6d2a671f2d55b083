//go:build !js

package host

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
)

// A room is not removed while somebody is in it, however long nothing happens, nor earlier
// after a visit than was promised then, whether the visit was recorded or not, nor while its
// clock is not up. A room whose second seat was never taken is kept for a day.
func TestRoomOfAGuestWhoStays(t *testing.T) {
	taken := [2]room.Ticket{{Key: "white"}, {Key: "black"}}
	for _, row := range []struct {
		keep, clock  time.Duration
		seats        [2]room.Ticket
		seen, remove time.Duration // after the last record a visit is recorded, after a visit the room is old
	}{
		{0, 0, taken, 30 * time.Hour, 30 * 24 * time.Hour},
		{0, room.MaxBase, taken, 30 * time.Hour, 120 * 24 * time.Hour},
		{24 * time.Hour, 0, taken, time.Hour, 24 * time.Hour},
		{24 * time.Hour, 3 * 24 * time.Hour, taken, time.Hour, 4 * 24 * time.Hour},
		{0, 0, [2]room.Ticket{{Key: "white"}, {Invitation: "black"}}, time.Hour, 24 * time.Hour},
		{0, room.MaxBase, [2]room.Ticket{{Invitation: "white"}, {Key: "black"}}, time.Hour, 24 * time.Hour},
		{12 * time.Hour, 0, [2]room.Ticket{{Key: "white"}}, 30 * time.Minute, 12 * time.Hour},
	} {
		j, passed := &room.Memory{}, atomic.Int64{}
		h, err := New(Options{Journal: j, Keep: row.keep, Now: func() time.Time { return time.UnixMilli(passed.Load()) }})
		if err != nil {
			t.Fatal(err)
		}
		defer h.end()
		terms := room.Terms{ID: room.NewSecret(), Seats: row.seats, Base: room.Milliseconds(row.clock.Milliseconds())}
		if err := h.open(terms); err != nil {
			t.Fatal(err)
		}
		room := h.enter(terms.ID)
		defer h.exit(room)
		guest := &member{conn: &conn{out: make(chan []byte, 9)}}
		at := time.Duration(0)
		for _, step := range []struct {
			after   time.Duration // the last step
			isHere  bool
			records int
		}{{0, false, 1}, {2 * row.seen, false, 1}, {0, true, 2}, {row.seen, true, 2}, {1, true, 3}} {
			at += step.after.Truncate(time.Millisecond) + step.after%time.Millisecond*time.Millisecond
			passed.Store(at.Milliseconds())
			room.call(func() {
				if step.isHere {
					room.members[guest] = true
				}
				room.tick()
				if days := int(row.remove / (24 * time.Hour)); step.isHere && room.keptDays() != days {
					t.Errorf("%+v: %d days are told, want %d", row, room.keptDays(), days)
				}
			})
			kept, err := j.Read(t.Context(), terms.ID, 0)
			if err != nil || len(kept) != step.records {
				t.Fatalf("%+v: after %v %d records, want %d, %v", row, at, len(kept), step.records, err)
			}
			for age, want := range map[time.Duration]bool{row.seen + row.remove: false, row.seen + row.remove + time.Millisecond: true} {
				if got := h.isOld(kept[len(kept)-1].Text, time.UnixMilli(at.Milliseconds()).Add(-age)); got != want {
					t.Errorf("%+v: with %d records it is old after %v: %v", row, len(kept), age, got)
				}
			}
		}
	}
}

// A join that was read before the host stops, and has its turn after that, is refused, and
// the clock stays paused.
func TestJoinAfterStop(t *testing.T) {
	now := time.UnixMilli(0)
	h, err := New(Options{Journal: &room.Memory{}, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.end()
	secret := room.NewSecret()
	terms := room.Terms{ID: room.NewSecret(), Base: 60_000, Seats: [2]room.Ticket{{Key: "white"}, {Invitation: room.KeyOf(secret)}}}
	if err := h.open(terms); err != nil {
		t.Fatal(err)
	}
	at := h.enter(terms.ID)
	defer h.exit(at)
	join := func() (err error) {
		m := &member{conn: &conn{out: make(chan []byte, 9), ending: make(chan struct{})}}
		at.call(func() { err = at.join(m, room.Request{Type: room.TypeJoin, Secret: secret, Invitation: secret}) })
		return err
	}
	if err := join(); err != nil {
		t.Fatal(err)
	}
	at.call(at.stop)
	if err := join(); game.CodeOf(err) != room.CodeStopping {
		t.Errorf("a join after the stop: %v", err)
	}
	at.call(func() {
		for m := range at.members {
			if err := at.handle(m, room.Request{Type: room.TypeBan, From: "e2", To: "e4"}); game.CodeOf(err) != room.CodeStopping {
				t.Errorf("an action after the stop: %v", err)
			}
		}
	})
	at.call(func() {
		if !at.state.Paused || len(at.members) != 1 {
			t.Errorf("the clock is paused: %v, and %d are here", at.state.Paused, len(at.members))
		}
	})
}

// A reader who does not keep up is cut off, once, and the others go on.
func TestTooSlow(t *testing.T) {
	h, err := New(Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.end()
	terms := room.Terms{ID: room.NewSecret(), Seats: [2]room.Ticket{{Key: "white"}, {Key: "black"}}}
	if err := h.open(terms); err != nil {
		t.Fatal(err)
	}
	at := h.enter(terms.ID)
	defer h.exit(at)
	entries := []string{"e2e4", "d2d4", "e7e5", "d7d5"}
	slow := &member{conn: &conn{host: h, out: make(chan []byte, len(entries)-1), ending: make(chan struct{})}}
	fast := &member{conn: &conn{host: h, out: make(chan []byte, len(entries)+1), ending: make(chan struct{})}}
	at.call(func() {
		if err := at.ready(); err != nil {
			t.Error(err)
			return
		}
		at.members[slow], at.members[fast] = true, true
		for i, entry := range entries {
			select {
			case <-slow.conn.ending:
				t.Errorf("cut off after %d messages", i)
			default:
			}
			if err := at.add(room.Record{Kind: room.KindEntry, Entry: entry}, false); err != nil {
				t.Error(err)
			}
		}
	})
	select {
	case <-slow.conn.ending:
		if slow.conn.status != websocket.StatusPolicyViolation || slow.conn.reason != string(room.CodeTooSlow) {
			t.Errorf("closed with %d %s", slow.conn.status, slow.conn.reason)
		}
	default:
		t.Error("the slow reader is not cut off")
	}
	select {
	case <-fast.conn.ending:
		t.Error("the fast reader is cut off")
	default:
		if n := len(fast.conn.out); n != len(entries) {
			t.Errorf("%d messages wait for the fast reader", n)
		}
	}
}

// Watchers who come and go do not have a slow player cut off, who hears in the end who is
// there, and at once that a seat is taken.
func TestManyComeAndGo(t *testing.T) {
	h, err := New(Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.end()
	secret := room.NewSecret()
	terms := room.Terms{ID: room.NewSecret(), Seats: [2]room.Ticket{{Key: room.KeyOf(secret)}, {Invitation: room.KeyOf(secret)}}}
	if err := h.open(terms); err != nil {
		t.Fatal(err)
	}
	at := h.enter(terms.ID)
	defer h.exit(at)
	join := func(r room.Request) *member {
		m := &member{conn: &conn{host: h, out: make(chan []byte, h.limits.Waiting), ending: make(chan struct{})}}
		at.call(func() {
			if err := at.join(m, r); err != nil {
				t.Error(err)
			}
		})
		return m
	}
	player, told := join(room.Request{Secret: secret}), ""
	for range 2 * h.limits.Waiting {
		watcher := join(room.Request{})
		at.call(func() { at.leave(watcher) })
	}
	select {
	case <-player.conn.ending:
		t.Fatal("the player is cut off")
	default:
	}
	join(room.Request{Secret: room.NewSecret(), Invitation: secret})
	for len(player.conn.out) > 0 {
		told = string(<-player.conn.out)
	}
	if !strings.Contains(told, `"black":"here"`) {
		t.Errorf("the player hears last that %s", told)
	}
	join(room.Request{})
	for !strings.Contains(told, `"watchers":1`) {
		select {
		case text := <-player.conn.out:
			told = string(text)
		case <-time.After(10 * time.Second):
			t.Fatalf("the player hears last that %s", told)
		}
	}
}

// counted is a journal that counts how often a room is read.
type counted struct {
	room.Memory
	reads atomic.Int64
}

func (c *counted) Read(ctx context.Context, id string, after uint64) ([]room.Stored, error) {
	c.reads.Add(1)
	return c.Memory.Read(ctx, id, after)
}

// A room is not read each time for somebody who comes and goes, also with a wrong secret, and
// has what another server added meanwhile. The tables that stay are few, have a room, and end
// after a while, or with the server.
func TestIdleTables(t *testing.T) { synctest.Test(t, testIdleTables) }

func testIdleTables(t *testing.T) {
	j := &counted{}
	var hosts [2]*Host
	for i := range hosts {
		h, err := New(Options{Journal: j})
		if err != nil {
			t.Fatal(err)
		}
		defer h.end()
		hosts[i] = h
	}
	visit := func(h *Host, id, secret string, do func(at *table, m *member)) {
		at := h.enter(id)
		defer h.exit(at)
		m := &member{conn: &conn{host: h, out: make(chan []byte, 9), ending: make(chan struct{})}}
		at.call(func() {
			if err := at.join(m, room.Request{Secret: secret}); err == nil {
				do(at, m)
			}
			at.leave(m)
		})
		synctest.Wait()
	}
	open := func() string {
		terms := room.Terms{ID: room.NewSecret(), Seats: [2]room.Ticket{{Key: "white"}, {Key: "black"}}}
		if err := hosts[0].open(terms); err != nil {
			t.Fatal(err)
		}
		return terms.ID
	}
	nothing := func(*table, *member) {}
	id := open()
	for _, secret := range []string{room.NewSecret(), "", "", room.NewSecret(), ""} {
		visit(hosts[0], id, secret, nothing)
	}
	visit(hosts[1], id, "", func(at *table, _ *member) {
		if err := at.add(room.Record{Kind: room.KindEntry, Entry: "e2e4"}, false); err != nil {
			t.Error(err)
		}
	})
	visit(hosts[0], id, "", func(_ *table, m *member) {
		if state := string(<-m.conn.out); !strings.Contains(state, `"log":"e2e4"`) {
			t.Errorf("after an entry at another server comes %s", state)
		}
	})
	if n := j.reads.Load(); n != 2 {
		t.Errorf("two servers read the room %d times", n)
	}
	visit(hosts[0], "no room", "", nothing)
	if hosts[0].tables["no room"] != nil {
		t.Error("a table without a room stays")
	}
	for range maxIdle {
		visit(hosts[0], open(), "", nothing)
	}
	if n := len(hosts[0].tables); n != maxIdle || hosts[0].tables[id] == nil {
		t.Errorf("%d tables stay, the longest %v", n, hosts[0].tables[id] != nil)
	}
	long := open()
	visit(hosts[1], long, "", func(at *table, _ *member) {
		if err := at.add(room.Record{Kind: room.KindEntry, Entry: "e2e4"}, false); err != nil {
			t.Error(err)
		}
	})
	visit(hosts[0], long, "", nothing)
	if n := len(hosts[0].tables); n != maxIdle || hosts[0].tables[id] == nil || hosts[0].tables[long] == nil {
		t.Errorf("%d tables stay, a long one does not stay instead of a short one", n)
	}
	if err := hosts[0].Drain(t.Context()); err != nil || len(hosts[0].tables) > 0 {
		t.Errorf("%d tables are left, %v", len(hosts[0].tables), err)
	}
	time.Sleep(idleTime)
	synctest.Wait()
	if n := len(hosts[1].tables); n > 0 {
		t.Errorf("%d tables are left after a while", n)
	}
}

// A reader of few but large messages is cut off too.
func TestTooSlowByBytes(t *testing.T) {
	h, err := New(Options{Journal: &room.Memory{}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.end()
	c := &conn{host: h, out: make(chan []byte, h.limits.Waiting), ending: make(chan struct{})}
	for range 3 {
		c.send(make([]byte, maxWaiting/2))
	}
	if len(c.out) != 2 || c.reason != string(room.CodeTooSlow) {
		t.Errorf("%d messages wait, closed with %q", len(c.out), c.reason)
	}
}

// deaf is a journal from which no records of other hosts come.
type deaf struct{ room.Memory }

func (d *deaf) Follow(ctx context.Context, id string, _ func(room.Stored), notified func([]byte)) (func(), error) {
	return d.Memory.Follow(ctx, id, func(room.Stored) {}, notified)
}

// A record that did not come is read at the next heartbeat, which is due whatever happens
// before it.
func TestHeartbeat(t *testing.T) {
	j, seconds := &deaf{}, atomic.Int64{}
	var tables [2]*table
	guest := &member{conn: &conn{out: make(chan []byte, 9)}}
	terms := room.Terms{ID: room.NewSecret()}
	for i := range tables {
		h, err := New(Options{Journal: j, Now: func() time.Time { return time.UnixMilli(0).Add(time.Duration(seconds.Load()) * time.Second) }})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := h.open(terms); err != nil {
				t.Fatal(err)
			}
		}
		tables[i] = h.enter(terms.ID)
		defer h.exit(tables[i])
		tables[i].call(func() {
			if err := tables[i].ready(); err != nil {
				t.Error(err)
			}
		})
	}
	tables[0].call(func() {
		if err := tables[0].add(room.Record{Kind: room.KindEntry, Entry: "e2e4"}, false); err != nil {
			t.Error(err)
		}
	})
	tables[1].call(func() { tables[1].members[guest] = true })
	for seconds.Load() < int64(heartbeat/time.Second) {
		if len(guest.conn.out) > 0 {
			t.Fatalf("after %d s comes %s", seconds.Load(), <-guest.conn.out)
		}
		seconds.Add(1)
		tables[1].call(func() {}) // something happens
	}
	select {
	case text := <-guest.conn.out:
		if !strings.Contains(string(text), `"entry":"e2e4"`) {
			t.Errorf("the heartbeat brings %s", text)
		}
	case <-time.After(10 * time.Second):
		t.Error("no heartbeat")
	}
}
