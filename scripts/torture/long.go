package torture

import (
	"fmt"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
)

// LongGame is a random game of so many plies, the same every time, that has not ended:
// pieces go to and fro, and a pawn moves or something is taken when the fifty-move rule
// asks for it.
func LongGame(plies int) (*game.Game, error) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := game.New()
		for legal := g.LegalActions(); g.Len() < plies && len(legal) > 0; legal = g.LegalActions() {
			if err := g.Play(choose(g, legal, r, true)); err != nil {
				return nil, err
			}
		}
		if g.Len() == plies && !g.Over() {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no long game has %d plies", plies)
}

// choose takes any action, at times one that changes something for good. In a long
// game it takes those that end nothing, and changes as little for good as it may.
func choose(g *game.Game, legal []game.Action, r *rand.Rand, long bool) game.Action {
	a := legal[r.IntN(len(legal))]
	for range 20 {
		e, err := g.Preview(a)
		if err != nil {
			break
		}
		final := e.After.HalfmoveClock() == 0
		switch {
		case g.Phase() == game.PhaseBan:
			if !long || !e.Result.Over() {
				return a
			}
		case long && !e.Result.Over() && final == (g.Position().HalfmoveClock() > 90) && (!final || !e.IsCapture()):
			return a
		case !long && (final || r.IntN(6) == 0):
			return a
		}
		a = legal[r.IntN(len(legal))]
	}
	return a
}
