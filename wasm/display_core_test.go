//go:build js && wasm && core

package main

func (m *module) prepareBoard() {}
