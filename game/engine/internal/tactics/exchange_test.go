package tactics

import (
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// TestExchange: a ban takes the least valuable recapture away, and the only one.
func TestExchange(t *testing.T) {
	for _, row := range []struct {
		fen, move string
		want      int
	}{
		{"4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100},                   // guarded once: the recapture is banned
		{"4k3/8/3p1p2/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -400},                // guarded twice
		{"4k3/8/3p1p2/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5", -400},              // one rook cannot take back
		{"4k3/8/3p1p2/4p3/8/2B5/4R3/4RK2 w - - 0 1", "c3e5", 100 - 330},       // nor can two, one of them behind the other
		{"4k3/8/3p1p2/4p3/8/2B2N2/8/4RK2 w - - 0 1", "c3e5", 100 - 330 + 100}, // a knight and a rook can, once
	} {
		start, err := game.FromStandardFEN(row.fen)
		if err != nil {
			t.Fatal(err)
		}
		p := start.Chess()
		m, err := chess.ParseMove(row.move)
		if got := Exchange(&p, m); err != nil || !p.IsLegal(m) || got != row.want {
			t.Errorf("%s %s: %d, want %d", row.fen, row.move, got, row.want)
		}
	}
}
