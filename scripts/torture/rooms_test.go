//go:build !js

package torture

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
)

// rooms is a game in a room whose servers are killed at any moment. Each action that was
// acknowledged is in the log, once; the players go on without knowing of it, and the clock
// has counted the time.
var rooms = Part{Name: "rooms", Unit: "kills", Round: roomRound, Whole: true}

// native returns the parts that do not run in a browser.
func native(t *testing.T) []row { return []row{{rooms, 2}, {newNetwork(t), 1}, {strangers, 1}} }

const (
	killsOfRound  = 4
	playedWithout = 4 // entries, while a NATS server is away
	mostOfRound   = 5 * time.Minute
	mostOfNews    = 30 * time.Second // from one server to another, one of which has just lost its connection
	restTime      = 300              // milliseconds at the most between the start of a program and its end
)

// command builds the command line, once.
var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "banchess-rooms-")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "banchess")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", program, "github.com/banchess/banchess/game/cmd/banchess").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return program, err
})

// node is a program that serves rooms, which can be killed and started again.
type node struct {
	args    []string
	address string
	process *exec.Cmd
	log     strings.Builder
}

// start starts the program, and returns when it serves.
func (n *node) start(ctx context.Context) error {
	program, err := command()
	if err != nil {
		return err
	}
	n.process = exec.CommandContext(ctx, program, append([]string{"serve", "--json", "--addr", n.address}, n.args...)...)
	n.log.Reset()
	n.process.Stderr = &n.log
	out, err := n.process.StdoutPipe()
	if err == nil {
		err = n.process.Start()
	}
	if err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	var said struct{ URL string }
	if err == nil {
		err = json.Unmarshal([]byte(line), &said)
	}
	if err != nil {
		_ = n.kill()
		return fmt.Errorf("the program does not start: %w, %s", err, &n.log)
	}
	n.address = strings.TrimSuffix(strings.TrimPrefix(said.URL, "http://"), "/")
	return nil
}

// kill ends the program at once. The operating system still writes what the program gave it,
// unlike at a power failure.
func (n *node) kill() error {
	_ = n.process.Process.Kill() // unless it has ended
	return n.process.Wait()
}

// balancer sends each request to the next server, whether that is there or not.
func balancer(nodes []*node) http.Handler {
	var addresses []string // the nodes keep them when they start again
	for _, n := range nodes {
		addresses = append(addresses, n.address)
	}
	var turn atomic.Int32
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: addresses[int(turn.Add(1))%len(addresses)]})
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
}

// isCluster chooses one round in three, of the first two the second.
func isCluster(r *rand.Rand) bool { return r.IntN(3) == 2 }

// The short form has both kinds of rounds.
func TestKindsOfRooms(t *testing.T) {
	for seed, want := range map[uint64]bool{1: false, 2: true} {
		if got := isCluster(rand.New(rand.NewPCG(seed, 0))); got != want {
			t.Errorf("seed %d is a cluster: %v", seed, got)
		}
	}
}

// roomRound plays in one room, with one server and its folder, or with two servers of a
// cluster behind a balancer. One of the cluster's NATS servers is away for a while.
func roomRound(asked context.Context, r *rand.Rand) (kills int, err error) {
	ctx, cancel := context.WithTimeout(asked, mostOfRound)
	defer cancel()
	dir, err := os.MkdirTemp("", "banchess-room-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	site := filepath.Join(dir, "site")
	if err := errors.Join(os.Mkdir(site, 0o755), os.WriteFile(filepath.Join(site, "index.html"), nil, 0o644)); err != nil {
		return 0, err
	}
	nodes, nats := []*node{{args: []string{"--dir", site, "--rooms", filepath.Join(dir, "rooms")}}}, (*cluster)(nil)
	if isCluster(r) {
		if nats, err = newCluster(dir); err != nil {
			return 0, err
		}
		for i := range nats.servers {
			defer nats.kill(i)
			if err := nats.start(ctx, i); err != nil {
				return 0, err
			}
		}
		args := []string{"--dir", site, "--nats", nats.urls()}
		nodes = []*node{{args: args}, {args: args}}
	}
	for _, n := range nodes {
		n.address = "127.0.0.1:0"
		if err := n.start(ctx); err != nil {
			return 0, err
		}
		defer func() { _ = n.kill() }()
	}
	g := &roomGame{r: r, base: "http://" + nodes[0].address + "/", news: make(chan struct{}, 1)}
	if len(nodes) > 1 {
		s := httptest.NewServer(balancer(nodes))
		defer s.Close()
		g.base = s.URL + "/"
	}
	if err := g.begin(ctx); err != nil {
		return 0, err
	}
	defer g.end()
	done := make(chan error, 1)
	go func() { done <- g.play(ctx) }()
	away, before := -1, 0
	for kills < killsOfRound && ctx.Err() == nil {
		select {
		case <-time.After(time.Duration(r.IntN(restTime)) * time.Millisecond): // the moment is random
		case err := <-done:
			return kills, errors.Join(err, g.check(ctx))
		}
		switch {
		case nats == nil:
		case kills == 0:
			away, before = r.IntN(3), g.count()
			nats.kill(away)
		case kills == killsOfRound-1:
			if err := g.wait(ctx, before+playedWithout, done); err != nil {
				return kills, errors.Join(err, g.check(ctx))
			}
			if err := nats.start(ctx, away); err != nil {
				return kills, err
			}
		}
		n := nodes[r.IntN(len(nodes))]
		_ = n.kill() // as it is meant to
		kills++
		if err := n.start(ctx); err != nil {
			return kills, err
		}
	}
	g.stop()
	return kills, errors.Join(<-done, g.check(ctx))
}

// roomGame is the game of a round, in which two clients play at random.
type roomGame struct {
	r       *rand.Rand
	base    string          // the address of the server, or of the balancer before the servers
	players [2]*room.Client // White and Black
	began   time.Time
	seed    uint64
	stands  map[int]room.Milliseconds // the clock of the side that is not to act, by the number of entries since then

	mu      sync.Mutex
	isOver  bool
	entries []string      // that were acknowledged
	news    chan struct{} // there is another one
}

const baseTime = time.Hour

func (g *roomGame) begin(ctx context.Context) error {
	g.seed, g.stands = g.r.Uint64(), map[int]room.Milliseconds{}
	own, guest, err := room.Open(ctx, g.base, room.Options{Seat: game.White, Base: baseTime})
	if err != nil {
		return err
	}
	for i, l := range []room.Link{own, guest} {
		if g.players[i], err = room.Join(ctx, l); err != nil {
			return err
		}
	}
	g.began = time.Now()
	return nil
}

func (g *roomGame) end() {
	for _, p := range g.players {
		if p != nil {
			p.Close()
		}
	}
}

func (g *roomGame) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.isOver = true
}

