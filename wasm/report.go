//go:build js && wasm

package main

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/report"
	"github.com/banchess/banchess/game/review"
)

// judge(text) judges actions by what the positions were worth, as report.JudgeText has it.
func judge(c call) any { return c.reported(report.JudgeText) }

// explain(text) says why an action is a mistake, as report.ExplainText has it.
func explain(c call) any { return c.reported(report.ExplainText) }

func (c call) reported(answer func(string) (string, error)) any {
	found, err := answer(c.text(c.arg(0), "the text"))
	if err != nil {
		raise(badArgument("the text does not read: "+err.Error(), "see game/report/request.go and game/review/request.go"))
	}
	return jsonText(found)
}

// do(text) does what a request says to a state of exercises, as review.Do has it.
func do(c call) any { return c.reported(review.Do) }

// exercises(game, player | null) finds the mistakes in a tree that a report was written
// into, as review.Exercises has it.
func exercises(c call) any {
	return jsonText(review.Exercises(review.Find(c.tree.Tree, c.text(c.arg(0), "the name of the game"), c.player(1, game.NoPlayer))))
}
