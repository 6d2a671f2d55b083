package message

import (
	"context"
	"sync"
	"time"

	"github.com/banchess/banchess/game"
)

// maxWaiting bounds how many messages wait for their answer.
const maxWaiting = 256

// Queue accepts messages at any time and answers them in order, from a goroutine of its
// own. "stop" immediately ends every search that was requested before it; its own reply
// comes in its turn, after theirs.
//
// Its methods are safe for use by several goroutines at once.
type Queue struct {
	session *Session
	reply   func([]byte)

	mu      sync.Mutex
	changed sync.Cond // something waits, there is space again, or closed
	waiting []queued
	closed  bool
	stop    context.CancelFunc // of the searches asked for since the last stop
	ctx     context.Context    // of the next search
	parent  context.Context
	done    chan struct{}

	// The alarm of a clock that announces its end.
	alarm     *time.Timer        // the last one, which alone counts
	alarms    int                // how many there were: its number
	rang      bool               // it has
	interrupt context.CancelFunc // of the search under way, which is for nothing then
}

type queued struct {
	request request
	ctx     context.Context
}

// NewQueue starts answering. It calls a function with each reply, a line without its end,
// and with the end of a game whose clock announces it. All calls come from the queue's
// goroutine, one at a time. When the context ends, the engine stops thinking, but the
// messages that were sent are still answered. Close the queue when you no longer need it.
func NewQueue(ctx context.Context, s *Session, reply func([]byte)) *Queue {
	q := &Queue{session: s, reply: reply, parent: ctx, done: make(chan struct{})}
	q.changed.L = &q.mu
	q.ctx, q.stop = context.WithCancel(ctx)
	go q.run()
	return q
}

func (q *Queue) run() {
	defer close(q.done)
	for {
		q.mu.Lock()
		for len(q.waiting) == 0 && !q.closed && !q.rang {
			q.changed.Wait()
		}
		if q.rang {
			q.rang = false
			q.mu.Unlock()
			if line := q.session.announcement(); line != nil {
				q.reply(line)
			}
			q.setAlarm()
			continue
		}
		if len(q.waiting) == 0 {
			q.mu.Unlock()
			return
		}
		next := q.waiting[0]
		q.waiting = q.waiting[1:]
		ctx, cancel := context.WithCancel(next.ctx)
		q.interrupt = cancel
		q.changed.Broadcast()
		q.mu.Unlock()
		q.reply(q.session.answer(ctx, next.request))
		cancel()
		q.setAlarm()
	}
}

// setAlarm has the queue woken when the time of a clock that announces its end is
// up, in place of any alarm before.
func (q *Queue) setAlarm() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.alarm != nil {
		q.alarm.Stop()
	}
	q.alarm, q.rang = nil, false
	q.alarms++
	if left, ok := q.session.untilAnnounced(); ok && !q.closed {
		number := q.alarms
		q.alarm = time.AfterFunc(left, func() { q.ring(number) })
	}
}

func (q *Queue) ring(number int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if number != q.alarms {
		return
	}
	q.rang = true
	if q.interrupt != nil {
		q.interrupt()
	}
	q.changed.Broadcast()
}

// Send accepts a message, a line without its end, and returns at once; the reply comes
// later. You may reuse the line afterwards. Errors: CodeBusy if too many messages wait (a
// stop ends the searches all the same), CodeClosed after Close.
func (q *Queue) Send(line []byte) error { return q.add(line, false) }

func (q *Queue) add(line []byte, wait bool) error {
	r := parseRequest(line)
	q.mu.Lock()
	defer q.mu.Unlock()
	if r.kind == kindStop && r.err == nil { // at once, also if there is no space for its reply
		q.stop()
		q.ctx, q.stop = context.WithCancel(q.parent)
	}
	for len(q.waiting) >= maxWaiting && !q.closed {
		if !wait {
			return &game.Error{Code: CodeBusy, Message: "too many messages wait for an answer", Hint: "wait for replies before sending more"}
		}
		q.changed.Wait()
	}
	if q.closed {
		return &game.Error{Code: CodeClosed, Message: "the session is closed", Hint: "open a new one"}
	}
	q.waiting = append(q.waiting, queued{r, q.ctx})
	q.changed.Broadcast()
	return nil
}

// Close accepts no more messages, and returns when all that were sent are answered. To
// shorten this, send a stop first, or end the context.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	if q.alarm != nil {
		q.alarm.Stop()
	}
	q.changed.Broadcast()
	q.mu.Unlock()
	<-q.done
	q.mu.Lock()
	q.stop()
	q.mu.Unlock()
}
