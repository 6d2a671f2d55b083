//go:build js && wasm && core

package main

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
	"github.com/banchess/banchess/game/train"
)

const hasBoard = false

// display is nothing here: this build has no board.
type display struct{}

// addOwn adds what only this build has, since the page has it run in workers: the opening
// explorer, because reading thousands of games takes long, and the rules of training, which
// are loaded with Learn.
func (m *module) addOwn() {
	var x explore.Explorer
	// explore(text) does what a request says, as explore.Explorer has it.
	m.setAll(m.object, "", []function{{"explore", func(c call) any { return c.reported(x.Do) }}, {"train", doTrain}})
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
