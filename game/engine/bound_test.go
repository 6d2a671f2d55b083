package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine/internal/search"
)

// TestBounds: a bound lies on its side of what the last iteration said, its line can be
// played, and what is far off is told at once; the iteration comes to nothing else then.
func TestBounds(t *testing.T) {
	for _, row := range []struct {
		name, position string
		depth          int
		step           time.Duration // between two readings of the clock
		want           string        // the bounds that must be among them
	}{
		{"it mates whatever is banned", "8/8/p1b2pkP/P1b1p1P1/8/8/4r2K/8 w - - 1 62 245+", 5, 0, "mate least"},
		{"the best move is mated", "r3kbnr/ppp1pppp/3p4/P3P3/8/2Pq4/1P2nP1P/4N2K w kq - 0 25 98:e1d3", 7, 0, "mate most"},
		{"a better ban, at once", "r1b1k3/1pppqr2/p3p1Q1/3NP3/3b4/7P/PPP1NPP1/R1BK1B1R b - - 4 19 75", 7, 0, "least"},
		{"a better move, at once", benchPositions[23], 8, 0, "least"},
		{"a worse move, at once", benchPositions[8], 6, 0, "most"},
		{"the start, at once", "", 9, 0, ""},
		{"the start, later", "", 9, time.Hour, "most"},
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
					return search.MateValue - i.Score.Mate
				case i.Score.Mate < 0:
					return -search.MateValue - i.Score.Mate
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
					// Searches may disagree a little, and on small bounds.
					if row.step == 0 && (value(i)-value(b))*int(b.Bound) < -10 && b.Actions[0] == i.Actions[0] {
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
