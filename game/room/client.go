package room

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
)

// Message is a message from a server, with the fields that a client needs. The schema has
// all fields.
type Message struct {
	Type string          `json:"message_type"`
	ID   json.RawMessage `json:"id"`

	Number   int               `json:"number"` // the number of the last entry
	Entry    string            `json:"entry"`
	By       string            `json:"by"`
	Hash     string            `json:"hash"`
	Seats    map[string]string `json:"seats"` // "open", "here" or "away"
	Watchers int               `json:"watchers"`
	Clock    *struct {
		White   Milliseconds `json:"white_ms"`
		Black   Milliseconds `json:"black_ms"`
		Running string       `json:"running"`
	} `json:"clock"`
	Paused  bool   `json:"paused"`
	Restart bool   `json:"restart"`
	Rematch string `json:"rematch_offer"`
	Next    string `json:"next_room"`

	// Of a state.
	Seat      string       `json:"seat"`
	KeptDays  int          `json:"kept_days"`
	Base      Milliseconds `json:"base_ms"`
	Increment Milliseconds `json:"increment_ms"`
	Start     string       `json:"start_fen"`
	Log       string       `json:"log"`

	// Of a failure.
	Code   game.Code `json:"code"`
	Reason string    `json:"reason"`
	Hint   string    `json:"hint"`
}

// Client is a player or a watcher in a room. It keeps its own log and compares it with
// the server's. If the connection is lost, it reconnects by itself. Its methods are safe
// for use by several goroutines at once.
type Client struct {
	link   Link
	cancel context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	socket  *websocket.Conn // nil between two connections
	log     *Log            // nil before the first state
	seat    game.Player
	waiting map[string]*waiting // requests without an answer, by their id
	ids     int
	queue   []Message
	news    chan struct{}
	err     error // why the client has ended
}

// waiting is a request without an answer.
type waiting struct {
	text []byte
	done chan error
}

const (
	dialTime  = 10 * time.Second
	maxPause  = 5 * time.Second // between two attempts to come back
	pingEvery = 20 * time.Second
	maxAnswer = 64 << 10 // bytes of an answer over HTTP
	maxQueue  = 1000     // messages that wait for Next
)

