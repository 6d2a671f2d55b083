//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

// The kinds of streams.
const (
	sessions = "sessions"
	searches = "searches"
)

// stream is something under way that calls a listener with what it finds: a session of
// messages, or a search, which takes no lines.
type stream struct {
	kind  string // in the plural
	send  func(line string) error
	close func()
}

// yield returns what lets the event loop run.
func (m *module) yield() func() {
	if m.pause == nil {
		m.pause = newPause(m)
	}
	return m.pause.wait
}

// checkLimit refuses a stream when as many of its kind are open as may be.
func (m *module) checkLimit(kind string, most int) {
	n := 0
	for _, s := range m.streams {
		if s.kind == kind {
			n++
		}
	}
	if n >= most {
		raise(&game.Error{Code: codeBusy, Message: "too many " + kind + " are open", Hint: "close one first"})
	}
}

// keep gives a stream a number, and returns it and the function that closes it.
func (m *module) keep(s *stream) (id int, end js.Value) {
	m.nextID++
	m.streams[m.nextID] = s
	return m.nextID, m.env.bind.Invoke(m.closeFunc, js.Null(), m.nextID)
}

// open keeps a stream and returns its number and the object with its send and
// close.
func (m *module) open(s *stream) (id int, answer js.Value) {
	id, end := m.keep(s)
	answer = m.env.object.New()
	answer.Set("send", m.env.bind.Invoke(m.sendFunc, js.Null(), id))
	answer.Set("close", end)
	return id, answer
}

// sendLine(id, line) gives a stream a line.
func sendLine(c call) any {
	s, ok := c.streams[c.number(0)]
	if !ok {
		raise(&game.Error{Code: codeFreed, Message: "this session has been closed", Hint: "open a new one"})
	}
	raise(s.send(c.text(c.arg(1), "the line")))
	return success
}

func closeStream(c call) any {
	if s, ok := c.streams[c.number(0)]; ok {
		s.close()
	}
	return nil
}

// pause lets the event loop run.
type pause struct {
	ask  func() // has back called soon
	back chan struct{}
}

// newPause uses what comes back soonest after everything else that waits:
// setImmediate in Node, a message to oneself in browsers. A timer takes
// milliseconds.
func newPause(m *module) *pause {
	p := &pause{back: make(chan struct{}, maxSessions+maxSearches)} // one for each search under way
	back := m.callback("pause", func(call) any {
		p.back <- struct{}{}
		return nil
	})
	if later := js.Global().Get("setImmediate"); later.Type() == js.TypeFunction {
		p.ask = func() { later.Invoke(back) }
		return p
	}
	channel := js.Global().Get("MessageChannel").New()
	port := channel.Get("port1")
	channel.Get("port2").Set("onmessage", back)
	p.ask = func() { port.Call("postMessage", js.Null()) }
	return p
}

func (p *pause) wait() {
	p.ask()
	<-p.back
}

// maxSessions bounds how many sessions may be open at once.
const maxSessions = 16

// sessionHash is the size of a session's transposition table, in MB, which is
// made with the first best_action.
const sessionHash = 8

// openSession(listener) opens a session of JSON messages (game/message) and calls the
// listener with every reply, a line of JSON. It returns {send(line), close()}.
func openSession(c call) any {
	f := c.listener(0)
	c.checkLimit(sessions, maxSessions)
	ctx, stop := context.WithCancel(context.Background())
	session := message.NewSession(message.NewEngine(engine.Options{Hash: sessionHash}, c.yield()), time.Now)
	queue := message.NewQueue(ctx, session, func(line []byte) {
		if ctx.Err() == nil {
			tell(f, js.ValueOf(string(line)))
		}
	})
	opened := &stream{kind: sessions, send: func(line string) error { return queue.Send([]byte(line)) }}
	id, answer := c.open(opened)
	opened.close = func() {
		delete(c.streams, id)
		stop()
		go queue.Close() // a callback must not wait
	}
	return answer
}
