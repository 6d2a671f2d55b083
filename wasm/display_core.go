//go:build js && wasm && core

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/tables"
	"github.com/banchess/banchess/game/train"
)

const hasBoard = false

// display has no board in this build, but the exact tables of endings that were loaded.
type display struct{ tables *tables.Set }

// addOwn adds what only this build has, since the page has it run in workers: the opening
// explorer, because reading thousands of games takes long; the rules of training, which
// are loaded with Learn; and the tables of endings, which the engine plays by.
func (m *module) addOwn() {
	var x explore.Explorer
	// explore(text) does what a request says, as explore.Explorer has it.
	m.setAll(m.object, "", []function{
		{"explore", func(c call) any { return c.reported(x.Do) }}, {"train", doTrain},
		{"missingTables", missingTables}, {"addTable", addTable},
	})
}

// missingTables(fen) returns the names of the tables that are not loaded and that the engine needs
// to know a position of four men and all that follow it. The first call with few enough men makes
// the tables of three, and the first for which none is missing unpacks the position's table:
// either takes a second or more, which the time of a search does not count.
func missingTables(c call) any {
	g := must(game.NewFromFEN(c.text(c.arg(0), "the FEN")))
	p := g.Position().Chess()
	m := c.module
	if m.board.tables == nil && p.Occupied().Count() <= tables.MaxMen {
		m.board.tables = tables.ThreeMen()
		options := m.searcher().Options()
		options.Tables = m.board.tables
		if err := m.searcher().Configure(options); err != nil {
			raise(err)
		}
	}
	var names []string
	if m.board.tables != nil {
		if names = m.board.tables.Missing(&p); len(names) == 0 {
			m.board.tables.Probe(&p)
		}
	}
	var w jsontext.Writer
	w.Strings(names)
	return jsonText(w.Text())
}

// addTable(bytes) loads a packed table, after missingTables has named it.
func addTable(c call) any {
	if c.module.board.tables == nil {
		raise(badArgument("no table is missing", "ask missingTables first"))
	}
	c.checkLimit(searches, maxSearches) // looking up while a table is added is not safe
	if _, err := c.module.board.tables.Load(c.module.bytesOf(c.arg(0), "the table")); err != nil {
		raise(badArgument("the table does not read: "+err.Error(), "pass the bytes of a file of assets/tables"))
	}
	return js.Undefined()
}

// doTrain(text) does what a request says, as train.Do has it.
func doTrain(c call) any {
	return c.reported(func(request string) (string, error) {
		answer, err := train.Do(request)
		if game.CodeOf(err) != "" {
			raise(err) // as it is, with its code
		}
		return answer, err
	})
}

func (m *module) showBoard() {}
