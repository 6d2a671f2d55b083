//go:build js && wasm

package main

import "github.com/banchess/banchess/game/report"

// judge(text) judges actions by what the positions were worth. The answer is JSON, as
// report.JudgeText has it.
func judge(c call) any { return c.reported(report.JudgeText) }

// explain(text) says why an action is a mistake, as report.ExplainText has it.
func explain(c call) any { return c.reported(report.ExplainText) }

func (c call) reported(answer func(string) (string, error)) any {
	json, err := answer(c.text(c.arg(0), "the text"))
	if err != nil {
		raise(badArgument("the text of a report does not read: "+err.Error(), "see game/report/text.go"))
	}
	return json
}
