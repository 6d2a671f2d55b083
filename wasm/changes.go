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
		{"play", false, play},
		{"playSerializedAction", false, playSerialized},
		{"undo", false, func(m *module, s *session, _ call) (any, error) { return m.stepped(s, s.Undo()), nil }},
		{"redo", false, func(m *module, s *session, _ call) (any, error) { return m.stepped(s, s.Redo()), nil }},
		{"reset", false, func(m *module, s *session, _ call) (any, error) {
			s.Reset()
			return m.changed(s, success()), nil
		}},
		{"resign", false, func(m *module, s *session, c call) (any, error) {
			return m.end(s, c, s.Resign)
		}},
		{"timeOut", false, func(m *module, s *session, c call) (any, error) {
			return m.end(s, c, s.TimeOut)
		}},
		{"agreeDraw", false, func(m *module, s *session, c call) (any, error) {
			return m.ended(s, s.AgreeDraw())
		}},
		{"endAs", false, endAs},
		{"load", false, load},
		{"loadFromSyncState", false, loadSync},
		{"setIndicatorConfig", false, setIndicators},
		{"setTag", false, setTag},
		{"tags", false, func(m *module, s *session, _ call) (any, error) {
			return m.tagsValue(s.Tags), nil
		}},
		{"free", false, func(m *module, s *session, _ call) (any, error) {
			m.free(s.handle)
			return nil, nil
		}},
	}
}

func play(m *module, s *session, c call) (any, error) {
	a, err := m.action(c.arg(0))
	if err != nil {
		return nil, err
	}
	return m.play(s, a)
}

func playSerialized(m *module, s *session, c call) (any, error) {
	a, err := m.bcn(c.arg(0))
	if err != nil {
		return nil, err
	}
	return m.play(s, a)
}

func (m *module) play(s *session, a game.Action) (any, error) {
	if err := s.Play(a); err != nil {
		return nil, err
	}
	answer := playValue(s.Game) // before a listener can change the game again
	m.played(s, a, "api")
	return answer, nil
}

func (m *module) stepped(s *session, done bool) bool {
	if done {
		m.changed(s, nil)
	}
	return done
}

// changed tells of a change and passes the answer on.
func (m *module) changed(s *session, answer any) any {
	if s == m.board {
		m.showBoard()
		m.send(event{"type": "change"})
	}
	return answer
}

// played tells of an action.
func (m *module) played(s *session, a game.Action, source string) {
	if s == m.board {
		m.showBoard()
		m.send(event{"type": "action", "action": a.String(), "source": source})
	}
}

// end ends the game for a player, the active one if none is named.
func (m *module) end(s *session, c call, how func(game.Player) error) (any, error) {
	p, err := c.player(0, s.ActivePlayer())
	if err != nil {
		return nil, err
	}
	return m.ended(s, how(p))
}

func (m *module) ended(s *session, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return m.changed(s, endedValue(s.Result())), nil
}

// endAs(reason, winner?) ends the game as a record says that it had ended.
func endAs(m *module, s *session, c call) (any, error) {
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
	return m.ended(s, from.end(s.Game))
}

func load(m *module, s *session, c call) (any, error) {
	from, err := m.source(c)
	if err != nil {
		return nil, err
	}
	g, err := from.game()
	if err != nil {
		return nil, err
	}
	g.Indicators = s.Indicators
	from.indicators.apply(&g.Indicators)
	s.Game = g
	return m.changed(s, success()), nil
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
func loadSync(m *module, s *session, c call) (any, error) {
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
	g.Indicators, g.Tags = s.Indicators, s.Tags // a position says nothing of these
	s.Game = g
	return m.changed(s, success()), nil
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

func setIndicators(m *module, s *session, c call) (any, error) {
	change, err := m.indicators(c.arg(0))
	if err != nil {
		return nil, err
	}
	change.apply(&s.Indicators)
	return m.changed(s, success()), nil
}

func setTag(m *module, s *session, c call) (any, error) {
	name, err := m.text(c.arg(0), "the tag's name")
	if err != nil {
		return nil, err
	}
	value, err := m.text(c.arg(1), "the tag's value")
	if err != nil {
		return nil, err
	}
	if err := s.Tags.Set(name, value); err != nil {
		return nil, err
	}
	return m.changed(s, success()), nil
}
