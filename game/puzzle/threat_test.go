package puzzle_test

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/game/puzzle"
)

// TestThreat: whatever else is banned, the mate begins with the pair that the right ban takes.
func TestThreat(t *testing.T) {
	n := 0
	for _, p := range assetPuzzles(t) {
		if words := p.Threat(); p.Goal.Kind != puzzle.Defend {
			if words != "" {
				t.Errorf("%s: %q", p.ID(), words)
			}
			continue
		}
		if n++; n%10 > 0 {
			continue
		}
		key := p.Key().Pair()
		if want := key.From().String() + "–" + key.To().String() + " and mates"; !strings.Contains(p.Threat(), want) {
			t.Errorf("%s: %q, want %q", p.ID(), p.Threat(), want)
		}
		for _, a := range p.Position.LegalActions() {
			if a == p.Key() {
				continue
			}
			r, err := puzzle.NewAttempt(&p).Refute(t.Context(), a)
			if err != nil || r.Reason != puzzle.Mated || r.Turns > p.Goal.Turns || r.Line[0].Pair() != key {
				t.Errorf("%s %s: %s by %v, %v", p.ID(), a, r.Reason, r.Line, err)
			}
		}
	}
	if n < 100 {
		t.Errorf("%d puzzles are defended", n)
	}
}
