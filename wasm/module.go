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
	registry  js.Value // tells which games JavaScript has dropped

	games map[int]*heldGame
	next  int // the handle of the next game
	depth int // how many callbacks run inside one another

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
	m := &module{env: newEnv(), games: map[int]*heldGame{}, streams: map[int]*stream{}, next: firstHandle}
	m.object = m.env.object.New()
	m.prototype = m.env.object.New()
	m.registry = m.env.finalization.New(m.callback("finalize", m.finalize))
	for _, method := range methods() {
		m.prototype.Set(method.name, m.onGame(method))
	}
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

// wrap makes the JavaScript object of a game.
func (m *module) wrap(h *heldGame) js.Value {
	v := m.env.object.Call("create", m.prototype)
	property := m.env.object.New()
	property.Set("value", h.handle)
	m.env.object.Call("defineProperty", v, "handle", property)
	if h != m.own {
		m.registry.Call("register", v, h.handle)
	}
	return v
}

// finalize frees a game whose object JavaScript has collected.
func (m *module) finalize(c call) (any, error) {
	m.free(c.number(0))
	return nil, nil
}

// free forgets a game, unless it is banchess.game.
func (m *module) free(handle int) {
	if handle == m.own.handle {
		return
	}
	if handle == m.shown.handle {
		m.show(m.own)
	}
	delete(m.games, handle)
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
	var handle js.Value
	if err := m.attempt(func() { handle = m.env.reflect.Call("get", this, "handle") }); err != nil || kindOf(handle) != js.TypeNumber {
		return nil, badArgument("the method was called on something that is not a game",
			"call it as game.play(…); a method taken off its game needs .bind(game)")
	}
	h, ok := m.games[int(handle.Float())]
	if !ok {
		return nil, freedError()
	}
	return h, nil
}

func freedError() *game.Error {
	return &game.Error{Code: codeFreed, Message: "this game has been freed", Hint: "make a new one with newGame"}
}
