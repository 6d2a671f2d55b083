//go:build !js

package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// newNetwork returns the part of games in rooms over a network that delays whatever is sent
// by up to three seconds, and cuts connections or lets them fall silent at any moment. The
// players and the server have the same log at the end, and what was acknowledged is in it
// once. The time is that of a bubble, so a round takes no longer than its computing.
func newNetwork(t *testing.T) Part {
	return Part{Name: "network", Unit: "games", Whole: true, Round: func(_ context.Context, r *rand.Rand) (games int, err error) {
		synctest.Test(t, func(*testing.T) { games, err = networkRound(r) })
		return games, err
	}}
}

const (
	gamesOfRound     = 20
	entriesOfGame    = 40 // after which White resigns
	mostOfDelay      = 3 * time.Second
	mostOfConnection = 90 * time.Second
	mostOfGames      = 6 * time.Hour // in the bubble
)

func networkRound(r *rand.Rand) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), mostOfGames)
	defer cancel()
	h, err := host.New(host.Options{Journal: &room.Memory{}, Limits: host.Limits{AddressRate: 1e6, Connections: 1e6, Rooms: 1e7}})
	if err != nil {
		return 0, err
	}
	n := &network{r: r, accepted: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: h.Handler(http.NotFoundHandler())}
	served := make(chan error, 1)
	go func() { served <- server.Serve(n) }()
	// The clients dial with the default transport.
	transport, before := &http.Transport{DialContext: n.dial}, http.DefaultTransport
	http.DefaultTransport = transport
	defer func() { http.DefaultTransport = before }()

	failures := make(chan error, gamesOfRound)
	for range gamesOfRound {
		one, two := rand.New(rand.NewPCG(r.Uint64(), 0)), rand.New(rand.NewPCG(r.Uint64(), 0))
		go func() { failures <- networkGame(ctx, one, two) }()
	}
	for range gamesOfRound {
		err = errors.Join(err, <-failures)
	}
	err = errors.Join(err, h.Drain(ctx), server.Close())
	transport.CloseIdleConnections()
	<-served
	n.all.Wait()
	return gamesOfRound, err
}

// The addresses of the server: over a network with faults, and over one without.
const (
	faulty    = "http://faulty/"
	faultless = "http://faultless/"
)

// networkGame plays one game to its end.
func networkGame(ctx context.Context, one, two *rand.Rand) error {
	own, guest, err := room.Open(ctx, faultless, room.Options{Seat: game.White})
	if err != nil {
		return err
	}
	players := []*networkPlayer{{r: one}, {r: two}}
	played := make(chan error, len(players))
	for i, l := range []room.Link{own, guest} {
		l.Base = faulty
		l = l.WithSecret()
		go func() { played <- players[i].play(ctx, l) }()
	}
	for range players {
		err = errors.Join(err, <-played)
	}
	defer players[0].close()
	defer players[1].close()
	if err != nil {
		return err
	}
	watcher, err := room.Join(ctx, own.Watch())
	if err != nil {
		return err
	}
	defer watcher.Close()
	log := watcher.Log()
	for i, p := range players {
		if text := p.log(); text != log.Text() {
			return fmt.Errorf("a player has\n%s, the server has\n%s", text, log.Text())
		}
		var entries []string
		for n := range log.Len() {
			if entry, by := log.Entry(n + 1); by == []game.Player{game.White, game.Black}[i] {
				entries = append(entries, entry)
			}
		}
		if !slices.Equal(entries, p.done) {
			return fmt.Errorf("of a player the log has\n%v, acknowledged were\n%v", entries, p.done)
		}
	}
	return nil
}

// networkPlayer plays anything over a network with faults.
type networkPlayer struct {
	r      *rand.Rand
	client *room.Client
	done   []string // the entries that were acknowledged
}

func (p *networkPlayer) close() {
	if p.client != nil {
		p.client.Close()
	}
}

func (p *networkPlayer) log() string { return p.client.Log().Text() }

// play plays until the game is over.
func (p *networkPlayer) play(ctx context.Context, l room.Link) (err error) {
	for p.client == nil {
		if p.client, err = room.Join(ctx, l); game.CodeOf(err) != "" || ctx.Err() != nil {
			return fmt.Errorf("a player cannot join: %w", err)
		}
	}
	for {
		log := p.client.Log()
		if log.Turn() == game.NoPlayer {
			return nil
		}
		request, entry := p.choose(log)
		if entry == "" {
			if _, err := p.client.Next(ctx); err != nil {
				return fmt.Errorf("waiting after %s: %w", log.Text(), err)
			}
			continue
		}
		switch err := p.client.Do(ctx, request); {
		case err == nil:
			p.done = append(p.done, entry)
		case game.CodeOf(err) == "":
			return fmt.Errorf("%s after %s: %w", entry, log.Text(), err)
		default: // the opponent was faster, or too much was sent at once
			time.Sleep(time.Duration(p.r.IntN(1000)) * time.Millisecond)
		}
	}
}

