package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// refuted is a position whose best move at first, f4c7, loses to a mate.
const refuted = "g1f3 d2d4 b7b6 e7e6 f2f3 h2h3 f8b4 d8g5 c1g5 d1d2 g5g2 g5g6 b1c3 g1f3 g8f6 g6g2 f1g2 d2e3 g2h1 g2g6 b1c3 e3f4 " +
	"g8f6 g6c2 f4f7 b1c3 f8b4 b8c6 f4f7 c1d2 g8f6 g8h6 f4c7 a1d1 f8b4 c6b4 f1g2"

// TestBounds: a bound lies on its side of what the last iteration said, its line can be
// played, and what is far off is told at once; the iteration comes to nothing else then.
func TestBounds(t *testing.T) {
	for _, row := range []struct {
		name, position string
		depth          int
		step           time.Duration // between two readings of the clock
		want           string        // the bounds that must be among them
	}{
		{"the best move is mated", refuted, 10, 0, "mate most"},
		{"the best move is mated, late", refuted, 10, time.Hour, "mate most least"},
		{"the best ban does not help", refuted + " f4c7", 8, 0, "mate most"},
		{"a quiet position, at once", "", 9, 0, ""},
		{"a quiet position, later", "", 9, time.Hour, "most"},
		{"a middlegame's ban", benchPositions[1], 9, time.Hour, "most"},
		{"a middlegame's move", benchPositions[7], 9, time.Hour, "least"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var g *game.Game
			if strings.Contains(row.position, "/") {
				g = parse(t, row.position)
			} else {
				g = after(t, row.position)
			}
			e := newEngine(t, Options{})
			ticking(e, row.step)
			value := func(i Info) int {
				switch {
				case i.Score.Mate > 0:
					return mateValue - i.Score.Mate
				case i.Score.Mate < 0:
					return -mateValue - i.Score.Mate
				}
				return i.Score.Centipawns
			}
			var last Info
			var bounds []Info
			kinds := ""
			e.Report = func(i Info) {
				if i.Bound != 0 {
					t.Errorf("a finished iteration has a bound: %+v", i)
				}
				for _, b := range bounds {
					// Later, small bounds may be those of searches that disagree a little.
					if row.step == 0 && (value(i)-value(b))*int(b.Bound) < 0 && b.Actions[0] == i.Actions[0] {
						t.Errorf("depth %d comes to %s after the bound %d of %s", i.Depth, i.Score, b.Bound, b.Score)
					}
				}
				last, bounds = i, nil
			}
			e.ReportBound = func(b Info) {
				checkLine(t, g, b.Actions)
				if len(b.Actions) == 0 || (value(b)-value(last))*int(b.Bound) <= 0 || b.Depth != last.Depth+1 {
					t.Errorf("bound %d of %s at depth %d, %v; before %s", b.Bound, b.Score, b.Depth, b.Actions, last.Score)
				}
				if row.step == 0 && abs(value(b)-value(last)) < boundNews {
					t.Errorf("%s is told at once after %s", b.Score, last.Score)
				}
				bounds = append(bounds, b)
				kinds += map[Bound]string{AtMost: " most", AtLeast: " least"}[b.Bound]
				if b.Score.Mate != 0 {
					kinds += " mate"
				}
			}
			if _, err := e.Search(t.Context(), g, Limits{Depth: row.depth}, nil); err != nil {
				t.Fatal(err)
			}
			for want := range strings.FieldsSeq(row.want) {
				if !strings.Contains(kinds, want) {
					t.Errorf("bounds:%s, want %s", kinds, row.want)
				}
			}
			if row.want == "" && kinds != "" {
				t.Errorf("bounds:%s, want none", kinds)
			}
			e.ReportBound = func(b Info) { t.Errorf("a bound with several lines: %+v", b) }
			e.Clear()
			if _, err := e.Search(t.Context(), g, Limits{Depth: 6, Lines: 2}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
}
