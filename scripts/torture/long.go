package torture

import (
	"fmt"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
)

// LongGame returns a random game of that many plies, the same each time, that has not ended:
// pieces move back and forth, and a pawn move or a capture comes when the fifty-move rule
// requires it.
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

// choose returns any action, sometimes an irreversible one. In a long game it returns one
// that does not end the game, and an irreversible one only if necessary.
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
