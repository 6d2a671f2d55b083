package book

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
)

var quick = Config{Nodes: []uint64{20, 40}, Seed: 1, Bench: 4711}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestContinue checks that a file that was cut anywhere becomes the same file again, with
// any number of workers, and that files of other games are refused.
func TestContinue(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.txt")
	const games = 5
	if err := quick.Continue(t.Context(), name, games, 1, func(int) {}); err != nil {
		t.Fatal(err)
	}
	want := content(t, name)
	if n := strings.Count(want, "\n"); n != games+1 {
		t.Fatalf("%d lines", n)
	}
	for _, cut := range []int{0, 10, strings.Index(want, "\n") + 1, len(want) / 2, len(want) - 1, len(want)} {
		if err := os.WriteFile(name, []byte(want[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := quick.Continue(t.Context(), name, games, 1+cut%3, func(int) {}); err != nil {
			t.Fatal(err)
		}
		if got := content(t, name); got != want {
			t.Errorf("broken off at %d of %d, the file becomes another", cut, len(want))
		}
	}
	other := quick
	other.Seed = 2
	if err := other.Continue(t.Context(), name, 9, 1, func(int) {}); err == nil || !strings.Contains(err.Error(), "seed 1") {
		t.Errorf("another seed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := quick.Continue(ctx, filepath.Join(t.TempDir(), "x"), 1, 2, func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestDecided checks that a game that is given to a side is mostly won by it when it is played
// on.
func TestDecided(t *testing.T) {
	c := quick
	c.Nodes, c.ToTheEnd = []uint64{100}, true
	p, err := newPlayer()
	if err != nil {
		t.Fatal(err)
	}
	given, right := 0, 0
	for number := 1; number <= 25; number++ {
		g, err := c.play(t.Context(), p, number)
		if err != nil {
			t.Fatal(err)
		}
		if g.decided != game.NoPlayer {
			given++
			if g.winner == g.decided {
				right++
			}
		}
	}
	if given < 15 || right < given*8/10 {
		t.Errorf("%d games were given, %d rightly", given, right)
	}
}

// TestMake checks that the book of a file counts its games, that it is the same again, and
// that an opinion is asked for once.
func TestMake(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "games.txt")
	const games = 6
	if err := quick.Continue(t.Context(), name, games, 1, func(int) {}); err != nil {
		t.Fatal(err)
	}
	text := content(t, name)
	o := Opinion{Positions: 2, Nodes: 300, Bench: 4711, File: filepath.Join(dir, "opinions")}
	made, played, err := Make(t.Context(), [][]byte{[]byte(text), []byte("# another\n7 20 1/2-1/2 e2e4 d2d4\n8 20 1-0 e2")}, o, func(int) {})
	if err != nil || played != games+1 {
		t.Fatalf("%d games, %v", played, err)
	}
	asked := content(t, o.File)
	again, _, err := Make(t.Context(), [][]byte{[]byte(text + "7 20 1/2-1/2 e2e4 d2d4\n")}, o, func(int) {})
	if err != nil || again != made || content(t, o.File) != asked || strings.Count(asked, "\n") != 2 {
		t.Errorf("%v: made again, the book or the opinions are others", err)
	}
	b, err := explore.ReadBook(made)
	if err != nil || !strings.Contains(b.About, "7 games of the engine against itself, with one of [20 40] nodes a turn") {
		t.Fatalf("%v: %q", err, b.About)
	}
	found := b.At(game.StartPosition())
	if found.Total.Games() != games+1 || len(found.Rows) == 0 || found.Rows[0].Eval == nil {
		t.Errorf("at the start: %+v", found)
	}
	for _, bad := range []string{"x\n", "1 20 2-0 e2e4\n", "1 x 1-0 e2e4\n", "1 20 1-0 e2e9\n", "1 20 1-0 e2e4 e2e4\n"} {
		if _, _, err := Make(t.Context(), [][]byte{[]byte(bad)}, o, func(int) {}); err == nil {
			t.Errorf("%q is counted", bad)
		}
	}
}
