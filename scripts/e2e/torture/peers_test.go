package torture

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// TestTorturePeers joins two browsers by code and plays, while pages are reloaded or left,
// connections end and clocks jump. Whenever the two are connected again, by a new code of either
// side, both have the same game, with each action that either side has played, once.
func TestTorturePeers(t *testing.T) {
	torturedPair(t, "peers", func(ctx context.Context, p *pair, e extent) (int, error) {
		return (&peers{pair: p}).round(ctx, e)
	})
}

const peerSteps, manyPeerSteps = 6, 30

// peers is a round: White and Black, and the game that they should have.
type peers struct {
	*pair
	actions []string
	ahead   *e2e.Player // the one who has played since the connection ended
	isLive  bool
}

// keepsConnections keeps the connections of a page, so that they can be ended.
const keepsConnections = `window.connections = [];
	window.RTCPeerConnection = class extends RTCPeerConnection { constructor(...options) { super(...options); connections.push(this); } };`

func (g *peers) round(ctx context.Context, e extent) (count int, err error) {
	site := httptest.NewServer(e2e.Files)
	defer site.Close()
	for i := range g.both {
		p, err := e2e.NewTab(e2e.Shared(), "about:blank", browser.Desktop)
		if err != nil {
			return 0, err
		}
		g.both[i] = e2e.Player{Tab: p, T: g.faults}
		g.both[i].Must(p.Before(keepsConnections))
		g.both[i].Must(p.Goto(site.URL + e2e.Prefix))
		g.both[i].Ready()
	}
	g.joins(0, g.both[0].Invites("side=white"))
	count, err = g.takeSteps(ctx, e, manyPeerSteps, peerSteps, func(i int) (string, string, func()) {
		name, do := g.next(i)
		return name, "", do
	})
	if err != nil {
		return count, err
	}
	g.rejoins()
	g.acts()
	return count, nil
}

// next returns what happens next: each once at first, in the order of the connection.
func (g *peers) next(i int) (string, func()) {
	one := g.r.IntN(2)
	of := func(name string) string { return name + " " + []string{"of White", "of Black"}[one] }
	ends := []struct {
		name string
		do   func(e2e.Player)
	}{
		{"a reload", func(p e2e.Player) { p.Reload() }},
		{"a page that is left", func(p e2e.Player) {
			address := p.Text("location.href.split(/[?#]/)[0]")
			p.Must(p.Goto("about:blank"))
			p.Must(p.Goto(address))
			p.Ready()
		}},
		{"the end of a connection", func(p e2e.Player) { p.Must(p.Eval("connections.forEach((one) => one.close()), 1", nil)) }},
	}
	switch n := g.r.IntN(10); {
	case i%4 == 0 || n < 3:
		return "actions", g.acts
	case i%4 == 1 && g.isLive:
		end := ends[(i/4+g.r.IntN(2))%len(ends)]
		return of(end.name), func() { g.ends(one, end.do) }
	case i%4 == 3 || n < 6:
		return "a new code", g.rejoins
	case n < 8:
		return of("a clock that jumps"), func() {
			g.both[one].Must(g.both[one].Eval(fmt.Sprintf("{ const now = Date.now; Date.now = () => now() + %d; }", g.r.Int64N(2e9)-1e9), nil))
		}
	}
	end := ends[g.r.IntN(len(ends))]
	return of(end.name), func() { g.ends(one, end.do) }
}

// joins connects the two by the invitation of one.
func (g *peers) joins(one int, invitation string) {
	inviter, other := g.both[one], g.both[1-one]
	other.Opens("#" + invitation)
	other.Words("connect", []string{"You play Black.", "You play White."}[one])
	inviter.Enters(other.CodeToSend())
	inviter.Connected()
	other.Connected()
	g.isLive, g.ahead = true, nil
	g.agrees()
}

// agrees waits until both have the game.
func (g *peers) agrees() {
	for _, p := range g.both {
		p.Has(strings.Join(g.actions, " "))
	}
}

// rejoins connects the two again by a new code, of either side.
func (g *peers) rejoins() {
	if g.isLive {
		g.agrees()
		return
	}
	one := g.r.IntN(2)
	g.both[one].Press("#together-connect")
	g.joins(one, g.both[one].CodeToSend())
}

// ends ends the connection, which both pages notice.
func (g *peers) ends(one int, do func(e2e.Player)) {
	do(g.both[one])
	for _, p := range g.both {
		p.Await("document.getElementById('together')?.checkVisibility() && !(" + e2e.IsLive + ")")
	}
	g.isLive = false
	for _, p := range g.both {
		p.Await("document.getElementById('together-connect')?.checkVisibility()")
	}
}

// acts plays some actions in turn. Without a connection one side alone can go on.
func (g *peers) acts() {
	for range 1 + g.r.IntN(4) {
		p := &g.both[1]
		if n := len(g.actions) % 4; n == 1 || n == 2 {
			p = &g.both[0]
		}
		if g.ahead != nil && g.ahead != p {
			return
		}
		var isOver bool
		p.Must(p.Eval(fmt.Sprintf(`((game) => {
			const legal = game.getLegalActions();
			for (let i = 0; i < legal.length; i++) {
				const action = legal[(i + %d) %% legal.length], copy = game.clone();
				try {
					if (!copy.play(action).success || copy.gameOver()) continue;
				} finally {
					copy.free();
				}
				return !game.play(action).success;
			}
			return true;
		})(%s)`, g.r.IntN(1000), e2e.Game), &isOver))
		if isOver {
			return
		}
		all := strings.Fields(p.Actions())
		if len(all) != len(g.actions)+1 || strings.Join(all[:len(g.actions)], " ") != strings.Join(g.actions, " ") {
			g.faults.Fatalf("after %v and an action there is %v", g.actions, all)
		}
		g.actions = all
		if g.isLive {
			g.agrees()
		} else {
			g.ahead = p
		}
	}
}
