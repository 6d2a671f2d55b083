//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// A listener of the game on the board is told events, by type:
//
//	{type: "action", action: "m:e2e4", source: "board" | "api"}   a ban or a move was played
//	{type: "change"}                                              anything else changed the game
//	{type: "refused", code, error, from, to}                      the board's user tried what is not legal
//	{type: "promotion", open}                                     the promotion chooser opened or closed
//	{type: "drawings", drawings}                                  the user drew on the board: all drawings there are
//	{type: "premove", action: "m:e2e4" | null}                    a premove was chosen, or a click picked up nothing
//	{type: "select", square}                                      the picked-up piece's square, or null

type listener struct {
	id   int
	call js.Value
}

// subscribe(listener) has the listener called with every event of the game on
// the board. It returns a function that ends that.
func subscribe(c call) any {
	f := c.listener(0)
	c.nextID++
	c.listeners = append(c.listeners, listener{c.nextID, f})
	return c.env.bind.Invoke(c.unsubscribeFunc, js.Null(), c.nextID)
}

func unsubscribe(c call) any {
	c.listeners = slices.DeleteFunc(slices.Clone(c.listeners), func(l listener) bool { return l.id == c.number(0) })
	return nil
}

// sendChange tells that a game has changed, other than by an action.
func (m *module) sendChange(h *heldGame) {
	if h == m.shown {
		m.showBoard()
		m.send("change", func(*jsontext.Writer) {})
	}
}

// sendIf tells of a change if there was one.
func (m *module) sendIf(h *heldGame, done bool) bool {
	if done {
		m.sendChange(h)
	}
	return done
}

// sendAction tells of an action that was played.
func (m *module) sendAction(h *heldGame, a game.Action, source string) {
	if h == m.shown {
		m.showBoard()
		m.send("action", func(w *jsontext.Writer) {
			w.Key("action").String(a.String())
			w.Key("source").String(source)
		})
	}
}

// send tells every listener of an event, with the members that the function writes. A listener
// may change the game: what that brings about is told after it has returned, so that all
// listeners see one order.
func (m *module) send(name string, members func(w *jsontext.Writer)) {
	if len(m.listeners) == 0 {
		return
	}
	m.queue = append(m.queue, objectOf(func(w *jsontext.Writer) {
		w.Key("type").String(name)
		members(w)
	}))
	if m.sending {
		return
	}
	m.sending = true
	defer func() { m.sending = false }()
	for len(m.queue) > 0 {
		e := m.queue[0]
		m.queue = m.queue[1:]
		for _, l := range m.listeners {
			tell(l.call, m.value(e))
		}
	}
}

// tell calls one listener. What it throws is reported to the console and is no
// concern of the others, nor of who played.
func tell(f, v js.Value) {
	defer func() {
		if r := recover(); r != nil {
			var thrown any = "a listener failed"
			if err, ok := r.(js.Error); ok {
				thrown = err.Value
			}
			_ = attempt(func() { js.Global().Get("console").Call("error", "banchess: a listener threw", thrown) })
		}
	}()
	f.Invoke(v)
}
