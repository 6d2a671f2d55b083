package torture

import (
	"math/rand/v2"
	"testing"

	"github.com/banchess/banchess/game"
)

// row is a part with the number of rounds of its short form.
type row struct {
	Part
	few int
}

// Every part runs in its short form, or as the flags say.
func TestParts(t *testing.T) {
	for _, row := range append([]row{{rules, 100}, {hostile, 200}, {large, 0}, {searches, 20}, {selfplay, 2}, {newReports(), 1}, {newProgress(), 20}}, native(t)...) {
		if _, short := Asked(0); short && row.few == 0 {
			continue // TestLarge is its short form
		}
		t.Run(row.Name, func(t *testing.T) {
			few := row.few
			if testing.Short() {
				few = max(1, few/10)
			}
			row.Test(t, few)
		})
	}
}

// All accepted texts and all contents of large files are read from smaller
// files.
func TestLarge(t *testing.T) {
	size := largestGame
	if testing.Short() {
		size /= 4
	}
	if _, err := acceptedRound(t.Context(), size); err != nil {
		t.Fatal(err)
	}
	if _, err := largeRound(t.Context(), rand.New(rand.NewPCG(1, 0)), 2<<20); err != nil {
		t.Fatal(err)
	}
}

// A game of maximum length, with every step in both implementations of the rules.
func TestLongGame(t *testing.T) {
	plies, err := comparedGame(t.Context(), rand.New(rand.NewPCG(2, 0)), game.StartFEN, longest, true)
	if err != nil || plies < longest {
		t.Errorf("%d plies: %v", plies, err)
	}
}
