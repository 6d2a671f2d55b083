//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// event is what a listener of the game on the board is told, by name:
//
//	{type: "action", action: "m:e2e4", source: "board" | "api"}   a ban or a move was played
//	{type: "change"}                                              anything else changed the game
//	{type: "refused", code, error, from, to}                      the board's user tried what is not legal
//	{type: "promotion", open}                                     the promotion chooser opened or closed
//	{type: "drawings", drawings}                                  the user drew on the board: all drawings there are
//	{type: "select", square}                                      the picked-up piece's square, or null
type event jsonText

// eventOf is an event of a type, with what the function writes.
func eventOf(name string, members func(w *jsontext.Writer)) event {
	return event(objectOf(func(w *jsontext.Writer) {
		w.Key("type").String(name)
		members(w)
	}))
}

// writeSquare writes a square as a member, null for none.
func writeSquare(w *jsontext.Writer, name string, s game.Square) {
	if w.Key(name); s == game.NoSquare {
		w.Null()
	} else {
		w.String(s.String())
	}
}

type listener struct {
	id   int
	call js.Value
}

// subscribe(listener) has the listener called with every event of the game on
// the board. It returns a function that ends that.
func (m *module) subscribe(c call) (any, error) {
	f := c.arg(0)
	if kindOf(f) != js.TypeFunction {
		return nil, badArgument("the listener is not a function", "pass a function that takes an event")
	}
	m.nextID++
	m.listeners = append(m.listeners, listener{m.nextID, f})
	return m.env.bind.Invoke(m.unsubscribeFunc, js.Null(), m.nextID), nil
}

func (m *module) unsubscribe(c call) (any, error) {
	m.listeners = slices.DeleteFunc(slices.Clone(m.listeners), func(l listener) bool { return l.id == c.number(0) })
	return nil, nil
}

// send tells every listener. A listener may change the game: what that brings
// about is told after it has returned, so that all listeners see one order.
func (m *module) send(e event) {
	if len(m.listeners) == 0 {
		return
	}
	m.queue = append(m.queue, e)
	if m.sending {
		return
	}
	m.sending = true
	defer func() { m.sending = false }()
	for len(m.queue) > 0 {
		e := m.queue[0]
		m.queue = m.queue[1:]
		for _, l := range m.listeners {
			m.tell(l.call, m.value(jsonText(e)))
		}
	}
}

// tell calls one listener. What it throws is reported to the console and is no
// concern of the others, nor of who played.
func (m *module) tell(f, v js.Value) {
	defer func() {
		if r := recover(); r != nil {
			var thrown any = "a listener failed"
			if err, ok := r.(js.Error); ok {
				thrown = err.Value
			}
			_ = m.attempt(func() { js.Global().Get("console").Call("error", "banchess: a listener threw", thrown) })
		}
	}()
	f.Invoke(v)
}
