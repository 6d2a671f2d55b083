//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// changes are the calls that change a game. Each tells who watches the game on
// the board, and only after it has succeeded.
func changes() []method[*heldGame] {
	return []method[*heldGame]{
		{"play", play},
		{"undo", func(m *module, h *heldGame, _ call) (any, error) { return m.sendIf(h, h.Undo()), nil }},
		{"redo", func(m *module, h *heldGame, _ call) (any, error) { return m.sendIf(h, h.Redo()), nil }},
		{"reset", func(m *module, h *heldGame, _ call) (any, error) {
			h.Reset()
			return m.sendChange(h, success()), nil
		}},
		{"resign", func(m *module, h *heldGame, c call) (any, error) {
			return m.end(h, c, h.Resign)
		}},
		{"timeOut", func(m *module, h *heldGame, c call) (any, error) {
			return m.end(h, c, h.TimeOut)
		}},
		{"agreeDraw", func(m *module, h *heldGame, c call) (any, error) {
			return m.finish(h, h.AgreeDraw())
		}},
		{"endAs", endAs},
		{"load", load},
		{"loadFromSyncState", loadSync},
		{"setIndicatorConfig", setIndicators},
		{"setComments", setComments},
		{"setTag", func(m *module, h *heldGame, c call) (any, error) {
			answer, err := m.setTag(&h.Tags, c)
			if err != nil {
				return nil, err
			}
			return m.sendChange(h, answer), nil
		}},
		{"tags", func(m *module, h *heldGame, _ call) (any, error) {
			return m.tagsValue(h.Tags), nil
		}},
	}
}

func play(m *module, h *heldGame, c call) (any, error) {
	a, err := m.action(c.arg(0))
	if err != nil {
		return nil, err
	}
	return m.play(h, a)
}

func (m *module) play(h *heldGame, a game.Action) (any, error) {
	if err := h.Play(a); err != nil {
		return nil, err
	}
	answer := playValue(h.Game) // before a listener can change the game again
	m.sendAction(h, a, "api")
	return answer, nil
}

// sendIf tells of a change if there was one.
func (m *module) sendIf(h *heldGame, done bool) bool {
	if done {
		m.sendChange(h, nil)
	}
	return done
}

// sendChange tells of a change and passes the answer on.
func (m *module) sendChange(h *heldGame, answer any) any {
	if h == m.shown {
		m.showBoard()
		m.send(eventOf("change", func(*jsontext.Writer) {}))
	}
	return answer
}

func (m *module) sendAction(h *heldGame, a game.Action, source string) {
	if h == m.shown {
		m.showBoard()
		m.send(eventOf("action", func(w *jsontext.Writer) {
			w.Key("action").String(a.String())
			w.Key("source").String(source)
		}))
	}
}

// end ends the game for a player, the active one if none is named.
func (m *module) end(h *heldGame, c call, how func(game.Player) error) (any, error) {
	p, err := c.player(0, h.ActivePlayer())
	if err != nil {
		return nil, err
	}
	return m.finish(h, how(p))
}

func (m *module) finish(h *heldGame, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return m.sendChange(h, endedValue(h.Result())), nil
}

// endAs(reason, winner?) ends the game as a record says that it had ended.
func endAs(m *module, h *heldGame, c call) (any, error) {
	from, err := m.ending(c)
	if err != nil {
		return nil, err
	}
	return m.finish(h, from.end(h.Game))
}

func (m *module) ending(c call) (from source, err error) {
	if from.Ended, err = m.text(c.arg(0), "the reason"); err == nil && !isAbsent(c.arg(1)) {
		from.Winner, err = m.text(c.arg(1), "the winner")
	}
	return from, err
}

func load(m *module, h *heldGame, c call) (any, error) {
	from, err := m.source(c)
	if err != nil {
		return nil, err
	}
	g, err := from.game()
	if err != nil {
		return nil, err
	}
	g.Indicators = h.Indicators
	from.indicators.apply(&g.Indicators)
	h.Game = g
	return m.sendChange(h, success()), nil
}

// syncState reads what another client sent of its game.
func (m *module) syncState(v js.Value) (game.SyncState, error) {
	var said struct { // as the types of JavaScript
		FEN        string `js:"fen"`
		Ply        int    `js:"ply"`
		MoveNumber int    `js:"moveNumber"`
		LastAction string `js:"lastAction"`
		Ended      string `js:"ended"`
		Winner     string `js:"winner"`
	}
	o, err := m.options(v, &said, "fen", "ply", "moveNumber", "lastAction", "past", "ended", "winner")
	if err != nil {
		return game.SyncState{}, err
	}
	state := game.SyncState{FEN: said.FEN, Ply: game.Ply(said.Ply), MoveNumber: said.MoveNumber, LastAction: said.LastAction,
		Ended: game.Reason(said.Ended), Winner: said.Winner}
	if past := o.Get("past"); !isAbsent(past) {
		state.Past, err = m.past(past)
	}
	return state, err
}

func (m *module) past(v js.Value) (*game.Past, error) {
	var said struct {
		FEN string `js:"fen"`
	}
	o, err := m.options(v, &said, "fen", "actions")
	if err != nil {
		return nil, err
	}
	actions, err := m.actions(o.Get("actions"))
	return &game.Past{FEN: said.FEN, Actions: actions}, err
}

// loadSync goes on from what another client sent.
func loadSync(m *module, h *heldGame, c call) (any, error) {
	state, err := m.syncState(c.arg(0))
	if err != nil {
		return nil, err
	}
	g, err := game.FromSyncState(state)
	if err != nil {
		return nil, err
	}
	g.Indicators, g.Tags = h.Indicators, h.Tags // a sync state says nothing of these
	h.Game = g
	return m.sendChange(h, success()), nil
}

// indicatorChange says where indicators are to be written; nil leaves it as it is.
type indicatorChange struct { // vert leaves no field of a struct as it was, but pointers nil
	PGN           *bool `js:"pgn"`
	Serialization *bool `js:"serialization"`
	SAN           *bool `js:"san"`
}

func (m *module) indicators(v js.Value) (change indicatorChange, err error) {
	_, err = m.options(v, &change, "pgn", "serialization", "san")
	return change, err
}

func (change indicatorChange) apply(to *game.Indicators) {
	assign(&to.PGN, change.PGN)
	assign(&to.BCN, change.Serialization)
	assign(&to.SAN, change.SAN)
}

// assign sets a value to another that may not be given.
func assign[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

func setIndicators(m *module, h *heldGame, c call) (any, error) {
	change, err := m.indicators(c.arg(0))
	if err != nil {
		return nil, err
	}
	change.apply(&h.Indicators)
	return m.sendChange(h, success()), nil
}

// setTag(name, value) sets one of the tags of a game or a tree, and gives the value as
// it is kept: all tags, for that, would cost what there are of them.
func (m *module) setTag(tags *game.Tags, c call) (any, error) {
	name, err := m.text(c.arg(0), "the tag's name")
	if err != nil {
		return nil, err
	}
	value, err := m.text(c.arg(1), "the tag's value")
	if err != nil {
		return nil, err
	}
	if err := tags.Set(name, value); err != nil {
		return nil, err
	}
	return objectOf(func(w *jsontext.Writer) {
		w.Key("success").Bool(true)
		w.Key("value").String(tags.Get(name))
	}), nil
}
