//go:build js && wasm

package main

import (
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/norunners/vert"

	"github.com/banchess/banchess/game"
)

// env holds the JavaScript functions that arguments are read with, as they were
// when the program started.
//
// js.Value.Get on an argument would let an exception, from a getter or a proxy,
// pass through Go's frames, which ends the program. An exception in a function
// that Go calls is caught. So arguments are read with these functions alone.
type env struct {
	object, array, bytes, reflect, json, promise, finalization js.Value

	nothing js.Value // a function that does nothing
	bind    js.Value // bind(f, null, x): a function made of f without a new callback
}

func newEnv() env {
	g := js.Global()
	function := g.Get("Function").Get("prototype")
	return env{
		object:       g.Get("Object"),
		array:        g.Get("Array"),
		bytes:        g.Get("ArrayBuffer"),
		reflect:      g.Get("Reflect"),
		json:         g.Get("JSON"),
		promise:      g.Get("Promise"),
		finalization: g.Get("FinalizationRegistry"),
		nothing:      function,
		bind:         function.Get("call").Call("bind", function.Get("bind")),
	}
}

// maxText bounds a text from JavaScript, in UTF-16 units. Memory that runs out ends
// the program, and no guard sees it.
const maxText = 4 << 20

// plainHint and tooLong are hints by which errors are told from others.
const plainHint = "pass plain data"

var tooLong = "pass at most " + strconv.Itoa(maxText)

// kindOf is js.Value.Type for every value; a BigInt, which the js package does
// not know, counts as a symbol.
func kindOf(v js.Value) (t js.Type) {
	defer func() {
		if recover() != nil {
			t = js.TypeSymbol
		}
	}()
	return v.Type()
}

func isAbsent(v js.Value) bool { return v.IsUndefined() || v.IsNull() }

// arg returns the argument with the index i, undefined if there are fewer.
func (c call) arg(i int) js.Value {
	if i < len(c.args) {
		return c.args[i]
	}
	return js.Undefined()
}

// number returns an argument as a number, 0 if it is not a number.
func (c call) number(i int) int {
	if v := c.arg(i); kindOf(v) == js.TypeNumber && !v.IsNaN() {
		return int(v.Float())
	}
	return 0
}

// listener returns an argument that is called with what comes later.
func (c call) listener(i int) js.Value {
	f := c.arg(i)
	if kindOf(f) != js.TypeFunction {
		raise(badArgument("the listener is not a function", "pass a function that takes what is said"))
	}
	return f
}

// player reads "white" or "black"; without one it is otherwise.
func (c call) player(i int, otherwise game.Player) game.Player {
	if isAbsent(c.arg(i)) {
		return otherwise
	}
	return must(game.ParsePlayer(c.text(c.arg(i), "the player")))
}

// textLength is the length of a string. One that is too long is let go of once the call is
// over: Go holds a value of JavaScript's until its collector runs, which does not know how
// large it is.
func (m *module) textLength(v js.Value) int {
	n := m.env.object.Invoke(v).Length()
	if n > maxText {
		go runtime.GC()
	}
	return n
}

func (m *module) text(v js.Value, what string) string {
	if kindOf(v) != js.TypeString {
		raise(badArgument(what+" is not text", "pass a string"))
	}
	if n := m.textLength(v); n > maxText {
		raise(badArgument(what+" has "+strconv.Itoa(n)+" characters", tooLong))
	}
	return v.String()
}

// bytesOf takes over a string or bytes.
func (m *module) bytesOf(v js.Value, what string) []byte {
	if kindOf(v) != js.TypeObject || !m.env.bytes.Call("isView", v).Bool() {
		return []byte(m.text(v, what))
	}
	var bytes []byte
	if attempt(func() {
		n := m.env.reflect.Call("get", v, "byteLength").Int()
		if n == 0 {
			return // copying from a detached buffer, which has no bytes either, would end the program
		}
		bytes = make([]byte, min(n, maxText+1))
		js.CopyBytesToGo(bytes, v)
	}) != nil {
		raise(badArgument(what+" is neither text nor bytes", "pass a string or a Uint8Array"))
	}
	if len(bytes) > maxText {
		raise(badArgument(what+" has more than "+strconv.Itoa(maxText)+" bytes", tooLong))
	}
	return bytes
}

// plain copies an object as plain data, so that reading it runs no foreign code.
func (m *module) plain(v js.Value, what string) js.Value {
	if kind := kindOf(v); kind != js.TypeObject {
		if kind == js.TypeString {
			m.textLength(v)
		}
		raise(badArgument(what+" is not an object", plainHint))
	}
	var text js.Value
	if attempt(func() { text = m.env.json.Call("stringify", v) }) != nil {
		raise(badArgument(what+" cannot be read: it threw, refers to itself, or holds more than plain data", plainHint))
	}
	copied := m.env.json.Call("parse", m.text(text, what))
	if kindOf(copied) != js.TypeObject {
		raise(badArgument(what+" is not an object", plainHint))
	}
	return copied
}

