//go:build js && wasm

package main

import (
	"maps"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// module is the running program: what JavaScript holds of it, and its listeners.
type module struct {
	env       env
	object    js.Value // globalThis.banchess
	prototype js.Value // of every game
	trees     js.Value // the prototype of every tree
	readers   js.Value // and of every reader of PGN
	registry  js.Value // tells which games JavaScript has dropped

	all   map[int]held // what JavaScript holds, by its handle
	peak  int          // the most that all has had since it was made
	next  int          // the next handle
	depth int          // how many callbacks run inside one another

	own   *heldGame // banchess.game
	shown *heldGame // the game on the board: own, until another is shown
	board display   // nothing in the core build

	listeners []listener
	streams   map[int]*stream // by their number
	nextID    int             // of the last listener or stream
	queue     []jsonText      // events that are not told yet
	sending   bool
	pause     *pause         // made with the first stream
	engine    *engine.Engine // made with the first search

	// Each, bound to a number, is the function of every listener or stream, so
	// that none needs a callback of its own.
	unsubscribeFunc, sendFunc, closeFunc js.Value
}

// The handles start far from small numbers, so that a number from elsewhere is
// not taken for one.
const firstHandle = 1001

func newModule() *module {
	m := &module{env: newEnv(), all: map[int]held{}, streams: map[int]*stream{}, next: firstHandle}
	m.object = m.env.object.New()
	m.prototype, m.trees, m.readers = m.methods(games, gameMethods), m.methods(trees, treeMethods), m.methods(readers, readerMethods)
	m.registry = m.env.finalization.New(m.callback("finalize", func(c call) any { c.free(c.number(0)); return nil }))
	m.setAll(m.object, "", functions)
	m.unsubscribeFunc = m.callback("unsubscribe", unsubscribe).Value
	m.sendFunc = m.callback("send", sendLine).Value
	m.closeFunc = m.callback("close", closeStream).Value
	m.object.Set("version", version)
	m.object.Set("hasBoard", hasBoard)

	m.own = m.add(game.New())
	m.shown = m.own
	m.object.Set("game", m.wrap(m.own))
	for _, f := range gameMethods {
		switch f.name {
		case "play", "getLegalActions", "fen", "pgn":
			m.object.Set(f.name, m.callback(f.name, func(c call) any {
				c.game = m.own
				return f.do(c)
			}))
		}
	}
	return m
}

// functions are the calls of globalThis.banchess itself.
var functions = []function{
	{"newGame", func(c call) any { return c.wrap(c.add(c.source().game())) }},
	{"newTree", func(c call) any { return c.wrapTree(c.source().tree()) }},
	{"readPGN", readPGN},
	{"subscribe", subscribe},
	{"uci", openUCI},
	{"session", openSession},
	{"serializeAction", func(c call) any { return c.action(c.arg(0)).String() }},
	{"fromStandardFEN", fromStandard},
	{"fromStandardPGN", func(c call) any { return must(game.FromStandardPGN(c.text(c.arg(0), "the PGN"))).FEN() }},
	{"judge", judge},
	{"explain", explain},
	{"review", do},
}

func (m *module) setAll(object js.Value, prefix string, functions []function) {
	for _, f := range functions {
		object.Set(f.name, m.callback(prefix+f.name, f.do))
	}
}

// held is what JavaScript holds by a handle: one of these. They are not kept as an
// interface: the linker keeps all methods of the types that a value in one leads to, and from
// a game these are most of notnil/chess and the formats of time.
type held struct {
	game   *heldGame
	tree   *heldTree
	reader *heldReader
}

// heldGame is a game that JavaScript holds, by its handle.
type heldGame struct {
	*game.Game
	handle int
}

// kind is a kind of what JavaScript holds: how errors name it, an example of a call, what
// makes another one, and how it is told from the others.
type kind struct {
	name, example, remake string
	is                    func(held) bool
}

var (
	games   = kind{"game", "game.play(…)", "newGame", func(h held) bool { return h.game != nil }}
	trees   = kind{"tree", "tree.pgn()", "newTree", func(h held) bool { return h.tree != nil }}
	readers = kind{"reader of PGN", "reader.next()", "readPGN", func(h held) bool { return h.reader != nil }}
)

// methods makes the prototype of a kind: its methods, and free.
func (m *module) methods(k kind, list []function) js.Value {
	prototype := m.env.object.New()
	on := func(name string, do func(handle int, c call) any) {
		prototype.Set(name, m.callback(name, func(c call) any {
			var handle js.Value
			if attempt(func() { handle = m.env.reflect.Call("get", c.this, "handle") }) != nil || kindOf(handle) != js.TypeNumber {
				raise(badArgument("the method was called on something that is not a "+k.name,
					"call it as "+k.example+"; a method taken off its object needs .bind"))
			}
			c.held = m.get(k, int(handle.Float()))
			return do(int(handle.Float()), c)
		}))
	}
	for _, f := range list {
		on(f.name, func(_ int, c call) any { return f.do(c) })
	}
	on("free", func(handle int, c call) any {
		m.free(handle)
		return nil
	})
	return prototype
}

// get returns what a handle stands for.
func (m *module) get(k kind, handle int) held {
	h := m.all[handle]
	if !k.is(h) {
		raise(&game.Error{Code: codeFreed, Message: "this " + k.name + " has been freed", Hint: "make a new one with " + k.remake})
	}
	return h
}

// hold keeps something under a new handle.
func (m *module) hold(what held) (handle int) {
	handle = m.next
	m.next++
	m.all[handle] = what
	m.peak = max(m.peak, len(m.all))
	return handle
}

// add keeps a game.
func (m *module) add(g *game.Game) *heldGame {
	h := &heldGame{Game: g}
	h.handle = m.hold(held{game: h})
	return h
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

// free forgets what a handle stands for, unless it is banchess.game.
func (m *module) free(handle int) {
	if handle == m.own.handle {
		return
	}
	if handle == m.shown.handle {
		m.show(m.own)
	}
	delete(m.all, handle)
	if len(m.all) < m.peak/8 { // a map keeps its largest size
		left := m.all
		m.all, m.peak = map[int]held{}, len(left)
		maps.Copy(m.all, left)
	}
}

// show has the board show a game, and what is done on the board be done in it.
func (m *module) show(h *heldGame) {
	m.shown = h
	m.showBoard()
}
