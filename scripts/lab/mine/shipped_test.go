package mine

import (
	"bytes"
	"compress/gzip"
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