// actions reads a list of actions in BCN that may be left out, out of plain data. It
// crosses as one text.
func (m *module) actions(v js.Value) []string {
	if isAbsent(v) {
		return nil
	}
	bad := badOption("actions is not a list of texts", `pass BCN such as ["b:e2e4", "m:d2d4"]`)
	if !m.isArray(v) {
		raise(bad)
	}
	n := v.Length()
	if n == 0 {
		return nil
	}
	list := strings.Split(m.text(v.Call("join", "\n"), "actions"), "\n")
	if len(list) != n {
		raise(bad)
	}
	return list
}

// options copies an object into a struct, by the names in its js tags, and returns the
// copy, with the others that the caller reads by itself. Another name is refused, and so is a
// value of the wrong type.
func (m *module) options(v js.Value, into any, others ...string) (o js.Value) {
	if isAbsent(v) {
		return m.env.object.New()
	}
	known, fields := others, map[string]reflect.Value{}
	for i, s := 0, reflect.ValueOf(into).Elem(); i < s.NumField(); i++ {
		if name := s.Type().Field(i).Tag.Get("js"); name != "" {
			known, fields[name] = append(known, name), s.Field(i).Addr()
		}
	}
	bad := func(message string) { raise(badOption(message, "the options are "+strings.Join(known, ", "))) }
	if err := attempt(func() { o = m.plain(v, "the argument") }); err != nil {
		if e, ok := errors.AsType[*game.Error](err); ok && e.Hint == plainHint {
			bad(e.Message)
		}
		raise(err)
	}
	if m.isArray(o) {
		bad("the argument is a list")
	}
	keys := m.env.object.Call("keys", o)
	for i := range keys.Length() {
		key := keys.Index(i).String()
		if !slices.Contains(known, key) {
			bad("there is no option " + strconv.Quote(cut(key)))
		}
		one, field := o.Get(key), fields[key]
		fits := !one.IsNull() || isNullAt(v, key) // null is what plain data has for NaN and Infinity
		if fits && field.IsValid() {
			isList := field.Elem().Kind() == reflect.Slice // vert takes whatever has a length for one
			fits = (!isList || one.IsNull() || m.isArray(one)) && vert.ValueOf(one).AssignTo(field.Interface()) == nil
		}
		if !fits {
			bad("the option " + key + " has a value of the wrong type")
		}
	}
	return o
}

func (m *module) isArray(v js.Value) bool { return m.env.array.Call("isArray", v).Bool() }

// isNullAt says whether an object of anybody's has null under a key, and not what JSON
// makes null of.
func isNullAt(v js.Value, key string) bool {
	isNull := false
	return attempt(func() { isNull = isAbsent(v.Get(key)) }) == nil && isNull
}

// readList reads a list of objects or texts out of plain data.
func readList[T any](m *module, v js.Value) (items []T, ok bool) {
	if !m.isArray(v) {
		return nil, false
	}
	err := vert.ValueOf(v).AssignTo(&items)
	return items, err == nil && len(items) == v.Length() // vert leaves out what is null
}

// pairValue and moveValue are how squares stand in an action.
type pairValue struct {
	From string `js:"from"`
	To   string `js:"to"`
}

type moveValue struct {
	From      string `js:"from"`
	To        string `js:"to"`
	Promotion string `js:"promotion"`
}

// action reads {ban: {from, to}}, {move: {from, to, promotion?}} or BCN.
func (m *module) action(v js.Value) game.Action {
	if kindOf(v) == js.TypeString {
		return must(game.ParseAction(m.text(v, "the action")))
	}
	bad := func(message string) {
		raise(&game.Error{Code: game.CodeBadAction, Message: message, Hint: "pass {ban: {from, to}}, {move: {from, to, promotion}} or BCN such as \"m:e2e4\""})
	}
	var o js.Value
	if err := attempt(func() { o = m.plain(v, "the action") }); err != nil {
		bad(err.(*game.Error).Message)
	}
	var both struct {
		Ban  *pairValue `js:"ban"`
		Move *moveValue `js:"move"`
	}
	if vert.ValueOf(o).AssignTo(&both) != nil {
		bad("the action has a field of the wrong type")
	}
	var bcn string
	switch {
	case both.Ban != nil && both.Move != nil:
		bad("the action is a ban and a move at once")
	case both.Ban != nil:
		bcn = "b:" + both.Ban.From + both.Ban.To
	case both.Move != nil:
		bcn = "m:" + both.Move.From + both.Move.To + both.Move.Promotion
	default:
		bad("that is neither a ban nor a move")
	}
	a, err := game.ParseAction(bcn)
	if err != nil || len(bcn) > len("m:e7e8q") {
		raise(&game.Error{Code: game.CodeBadAction, Message: "the action's squares or promotion do not read: " + strconv.Quote(cut(bcn[2:])),
			Hint: "from and to are squares such as e2, a promotion is q, r, b or n", Input: cut(bcn)})
	}
	return a
}

// cut shortens what an error quotes.
func cut(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
