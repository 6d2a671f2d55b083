package tables_test

import (
	"os"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/tables"
)

// TestHasty: a hasty set waits for no table, with whom to move it may be, and knows it when it has
// been unpacked.
func TestHasty(t *testing.T) {
	data, err := os.ReadFile("../../assets/tables/KRKR.table")
	if err != nil {
		t.Fatal(err)
	}
	for _, fen := range []string{"8/8/8/3k4/6r1/8/8/K6R w - - 0 1 1", "8/8/8/3k4/6r1/8/8/K6R b - - 0 1 3"} {
		set := tables.ThreeMen()
		if _, err := set.Load(data); err != nil {
			t.Fatal(err)
		}
		hasty := set.Hasty()
		p := game.MustParseFEN(fen).Chess()
		if v, ok := hasty.Probe(&p); ok {
			t.Errorf("%s is %d at once", fen, v)
		}
		want, ok := set.Probe(&p)
		if !ok {
			t.Fatalf("%s is not known", fen)
		}
		if v, ok := hasty.Probe(&p); !ok || v != want {
			t.Errorf("%s is %d, %v in the end, want %d", fen, v, ok, want)
		}
	}
}
