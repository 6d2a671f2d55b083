package tune

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/banchess/banchess/game/bitboard"
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
	e := engine.New(engine.Options{Hash: 4})
	rng := rand.New(rand.NewPCG(seed, 4))
	var mates []Mate
	var count [5]int
	for len(mates) < want {
		played, err := winningGame(ctx, e, rng, nodes)
		if err != nil {
			return nil, err
		}
		for back := 1; back <= 16 && back < len(played); back++ {
			b := bitboard.Start()
			for _, a := range played[:len(played)-back] {
				a.Play(b)
			}
			if !mayWin(b, played) {
				continue
			}
			turns, err := shortest(ctx, b)
			if err != nil {
				return nil, err
			}
			if turns == 0 || count[turns] > 2*want/5 {
				continue
			}
			count[turns]++
			mates = append(mates, Mate{b.FEN(), turns})
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

// mayWin reports whether the player to act is the one who won the game.
func mayWin(b *bitboard.Board, played []engine.Action) bool {
	end := b.Clone()
	for _, a := range played[b.Ply()-1:] {
		a.Play(end)
	}
	return b.Active() != end.Mover()
}

// winningGame plays games until one ends in mate, and returns its actions.
func winningGame(ctx context.Context, e *engine.Engine, rng *rand.Rand, nodes uint64) ([]engine.Action, error) {
	for {
		b := bitboard.Start()
		e.Clear()
		opening := 6 + rng.IntN(12)
		var played []engine.Action
		for len(played) < 300 && !engine.Over(b) {
			var a engine.Action
			if len(played) < opening {
				actions := engine.Actions(b)
				a = actions[rng.IntN(len(actions))]
			} else {
				r, err := e.Search(ctx, b, engine.Limits{Nodes: nodes}, nil)
				if err != nil {
					return nil, err
				}
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				a = r.Best
			}
			a.Play(b)
			played = append(played, a)
		}
		if result(b, b.Mover()) == 0 {
			return played, nil
		}
	}
}

// shortest returns the turns of the shortest win up to four, 0 when there is none
// or it takes too long to prove.
func shortest(ctx context.Context, b *bitboard.Board) (int, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s, err := engine.Solve(limited, b, 4, nil)
	if err != nil && ctx.Err() == nil {
		return 0, nil
	}
	return s.Turns, err
}
