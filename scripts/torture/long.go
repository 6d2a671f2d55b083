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
