package torture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

var selfplay = Part{
	Name: "selfplay",
	Unit: "actions",
	Round: func(ctx context.Context, r *rand.Rand) (int, error) {
		two, err := selfplayers()
		if err != nil {
			return 0, err
		}
		return selfplayRound(ctx, two, r)
	},
}

// selfplayers creates the engines of all rounds, whose memory must not grow.
var selfplayers = sync.OnceValues(func() (two [2]*engine.Engine, err error) {
	for i := range two {
		two[i], err = engine.New(engine.Options{Hash: 8})
	}
	return two, err
})

// fewest is the minimum of nodes an action with which a search keeps its results: with
// fewer it does not even complete the line of the last search.
const fewest = 1000

// selfplayRound lets two engines, which forget earlier games, play one game from a random
// opening. In half of the games one of them plays both sides, and its table contains the
// other side's results. The tables keep their size, so that no new memory is allocated.
func selfplayRound(ctx context.Context, two [2]*engine.Engine, r *rand.Rand) (int, error) {
	options := engine.Options{Hash: 8, Seed: r.Uint64(), Threads: 1}
	limits := engine.Limits{Nodes: fewest + uint64(r.IntN(10_000))}
	for _, e := range two {
		if err := e.Configure(options); err != nil {
			return 0, err
		}
		e.Clear()
	}
	if r.IntN(2) == 0 {
		two[1] = two[0]
	}
	g := game.New()
	for opening := r.IntN(16); g.Len() < opening && !g.Over(); {
		if err := g.Play(choose(g, g.LegalActions(), r, false)); err != nil {
			return 0, err
		}
	}
	begun := g.Len()
	failed := func(what string, args ...any) (int, error) {
		return g.Len() - begun, fmt.Errorf("%s; %v with %+v %+v", fmt.Sprintf(what, args...), g.BCN(), options, limits)
	}
	mates := map[game.Player]int{} // the last mate that each saw, in turns
	for !g.Over() {
		player := g.ActivePlayer()
		result, err := two[player.Index()].Search(ctx, g, limits, nil)
		if ctx.Err() != nil {
			return g.Len() - begun, ctx.Err()
		}
		if err != nil {
			return failed("a search: %v", err)
		}
		if err := sound(g, result, limits); err != nil {
			return failed("an answer: %v", err)
		}
		if n := mates[player]; n > 0 && result.Score.Mate <= 0 {
			return failed("a mate in %d turns was seen, and then %v", n, result.Score)
		}
		mates[player] = result.Score.Mate
		if err := g.Play(result.Best); err != nil {
			return failed("the best of a search: %v", err)
		}
	}
	for player, n := range mates {
		if n > 0 && g.Result().Winner != player {
			return failed("a mate in %d turns was seen by %v, and the game ended by %v", n, player, g.Result())
		}
	}
	return g.Len() - begun, nil
}
