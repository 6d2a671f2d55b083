package selfplay

import (
	"testing"

	"github.com/banchess/banchess/game"
)

func TestShortest(t *testing.T) {
	for _, row := range []struct {
		actions string
		turns   int
	}{
		{"a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7", 1}, // the ban is left
		{"a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3", 1},
	} {
		if turns, err := shortest(t.Context(), position(t, row.actions)); turns != row.turns || err != nil {
			t.Errorf("%s: %d turns, %v, want %d", row.actions, turns, err, row.turns)
		}
	}
}

// TestMates collects one, which is from the end of a game; more would take the
// time of long proofs.
func TestMates(t *testing.T) {
	mates, err := Mates(t.Context(), 1, 150, 1, func(int) {})
	if err != nil || len(mates) != 1 {
		t.Fatalf("%d mates, %v", len(mates), err)
	}
	g, err := game.NewFromFEN(mates[0].FEN)
	if err != nil {
		t.Fatal(err)
	}
	if turns, err := shortest(t.Context(), g); turns != mates[0].Turns || turns == 0 || err != nil {
		t.Errorf("%s is said to be a win in %d: %d, %v", mates[0].FEN, mates[0].Turns, turns, err)
	}
}
