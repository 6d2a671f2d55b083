//go:build js && wasm && core

package main

const hasBoard = false

// display is nothing here: this build has no board.
type display struct{}

func (m *module) startBoard() {}

func (m *module) showBoard() {}
