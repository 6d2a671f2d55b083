//go:build js && wasm

package main

import "github.com/banchess/banchess/game/report"

// judge(text) judges actions by what the positions were worth. The answer is JSON, as
// report.JudgeText has it.
func (m *module) judge(c call) (any, error) { return m.reported(c, report.JudgeText) }

// explain(text) says why an action is a mistake, as report.ExplainText has it.
func (m *module) explain(c call) (any, error) { return m.reported(c, report.ExplainText) }

func (m *module) reported(c call, answer func(string) (string, error)) (any, error) {
	text, err := m.text(c.arg(0), "the text")
	if err != nil {
		return nil, err
	}
	json, err := answer(text)
	if err != nil {
		return nil, badArgument("the text of a report does not read: "+err.Error(), "see game/report/text.go")
	}
	return json, nil
}
