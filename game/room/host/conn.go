//go:build !js

package host

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
)

// conn is the WebSocket of a member.
type conn struct {
	host    *Host
	socket  *websocket.Conn
	address netip.Addr
	rate    *rate.Limiter
	out     chan []byte
	size    atomic.Int64 // bytes that wait in out

	once   sync.Once
	ending chan struct{} // closed when nothing more is sent
	status websocket.StatusCode
	reason string
}

const (
	joinTime   = 10 * time.Second // for the first message
	writeTime  = 10 * time.Second // for one message
	pingEvery  = 25 * time.Second
	pingTime   = 20 * time.Second // for its answer
	maxRefused = 100              // messages beyond the limit, after which a connection is closed
	maxWaiting = 1 << 20          // bytes that wait for a slow reader
)

// serve runs a connection to its end.
func (h *Host) serve(ctx context.Context, socket *websocket.Conn, address netip.Addr, t *table) {
	c := &conn{
		host: h, socket: socket, address: address, rate: h.limits.connection(),
		out: make(chan []byte, h.limits.Waiting), ending: make(chan struct{}),
	}
	socket.SetReadLimit(message.MaxMessage)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer cancel()
		c.write(ctx)
	}()
	m := &member{conn: c}
	c.read(ctx, t, m)
	t.call(func() { t.leave(m) })
	c.close(websocket.StatusNormalClosure, "")
	<-written
}

// read reads messages until the connection ends, which write does when the context is done.
// The next message waits for the answer.
func (c *conn) read(ctx context.Context, t *table, m *member) {
	refused, isIn := 0, false
	for {
		limit, stop, forget := context.Background(), context.CancelFunc(func() {}), func() bool { return true }
		if !isIn {
			limit, stop = context.WithTimeout(ctx, joinTime)
			forget = context.AfterFunc(c.host.running, stop)
		}
		kind, text, err := c.socket.Read(limit)
		forget()
		stop()
		if err != nil {
			if errors.Is(err, websocket.ErrMessageTooBig) {
				c.host.metrics.refused(message.CodeTooLong)
			}
			return
		}
		began := c.host.options.Now()
		r, err := room.ReadRequest(text)
		if limited := c.limit(began); limited != nil {
			c.refuse(limited, r)
			if refused++; refused > maxRefused {
				c.close(websocket.StatusPolicyViolation, string(room.CodeTooManyMessages))
				return
			}
			continue
		}
		switch {
		case err == nil && kind != websocket.MessageText:
			err = &game.Error{Code: message.CodeBadJSON, Message: "the message is not text", Hint: "send JSON as text"}
		case err == nil && !isIn && r.Type != room.TypeJoin:
			err = refuse(room.CodeNotJoined)
		case err == nil && !isIn:
			err = refuse(room.CodeUnavailable) // unless join comes to its end
			t.call(func() { err = t.join(m, r) })
			isIn = err == nil
		case err == nil:
			t.call(func() { t.answer(m, r) })
		}
		c.host.metrics.took(c.host.options.Now().Sub(began))
		if err == nil {
			continue
		}
		c.refuse(err, r)
		if !isIn {
			c.close(websocket.StatusPolicyViolation, string(game.CodeOf(err)))
			return
		}
	}
}

// limit returns the refusal of a message beyond a limit, else nil.
func (c *conn) limit(at time.Time) error {
	switch {
	case !c.rate.AllowN(at, 1):
		return refuse(room.CodeTooManyMessages)
	case !c.host.limits.message(c.address):
		return errAddressSendsTooMany()
	}
	return nil
}

// refuse sends a failure that is not about the game.
func (c *conn) refuse(err error, r room.Request) {
	if e, ok := errors.AsType[*game.Error](err); ok {
		c.host.metrics.refused(e.Code)
		c.send(room.EncodeFailure(r.ID, e))
	}
}

// send has a message sent soon. It closes the connection if too many or too large ones wait.
func (c *conn) send(text []byte) {
	select {
	case <-c.ending:
		return
	default:
	}
	if c.size.Add(int64(len(text))) <= maxWaiting {
		select {
		case c.out <- text:
			return
		default:
		}
	}
	c.host.metrics.refused(room.CodeTooSlow)
	c.close(websocket.StatusPolicyViolation, string(room.CodeTooSlow))
}

// close ends the connection when what waits is sent. The first reason counts.
func (c *conn) close(status websocket.StatusCode, reason string) {
	c.once.Do(func() {
		c.status, c.reason = status, reason
		close(c.ending)
	})
}

// write sends messages until the connection ends, and then closes it.
func (c *conn) write(ctx context.Context) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case text := <-c.out:
			if !c.put(text) {
				return
			}
		case <-ping.C:
			go c.ping(ctx) // messages do not wait for the answer
		case <-c.ending:
			late := time.AfterFunc(writeTime, func() { _ = c.socket.CloseNow() }) // for all that waits
			defer late.Stop()
			for len(c.out) > 0 {
				if !c.put(<-c.out) {
					return
				}
			}
			_ = c.socket.Close(c.status, c.reason) // whoever is gone does not hear it
			return
		case <-ctx.Done():
			_ = c.socket.CloseNow()
			return
		}
	}
}

// ping closes the connection if it is dead.
func (c *conn) ping(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, pingTime)
	defer stop()
	if c.socket.Ping(ctx) != nil {
		_ = c.socket.CloseNow()
	}
}

// put sends a message, and closes the connection if that fails.
func (c *conn) put(text []byte) bool {
	c.size.Add(-int64(len(text)))
	// A context of its own for each message takes longer than to write it.
	late := time.AfterFunc(writeTime, func() { _ = c.socket.CloseNow() })
	defer late.Stop()
	if err := c.socket.Write(context.Background(), websocket.MessageText, text); err != nil {
		_ = c.socket.CloseNow()
		return false
	}
	return true
}
