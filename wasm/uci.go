//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"io"
	"sync"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// The kinds of conversations.
const (
	engines  = "engines"
	sessions = "sessions"
	searches = "searches"
)

// maxEngines bounds how many UCI engines may be open at once: each has a
// transposition table, and memory that runs out ends the program.
const maxEngines = 4

// maxHash bounds such a table, in MB.
const maxHash = 256

// conversation is something under way that says what it finds to a listener: the
// engine in UCI, a session of messages, or a search, which takes no lines.
type conversation struct {
	kind  string // in the plural
	send  func(line string) error
	close func()
}

// uci(listener) opens a conversation with the engine in UCI and calls the listener
// with every line it says. It returns {send(line), close()}. The engine shares the
// thread with everything else and lets the event loop run every few milliseconds;
// a page keeps it in a worker.
func (m *module) uci(c call) (any, error) {
	f := c.arg(0)
	if err := m.checkRoom(f, engines, maxEngines); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	in := newLineFeed()
	id, answer := m.open(&conversation{
		kind: engines,
		send: func(line string) error { in.add(line + "\n"); return nil },
		close: func() {
			stop()
			in.end()
		},
	})
	yield := m.yield()
	go func() {
		_ = uci.Run(ctx, in, &lineWriter{m: m, listener: f}, uci.Config{Yield: yield, MaxHash: maxHash})
		stop()
		delete(m.talks, id)
	}()
	return answer, nil
}

// yield returns what lets the event loop run.
func (m *module) yield() func() {
	if m.pause == nil {
		m.pause = newPause(m)
	}
	return m.pause.wait
}

// checkRoom refuses a listener that is none, and a conversation when as many of its
// kind are open as may be.
func (m *module) checkRoom(listener js.Value, kind string, most int) error {
	if kindOf(listener) != js.TypeFunction {
		return badArgument("the listener is not a function", "pass a function that takes what is said")
	}
	n := 0
	for _, talk := range m.talks {
		if talk.kind == kind {
			n++
		}
	}
	if n >= most {
		return &game.Error{Code: codeBusy, Message: "too many " + kind + " are open", Hint: "close one first"}
	}
	return nil
}

// open keeps a conversation and returns its number and the object with its send
// and close.
func (m *module) open(talk *conversation) (id int, answer js.Value) {
	m.nextID++
	id = m.nextID
	m.talks[id] = talk
	answer = m.env.object.New()
	answer.Set("send", m.env.bind.Invoke(m.sender(), js.Null(), id))
	answer.Set("close", m.env.bind.Invoke(m.closer(), js.Null(), id))
	return id, answer
}

// sender returns the one callback behind every conversation's send, which is that
// callback bound to a number.
func (m *module) sender() js.Value {
	if m.talkSend.IsUndefined() {
		m.talkSend = m.callback("send", func(c call) (any, error) {
			talk, ok := m.talks[c.number(0)]
			if !ok {
				return nil, &game.Error{Code: codeFreed, Message: "this conversation has ended", Hint: "open a new one"}
			}
			line, err := m.text(c.arg(1), "the line")
			if err != nil {
				return nil, err
			}
			if err := talk.send(line); err != nil {
				return nil, err
			}
			return success(), nil
		}).Value
	}
	return m.talkSend
}

func (m *module) closer() js.Value {
	if m.talkClose.IsUndefined() {
		m.talkClose = m.callback("close", func(c call) (any, error) {
			if talk, ok := m.talks[c.number(0)]; ok {
				talk.close()
			}
			return nil, nil
		}).Value
	}
	return m.talkClose
}

// lineFeed is a reader that callbacks write to. Unlike a pipe it never makes them
// wait, which would stop the event loop for good.
type lineFeed struct {
	mu    sync.Mutex
	more  *sync.Cond
	text  bytes.Buffer
	ended bool
}

func newLineFeed() *lineFeed {
	f := &lineFeed{}
	f.more = sync.NewCond(&f.mu)
	return f
}

func (f *lineFeed) add(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text.WriteString(text)
	f.more.Signal()
}

func (f *lineFeed) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	f.more.Signal()
}

// Read waits for text or the end.
func (f *lineFeed) Read(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.text.Len() == 0 {
		if f.ended {
			return 0, io.EOF
		}
		f.more.Wait()
	}
	return f.text.Read(p)
}

// lineWriter calls a listener with every whole line.
type lineWriter struct {
	m        *module
	listener js.Value
	rest     []byte
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	for {
		line, rest, ok := bytes.Cut(w.rest, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		w.m.tell(w.listener, js.ValueOf(string(line)))
		w.rest = rest
	}
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
	p := &pause{back: make(chan struct{}, maxEngines+maxSessions+maxSearches)} // one for each search under way
	back := m.callback("pause", func(call) (any, error) {
		p.back <- struct{}{}
		return nil, nil
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
