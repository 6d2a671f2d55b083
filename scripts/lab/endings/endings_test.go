package endings

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

var long = flag.Bool("long", false, "play with every table that ships, for minutes")

const folder = "../../../assets/tables"

// shipped returns the names of the tables that ship.
func shipped(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(folder + "/*" + tables.Ext)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), tables.Ext))
	}
	return names
}

// TestGeneratorsAgree checks each position with three men by the slow generator.
func TestGeneratorsAgree(t *testing.T) {
	names := []string{"KRK", "KPK"}
	if testing.Short() {
		names = names[:1]
	}
	set, all := tables.ThreeMen(), Slow{}
	for _, name := range names {
		if n, _, err := all.Add(name).Compare(set); err != nil || n < 50_000 {
			t.Errorf("%s: %d positions, %v", name, n, err)
		}
	}
}

// TestWins: an engine with the tables wins 200 random won positions of each ending in as many
// moves as the table says, against the longest defence. Half of them begin with either side, if
// the ending has so many. An ending that is hardly ever won has fewer.
func TestWins(t *testing.T) {
	names := []string{"KQK", "KRK"}
	var files []string
	switch {
	case *long:
		files = shipped(t)
	case !testing.Short():
		files = []string{"KRKB", "KRKN"}
	}
	set, err := tables.ReadFiles(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Tables: set})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 4))
	for _, name := range append(names, files...) {
		won, longest := 0, 0
		for tried := 0; won < 200 && tried < 500_000; tried++ {
			g, v := random(set, name, rng)
			if g == nil || v == 0 || won%2 == 0 == (v < 0) && tried < 400_000 || v.Distance() >= 100 {
				continue
			}
			winner := g.Mover()
			if v < 0 {
				winner = winner.Opponent()
			}
			start, moves := g.FEN(), 0
			for !g.Over() {
				r, err := e.Search(context.Background(), g, engine.Limits{}, nil)
				if err != nil || !r.Lines[0].Exact {
					t.Fatalf("%s: %v, %+v", g.FEN(), err, r)
				}
				actions := r.Lines[0].Actions // both sides' to the end
				if won < 5 {
					actions = actions[:1] // it is asked again after each
				}
				for _, a := range actions {
					if err := g.Play(a); err != nil {
						t.Fatal(err)
					}
					if a.IsMove() {
						moves++
					}
				}
			}
			if r := g.Result(); r.Winner != winner || moves != v.Distance() {
				t.Fatalf("%s: %v after %d moves of both sides, not won after %d", start, r, moves, v.Distance())
			}
			won, longest = won+1, max(longest, moves)
		}
		if won == 0 {
			t.Logf("%s: no position is won", name)
		} else {
			t.Logf("%s: %d won, the longest in %d moves of both sides", name, won, longest)
		}
	}
}

// random returns a game that begins at a random position of some men, and its value; nil if the
// position is impossible, or the game over.
func random(set *tables.Set, name string, rng *rand.Rand) (*game.Game, tables.Value) {
	s := game.NewSetup()
	for _, piece := range piecesOf(name) {
		q := game.Square(rng.IntN(64))
		if s.Board[q] != game.NoPiece {
			return nil, 0
		}
		s.Board[q] = piece
	}
	if rng.IntN(2) == 0 {
		s.Mover = game.Black
	}
	p, err := s.Position()
	if err != nil || p.Result().Over() {
		return nil, 0
	}
	board := p.Chess()
	v, ok := set.Probe(&board)
	if !ok {
		return nil, 0
	}
	return game.NewFrom(p), v
}

// TestFilesAreSmall holds the sizes of the files: all together, and each below what version
// control takes for built.
func TestFilesAreSmall(t *testing.T) {
	all := int64(0)
	for _, name := range shipped(t) {
		info, err := os.Stat(filepath.Join(folder, name+tables.Ext))
		if err != nil || info.Size() > 1<<20 {
			t.Errorf("%s: %d bytes, %v", name, info.Size(), err)
		}
		all += info.Size()
	}
	if all == 0 || all > 4_000_000 {
		t.Errorf("the tables have %d bytes", all)
	}
}
