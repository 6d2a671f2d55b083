package puzzle_test

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/puzzle"
)

func assetPuzzles(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	puzzles, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	if err != nil {
		t.Fatal(err)
	}
	return puzzles
}

// TestAssetsAreProven proves one in four of the puzzles that are shipped, in short form one in
// ten. The number beside each is what the proof takes. TestProgress of game/cmd/banchess proves all.
func TestAssetsAreProven(t *testing.T) {
	step := 4
	if testing.Short() {
		step = 10
	}
	for i, p := range assetPuzzles(t) {
		if i%step > 0 {
			continue
		}
		if _, err := p.Verify(t.Context()); err != nil {
			t.Error(err)
		}
		again, err := puzzle.Solve(t.Context(), p.Position, p.Goal, 0)
		if err != nil || again.Proof != p.Proof || again.Key() != p.Key() {
			t.Errorf("%s: the proof looks at %d positions and not %d, the key is %v (%v)", p.ID(), again.Proof, p.Proof, again.Key(), err)
		}
	}
}

// TestAssetsAreInParts checks that each part has its own puzzles, sorted by rating.
func TestAssetsAreInParts(t *testing.T) {
	part, rating := 0, 0
	counts := [puzzle.Parts]int{}
	for _, p := range assetPuzzles(t) {
		if own := puzzle.PartOf(p.ID()); own != part {
			part, rating = part+1, 0
			if own != part {
				t.Fatalf("%s is not in its part", p.ID())
			}
		}
		if p.Rating < rating {
			t.Errorf("%s is not sorted by rating", p.ID())
		}
		rating = p.Rating
		counts[part]++
	}
	for _, n := range counts {
		if n < 50 {
			t.Errorf("the parts have %v puzzles", counts)
			break
		}
	}
}
