//go:build !js

package host

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
)

// join lets a connection in. Its first message is the state.
func (t *table) join(m *member, r room.Request) error {
	if t.stopped {
		return refuse(room.CodeStopping)
	}
	err := t.change(func() (room.Record, error) {
		if t.state.Race != nil {
			return room.Record{}, nil
		}
		p, isNew, err := t.state.Seat(r.Secret, r.Invitation)
		if err != nil || !isNew {
			m.seat = p
			return room.Record{}, err
		}
		t.isTold = false // with the seat, which is taken once
		return room.Record{Kind: room.KindSeat, Player: p.String(), Key: room.KeyOf(r.Secret)}, nil
	})
	if err != nil {
		return err
	}
	m.seat, _, _ = t.state.Seat(r.Secret, r.Invitation) // nobody's in a race
	if room.IsSecret(r.Secret) {
		m.key = room.KeyOf(r.Secret)
	}
	_ = t.change(func() (room.Record, error) { // a player who is here plays, whether that is recorded or not
		if t.state.Paused && m.seat == t.state.Log.Game().ActivePlayer() {
			return t.resumed(), nil
		}
		return t.seen(), nil
	})
	if err := t.ready(); err != nil {
		return err
	}
	t.members[m] = true
	if m.seat != game.NoPlayer {
		t.host.players.Add(1)
	}
	m.conn.send(t.reply(t.stateFor(m, r)))
	t.presenceChanged(m)
	return nil
}

// stateFor returns the reply to a request that asks for the state.
func (t *table) stateFor(m *member, r room.Request) room.Reply {
	return room.Reply{Type: room.TypeState, ID: r.ID, Seat: m.seat, Racer: t.racer(m), Keep: t.keptDays()}
}

func (t *table) keptDays() int {
	return int(t.host.keepOf(t.state.Terms.IsOpen(), t.state.TimeToAct()) / (24 * time.Hour))
}

// resumed is the record of a clock that goes on.
func (t *table) resumed() room.Record {
	if !t.state.Paused {
		return room.Record{}
	}
	return room.Record{Kind: room.KindResume}
}

// seen is the record that somebody is here, none if the last record is not old.
func (t *table) seen() room.Record {
	if t.host.options.Now().Sub(t.state.Since()) <= t.host.keepOf(t.state.Terms.IsOpen(), 0)/seenPerKeep {
		return room.Record{}
	}
	return room.Record{Kind: room.KindSeen}
}

// presenceChanged tells everybody else that the members have changed: at once, or a moment
// after it was told last. Else those who come and go could fill what waits for a slow reader.
func (t *table) presenceChanged(m *member) {
	if t.isTold && !t.stopped {
		t.isUntold = true
		return
	}
	t.isTold, t.isUntold = true, false
	time.AfterFunc(presenceEvery, func() {
		t.do(func() {
			t.isTold = false
			if t.isUntold {
				t.presenceChanged(nil)
			}
		})
	})
	if t.state != nil {
		text := t.reply(room.Reply{Type: room.TypeRoom})
		for other := range t.members {
			if other != m {
				other.conn.send(text)
			}
		}
	}
	t.announcePresence()
}

// leave lets a connection go.
func (t *table) leave(m *member) {
	if t.members[m] {
		delete(t.members, m)
		if m.seat != game.NoPlayer {
			t.host.players.Add(-1)
		}
		t.presenceChanged(nil)
	}
}

// answer carries out the request of a member, and answers it.
func (t *table) answer(m *member, r room.Request) {
	t.asking, t.asked, t.isAnswered = m, r, false
	err := t.handle(m, r)
	t.asking = nil
	var refused *game.Error
	switch {
	case errors.As(err, &refused):
		t.host.metrics.refused(refused.Code)
		if t.state == nil {
			m.conn.send(room.EncodeFailure(r.ID, refused))
			return
		}
		reply := room.Reply{Type: room.TypeFailure, ID: r.ID, Err: refused}
		if refused.Code == game.CodePromotionRequired && r.Type == room.TypeMove {
			reply.Type, reply.Err, reply.Pending = room.TypePrompt, nil, t.pending[m.seat]
		}
		m.conn.send(t.reply(reply))
	case !t.isAnswered:
		m.conn.send(t.reply(t.stateFor(m, r)))
	}
}

// errAlreadyDone ends a request that was carried out before: its answer is a state.
var errAlreadyDone = errors.New("the request was carried out before")

