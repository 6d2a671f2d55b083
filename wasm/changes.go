//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"github.com/banchess/banchess/game"
)

// changes are the calls that change a game. Each tells who watches the game on
// the board, and only after it has succeeded.
func changes() []method {
	return []method{
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
		{"setTag", setTag},
		{"tags", func(m *module, h *heldGame, _ call) (any, error) {
			return m.tagsValue(h.Tags), nil
		}},
		{"free", func(m *module, h *heldGame, _ call) (any, error) {
			m.free(h.handle)
			return nil, nil
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
		m.send(event{"type": "change"})
	}
	return answer
}

// sendAction tells of an action.
func (m *module) sendAction(h *heldGame, a game.Action, source string) {
	if h == m.shown {
		m.showBoard()
		m.send(event{"type": "action", "action": a.String(), "source": source})
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
	var from source
	var err error
	if from.Ended, err = m.text(c.arg(0), "the reason"); err != nil {
		return nil, err
	}
	if !isAbsent(c.arg(1)) {
		if from.Winner, err = m.text(c.arg(1), "the winner"); err != nil {
			return nil, err
		}
	}
	return m.finish(h, from.end(h.Game))
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

// syncState is what a client sends of its game.
type syncState struct {
	FEN        string `js:"fen"`
	LastAction string `js:"lastAction"`
	Ply        int    `js:"ply"`
	MoveNumber int    `js:"moveNumber"`
}

// agree compares what is said beside the FEN with what the FEN says: all of the
// ply and the full-move number, and of the last action its phase and, for a ban,
// that it is the one in force.
func (s syncState) agree(p game.Position) error {
	const hint = "ask the other side for its state again"
	if s.Ply != 0 && game.Ply(s.Ply) != p.Ply() {
		return &game.Error{Code: game.CodeBadPly, Message: "the sync state says ply " + game.Ply(s.Ply).String() + ", its FEN says " + p.Ply().String(), Hint: hint}
	}
	if s.MoveNumber != 0 && s.MoveNumber != p.FullmoveNumber() {
		return &game.Error{Code: game.CodeBadPly, Message: "the sync state says move " + strconv.Itoa(s.MoveNumber) + ", its FEN says " + strconv.Itoa(p.FullmoveNumber()), Hint: hint}
	}
	if s.LastAction == "" {
		return nil
	}
	last, err := game.ParseAction(s.LastAction)
	if err != nil {
		return err
	}
	ban, banned := p.Ban()
	if last.Phase() == p.Phase() || last.IsBan() && (!banned || ban != last.Pair()) {
		return &game.Error{Code: codeDesync, Message: "the sync state says that " + last.String() + " came last, which its FEN " + p.FEN() + " does not", Hint: hint}
	}
	return nil
}

// loadSync goes on at a position that another client sent.
func loadSync(m *module, h *heldGame, c call) (any, error) {
	var sync syncState
	if _, err := m.options(c.arg(0), &sync, "fen", "lastAction", "ply", "moveNumber"); err != nil {
		return nil, err
	}
	g, err := game.NewFromFEN(sync.FEN)
	if err != nil {
		return nil, err
	}
	if err := sync.agree(g.Position()); err != nil {
		return nil, err
	}
	g.Indicators, g.Tags = h.Indicators, h.Tags // a position says nothing of these
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
	for _, one := range []struct{ to, from *bool }{
		{&to.PGN, change.PGN}, {&to.BCN, change.Serialization}, {&to.SAN, change.SAN},
	} {
		if one.from != nil {
			*one.to = *one.from
		}
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

func setTag(m *module, h *heldGame, c call) (any, error) {
	name, err := m.text(c.arg(0), "the tag's name")
	if err != nil {
		return nil, err
	}
	value, err := m.text(c.arg(1), "the tag's value")
	if err != nil {
		return nil, err
	}
	if err := h.Tags.Set(name, value); err != nil {
		return nil, err
	}
	return m.sendChange(h, success()), nil
}
