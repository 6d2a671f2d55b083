//go:build js && wasm

package main

import (
	"strings"

	"github.com/banchess/banchess/game"
)

// function is a call of globalThis.banchess itself.
type function struct {
	name string
	do   func(c call) (any, error)
}

func (m *module) functions() []function {
	return []function{
		{"newGame", m.newGame},
		{"newTree", m.newTree},
		{"readPGN", m.readPGN},
		{"subscribe", m.subscribe},
		{"uci", m.uci},
		{"session", m.session},
		{"serializeAction", m.serialize},
		{"fromStandardFEN", m.fromStandard},
		{"judge", m.judge},
		{"explain", m.explain},
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

// fromStandard(fen, seventh?) makes an extended FEN of a standard one, and of a
// seventh field if there is one.
func (m *module) fromStandard(c call) (any, error) {
	text, err := m.text(c.arg(0), "the FEN")
	if err != nil {
		return nil, err
	}
	parse := game.FromStandardFEN
	if seventh := c.arg(1); !isAbsent(seventh) && len(strings.Fields(text)) == 6 {
		field, err := m.text(seventh, "the seventh field")
		if err != nil {
			return nil, err
		}
		parse, text = game.ParseFEN, text+" "+field
	}
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	return p.FEN(), nil
}
