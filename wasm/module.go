//go:build js && wasm

package main

import (
	"maps"
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

	held  map[int]any // what JavaScript holds, by its handle: a *heldGame, *heldTree or *heldReader
	peak  int         // the most that held has had since it was made
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
	m := &module{env: newEnv(), held: map[int]any{}, streams: map[int]*stream{}, next: firstHandle}
	m.object = m.env.object.New()
	m.prototype = games.prototype(m, methods())
	m.trees, m.readers = trees.prototype(m, treeMethods), readers.prototype(m, readerMethods)
	m.registry = m.env.finalization.New(m.callback("finalize", m.finalize))
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
	h := &heldGame{Game: g}
	h.handle = m.hold(h)
	return h
}

// hold keeps something under a new handle.
func (m *module) hold(what any) (handle int) {
	handle = m.next
	m.next++
	m.held[handle] = what
	m.peak = max(m.peak, len(m.held))
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
	delete(m.held, handle)
	if len(m.held) < m.peak/8 { // a map keeps its largest size
		left := m.held
		m.held, m.peak = map[int]any{}, len(left)
		maps.Copy(m.held, left)
	}
}

// show has the board show a game, and what is done on the board be done in it.
func (m *module) show(h *heldGame) {
	m.shown = h
	m.showBoard()
}

// kind is a kind of what JavaScript holds by a handle: how errors name it, an example of
// a call, and what makes another one.
type kind[T any] struct{ name, example, remake string }

var (
	games   = kind[*heldGame]{"game", "game.play(…)", "newGame"}
	trees   = kind[*heldTree]{"tree", "tree.pgn()", "newTree"}
	readers = kind[*heldReader]{"reader of PGN", "reader.next()", "readPGN"}
)

// method is one of the calls of a kind.
type method[T any] struct {
	name string
	do   func(m *module, held T, c call) (any, error)
}

// prototype makes the object with the methods of a kind, and free. Each finds what
// this stands for.
func (k kind[T]) prototype(m *module, methods []method[T]) js.Value {
	prototype := m.env.object.New()
	on := func(name string, do func(handle int, held T, c call) (any, error)) {
		prototype.Set(name, m.callback(name, func(c call) (any, error) {
			var handle js.Value
			if err := m.attempt(func() { handle = m.env.reflect.Call("get", c.this, "handle") }); err != nil || kindOf(handle) != js.TypeNumber {
				return nil, badArgument("the method was called on something that is not a "+k.name,
					"call it as "+k.example+"; a method taken off its object needs .bind")
			}
			held, err := k.of(m, int(handle.Float()))
			if err != nil {
				return nil, err
			}
			return do(int(handle.Float()), held, c)
		}))
	}
	for _, method := range methods {
		on(method.name, func(_ int, held T, c call) (any, error) { return method.do(m, held, c) })
	}
	on("free", func(handle int, _ T, _ call) (any, error) {
		m.free(handle)
		return nil, nil
	})
	return prototype
}

// of returns what a handle stands for.
func (k kind[T]) of(m *module, handle int) (T, error) {
	held, ok := m.held[handle].(T)
	if !ok {
		return held, &game.Error{Code: codeFreed, Message: "this " + k.name + " has been freed", Hint: "make a new one with " + k.remake}
	}
	return held, nil
}
