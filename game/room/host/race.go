//go:build !js

package host

import (
	"math/rand/v2"
	"net/http"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
)

// createRace opens a race, to which everybody comes with its id.
func (h *Host) createRace(w http.ResponseWriter, o room.OpenRequest) {
	terms := room.Terms{ID: room.NewSecret(), Race: true}
	err := error(nil)
	if (o != room.OpenRequest{Race: true}) {
		err = &game.Error{Code: message.CodeBadField, Message: "a race has no seat, position or clock", Hint: `send {"race":true}`}
	}
	if err == nil {
		err = h.open(terms)
	}
	if err != nil {
		h.deny(w, err)
		return
	}
	h.options.Log.Info("a race is open", "room", shortID(terms.ID))
	writeJSON(w, http.StatusCreated, room.Opened{Room: terms.ID})
}

// racer returns a member's seat in a race, or 0.
func (t *table) racer(m *member) int {
	if t.state != nil && t.state.Race != nil {
		m.racer = t.state.Race.Seat(m.key)
	}
	return m.racer
}

// race carries out a request in a race.
func (t *table) race(m *member, r room.Request) error {
	isEnter := r.Type == room.TypeEnter
	if isEnter {
		t.asking = nil // the answer, which comes after, says which seat it is
	}
	err := t.change(func() (room.Record, error) {
		return t.state.RaceRecord(r, m.key, t.here().Racers, rand.Uint64())
	})
	if err == nil && isEnter {
		t.presenceChanged(m)
	}
	return err
}
