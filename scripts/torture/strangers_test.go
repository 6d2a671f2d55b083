//go:build !js

package torture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// strangers is a server of rooms that many strangers send anything, from many addresses,
// while others connect and say nothing. No one gets a seat or changes a game, the silent ones
// are cut off, and two players who mean it play on.
var strangers = Part{Name: "strangers", Unit: "messages", Round: strangersRound, Whole: true}

const (
	strangersMessages = 10_000 // of a round
	silentConnections = 1_000
	strangersAtOnce   = 16
	mostOfStrangers   = 3 * time.Minute
)

func strangersRound(asked context.Context, r *rand.Rand) (sent int, err error) {
	ctx, cancel := context.WithTimeout(asked, mostOfStrangers)
	defer cancel()
	h, err := host.New(host.Options{Journal: &room.Memory{}, TrustProxy: true, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		return 0, err
	}
	server := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	defer server.Close()
	defer func() { _ = h.Drain(context.WithoutCancel(ctx)) }()

	g := &roomGame{r: r, base: server.URL + "/"}
	if err := g.begin(ctx); err != nil {
		return 0, err
	}
	defer g.end()
	played := make(chan error, 1)
	go func() { played <- g.play(ctx) }()

	silent, err := dialSilent(ctx, server.URL, g.players[0].Link().Room)
	if err != nil {
		return 0, err
	}
	a := attack{url: server.URL, room: g.players[0].Link().Room, r: r}
	if a.old, _, err = room.Open(ctx, server.URL, room.Options{}); err != nil {
		return 0, err
	}
	failed := a.run(ctx)
	for _, c := range silent {
		_, _, err := c.Read(ctx)
		_ = c.CloseNow()
		if err == nil || ctx.Err() != nil {
			failed = errors.Join(failed, errors.New("a connection that says nothing is still open"))
		}
	}
	g.stop()
	err = errors.Join(failed, <-played, g.check(ctx))
	if len(g.entries) == 0 {
		err = errors.Join(err, errors.New("the honest players did not get to play"))
	}
	return int(a.sent.Load()), err
}

// dial connects to a room from an address that a proxy names.
func dial(ctx context.Context, url, id, address string) (*websocket.Conn, error) {
	c, answer, err := websocket.Dial(ctx, url+"/rooms/"+id, &websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {address}}})
	if answer != nil && answer.Body != nil {
		_ = answer.Body.Close()
	}
	return c, err
}

// dialSilent connects to a room from many addresses.
func dialSilent(ctx context.Context, url, id string) (all []*websocket.Conn, err error) {
	for i := range silentConnections {
		c, err := dial(ctx, url, id, fmt.Sprintf("10.1.%d.%d", i/250, i%250+1))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// attack sends anything to a room.
type attack struct {
	url, room string
	old       room.Link // of a player in another room
	sent      atomic.Int64

	mu sync.Mutex
	r  *rand.Rand
}

// run sends the messages of a round, from several connections at once.
func (a *attack) run(ctx context.Context) error {
	var all sync.WaitGroup
	failures := make(chan error, strangersAtOnce)
	for range strangersAtOnce {
		a.mu.Lock()
		r := rand.New(rand.NewPCG(a.r.Uint64(), a.r.Uint64()))
		a.mu.Unlock()
		all.Go(func() {
			for a.sent.Load() < strangersMessages && ctx.Err() == nil {
				if err := a.connect(ctx, r); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failures)
	return errors.Join(<-failures, ctx.Err())
}

// connect is one stranger, who sends until the server has had enough.
func (a *attack) connect(ctx context.Context, r *rand.Rand) error {
	address := fmt.Sprintf("10.%d.%d.%d", 2+r.IntN(200), r.IntN(256), 1+r.IntN(254))
	c, err := dial(ctx, a.url, a.room, address)
	if err != nil {
		return fmt.Errorf("a stranger cannot connect: %w", err)
	}
	defer c.CloseNow()
	c.SetReadLimit(1 << 20)
	heard := make(chan error, 1)
	go func() { heard <- listen(ctx, c) }()
	write := func(kind websocket.MessageType, text string) bool {
		a.sent.Add(1)
		return c.Write(ctx, kind, []byte(text)) == nil
	}
	if r.IntN(4) > 0 && !write(websocket.MessageText, a.join(r)) {
		return <-heard
	}
	for range 150 {
		kind := websocket.MessageText
		if r.IntN(40) == 0 {
			kind = websocket.MessageBinary
		}
		if !write(kind, hostileText(r)) {
			break
		}
	}
	c.CloseNow()
	return <-heard
}

// join returns a message that asks for a seat with what a stranger may have, or to watch.
func (a *attack) join(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf(`{"message_type":"join","secret":%q}`, room.NewSecret())
	case 1:
		return fmt.Sprintf(`{"message_type":"join","secret":%q}`, a.old.Secret)
	case 2:
		return fmt.Sprintf(`{"message_type":"join","secret":%q,"invitation":%q}`, room.NewSecret(), room.NewSecret())
	}
	return `{"message_type":"join"}`
}

// hostileText returns a message of any kind: out of turn, with wrong numbers, cut, nested, or no
// message at all.
func hostileText(r *rand.Rand) string {
	square := func() string { return string([]byte{"abcdefghz"[r.IntN(9)], "123456789"[r.IntN(9)]}) }
	kinds := []string{"ban", "piece_move", "resign", "offer_draw", "accept_draw", "undo", "accept_undo", "decline", "rematch", "state", "join", "new_game", "junk"}
	text := fmt.Sprintf(`{"message_type":%q,"from":%q,"to":%q,"number":%d,"hash":"%d","id":%d}`, kinds[r.IntN(len(kinds))], square(), square(), r.IntN(1000)-10, r.Int(), r.IntN(9))
	switch r.IntN(8) {
	case 0:
		return text[:r.IntN(len(text))]
	case 1:
		at := r.IntN(len(text))
		return text[:at] + string(rune(r.IntN(0x3000))) + text[at:]
	case 2:
		return strings.Repeat(`{"a":[`, r.IntN(2000))
	case 3:
		return fmt.Sprintf(`{"message_type":%q}`, kinds[r.IntN(len(kinds))])
	case 4:
		if r.IntN(20) == 0 {
			return strings.Repeat("x", 70_000)
		}
		return ""
	}
	return text
}

// listen reads what a stranger is told. It returns an error if that gives a seat, a key, or
// says that something was done.
func listen(ctx context.Context, c *websocket.Conn) error {
	for {
		_, text, err := c.Read(ctx)
		if err != nil {
			return nil // the connection has ended
		}
		var m struct {
			Seat, Secret, Invitation string
			ID                       any
			Type                     string `json:"message_type"`
		}
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("the server says %q: %w", text, err)
		}
		if m.Seat != "" || m.Secret != "" || m.Invitation != "" || m.ID != nil && m.Type != "failure" && m.Type != "state" {
			return fmt.Errorf("a stranger is told %s", text)
		}
	}
}
