//go:build js && wasm

package main

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// function is a call of globalThis.banchess itself.
type function struct {
	name string
	do   func(c call) (any, error)
}

func (m *module) functions() []function {
	return []function{
		{"newGame", m.newGame},
		{"subscribe", m.subscribe},
		{"uci", m.uci},
		{"session", m.session},
		{"serializeAction", m.serialize},
		{"deserializeAction", m.deserialize},
		{"replayFromActions", m.replay},
		{"fromStandardFEN", m.fromStandard},
	}
}

// newGame(options?) gives a game: from {fen}, from {pgn}, with {actions} played.
func (m *module) newGame(c call) (any, error) {
	from, err := m.source(c)
	if err != nil {
		return nil, err
	}
	g, err := from.game()
	if err != nil {
		return nil, err
	}
	return m.wrap(m.add(g)), nil
}

// serialize(action, indicator?) writes an action in BCN.
func (m *module) serialize(c call) (any, error) {
	a, err := m.action(c.arg(0))
	if err != nil {
		return nil, err
	}
	if isAbsent(c.arg(1)) {
		return a.String(), nil
	}
	indicator, err := m.text(c.arg(1), "the indicator")
	if err != nil {
		return nil, err
	}
	switch game.Indicator(indicator) {
	case game.NoIndicator, game.CheckIndicator, game.CheckmateIndicator, game.StalemateIndicator:
		return a.String() + indicator, nil
	}
	return nil, badArgument("the indicator is none", "pass +, # or =")
}

// deserialize(text) reads BCN.
func (m *module) deserialize(c call) (any, error) {
	a, err := m.bcn(c.arg(0))
	if err != nil {
		return nil, err
	}
	return toJSON(func(w *jsontext.Writer) { writeAction(w, a) }), nil
}

// replay(actions, fen?) gives the game of a list of BCN.
func (m *module) replay(c call) (any, error) {
	var from source
	var err error
	if from.actions, err = m.texts(c.arg(0), "the list of actions"); err != nil {
		return nil, err
	}
	if !isAbsent(c.arg(1)) {
		fen, err := m.text(c.arg(1), "the FEN")
		if err != nil {
			return nil, err
		}
		from.FEN = &fen
	}
	g, err := from.game()
	if err != nil {
		return nil, err
	}
	return m.wrap(m.add(g)), nil
}

// fromStandard(fen) makes an extended FEN of a standard one.
func (m *module) fromStandard(c call) (any, error) {
	text, err := m.text(c.arg(0), "the FEN")
	if err != nil {
		return nil, err
	}
	p, err := game.FromStandardFEN(text)
	if err != nil {
		return nil, err
	}
	return p.FEN(), nil
}
