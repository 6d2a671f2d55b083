package bench

import (
	"fmt"
	"strings"
	"testing"
	"time"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/torture"
)

// more is the number of actions that are played and taken back at the end of a long game.
const more = 40

// BenchmarkPageGrowth measures the work of the page's thread per ply in games of
// several lengths: loading until the whole list is there, playing at the end of the list,
// and taking back. Loading a short game is mostly other work, so loading is compared to
// that of a game of 1,000 plies.
func BenchmarkPageGrowth(b *testing.B) {
	const longest = 5000
	long, err := torture.LongGame(longest + more)
	if err != nil {
		b.Fatal(err)
	}
	actions := long.Actions()
	for _, row := range []struct {
		name, peer string
		plies      []int
		run        func(p e2e.Player, g *rules.Game, further []rules.Action) (busy time.Duration, plies int)
	}{
		{"load", "1000plies", []int{100, 1000, longest}, func(p e2e.Player, g *rules.Game, _ []rules.Action) (time.Duration, int) {
			p.Number(e2e.LoadTime(e2e.RandomGame(b, 4)))
			return busy(p, func() {
				p.Number(e2e.LoadTime(g))
				p.Listed(g.Len())
			}), g.Len()
		}},
		{"act", "100plies", []int{10, 100, 1000, longest}, func(p e2e.Player, g *rules.Game, further []rules.Action) (time.Duration, int) {
			p.Number(e2e.LoadTime(g))
			p.Listed(g.Len())
			return busy(p, func() {
				each(p, fmt.Sprintf("%s.play(it).success", e2e.Game), further)
				p.Listed(g.Len() + more)
			}), more
		}},
		{"undo", "100plies", []int{10, 100, 1000, longest}, func(p e2e.Player, g *rules.Game, further []rules.Action) (time.Duration, int) {
			for _, a := range further {
				if err := g.Play(a); err != nil {
					b.Fatal(err)
				}
			}
			p.Number(e2e.LoadTime(g))
			p.Listed(g.Len())
			return busy(p, func() { each(p, fmt.Sprintf("%s.undo()", e2e.Game), further) }), more
		}},
	} {
		b.Run(row.name, func(b *testing.B) {
			p := e2e.Open(b, e2e.Visit{}).Ready()
			for _, plies := range row.plies {
				name := fmt.Sprintf("%dplies", plies)
				if name == row.peer {
					name = "peer=" + name
				}
				b.Run(name, func(b *testing.B) {
					var sum time.Duration
					count := 0
					for range b.N {
						g, err := rules.Replay(long.Start(), actions[:plies]...)
						p.Must(err)
						busy, n := row.run(p, g, actions[plies:plies+more])
						sum, count = sum+busy, count+n
					}
					b.ReportMetric(float64(sum.Nanoseconds())/float64(count), "ns/op")
				})
			}
		})
	}
}

// busy returns the time that the page's thread spends on an operation.
func busy(p e2e.Player, do func()) time.Duration {
	p.T.Helper()
	before, err := p.Busy()
	p.Must(err)
	do()
	after, err := p.Busy()
	p.Must(err)
	return after - before
}

// each evaluates an expression, which must be true, for each action (it) in a separate task.
func each(p e2e.Player, expression string, actions []rules.Action) {
	p.T.Helper()
	var bcn []string
	for _, a := range actions {
		bcn = append(bcn, a.String())
	}
	p.Number(fmt.Sprintf(`(async () => {
		for (const it of %q.split(' ')) {
			if (!(%s)) throw new Error(it);
			await new Promise((done) => setTimeout(done));
		}
		return 1;
	})()`, strings.Join(bcn, " "), expression))
}
