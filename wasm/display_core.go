//go:build js && wasm && core

package main

import "github.com/banchess/banchess/game/explore"

const hasBoard = false

// display is nothing here: this build has no board.
type display struct{}

// addOwn adds what only this build has: the opening explorer, which runs in a worker, because
// reading thousands of games takes long.
func (m *module) addOwn() {
	var x explore.Explorer
	// explore(text) does what a request says, as explore.Explorer has it.
	m.setAll(m.object, "", []function{{"explore", func(c call) any { return c.reported(x.Do) }}})
}

func (m *module) showBoard() {}
