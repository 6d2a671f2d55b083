//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/norunners/vert"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// The codes of errors that only this layer has.
const (
	codeBadArgument game.Code = "bad_argument" // not of the type that the call takes
	codeBadOption   game.Code = "bad_option"   // an option that is unknown, or has no such value
	codeFreed       game.Code = "freed"        // the game was given back with free(), or the stream is closed
	codeTooDeep     game.Code = "too_deep"     // a callback within a callback within …
	codeBusy        game.Code = "busy"         // as many streams as there may be
	codeNoWebGL     game.Code = "no_webgl"     // the browser has none, so there is no board
	codeBoardFailed game.Code = "board_failed" // the board cannot be drawn for another reason
	codeInternal    game.Code = "internal"     // a fault of this program
)

// maxDepth bounds how deep callbacks may run inside one another, as when a listener
// calls again. JavaScript's own limit would be hit within Go's frames, where no
// guard helps.
const maxDepth = 32

// call is what a callback is given.
type call struct {
	*module
	held // what a method is called on
	this js.Value
	args []js.Value
}

// function is a function of an object of JavaScript's, or a method of what is held.
type function struct {
	name string
	do   func(c call) any
}

// callback makes a JavaScript function. Whatever happens in it, the program goes
// on: a panic becomes an error object, and so does an answer that cannot cross,
// which is why it is converted in here.
func (m *module) callback(name string, do func(c call) any) js.Func {
	return js.FuncOf(func(this js.Value, args []js.Value) (result any) {
		m.depth++
		defer func() {
			m.depth--
			if r := recover(); r != nil {
				result = m.failure(fault(name, r))
			}
		}()
		if m.depth > maxDepth {
			raise(&game.Error{Code: codeTooDeep, Message: name + " was called from within itself too often",
				Hint: "let a listener or a getter finish before the next call"})
		}
		return m.value(do(call{module: m, this: this, args: args}))
	})
}

// raised is an error that a call ends with. It is thrown, because every call runs under a
// guard all the same, and most of what a call does is to read arguments that may be wrong.
type raised struct{ error }

// raise ends the call with an error, if there is one.
func raise(err error) {
	if err != nil {
		panic(raised{err})
	}
}

// must returns a value, or ends the call with the error.
func must[T any](v T, err error) T {
	raise(err)
	return v
}

// attempt runs f and returns what it panicked with as an error.
func attempt(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault("a call", r)
		}
	}()
	f()
	return nil
}

// fault makes an error of a panic. What JavaScript threw, and values that are
// not what they should be, come from arguments; what was not raised is ours.
func fault(name string, r any) error {
	switch r := r.(type) {
	case raised:
		return r.error
	case js.Error:
		return badArgument(name+" could not read its arguments: "+describe(r.Value), "pass plain values")
	case *js.ValueError:
		return badArgument(name+" was given a value of the wrong type", "pass plain values")
	}
	return &game.Error{Code: codeInternal, Message: name + " failed: " + fmt.Sprint(r),
		Hint: "please report it with the record of the game"}
}

// describe says what was thrown without calling anything that can throw.
func describe(v js.Value) string {
	if kindOf(v) == js.TypeString {
		return v.String()
	}
	return "something was thrown"
}

func badArgument(message, hint string) error {
	return &game.Error{Code: codeBadArgument, Message: message, Hint: hint}
}

func badOption(message, hint string) error {
	return &game.Error{Code: codeBadOption, Message: message, Hint: hint}
}

// value is the answer of a call in JavaScript.
func (m *module) value(answer any) js.Value {
	switch v := answer.(type) {
	case nil:
		return js.Undefined()
	case js.Value:
		return v
	case jsonText:
		return m.env.json.Call("parse", string(v))
	}
	return vert.ValueOf(answer).Value
}

// failure is the object of an error: what is known of it, and nothing that is not.
func (m *module) failure(err error) js.Value {
	return m.value(objectOf(func(w *jsontext.Writer) {
		w.Key("success").Bool(false)
		writeError(w, err)
		e, ok := errors.AsType[*game.Error](err)
		if !ok {
			return
		}
		number := func(name string, n int) {
			if n > 0 {
				w.Key(name).Int(int64(n))
			}
		}
		w.NonEmpty("hint", e.Hint)
		number("line", e.Line)
		number("column", e.Column)
		w.NonEmpty("token", e.Token)
		number("ply", int(e.Ply))
		if len(e.Faults) > 0 {
			jsontext.List(w.Key("faults"), e.Faults, func(f *game.Error) {
				w.Object(func() { writeError(w, f) })
			})
		}
	}))
}

// writeError writes what every error has.
func writeError(w *jsontext.Writer, err error) {
	code := codeInternal
	if e, ok := errors.AsType[*game.Error](err); ok {
		code = e.Code
	}
	w.Key("error").String(err.Error())
	w.Key("code").String(string(code))
}
