//go:build js && wasm

package main

import "syscall/js"

// version is what banchess.version answers; the build sets it.
var version = "dev"

func main() {
	m := newModule()
	exported.module = m
	m.announce()
	m.startBoard()
	select {} // from here on JavaScript calls
}

// announce makes the object known.
func (m *module) announce() {
	global := js.Global()
	global.Set("banchess", m.object)
	global.Set("banchessReady", m.env.promise.Call("resolve", m.object))
	event := global.Get("CustomEvent")
	if event.Type() != js.TypeFunction || global.Get("dispatchEvent").Type() != js.TypeFunction {
		return
	}
	options := m.env.object.New()
	options.Set("detail", m.object)
	_ = attempt(func() { global.Call("dispatchEvent", event.New("banchess", options)) })
}
