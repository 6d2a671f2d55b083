package match

import (
	"context"
	"math/rand/v2"

	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/engine"
)

// openings deals random beginnings of games that a quick search finds balanced.
type openings struct {
	rng     *rand.Rand
	actions int
	engine  *engine.Engine
}

// balance is how many centipawns an opening may be off.
const balance = 120

func newOpenings(seed uint64, actions int) *openings {
	return &openings{
		rng: rand.New(rand.NewPCG(seed, 0)), actions: actions,
		engine: engine.New(engine.Options{Hash: 1}),
	}
}

func (o *openings) next() []engine.Action {
	for {
		var played []engine.Action
		b := bitboard.Start()
		for len(played) < o.actions && !engine.Over(b) {
			choice := engine.Actions(b)
			a := choice[o.rng.IntN(len(choice))]
			a.Play(b)
			played = append(played, a)
		}
		if engine.Over(b) {
			continue
		}
		o.engine.Clear()
		r, err := o.engine.Search(context.Background(), b, engine.Limits{Nodes: 3000}, nil)
		if err == nil && r.Score.Mate == 0 && r.Score.Centipawns >= -balance && r.Score.Centipawns <= balance {
			return played
		}
	}
}
