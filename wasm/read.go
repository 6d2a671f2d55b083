//go:build js && wasm

package main

import (
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

func (m *module) text(v js.Value, what string) (string, error) {
	if kindOf(v) != js.TypeString {
		return "", badArgument(what+" is not text", "pass a string")
	}
	if n := m.textLength(v); n > maxText {
		return "", badArgument(what+" has "+strconv.Itoa(n)+" characters", tooLong)
	}
	return v.String(), nil
}

// bytesOf takes over a string or bytes.
func (m *module) bytesOf(v js.Value, what string) ([]byte, error) {
	if kindOf(v) != js.TypeObject || !m.env.bytes.Call("isView", v).Bool() {
		text, err := m.text(v, what)
		return []byte(text), err
	}
	var bytes []byte
	if m.attempt(func() {
		n := m.env.reflect.Call("get", v, "byteLength").Int()
		bytes = make([]byte, min(n, maxText+1))
		js.CopyBytesToGo(bytes, v)
	}) != nil {
		return nil, badArgument(what+" is neither text nor bytes", "pass a string or a Uint8Array")
	}
	if len(bytes) > maxText {
		return nil, badArgument(what+" has more than "+strconv.Itoa(maxText)+" bytes", tooLong)
	}
	return bytes, nil
}

// jsonOf copies an object or a list as JSON text.
func (m *module) jsonOf(v js.Value, what string) (string, error) {
	const hint = "pass plain data"
	if kind := kindOf(v); kind != js.TypeObject {
		if kind == js.TypeString {
			m.textLength(v)
		}
		return "", badArgument(what+" is not an object", hint)
	}
	var text js.Value
	if m.attempt(func() { text = m.env.json.Call("stringify", v) }) != nil {
		return "", badArgument(what+" cannot be read: it threw, refers to itself, or holds more than plain data", hint)
	}
	return m.text(text, what)
}

// plain copies an object as plain data, so that reading it runs no foreign code.
func (m *module) plain(v js.Value, what string) (js.Value, error) {
	text, err := m.jsonOf(v, what)
	if err != nil {
		return js.Value{}, err
	}
	copied := m.env.json.Call("parse", text)
	if kindOf(copied) != js.TypeObject {
		return js.Value{}, badArgument(what+" is not an object", "pass plain data")
	}
	return copied, nil
}

// texts takes over a list of strings, as one text.
func (m *module) texts(v js.Value, what string) ([]string, error) {
	copied, err := m.plain(v, what)
	if err != nil {
		return nil, err
	}
	bad := badArgument(what+" is not a list of texts", `pass a list such as ["b:e2e4", "m:d2d4"]`)
	if !m.isArray(copied) {
		return nil, bad
	}
	n := copied.Length()
	if n == 0 {
		return nil, nil
	}
	joined, err := m.text(copied.Call("join", "\n"), what)
	if err != nil {
		return nil, err
	}
	texts := strings.Split(joined, "\n")
	if len(texts) != n {
		return nil, bad
	}
	return texts, nil
}

// options copies an object into a struct, by the names in its js tags. A name
// that is not in known is refused, and so is a value of the wrong type. The
// caller takes a long list with texts: vert is too slow for one.
func (m *module) options(v js.Value, into any, known ...string) (js.Value, error) {
	if isAbsent(v) {
		return m.env.object.New(), nil
	}
	bad := func(message string) (js.Value, error) {
		return js.Value{}, badOption(message, "the options are "+strings.Join(known, ", "))
	}
	o, err := m.plain(v, "the argument")
	if err != nil {
		if e := err.(*game.Error); e.Hint != tooLong {
			return bad(e.Message)
		}
		return js.Value{}, err
	}
	if m.isArray(o) {
		return bad("the argument is a list")
	}
	keys := m.env.object.Call("keys", o)
	for i := range keys.Length() {
		key := keys.Index(i).String()
		if !slices.Contains(known, key) {
			return bad("there is no option " + strconv.Quote(cut(key)))
		}
		one := o.Get(key)
		if one.IsNull() && !m.isNullAt(v, key) || !one.IsNull() && isList(into, key) && !m.isArray(one) {
			return bad("the option " + key + " has a value of the wrong type") // null is what plain data has for NaN and Infinity
		}
	}
	if vert.ValueOf(o).AssignTo(into) == nil {
		return o, nil
	}
	for i := range keys.Length() { // one by one, to name the one at fault
		key := keys.Index(i).String()
		one := m.env.object.New()
		one.Set(key, o.Get(key))
		if vert.ValueOf(one).AssignTo(into) != nil {
			return bad("the option " + key + " has a value of the wrong type")
		}
	}
	return bad("an option has a value of the wrong type")
}

func (m *module) isArray(v js.Value) bool { return m.env.array.Call("isArray", v).Bool() }

// isList reports whether the field of a name in a struct is a list: vert takes whatever
// has a length for one.
func isList(into any, name string) bool {
	t := reflect.TypeOf(into).Elem()
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("js") == name {
			return f.Type.Kind() == reflect.Slice
		}
	}
	return false
}

