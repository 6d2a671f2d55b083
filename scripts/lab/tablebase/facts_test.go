package tablebase

import (
	"strings"
	"testing"
)

// TestFacts checks that queen and rook win against a bare king with either side to move,
// except for a few stalemates and lost rooks, and that bans stop a pawn.
func TestFacts(t *testing.T) {
	var s Set
	rows := map[string]Facts{}
	for _, name := range []string{"KQK", "KRK", "KBK", "KPK"} {
		table, err := s.Add(name)
		if err != nil {
			t.Fatal(err)
		}
		table.Make(func() bool { return false })
		if rows[name], err = Collect(table); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"KQK", "KRK"} {
		f := rows[name]
		if c := f.Count[0]; c.Lost != 0 || c.Won < 999*c.Drawn {
			t.Errorf("%s, strong side to move: %+v", name, c)
		}
		if c := f.Count[1]; c.Won != 0 || c.Lost < 4*c.Drawn {
			t.Errorf("%s, bare king to move: %+v", name, c)
		}
	}
	if f := rows["KBK"]; f.Count[0].Of()+f.Count[1].Of() != 0 {
		t.Errorf("the game is over with a bishop: %+v", f)
	}
	if f := rows["KPK"]; f.Count[0].Won != 0 {
		t.Errorf("a pawn wins: %+v", f)
	}
	if row := rows["KRK"].Row(); !strings.HasPrefix(row, "| KRK | 99.9") || !strings.Contains(row, "| 14 |") {
		t.Errorf("written as %s", row)
	}
}

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		n, of int
		want  string
	}{{0, 5, "0"}, {5, 5, "100 %"}, {1, 3, "33.33 %"}, {99999, 100000, "> 99.99 %"}, {1, 100000, "< 0.01 %"}, {0, 0, "0"}} {
		if got := percent(tt.n, tt.of); got != tt.want {
			t.Errorf("%d of %d: %s", tt.n, tt.of, got)
		}
	}
}
