//go:build js && wasm

package main

import (
	"maps"
	"strings"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message/jsontext"
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
	m.object.Set("version", versionOf())
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

// gameMethods are the methods of a game. Those that change it tell who watches the game on
// the board, and only after they have succeeded.
var gameMethods = []function{
	{"getPly", func(c call) any { return int(c.game.Ply()) }},
	{"getActivePlayer", func(c call) any { return c.game.ActivePlayer().String() }},
	{"getActionType", func(c call) any { return c.game.Phase().String() }},
	{"getLegalActions", func(c call) any { return listOf(c.game.LegalActions(), writeAction) }},
	{"legalActionDetails", func(c call) any { return detailedList(c.game.Game) }},
	{"inCheck", func(c call) any { return c.game.InCheck() }},
	{"inCheckmate", func(c call) any { return c.game.Result().Reason.IsCheckmate() }},
	{"gameOver", func(c call) any { return c.game.Over() }},
	{"result", func(c call) any { return resultValue(c.game.Result()) }},

	{"fen", func(c call) any { return c.game.FEN() }},
	{"pgn", func(c call) any { return c.game.PGN() }},
	{"movetext", func(c call) any { return c.game.Movetext() }},
	{"ascii", func(c call) any { return c.game.ASCII() }},
	{"history", func(c call) any { return historyList(c.game.Game) }},
	{"getActionLog", func(c call) any { return textList(c.game.ActionLog()) }},
	{"getActionHistory", func(c call) any { return textList(c.game.BCN()) }},
	{"getLastActionSerialized", func(c call) any {
		if bcn := c.game.BCN(); len(bcn) > 0 {
			return bcn[len(bcn)-1]
		}
		return js.Null()
	}},
	{"getSyncState", func(c call) any { return syncValue(c.game.Game) }},
	{"comments", func(c call) any { return commentList(c.game.Game) }},
	{"tags", func(c call) any { return tagsValue(c.game.Tags) }},
	{"record", func(c call) any { return recordOf(c.game.Game) }},
	{"getIndicatorConfig", func(c call) any {
		i := c.game.Indicators
		return indicators{&i.PGN, &i.BCN, &i.SAN}
	}},
	{"parseInput", func(c call) any { return parseInput(c.game.Position(), c.text(c.arg(0), "the action")).String() }},
	{"clone", func(c call) any { return c.wrap(c.add(c.game.Clone())) }},
	{"tree", func(c call) any { return c.wrapTree(game.NewTree(c.game.Game)) }},
	{"analyze", analyze},

	{"play", play},
	{"undo", func(c call) any { return c.sendIf(c.game, c.game.Undo()) }},
	{"redo", func(c call) any { return c.sendIf(c.game, c.game.Redo()) }},
	{"reset", func(c call) any {
		c.game.Reset()
		return c.changed(success)
	}},
	{"resign", func(c call) any { return c.ended(c.game.Resign(c.player(0, c.game.ActivePlayer()))) }},
	{"timeOut", func(c call) any { return c.ended(c.game.TimeOut(c.player(0, c.game.ActivePlayer()))) }},
	{"agreeDraw", func(c call) any { return c.ended(c.game.AgreeDraw()) }},
	{"endAs", func(c call) any { return c.ended(c.ending().end(c.game.Game)) }},
	{"load", func(c call) any {
		from := c.source()
		g := from.game()
		g.Indicators = c.game.Indicators
		from.indicators.apply(&g.Indicators)
		c.game.Game = g
		return c.changed(success)
	}},
	{"loadFromSyncState", func(c call) any {
		g := must(game.FromSyncState(c.syncState(c.arg(0))))
		g.Indicators, g.Tags = c.game.Indicators, c.game.Tags // a sync state says nothing of these
		c.game.Game = g
		return c.changed(success)
	}},
	{"setIndicatorConfig", func(c call) any {
		c.indicators(c.arg(0)).apply(&c.game.Indicators)
		return c.changed(success)
	}},
	{"setComments", func(c call) any {
		putComments(c.game.Game, c.comments(c.plain(c.arg(0), "comments")))
		return c.changed(commentList(c.game.Game))
	}},
	{"setTag", func(c call) any { return c.changed(c.setTag(&c.game.Tags)) }},
}

// success is the answer of a call that has no other.
const success jsonText = `{"success":true}`

// play(action) plays an action.
func play(c call) any {
	a := c.action(c.arg(0))
	raise(c.game.Play(a))
	answer := playValue(c.game.Game) // before a listener can change the game again
	c.sendAction(c.game, a, "api")
	return answer
}

// parseInput reads an action as people write it; what begins as BCN is nothing else.
func parseInput(p game.Position, text string) game.Action {
	if strings.HasPrefix(text, "b:") || strings.HasPrefix(text, "m:") {
		return must(game.ParseAction(text))
	}
	return must(p.ParseInput(text))
}

// changed tells of a change of the game and passes the answer on.
func (c call) changed(answer any) any {
	c.sendChange(c.game)
	return answer
}

// ended is the answer of the calls that end a game.
func (c call) ended(err error) any {
	raise(err)
	return c.changed(endedValue(c.game.Result()))
}

// setTag(name, value) sets one of the tags of a game or a tree, and gives the value as
// it is kept: all tags, for that, would cost what there are of them.
func (c call) setTag(tags *game.Tags) any {
	name, value := c.text(c.arg(0), "the tag's name"), c.text(c.arg(1), "the tag's value")
	raise(tags.Set(name, value))
	return objectOf(func(w *jsontext.Writer) {
		w.Key("success").Bool(true)
		w.Key("value").String(tags.Get(name))
	})
}

// fromStandard(fen, seventh?) makes an extended FEN of a standard one, and of a
// seventh field if there is one.
func fromStandard(c call) any {
	text := c.text(c.arg(0), "the FEN")
	parse := game.FromStandardFEN
	if seventh := c.arg(1); !isAbsent(seventh) && len(strings.Fields(text)) == 6 {
		parse, text = game.ParseFEN, text+" "+c.text(seventh, "the seventh field")
	}
	return must(parse(text)).FEN()
}

// version is what banchess.version answers. The build sets it, with spaces after it; in a
// sealed site there is nothing else, and the JavaScript library fills it in.
var version = "dev"

func versionOf() string { return strings.TrimRight(version, " ") }

func main() {
	m := newModule()
	exported.module = m
	m.announce()
	m.addOwn()
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
