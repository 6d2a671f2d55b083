package selfplay

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// A Mate is a position whose player to act wins by force.
type Mate struct {
	FEN   string
	Turns int // of the shortest win
}

// patience is how long the solver may take over one question.
const patience = 3 * time.Second

// Mates plays games until it has found a number of forced wins in one to four
// turns, about as many of each length as there are.
func Mates(ctx context.Context, want int, nodes, seed uint64, report func(found int)) ([]Mate, error) {
	e := engine.New(engine.Options{Hash: hash})
	rng := rand.New(rand.NewPCG(seed, 0)) // no game's
	var mates []Mate
	var count [5]int
	for len(mates) < want {
		played, err := winningGame(ctx, e, rng, nodes)
		if err != nil {
			return nil, err
		}
		for back := 1; back <= 16 && back < played.Len(); back++ {
			g, err := game.Replay(game.StartPosition(), played.Actions()[:played.Len()-back]...)
			if err != nil {
				return nil, err
			}
			if g.ActivePlayer() != played.Result().Winner {
				continue
			}
			turns, err := shortest(ctx, g)
			if err != nil {
				return nil, err
			}
			if turns == 0 || count[turns] > 2*want/5 {
				continue
			}
			count[turns]++
			mates = append(mates, Mate{g.Position().FEN(), turns})
			if len(mates)%20 == 0 {
				report(len(mates))
			}
			if len(mates) == want {
				break
			}
		}
	}
	return mates, nil
}

// winningGame plays games until one ends in mate.
func winningGame(ctx context.Context, e *engine.Engine, rng *rand.Rand, nodes uint64) (*game.Game, error) {
	for {
		s := setting{nodes: nodes, longest: 300, opening: Random, length: 6 + rng.IntN(12)}
		g, err := s.play(ctx, e, rng)
		if err != nil {
			return nil, err
		}
		if g.Result().Reason.IsCheckmate() {
			return g, nil
		}
	}
}

// shortest returns the turns of the shortest win up to four, 0 when there is none
// or it takes too long to prove.
func shortest(ctx context.Context, g *game.Game) (int, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s, err := engine.Solve(limited, g, 4, nil)
	if err != nil && ctx.Err() == nil {
		return 0, nil
	}
	return s.Turns, err
}
