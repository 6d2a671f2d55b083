package match

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// openings generates random openings that a quick search finds balanced.
type openings struct {
	rng     *rand.Rand
	actions int
	engine  *engine.Engine

	dealing sync.Mutex
	dealt   [][]game.Action
}

// balance is the largest permitted score of an opening, in centipawns.
const balance = 120

func newOpenings(seed uint64, actions int) (*openings, error) {
	e, err := engine.New(engine.Options{Hash: 1})
	return &openings{rng: rand.New(rand.NewPCG(seed, 0)), actions: actions, engine: e}, err
}

// at returns the opening with a number, counted from 1.
func (o *openings) at(number int) []game.Action {
	o.dealing.Lock()
	defer o.dealing.Unlock()
	for len(o.dealt) < number {
		o.dealt = append(o.dealt, o.next())
	}
	return o.dealt[number-1]
}

func (o *openings) next() []game.Action {
	for {
		g := game.New()
		for g.Len() < o.actions && !g.Over() {
			choice := g.AppendLegalActions(nil)
			_ = g.Play(choice[o.rng.IntN(len(choice))])
		}
		if g.Over() {
			continue
		}
		o.engine.Clear()
		r, err := o.engine.Search(context.Background(), g, engine.Limits{Nodes: 3000}, nil)
		if err == nil && r.Score.Mate == 0 && r.Score.Centipawns >= -balance && r.Score.Centipawns <= balance {
			return g.Actions()
		}
	}
}