// readList reads a list of objects or texts out of plain data.
func readList[T any](m *module, v js.Value) (items []T, ok bool) {
	if !m.isArray(v) {
		return nil, false
	}
	err := vert.ValueOf(v).AssignTo(&items)
	return items, err == nil && len(items) == v.Length() // vert leaves out what is null
}

// isNullAt says whether an object of anybody's has null under a key, and not what JSON
// makes null of.
func (m *module) isNullAt(v js.Value, key string) bool {
	isNull := false
	return m.attempt(func() { isNull = isAbsent(v.Get(key)) }) == nil && isNull
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
func (m *module) action(v js.Value) (game.Action, error) {
	const hint = "pass {ban: {from, to}}, {move: {from, to, promotion}} or BCN such as \"m:e2e4\""
	if kindOf(v) == js.TypeString {
		return m.bcn(v)
	}
	bad := func(message string) (game.Action, error) {
		return game.Action{}, &game.Error{Code: game.CodeBadAction, Message: message, Hint: hint}
	}
	o, err := m.plain(v, "the action")
	if err != nil {
		return bad(err.(*game.Error).Message)
	}
	var both struct {
		Ban  *pairValue `js:"ban"`
		Move *moveValue `js:"move"`
	}
	if vert.ValueOf(o).AssignTo(&both) != nil {
		return bad("the action has a field of the wrong type")
	}
	switch {
	case both.Ban != nil && both.Move != nil:
		return bad("the action is a ban and a move at once")
	case both.Ban != nil:
		return readAction("b:" + both.Ban.From + both.Ban.To)
	case both.Move != nil:
		return readAction("m:" + both.Move.From + both.Move.To + both.Move.Promotion)
	}
	return bad("that is neither a ban nor a move")
}

func (m *module) bcn(v js.Value) (game.Action, error) {
	text, err := m.text(v, "the action")
	if err != nil {
		return game.Action{}, err
	}
	return game.ParseAction(text)
}

// readAction reads the squares of an action object.
func readAction(bcn string) (game.Action, error) {
	a, err := game.ParseAction(bcn)
	if err != nil || len(bcn) > len("m:e7e8q") {
		return game.Action{}, &game.Error{Code: game.CodeBadAction, Message: "the action's squares or promotion do not read: " + strconv.Quote(cut(bcn[2:])),
			Hint: "from and to are squares such as e2, a promotion is q, r, b or n", Input: cut(bcn)}
	}
	return a, nil
}

// player reads "white" or "black"; without one it is otherwise.
func (c call) player(i int, otherwise game.Player) (game.Player, error) {
	if isAbsent(c.arg(i)) {
		return otherwise, nil
	}
	text, err := c.m.text(c.arg(i), "the player")
	if err != nil {
		return game.NoPlayer, err
	}
	return game.ParsePlayer(text)
}

// cut shortens what an error quotes.
func cut(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
