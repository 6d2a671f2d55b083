//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

// maxSessions bounds how many sessions may be open at once.
const maxSessions = 16

// sessionHash is the size of a session's transposition table, in MB, which is
// made with the first best_action.
const sessionHash = 8

// session(listener) opens a session of JSON messages (game/message) and calls the
// listener with every reply, a line of JSON. It returns {send(line), close()}.
func (m *module) session(c call) (any, error) {
	f := c.arg(0)
	if err := m.checkRoom(f, sessions, maxSessions); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	session := message.NewSession(message.NewEngine(engine.Options{Hash: sessionHash}, m.yield()), time.Now)
	queue := message.NewQueue(ctx, session, func(line []byte) {
		if ctx.Err() == nil {
			m.tell(f, js.ValueOf(string(line)))
		}
	})
	opened := &stream{kind: sessions, send: func(line string) error { return queue.Send([]byte(line)) }}
	id, answer := m.open(opened)
	opened.close = func() {
		delete(m.streams, id)
		stop()
		go queue.Close() // a callback must not wait
	}
	return answer, nil
}
