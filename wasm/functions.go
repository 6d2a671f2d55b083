//go:build js && wasm

package main

import "github.com/banchess/banchess/game"

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

// serialize(action) writes an action in BCN.
func (m *module) serialize(c call) (any, error) {
	a, err := m.action(c.arg(0))
	if err != nil {
		return nil, err
	}
	return a.String(), nil
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
