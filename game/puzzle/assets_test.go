package puzzle_test

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

func assetPuzzles(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	puzzles, err := puzzle.Read(strings.NewReader(assets.Puzzles))
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

// TestAssetsAreSpread: there is enough of everything, and it is small.
func TestAssetsAreSpread(t *testing.T) {
	puzzles := assetPuzzles(t)
	count := map[string]int{}
	for i := range puzzles {
		p := &puzzles[i]
		for _, theme := range p.Themes() {
			count[theme]++
		}
		count[p.Solver().Name()]++
		if p.Rating <= 1000 {
			count["beginners"]++
		}
		if p.Rating >= 1900 {
			count["experts"]++
		}
		if len(p.Position.LegalActions()) < 3 {
			t.Errorf("%s: there is next to nothing to choose from", p.ID())
		}
	}
	count["all"] = len(puzzles)
	for what, least := range map[string]int{
		"all": 300, "beginners": 60, "experts": 40,
		puzzle.ThemeMate: 150, "mate-in-1": 30, "mate-in-2": 60, "mate-in-3": 60, "mate-in-4": 8,
		puzzle.ThemeDefend: 50, puzzle.ThemeOnly: 6, puzzle.ThemeMaterial: 50, puzzle.ThemeStalemate: 20, puzzle.ThemeUnderpromotion: 12,
		puzzle.ThemeOpening: 60, puzzle.ThemeMiddlegame: 100, puzzle.ThemeEndgame: 100,
		puzzle.ThemeFirstBan: 90, puzzle.ThemeFirstMove: 150, game.White.Name(): 120, game.Black.Name(): 120,
	} {
		if count[what] < least {
			t.Errorf("%s: %d puzzles, fewer than %d", what, count[what], least)
		}
	}
	if !slices.IsSortedFunc(puzzles, func(x, y puzzle.Puzzle) int { return x.Rating - y.Rating }) {
		t.Error("they are not sorted by rating")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(assets.Puzzles)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if budget := 60_000; b.Len() > budget {
		t.Errorf("%d bytes after gzip, more than %d", b.Len(), budget)
	}
	t.Logf("%d puzzles, %d bytes after gzip", len(puzzles), b.Len())
}
