package game

import (
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/gametest"
)

// TestVariations: variations that repeat what is there, depart before the line they stand
// in, or have a line with % are one tree, in which nothing that was said is lost.
func TestVariations(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a variation before the first action of another",
			"1. {banning: e2e4} d4 ((a4) {banning: d2d4} e4) *",
			"1. {banning: e2e4} d4 ( 1. {banning: d2d4} e4 ) ( 1. a4 ) *"},
		{"comments of one move", "1. {banning: e2e4} d4 (c4 {one} {\n two} (c4 {[%eval 0.1] three} {banning: e7e5}) {[%eval 0.2] four}) (c4 $1 {five}) ({six} c4 {banning: e7e5} e6) ({seven} d4 {eight}) *",
			"1. {banning: e2e4} {seven} d4 {eight} ( 1. c4 $1\n{[%eval 0.20] one\ntwo four [%eval 0.1] three five} {banning: e7e5} {six} e6 ) *"},
		{"a comment that becomes a ban's", "1. {banning: e2e4} d4 {[%x]} ;banning: e7e5\n {two} *", "1. {banning: e2e4} d4 {note: [%x] banning: e7e5 two} *"},
		{"a line that is passed over", "1. {banning: e2e4} d4\n(\n% )\n c4) {end} *", "1. {banning: e2e4} d4 {end} ( 1. c4 ) *"},
		{"no tag in a variation", `(1. [White "x"]) 1. {banning: e2e4} d4 *`, `{(1. [White "x"])} 1. {banning: e2e4} d4 *`},
	} {
		tree, err := ParseTree(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if _, got, _ := strings.Cut(strings.TrimSpace(tree.PGN()), "\n\n"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

type reading struct {
	name, before, repeated, after string
	most                          uint64
}

// growing are texts that are read in time by their length, or by its square if a
// place is gone through for each time it is written about. Each has the most bytes
// that may be allocated for each of its own, half as many again as was measured.
var growing = []reading{
	{"empty variations", "1. {banning: e2e4} d4 ", "() ", "*", 240},
	{"nested empty variations", "1. {banning: e2e4} d4 ", "(((( )))) ", "*", 190},
	{"variations with a comment alone", "1. {banning: e2e4} d4 ", "({a}) ", "*", 120},
	{"variations that cannot be played", "1. {banning: e2e4} d4 ", "(x) ", "*", 910},
	{"the same variation", "1. {banning: e2e4} d4 ", "(c4) ", "*", 110},
	{"the same variation with comments", "1. {banning: e2e4} d4 ", "({one} c4 {two} {three}) ", "*", 50},
	{"the main line with comments", "1. {banning: e2e4} d4 ", "({one} d4 {two} {three}) ", "*", 50},
	{"the same variation with glyphs", "1. {banning: e2e4} d4 ", "(c4 $1 $2 $3) ", "*", 50},
	{"the same variation with drawings", "1. {banning: e2e4} d4 ", "(c4 {[%csl Ra1]}) ", "*", 50},
	{"the same variation with evaluations", "1. {banning: e2e4} d4 ", "(c4 {[%eval 0.1]}) (c4 {[%eval 0.2]}) ", "*", 50},
	{"variations of two actions", "1. {banning: e2e4} d4 ", "(c4 {a} {banning: e7e5} {b}) ", "*", 40},
	{"comments", "1. {banning: e2e4} d4 ", "{a} ", "*", 50},
	{"comments to the end of the line", "1. {banning: e2e4} d4\n", ";a\n", "*", 60},
	{"comments before a variation", "1. {banning: e2e4} d4 (", "{a} ", "c4) *", 50},
	{"comments after the result", "1. {banning: e2e4} d4 * ", "{a} ", "", 50},
	{"drawings", "1. {banning: e2e4} d4 ", "{[%csl Ra1][%cal Ge2e4]} ", "*", 20},
	{"drawings of one command", "1. {banning: e2e4} d4 {[%csl Ra1", ",Ra1", "]} *", 20},
	{"commands that are unknown", "1. {banning: e2e4} d4 {", "[%x] ", "} *", 20},
	{"glyphs", "1. {banning: e2e4} d4 ", "$1 $200 ", "*", 10},
	{"glyphs that stand for nothing", "1. {banning: e2e4} d4 ", "$999 ", "*", 60},
	{"variations as deep as they may be", "1. {banning: e2e4} d4 " + strings.Repeat("(c4 {a} ", 100) + strings.Repeat("(x ", 90), "{[%csl Ra1] a} ", strings.Repeat(")", 190), 20},
	{"variations that open and do not close", "1. {banning: e2e4} d4 ", "(c4 ", "", 120},
	{"lines that are passed over in variations", "1. {banning: e2e4} d4\n", "(\n%)\n", "*", 100},
	{"tags", "", "[Tag \"value\"]\n", "*", 30},
	{"games", "", "*\n", "", 520},
}

// longGame is the first move and the movetext of a game of 300 actions that begins with
// the ban of d2d4, without that.
func longGame() (first, text string) {
	for seed := uint64(1); ; seed++ {
		random := rand.New(rand.NewPCG(seed, 0))
		g := New()
		_ = g.Play(BanAction(MustParsePair("d2d4")))
		gametest.Walk(g, 300, func(legal []Action) Action { return legal[random.IntN(len(legal))] })
		if !g.Over() {
			_, text, _ = strings.Cut(g.Movetext(), "} ")
			first, _, _ = strings.Cut(text, " ")
			return first, strings.TrimSuffix(text, " *")
		}
	}
}

func TestReadingIsLinear(t *testing.T) {
	first, long := longGame()
	other := "Nf3"
	if first == other {
		other = "Nc3"
	}
	growing = append(growing, reading{"comments before a long line", "1. {banning: e2e4} d4 ({banning: d2d4} " + long + ") ({banning: d2d4} " + other + " (" + long + ") ", "({a} " + first + ") ", ") *", 90})
	sizes := []int{1 << 16, MaxPGNGame - 10}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, row := range growing {
		for _, size := range sizes {
			times := (size - len(row.before) - len(row.after)) / len(row.repeated)
			text := row.before + strings.Repeat(row.repeated, times) + row.after
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for r := NewPGNReader(strings.NewReader(text)); ; {
				tree, err := r.NextTree()
				if err == io.EOF {
					break
				}
				if err == nil && len(tree.Unplayed) > maxUnplayed {
					t.Errorf("%s: %d unplayed", row.name, len(tree.Unplayed))
				}
			}
			runtime.ReadMemStats(&after)
			if each := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text)); each > row.most {
				t.Errorf("%s, %d bytes: %d were allocated for each, at the most %d are right", row.name, len(text), each, row.most)
			} else {
				t.Logf("%s, %d bytes: %d were allocated for each", row.name, len(text), each)
			}
		}
	}
}
