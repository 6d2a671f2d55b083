package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	rules "github.com/banchess/banchess/game"
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
		run        func(p player, g *rules.Game, further []rules.Action) (busy time.Duration, plies int)
	}{
		{"load", "1000plies", []int{100, 1000, longest}, func(p player, g *rules.Game, _ []rules.Action) (time.Duration, int) {
			p.number(load(randomGame(b, 4)))
			return p.busy(func() {
				p.number(load(g))
				p.listed(g.Len())
			}), g.Len()
		}},
		{"act", "100plies", []int{10, 100, 1000, longest}, func(p player, g *rules.Game, further []rules.Action) (time.Duration, int) {
			p.number(load(g))
			p.listed(g.Len())
			return p.busy(func() {
				p.each(fmt.Sprintf("%s.play(it).success", game), further)
				p.listed(g.Len() + more)
			}), more
		}},
		{"undo", "100plies", []int{10, 100, 1000, longest}, func(p player, g *rules.Game, further []rules.Action) (time.Duration, int) {
			for _, a := range further {
				if err := g.Play(a); err != nil {
					b.Fatal(err)
				}
			}
			p.number(load(g))
			p.listed(g.Len())
			return p.busy(func() { p.each(fmt.Sprintf("%s.undo()", game), further) }), more
		}},
	} {
		b.Run(row.name, func(b *testing.B) {
			p := open(b, visit{}).ready()
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
						p.must(err)
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
func (p player) busy(do func()) time.Duration {
	p.t.Helper()
	before, err := p.Busy()
	p.must(err)
	do()
	after, err := p.Busy()
	p.must(err)
	return after - before
}

// listed waits until the list has all plies of a game, with the entries of each row.
func (p player) listed(plies int) {
	p.t.Helper()
	p.number(fmt.Sprintf(`(async () => {
		const entries = document.getElementById('moves').getElementsByClassName('entry');
		while (entries.length !== %d) await new Promise((done) => setTimeout(done, 20));
		return 1;
	})()`, plies))
}

// each evaluates an expression, which must be true, for each action (it) in a separate task.
func (p player) each(expression string, actions []rules.Action) {
	p.t.Helper()
	var bcn []string
	for _, a := range actions {
		bcn = append(bcn, a.String())
	}
	p.number(fmt.Sprintf(`(async () => {
		for (const it of %q.split(' ')) {
			if (!(%s)) throw new Error(it);
			await new Promise((done) => setTimeout(done));
		}
		return 1;
	})()`, strings.Join(bcn, " "), expression))
}
