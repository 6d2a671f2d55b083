//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// module is the running program: its games, its one prototype, its listeners.
type module struct {
	env       env
	object    js.Value // globalThis.banchess
	prototype js.Value // of every game
	trees     js.Value // the prototype of every tree
	readers   js.Value // and of every reader of PGN
	registry  js.Value // tells which games JavaScript has dropped

	games map[int]*heldGame
	other map[int]any // what else JavaScript holds, a *heldTree or a *heldReader
	next  int         // the next handle
	depth int         // how many callbacks run inside one another

	own   *heldGame // banchess.game
	shown *heldGame // the game on the board: own, until another is shown
	board display   // nothing in the core build

	listeners []listener
	streams   map[int]*stream // by their number
	nextID    int             // of the last listener or stream
	queue     []event
	sending   bool
	pause     *pause         // made with the first stream
	engine    *engine.Engine // made with the first search

	// Each, bound to a number, is the function of every listener or stream, so
	// that none needs a callback of its own.
	unsubscribeFunc, sendFunc, closeFunc js.Value
}

// heldGame is a game that JavaScript holds, by its handle.
type heldGame struct {
	*game.Game
	handle int
	value  js.Value // set for the game on the board alone: it must not keep others alive
}

// The handles start far from small numbers, so that a number from elsewhere is
// not taken for one.
const firstHandle = 1001

func newModule() *module {
	m := &module{env: newEnv(), games: map[int]*heldGame{}, other: map[int]any{}, streams: map[int]*stream{}, next: firstHandle}
	m.object = m.env.object.New()
	m.prototype = m.env.object.New()
	m.registry = m.env.finalization.New(m.callback("finalize", m.finalize))
	for _, method := range methods() {
		m.prototype.Set(method.name, m.onGame(method))
	}
	m.trees, m.readers = m.treePrototype(), m.readerPrototype()
	for _, f := range m.functions() {
		m.object.Set(f.name, m.callback(f.name, f.do))
	}
	m.unsubscribeFunc = m.callback("unsubscribe", m.unsubscribe).Value
	m.sendFunc = m.callback("send", m.sendLine).Value
	m.closeFunc = m.callback("close", m.closeStream).Value
	m.object.Set("version", version)
	m.object.Set("hasBoard", hasBoard)

	m.own = m.add(game.New())
	m.own.value = m.wrap(m.own)
	m.shown = m.own
	m.object.Set("game", m.own.value)
	for _, method := range methods() {
		switch method.name {
		case "play", "getLegalActions", "fen", "pgn":
			do := method.do
			m.object.Set(method.name, m.callback(method.name, func(c call) (any, error) { return do(m, m.own, c) }))
		}
	}
	return m
}

// add keeps a game under a new handle.
func (m *module) add(g *game.Game) *heldGame {
	h := &heldGame{Game: g, handle: m.next}
	m.next++
	m.games[h.handle] = h
	return h
}

// hold keeps something else under a new handle.
func (m *module) hold(what any) (handle int) {
	handle = m.next
	m.next++
	m.other[handle] = what
	return handle
}

// wrap makes the JavaScript object of a game.
func (m *module) wrap(h *heldGame) js.Value {
	v := m.wrapAs(m.prototype, h.handle)
	if h != m.own {
		m.registry.Call("register", v, h.handle)
	}
	return v
}

// wrapAs makes the JavaScript object of a handle.
func (m *module) wrapAs(prototype js.Value, handle int) js.Value {
	v := m.env.object.Call("create", prototype)
	property := m.env.object.New()
	property.Set("value", handle)
	m.env.object.Call("defineProperty", v, "handle", property)
	return v
}

// finalize frees a game whose object JavaScript has collected.
func (m *module) finalize(c call) (any, error) {
	m.free(c.number(0))
	return nil, nil
}

// free forgets what a handle stands for, unless it is banchess.game.
func (m *module) free(handle int) {
	if handle == m.own.handle {
		return
	}
	if handle == m.shown.handle {
		m.show(m.own)
	}
	delete(m.games, handle)
	delete(m.other, handle)
}

// show has the board show a game, and what is done on the board be done in it.
func (m *module) show(h *heldGame) {
	m.shown = h
	m.showBoard()
}

// onGame makes the callback of a method: it finds the game that this stands for.
func (m *module) onGame(method method) js.Func {
	return m.callback(method.name, func(c call) (any, error) {
		h, err := m.find(c.this)
		if err != nil {
			return nil, err
		}
		return method.do(m, h, c)
	})
}

// find returns the game of a JavaScript object.
func (m *module) find(this js.Value) (*heldGame, error) {
	handle, err := m.handleOf(this, "a game", "game.play(…)")
	if err != nil {
		return nil, err
	}
	h, ok := m.games[handle]
	if !ok {
		return nil, freedError()
	}
	return h, nil
}

// handleOf returns the handle of the object that a method was called on.
func (m *module) handleOf(this js.Value, what, call string) (int, error) {
	var handle js.Value
	if err := m.attempt(func() { handle = m.env.reflect.Call("get", this, "handle") }); err != nil || kindOf(handle) != js.TypeNumber {
		return 0, badArgument("the method was called on something that is not "+what,
			"call it as "+call+"; a method taken off its object needs .bind")
	}
	return int(handle.Float()), nil
}

func freedError() *game.Error {
	return &game.Error{Code: codeFreed, Message: "this game has been freed", Hint: "make a new one with newGame"}
}
