package mine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// Limits of the search that looks for a second answer.
const (
	deepNodes = 1_500_000
	deepLines = 4
)

// leastApart is by how much the right actions have to be better than all others, everywhere in
// the line.
const leastApart = 0.06

// hasRival reports whether another action is nearly as good as the right ones, or is not known
// not to be.
func (c *candidate) hasRival() bool { return !(c.Apart >= leastApart) }

// chances returns the share of the points that a score is worth, as ratings count.
func chances(s engine.Score) float64 {
	return 1 / (1 + math.Pow(10, -float64(centipawns(s))/400))
}

// apart returns by how much of a point the right actions of a puzzle are better than the best
// other one, by a search of so many positions, at the place of the line where that is least. Mates
// and defences against them are proven to the end: there it is 1.
func (m *Miner) apart(ctx context.Context, p *puzzle.Puzzle, nodes uint64) (float64, error) {
	if p.Goal.Kind == puzzle.Mate || p.Goal.Kind == puzzle.Defend {
		return 1, nil
	}
	least, err := m.apartFrom(ctx, game.NewFrom(p.Position), p.Line, p.Solver(), nodes)
	return math.Round(1000*least) / 1000, err
}

// apartFrom returns the same of the line from a place on.
func (m *Miner) apartFrom(ctx context.Context, g *game.Game, steps []puzzle.Step, solver game.Player, nodes uint64) (float64, error) {
	right := make([]game.Action, len(steps))
	for i, s := range steps {
		right[i] = s.Action
	}
	least := 1.0
	if len(steps) > 0 && g.ActivePlayer() == solver && !slices.Contains(right, puzzle.Any) && len(g.LegalActions()) > len(right) {
		m.judge.Clear()
		r, err := m.judge.Search(ctx, g, engine.Limits{Nodes: nodes, Lines: deepLines}, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return least, err
		}
		best, other := chances(r.Lines[len(r.Lines)-1].Score), 0.0 // a right action without a line is no better than the last
		for _, l := range r.Lines {
			if slices.Contains(right, l.Actions[0]) {
				best = max(best, chances(l.Score))
			} else {
				other = max(other, chances(l.Score))
			}
		}
		least = best - other
	}
	for _, s := range steps {
		action := s.Action
		if action == puzzle.Any {
			action = g.LegalActions()[slices.IndexFunc(g.LegalActions(), func(a game.Action) bool { return !slices.Contains(right, a) })]
		}
		next := g.Clone()
		if err := next.Play(action); err != nil {
			return least, err
		}
		later, err := m.apartFrom(ctx, next, s.Next, solver, nodes)
		if err != nil {
			return least, err
		}
		least = min(least, later)
	}
	return least, nil
}
