//go:build js && wasm && core

package main

const hasBoard = false

// screen is nothing here: this build has no board.
type screen struct{}

func (m *module) startBoard() {}

func (m *module) showBoard() {}
