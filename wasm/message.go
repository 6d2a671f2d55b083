//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

// maxSessions bounds how many message sessions may be open at once.
const maxSessions = 16

// sessionHash is the size of a session's transposition table, in MB, which is
// made when it is first asked for its opinion.
const sessionHash = 8

// session(listener) opens a session of JSON messages (game/message) and calls the
// listener with every reply, a line of JSON. It returns {send(line), close()}.
func (m *module) session(c call) (any, error) {
	f := c.arg(0)
	if err := m.mayTalk(f, "message", maxSessions); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	opinion := message.NewEngine(engine.Options{Hash: sessionHash}, m.yield())
	queue := message.NewQueue(ctx, message.NewSession(opinion, time.Now), func(line []byte) {
		if ctx.Err() == nil {
			m.tell(f, js.ValueOf(string(line)))
		}
	})
	talk := &conversation{kind: "message", send: func(line string) error { return queue.Send([]byte(line)) }}
	id, answer := m.open(talk)
	talk.close = func() {
		delete(m.talks, id)
		stop()
		go queue.Close() // a callback must not wait
	}
	return answer, nil
}
