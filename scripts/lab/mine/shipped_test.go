package mine

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// shipped returns the puzzles of the program.
func shipped(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	puzzles, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	if err != nil {
		t.Fatal(err)
	}
	return puzzles
}

// pasts returns how the positions of the opening come about.
func pasts(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/openings.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		id, actions, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[id] = actions
	}
	return all
}

// TestShippedFillsQuotas counts the puzzles of each sort.
func TestShippedFillsQuotas(t *testing.T) {
	past := pasts(t)
	puzzles := shipped(t)
	counts := make([]int, len(quotas))
	ideas := map[string]int{}
	for i := range puzzles {
		p := &puzzles[i]
		if ideas[ideaOf(p)]++; ideas[ideaOf(p)] > sameIdea && !pinned(p.ID()) {
			t.Errorf("%s: there are %d puzzles of its idea already", p.ID(), sameIdea)
		}
		c := &candidate{Find: Find{Puzzle: *p, Past: past[p.ID()]}, themes: p.Themes()}
		for j, q := range quotas {
			if q.has(c) {
				counts[j]++
			}
		}
		if (obvious(p, c.Past != "") || matesLater(p)) && !pinned(p.ID()) {
			t.Errorf("%s: anybody looks at %s first", p.ID(), p.Key())
		}
		if len(p.Position.LegalActions()) < 3 {
			t.Errorf("%s: there is next to nothing to choose from", p.ID())
		}
	}
	for i, q := range quotas {
		if counts[i] < q.least || q.most > 0 && counts[i] > q.most {
			t.Errorf("%s: %d puzzles, not %d to %d", q.name, counts[i], q.least, q.most)
		}
	}
}

// TestSummary tells every quota, and how all puzzles are spread over ratings.
func TestSummary(t *testing.T) {
	puzzles := shipped(t)
	var finds []Find
	for id, past := range pasts(t) {
		for _, p := range puzzles {
			if p.ID() == id {
				finds = append(finds, Find{Puzzle: p, Past: past})
			}
		}
	}
	text := Summary(puzzles, finds, Measures{puzzles[0].ID(): {Sight: 0.5, Alike: 3, Refuted: 9}})
	rated := 0
	for line := range strings.Lines(text) {
		var from, to, n int
		if _, err := fmt.Sscanf(strings.TrimSpace(line), "rated %d to %d %d", &from, &to, &n); err == nil {
			rated += n
		}
	}
	for _, q := range quotas {
		if !strings.Contains(text, "  "+q.name+" ") {
			t.Errorf("there is nothing of %s", q.name)
		}
	}
	for _, words := range []string{"first action: ", "White to solve, endgame", "levels 1 to 3: 50 % to 74 %", "at a glance: 3 ", "wrong action: 6 or more "} {
		if !strings.Contains(text, words) {
			t.Errorf("there is nothing of %q", words)
		}
	}
	if rated != len(puzzles) || strings.Contains(text, "TOO FEW") {
		t.Errorf("%d of %d have a rating\n%s", rated, len(puzzles), text)
	}
}

// TestShippedOpenings plays the actions that lead to the puzzles of the first twelve plies.
func TestShippedOpenings(t *testing.T) {
	puzzles := map[string]puzzle.Puzzle{}
	for _, p := range shipped(t) {
		puzzles[p.ID()] = p
	}
	for id, actions := range pasts(t) {
		g := game.New()
		for _, text := range strings.Fields(actions) {
			a, err := game.ParseAction(text)
			if err == nil {
				err = g.Play(a)
			}
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
		}
		p, err := puzzle.Normal(g.Position())
		q := puzzles[id]
		if err != nil || g.Ply() > opening || p.FEN() != q.Position.FEN() {
			t.Errorf("%s: ply %d, %s, not %s (%v)", id, g.Ply(), p.FEN(), q.Position.FEN(), err)
		}
	}
}

// TestShippedIsSmall packs the parts as a server does, and holds them to their budget together.
func TestShippedIsSmall(t *testing.T) {
	const budget = 140_000
	size := 0
	for part := range puzzle.Parts {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		if err := Write(z, Part(shipped(t), part)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		size += packed.Len()
	}
	if size > budget {
		t.Errorf("%d bytes, more than %d", size, budget)
	}
	t.Logf("%d puzzles, %d bytes after gzip", len(shipped(t)), size)
}

// TestShippedIsNotDull measures some of the puzzles again.
func TestShippedIsNotDull(t *testing.T) {
	if testing.Short() {
		t.Skip("it lets the engine try for a second each")
	}
	m, err := NewMiner(1)
	if err != nil {
		t.Fatal(err)
	}
	puzzles := shipped(t)
	for i := 7; i < len(puzzles); i += len(puzzles) / 12 {
		p := puzzles[i]
		found, err := m.Measure(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		again := p
		rate(&again, found)
		c := candidate{Find: Find{Puzzle: p}, Measure: found}
		if c.dull() && !pinned(p.ID()) || again.Rating != p.Rating || again.Deviation != p.Deviation {
			t.Errorf("%s: %v, rated %d~%d and not %d~%d", p.ID(), found, p.Rating, p.Deviation, again.Rating, again.Deviation)
		}
	}
}