// choose returns what to do now and the entry that it becomes, or an empty entry to wait.
func (p *networkPlayer) choose(log *room.Log) (room.Request, string) {
	me, offer := p.client.Seat(), log.Offer()
	say := me.String()[:1]
	switch {
	case offer.By == me.Opponent() && p.r.IntN(2) == 0:
		return room.Request{Type: room.TypeDecline}, say + "-"
	case offer.By == me.Opponent() && offer.Back > 0:
		return room.Request{Type: room.TypeAcceptUndo}, fmt.Sprintf("%s(%d)", say, offer.Back)
	case log.Len() >= entriesOfGame && me == game.White:
		return room.Request{Type: room.TypeResign}, say + "#"
	case offer.By == game.NoPlayer && log.Game().Len() > 1 && p.r.IntN(8) == 0:
		back := 1 + p.r.IntN(2)
		return room.Request{Type: room.TypeUndo, Actions: back}, room.TakeBack(me, back)
	case log.Turn() != me || offer.By == me:
		return room.Request{}, ""
	}
	all := log.Game().LegalActions()
	a := all[p.r.IntN(len(all))]
	request := room.Request{Type: room.TypeMove, From: a.Pair().From().String(), To: a.Pair().To().String()}
	if a.IsBan() {
		request.Type = room.TypeBan
	} else if a.Promotion() != game.NoRole {
		request.Promotion = a.Promotion().String()
	}
	return request, room.EntryOf(a)
}

// network is a listener to which one connects within the program, over a network with faults
// or without.
type network struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
	all      sync.WaitGroup

	mu sync.Mutex
	r  *rand.Rand
}

func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.accepted:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *network) Close() error {
	n.once.Do(func() { close(n.closed) })
	return nil
}

func (n *network) Addr() net.Addr { return &net.TCPAddr{} }

// random returns a number below another one.
func (n *network) random(below time.Duration) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Duration(n.r.Int64N(int64(below)))
}

func (n *network) dial(ctx context.Context, _, address string) (net.Conn, error) {
	client, server := net.Pipe()
	if strings.HasPrefix(faulty, "http://"+strings.TrimSuffix(address, ":80")) {
		client, server = n.between(client, server)
	}
	select {
	case n.accepted <- server:
		return client, nil
	case <-n.closed:
	case <-ctx.Done():
	}
	_, _ = client.Close(), server.Close() // pipes can always be closed
	return nil, net.ErrClosed
}

// between puts a network with faults between two ends of a pipe, and returns the new ends.
// After some time the connection is cut, or one side hears nothing more.
func (n *network) between(client, near net.Conn) (net.Conn, net.Conn) {
	far, server := net.Pipe()
	cut, silent := time.Now().Add(n.random(mostOfConnection)), n.random(4) == 0
	n.all.Go(func() { n.carry(near, far, cut, silent) })
	n.all.Go(func() { n.carry(far, near, cut, silent) })
	return client, server
}

// chunk is what is on its way.
type chunk struct {
	bytes []byte
	due   time.Time
}

// carry takes bytes from one end to another, in their order.
func (n *network) carry(from, to net.Conn, cut time.Time, silent bool) {
	underway, ended := make(chan chunk, 1000), make(chan struct{})
	slow := n.random(2) == 0 // else most of it comes at once
	go func() {
		defer close(ended)
		for c := range underway {
			time.Sleep(time.Until(c.due))
			if silent && time.Now().After(cut) {
				continue
			}
			if _, err := to.Write(c.bytes); err != nil {
				break
			}
		}
		_ = to.Close() // a pipe can always be closed
		for range underway {
		}
	}()
	if !silent {
		_ = from.SetReadDeadline(cut) // a pipe has deadlines
	}
	last := time.Now()
	for {
		b := make([]byte, 1<<16)
		m, err := from.Read(b)
		due := time.Now().Add(n.random(mostOfDelay))
		if !slow && n.random(5) > 0 {
			due = time.Now()
		}
		if last.After(due) {
			due = last
		}
		last = due
		if err != nil {
			break
		}
		underway <- chunk{b[:m], due}
	}
	_ = from.Close() // a pipe can always be closed
	close(underway)
	<-ended
}
