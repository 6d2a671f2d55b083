package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/bitboard"
)

// TestAgreesWithGame plays random games on the rules' board and on the search's:
// legal actions, the FEN with its indicator, and the end of the game are the
// same at every ply.
func TestAgreesWithGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	starts := append([]string{
		"8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1 3",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 92 60 237",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1 1",
	}, twelve...)
	for left := rounds(100_000); left > 0; {
		start := starts[rng.IntN(len(starts))]
		g, err := game.NewFromFEN(start)
		if err != nil {
			t.Fatal(err)
		}
		b := parse(t, start)
		for {
			left--
			if g.FEN() != b.FEN() {
				t.Fatalf("the rules say %s, the board %s", g.FEN(), b.FEN())
			}
			if g.Over() != Over(b) {
				t.Fatalf("%s: over by the rules %v, by the board %v", g.FEN(), g.Over(), Over(b))
			}
			if g.Over() || left <= 0 {
				break
			}
			theirs, ours := actionsOf(g), actionsOn(b)
			if !slices.Equal(theirs, ours) {
				t.Fatalf("%s: the rules allow %v, the board %v", g.FEN(), theirs, ours)
			}
			choice := ours[rng.IntN(len(ours))]
			if err := g.Play(game.MustParseAction(choice)); err != nil {
				t.Fatal(err)
			}
			a, ok := FindAction(b, choice[2:])
			if !ok {
				t.Fatalf("%s: %s is not found", b.FEN(), choice)
			}
			a.Play(b)
		}
	}
}

func actionsOf(g *game.Game) []string {
	var all []string
	for _, a := range g.LegalActions() {
		all = append(all, strings.TrimRight(a.String(), "+#="))
	}
	slices.Sort(all)
	return all
}

func actionsOn(b *bitboard.Board) []string {
	var all []string
	for _, a := range Actions(b) {
		if a.Ban {
			all = append(all, "b:"+a.String())
		} else {
			all = append(all, "m:"+a.String())
		}
	}
	slices.Sort(all)
	return all
}