// handle carries out the request of a member.
func (t *table) handle(m *member, r room.Request) error {
	switch r.Type {
	case room.TypeJoin:
		return refuse(room.CodeNotJoined)
	case room.TypeState:
		return t.ready()
	}
	if t.stopped {
		return refuse(room.CodeStopping) // else an action would start the clock again
	}
	if err := t.ready(); err != nil {
		return err
	}
	switch isOfRace := r.Type == room.TypeEnter || r.Type == room.TypeStart || r.Type == room.TypeCount; {
	case isOfRace != (t.state.Race != nil):
		return refuse(room.CodeOtherRoom)
	case isOfRace:
		return t.race(m, r)
	case r.Type == room.TypeRematch:
		return t.rematch(m)
	}
	return t.change(func() (room.Record, error) {
		if m.seat == game.NoPlayer {
			return room.Record{}, t.state.Check(m.seat, "", 0, "")
		}
		entry, a, err := t.entry(m, r)
		if err != nil {
			return room.Record{}, err
		}
		if t.state.Has(m.seat, entry, r.Number) {
			return room.Record{}, errAlreadyDone
		}
		if r.Type == room.TypeDecline && t.state.Log.Game().Over() {
			return t.declineRematch(m)
		}
		if entry == "" { // an action from a square to itself
			return room.Record{}, t.state.Log.Game().Check(a)
		}
		if err := t.state.Check(m.seat, entry, r.Number, r.Hash); err != nil {
			return room.Record{}, err
		}
		if a.IsValid() {
			if err := t.state.Log.Game().Check(a); err != nil {
				if game.CodeOf(err) == game.CodePromotionRequired {
					t.pending[m.seat] = a.Pair()
				}
				return room.Record{}, err
			}
		}
		delete(t.pending, m.seat)
		return room.Record{Kind: room.KindEntry, Entry: entry}, nil
	})
}

// entry returns the entry that a player's request is, and the action if it is one.
func (t *table) entry(m *member, r room.Request) (string, game.Action, error) {
	if r.Type != room.TypePromotion {
		return t.state.EntryOf(m.seat, r)
	}
	role, err := r.Piece()
	pair, isPending := t.pending[m.seat]
	switch {
	case err != nil:
	case isPending:
		a := game.NewMove(pair.From(), pair.To(), role)
		return room.EntryOf(a), a, nil
	case t.state.HasPromoted(m.seat, role):
		err = errAlreadyDone
	default:
		err = refuse(message.CodeNoPromotion)
	}
	return "", game.Action{}, err
}

// rematch asks for another game, or agrees to it, which opens its room.
func (t *table) rematch(m *member) error {
	id := ""
	return t.change(func() (room.Record, error) {
		s := t.state
		if s.Next != "" || m.seat != game.NoPlayer && s.Rematch == m.seat {
			return room.Record{}, errAlreadyDone
		}
		switch err := s.CheckRematch(m.seat); {
		case err != nil:
			return room.Record{}, err
		case s.Rematch == game.NoPlayer:
			return room.Record{Kind: room.KindOffer, Player: m.seat.String()}, nil
		}
		if id == "" {
			if !t.host.limits.mayOpen(m.conn.address) {
				return room.Record{}, refuse(room.CodeTooManyRooms)
			}
			id = room.NewSecret()
			if err := t.host.open(s.Rematched(id)); err != nil {
				return room.Record{}, err
			}
		}
		return room.Record{Kind: room.KindNext, Next: id}, nil
	})
}

// declineRematch says no to the opponent, who asks for another game.
func (t *table) declineRematch(m *member) (room.Record, error) {
	switch err := t.state.CheckRematch(m.seat); {
	case t.state.Refused == m.seat:
		return room.Record{}, errAlreadyDone
	case err != nil:
		return room.Record{}, err
	case t.state.Rematch != m.seat.Opponent():
		return room.Record{}, t.state.Log.Game().AgreeDraw() // the error says how it ended
	}
	return room.Record{Kind: room.KindDecline, Player: m.seat.String()}, nil
}

// hostPresence is what hosts tell one another about a room: who is there with them.
type hostPresence struct {
	From string `json:"from"`
	room.Presence
	at time.Time
}

// own returns who is in the room with this host.
func (t *table) own() (p room.Presence) {
	for m := range t.members {
		switch seat := t.racer(m); {
		case m.seat == game.White:
			p.White = true
		case m.seat == game.Black:
			p.Black = true
		case seat > 0:
			p.Racers.Add(seat)
		default:
			p.Watchers++
		}
	}
	return p
}

// here returns who is in the room, with any host.
func (t *table) here() room.Presence {
	p := t.own()
	for _, n := range t.others {
		p.White, p.Black, p.Watchers = p.White || n.White, p.Black || n.Black, p.Watchers+n.Watchers
		p.Racers |= n.Racers
	}
	return p
}

func (t *table) isHere(p game.Player) bool {
	own := t.own()
	return p == game.White && own.White || p == game.Black && own.Black
}

func (t *table) announcePresence() {
	text, err := json.Marshal(hostPresence{From: t.host.name, Presence: t.own()})
	if err == nil {
		_ = t.host.options.Journal.Notify(t.id, text) // the next heartbeat says it again
	}
}

// notified takes what any host says about the room.
func (t *table) notified(text []byte) {
	var n hostPresence
	if err := json.Unmarshal(text, &n); err == nil && n.From != t.host.name {
		t.do(func() { t.updateHost(n) })
	}
}

// updateHost takes what another host says. A host that is new here is told who is with this one.
func (t *table) updateHost(n hostPresence) {
	old, known := t.others[n.From]
	n.at = t.host.options.Now()
	t.others[n.From] = n
	if n.Presence == (room.Presence{}) {
		delete(t.others, n.From)
	} else if !known {
		t.announcePresence()
	}
	if old.Presence != n.Presence {
		t.broadcastReply(room.Reply{Type: room.TypeRoom})
	}
}