// Join joins the room of a link. If the link has an invitation, first call WithSecret and
// keep the link that it returns: if the server's answer is lost, that link still gives
// you the seat. Errors are those of the server, with their codes, and those of the
// network. Close the client when you no longer need it.
func Join(ctx context.Context, l Link) (*Client, error) {
	l = l.WithSecret()
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &Client{link: l, cancel: cancel, done: make(chan struct{}), waiting: map[string]*waiting{}, news: make(chan struct{}, 1)}
	socket, err := c.dial(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	go c.run(run, socket)
	return c, nil
}

// Link returns the link with which the same player can come back.
func (c *Client) Link() Link {
	l := c.link
	l.Invitation = ""
	return l
}

// Seat returns the side of this client, or NoPlayer for a watcher.
func (c *Client) Seat() game.Player {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seat
}

// Log returns a copy of the log.
func (c *Client) Log() *Log {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.clone()
}

// Close leaves the room.
func (c *Client) Close() {
	c.cancel()
	<-c.done
}

// Next returns the next message. If more than 1,000 messages wait, the oldest are lost.
// The error is that of the context, or says why the client is no longer in the room. After
// Close it is context.Canceled, as that of Do is.
func (c *Client) Next(ctx context.Context) (Message, error) {
	for {
		c.mu.Lock()
		if len(c.queue) > 0 {
			m := c.queue[0]
			c.queue = c.queue[1:]
			c.mu.Unlock()
			return m, nil
		}
		err := c.err
		c.mu.Unlock()
		if err != nil {
			return Message{}, err
		}
		select {
		case <-c.news:
		case <-c.done:
		case <-ctx.Done():
			return Message{}, ctx.Err()
		}
	}
}

// Act plays a ban or a move.
func (c *Client) Act(ctx context.Context, a game.Action) error {
	r := Request{Type: TypeMove, From: a.Pair().From().String(), To: a.Pair().To().String()}
	if a.IsBan() {
		r.Type = TypeBan
	} else if a.Promotion() != game.NoRole {
		r.Promotion = a.Promotion().String()
	}
	return c.Do(ctx, r)
}

// Do sends a request. It returns nil when the server has carried it out, and otherwise
// the error of the refusal. Do sets the id of the request and, if the request adds an
// entry, its number and the hash of the log with the entry. If the connection is lost, or
// the server cannot keep the entry for a while, Do sends the request again; it is carried
// out only once.
func (c *Client) Do(ctx context.Context, r Request) error {
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return c.err
	}
	c.ids++
	id := strconv.Itoa(c.ids)
	r.ID = json.RawMessage(id)
	if slices.Contains(requestFields[r.Type], "number") {
		c.complete(&r)
	}
	text, err := json.Marshal(r)
	if err != nil {
		c.mu.Unlock()
		return err
	}
	c.mu.Unlock()
	err = c.ask(ctx, id, text)
	for pause := 250 * time.Millisecond; game.CodeOf(err) == CodeUnavailable && pause <= maxPause; pause *= 2 {
		select {
		case <-time.After(pause):
			err = c.ask(ctx, id, text)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// ask sends a request and waits for its answer.
func (c *Client) ask(ctx context.Context, id string, text []byte) error {
	w := &waiting{text, make(chan error, 1)}
	c.mu.Lock()
	c.waiting[id] = w
	socket := c.socket
	c.mu.Unlock()
	if socket != nil {
		_ = socket.Write(ctx, websocket.MessageText, text) // if it fails it is sent again
	}
	select {
	case err := <-w.done:
		return err
	case <-c.done:
		return c.err
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		return ctx.Err()
	}
}

// complete sets what a request lacks: its number, and the hash of the log with its entry, so
// that a difference is found at once.
func (c *Client) complete(r *Request) {
	next := c.log.Len() + 1
	if r.Number == 0 {
		r.Number = next
	}
	if r.Number != next || r.Hash != "" || c.seat == game.NoPlayer {
		return
	}
	if entry, _, err := (&State{Log: c.log}).EntryOf(c.seat, *r); err == nil && entry != "" {
		r.Hash = c.log.hashWith(entry)
	}
}

// dial connects, joins, and takes the state.
func (c *Client) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	address, err := Rooms(c.link.Base)
	if err != nil {
		return nil, err
	}
	socket, answer, err := websocket.Dial(ctx, address+"/"+c.link.Room, nil)
	if err != nil {
		if answer != nil && answer.Body != nil && answer.StatusCode != http.StatusSwitchingProtocols {
			return nil, denied(answer)
		}
		return nil, err
	}
	socket.SetReadLimit(1 << 20) // a state has the whole log
	join, err := json.Marshal(Request{Type: TypeJoin, Secret: c.link.Secret, Invitation: c.link.Invitation})
	if err == nil {
		err = socket.Write(ctx, websocket.MessageText, join)
	}
	var m Message
	if err == nil {
		m, err = read(ctx, socket)
	}
	if err == nil && m.Type == TypeFailure {
		err = refusal(m.Code, m.Reason, m.Hint)
	}
	if err == nil && m.Type == TypeRace {
		err = refusal(CodeOtherRoom, "the link is to a race of puzzles", "open it in a browser")
	}
	if err == nil && m.Type != TypeState {
		err = errors.New("the server begins with something else than a state")
	}
	if err == nil {
		err = c.take(m)
	}
	if err != nil {
		_ = socket.CloseNow()
		return nil, err
	}
	return socket, nil
}

func read(ctx context.Context, socket *websocket.Conn) (Message, error) {
	var m Message
	_, text, err := socket.Read(ctx)
	if err != nil {
		return m, err
	}
	return decode(text)
}

// decode reads a message. What a server says in words may be shown on a terminal, so only
// characters that can be printed are left in it.
func decode(text []byte) (m Message, err error) {
	if err = json.Unmarshal(text, &m); err != nil {
		return m, err
	}
	m.Code, m.Reason, m.Hint = game.Code(printable(string(m.Code))), printable(m.Reason), printable(m.Hint)
	for player, seat := range m.Seats {
		m.Seats[player] = printable(seat)
	}
	if !IsSecret(m.Next) {
		m.Next = ""
	}
	return m, nil
}

// printable removes control characters and those that change the direction of a text.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}

// run reads messages, and connects again when that fails.
func (c *Client) run(ctx context.Context, socket *websocket.Conn) {
	defer close(c.done)
	for pause := 50 * time.Millisecond; ; {
		if socket != nil {
			pause = 50 * time.Millisecond
			c.again(ctx, socket)
			err := c.listen(ctx, socket)
			_ = socket.Close(websocket.StatusNormalClosure, "")
			c.mu.Lock()
			c.socket = nil
			if ctx.Err() != nil {
				c.err = ctx.Err()
			} else if isFinal(err) {
				c.err = err
			}
			ended := c.err != nil
			c.mu.Unlock()
			if ended {
				return
			}
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
		pause = min(2*pause, maxPause)
		var err error
		if socket, err = c.dial(ctx); socket == nil && ctx.Err() != nil || isFinal(err) { // listen closes a socket
			c.mu.Lock()
			c.err = errors.Join(ctx.Err(), err)
			c.mu.Unlock()
			return
		}
	}
}

// isFinal reports whether an error stays the same when one connects again.
func isFinal(err error) bool {
	switch game.CodeOf(err) {
	case CodeNoRoom, CodeBadSecret, CodeDamaged, game.CodeDesync:
		return true
	}
	return false
}

// again sends what has no answer yet.
func (c *Client) again(ctx context.Context, socket *websocket.Conn) {
	c.mu.Lock()
	c.socket = socket
	var texts [][]byte
	for id := 1; id <= c.ids; id++ { // in their order
		if w := c.waiting[strconv.Itoa(id)]; w != nil {
			texts = append(texts, w.text)
		}
	}
	c.mu.Unlock()
	for _, text := range texts {
		_ = socket.Write(ctx, websocket.MessageText, text) // listen finds out
	}
}

// listen takes messages until the connection is lost.
func (c *Client) listen(ctx context.Context, socket *websocket.Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepAlive(ctx, socket)
	for {
		m, err := read(ctx, socket)
		if err != nil {
			return err
		}
		if err := c.take(m); err != nil {
			return err
		}
	}
}

// keepAlive closes a connection that is dead.
func keepAlive(ctx context.Context, socket *websocket.Conn) {
	every := time.NewTicker(pingEvery)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			limit, cancel := context.WithTimeout(ctx, dialTime)
			err := socket.Ping(limit)
			cancel()
			if err != nil {
				_ = socket.CloseNow()
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// take takes a message: it brings the log up to date, ends what waits for the message, and
// keeps the message for Next.
func (c *Client) take(m Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case m.Type == TypeState:
		log, err := ReadLog(c.link.Room, m.Start, m.Log)
		if err != nil {
			return err
		}
		c.log = log
		c.seat, _ = game.ParsePlayer(m.Seat) // a watcher has none
	case c.log != nil && m.Number == c.log.Len()+1:
		if err := c.log.Add(m.Entry); err != nil {
			return err
		}
	}
	if c.log != nil && m.Number > 0 && (m.Number != c.log.Len() || m.Hash != c.log.Hash()) {
		if m.Type == TypeState {
			return errDesync(m.Number)
		}
		return errors.New("a message is missing") // connect again: a state comes
	}
	if w := c.waiting[string(m.ID)]; w != nil {
		delete(c.waiting, string(m.ID))
		var err error
		if m.Type == TypeFailure {
			err = refusal(m.Code, m.Reason, m.Hint)
		}
		w.done <- err
	}
	if len(c.queue) == maxQueue {
		c.queue = c.queue[1:]
	}
	c.queue = append(c.queue, m)
	select {
	case c.news <- struct{}{}:
	default:
	}
	return nil
}