func (g *roomGame) stopped() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isOver
}

func (g *roomGame) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.entries)
}

// wait waits until a number of entries were acknowledged. It is an error if the game is done
// before.
func (g *roomGame) wait(ctx context.Context, number int, done <-chan error) error {
	for g.count() < number {
		select {
		case <-g.news:
		case err := <-done:
			return fmt.Errorf("the game ends after %d entries, not %d: %w", g.count(), number, err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// play plays until the game is stopped. What ends a game on the board is not played.
func (g *roomGame) play(ctx context.Context) error {
	r := rand.New(rand.NewPCG(g.seed, 1))
	local := game.New()
	for !g.stopped() {
		acts := g.players[int(local.ActivePlayer())-int(game.White)]
		for acts.Log().Len() < len(g.entries) {
			m, err := acts.Next(ctx)
			if err == nil {
				err = g.compare(m)
			}
			if err != nil {
				return fmt.Errorf("after %d entries: %w", len(g.entries), err)
			}
		}
		all := local.LegalActions()
		a := all[r.IntN(len(all))]
		if e, err := local.Preview(a); err != nil || e.Result.Over() {
			if len(all) == 1 {
				return err
			}
			continue
		}
		err := acts.Act(ctx, a)
		for code := game.CodeOf(err); (code == room.CodeTooManyMessages || code == room.CodeUnavailable) && ctx.Err() == nil; code = game.CodeOf(err) {
			time.Sleep(restTime * time.Millisecond) // as the refusal says
			err = acts.Act(ctx, a)
		}
		if err != nil {
			return fmt.Errorf("action %d, %v: %w", len(g.entries)+1, a, err)
		}
		if err := local.Play(a); err != nil {
			return err
		}
		g.mu.Lock()
		g.entries = append(g.entries, room.EntryOf(a))
		g.mu.Unlock()
		select {
		case g.news <- struct{}{}:
		default:
		}
	}
	return nil
}

// compare compares the clock of the side that is not to act with what a server has said of it
// since the other side is to act.
func (g *roomGame) compare(m room.Message) error {
	if m.Clock == nil { // a failure
		return nil
	}
	active, since := game.Ply(m.Number+1).ActivePlayer(), m.Number
	for since > 0 && game.Ply(since).ActivePlayer() == active {
		since--
	}
	left := m.Clock.White
	if active == game.White {
		left = m.Clock.Black
	}
	before, ok := g.stands[since]
	if ok && left != before {
		return fmt.Errorf("after %d entries the clock of %s goes from %v to %v", m.Number, active.Opponent().Name(), before.Duration(), left.Duration())
	}
	g.stands[since] = left
	return nil
}

// hears waits until a client has a log. Another server of a cluster may tell it a little later
// than the one that has acknowledged it.
func hears(ctx context.Context, c *room.Client, want string) error {
	ctx, cancel := context.WithTimeout(ctx, mostOfNews)
	defer cancel()
	for {
		log := c.Log()
		if log.Text() == want {
			return nil
		}
		if _, err := c.Next(ctx); err != nil {
			return err
		}
	}
}

// check compares what a server has, asked anew, with what was acknowledged, the sum of the
// clocks with the time that has passed, and each with what was said of it before.
func (g *roomGame) check(ctx context.Context) error {
	gone, cancel := context.WithCancel(ctx)
	cancel()
	for _, p := range g.players {
		for m, err := p.Next(gone); err == nil; m, err = p.Next(gone) {
			if err := g.compare(m); err != nil {
				return err
			}
		}
		again, err := room.Join(ctx, p.Link())
		if err != nil {
			return err
		}
		defer again.Close()
		state, err := again.Next(ctx)
		if err != nil {
			return err
		}
		want := strings.Join(g.entries, "")
		if err := hears(ctx, again, want); err != nil {
			return fmt.Errorf("the log is\n%s, acknowledged is\n%s: %w", state.Log, want, err)
		}
		if state.Clock == nil {
			return errors.New("there is no clock")
		}
		used := 2*baseTime - time.Duration(state.Clock.White+state.Clock.Black)*time.Millisecond
		if passed := time.Since(g.began); (used - passed).Abs() > time.Second {
			return fmt.Errorf("the clocks have counted %v of %v", used, passed)
		}
		if err := g.compare(state); err != nil {
			return err
		}
	}
	return nil
}
