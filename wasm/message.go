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

// openSession(listener) opens a session of JSON messages (game/message) and calls the
// listener with every reply, a line of JSON. It returns {send(line), close()}.
func openSession(c call) any {
	f := c.listener(0)
	c.checkRoom(sessions, maxSessions)
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
