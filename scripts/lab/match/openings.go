package match

import (
	"context"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// balance is the largest permitted score of an opening, in centipawns.
const balance = 120

// opening returns the opening with a number: random actions that a quick search finds
// balanced.
func (m *table) opening(ctx context.Context, number int) ([]game.Action, error) {
	rng := rand.New(rand.NewPCG(m.Seed, uint64(number)))
	for ctx.Err() == nil {
		g := game.New()
		for g.Len() < m.Opening && !g.Over() {
			choice := g.AppendLegalActions(nil)
			_ = g.Play(choice[rng.IntN(len(choice))])
		}
		if g.Over() {
			continue
		}
		m.judge.Clear()
		r, err := m.judge.Search(ctx, g, engine.Limits{Nodes: 3000}, nil)
		if err != nil {
			return nil, err
		}
		if r.Score.Mate == 0 && r.Score.Centipawns >= -balance && r.Score.Centipawns <= balance {
			return g.Actions(), nil
		}
	}
	return nil, ctx.Err()
}
