package selfplay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/lab/sample"
)

// position returns the game of actions in UCI, from the start.
func position(t *testing.T, actions string) *game.Game {
	t.Helper()
	g, err := uci.ParsePosition(strings.Fields("startpos moves " + actions))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// scholar is a game that White wins by a ban.
const scholar = "a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7 e8f7"

func TestHalfPoints(t *testing.T) {
	stale, err := game.NewFromFEN("7k/5Q2/8/8/8/8/8/K7 b - - 0 1 3")
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		end  *game.Game
		want uint8
	}{
		"White wins": {position(t, scholar), 2},
		"stopped":    {position(t, "a2a3 e2e4"), 1},
		"stalemate":  {stale, 1},
	} {
		if got := halfPoints(row.end.Result()); got != row.want {
			t.Errorf("%s: %v, want %v", name, got, row.want)
		}
	}
}

var quick = Config{Nodes: []uint64{60, 120}, Seed: 1, Longest: 300, Bench: 4711}

// played plays into a new file and returns its name and content.
func played(t *testing.T, count int) (name, content string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "games")
	if err := quick.Continue(t.Context(), name, count, 1, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	return name, read(t, name)
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestContinue checks that a file that was cut anywhere becomes the same file again, with
// any number of workers.
func TestContinue(t *testing.T) {
	name, want := played(t, 6)
	_, games, err := split([]byte(want))
	if err != nil || len(games) != 6 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	last := len(want) - len(games[5])
	for _, cut := range []int{0, 1, headSize - 1, headSize, headSize + 1, headSize + 40, last, last + 1, last + 9, len(want) - 1, len(want)} {
		if err := os.WriteFile(name, []byte(want[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		_, whole, err := split([]byte(want[:cut]))
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		report := func(n, turns int) {
			if numbers = append(numbers, n); turns != games[n-1].turns() {
				t.Errorf("game %d is said to have %d turns", n, turns)
			}
		}
		if err := quick.Continue(t.Context(), name, 6, 1+cut%3, report); err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != want {
			t.Errorf("stopped at %d of %d, the file becomes another", cut, len(want))
		}
		if len(numbers) != 6-len(whole) || len(numbers) > 0 && numbers[0] != len(whole)+1 {
			t.Errorf("stopped at %d: games %v were played", cut, numbers)
		}
	}

	other := quick
	other.Seed = 2
	if err := other.Continue(t.Context(), name, 7, 1, nil); err == nil || !strings.Contains(err.Error(), "of seed 1; give --seed 1") {
		t.Errorf("another seed: %v", err)
	}
	other = quick
	other.Bench++
	if err := other.Continue(t.Context(), name, 7, 1, nil); err == nil || !strings.Contains(err.Error(), "bench is 4711, and this one's is 4712") {
		t.Errorf("another engine: %v", err)
	}
	for _, content := range []string{"[Event \"x\"]\n\n1-0 and more than a head has\n\n", want[:headSize] + "\x03\x00abc"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := quick.Continue(t.Context(), name, 7, 1, nil); err == nil || !strings.Contains(err.Error(), "no file of self-play") {
			t.Errorf("another file: %v", err)
		}
		if _, err := Read(name); err == nil {
			t.Error("another file is read")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := quick.Continue(ctx, filepath.Join(t.TempDir(), "x"), 1, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestPlay checks that games are played to their end and differ, that searched actions have a
// score and random ones none, and that the file has what was played.
func TestPlay(t *testing.T) {
	name, _ := played(t, 8)
	records, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Hash: hash})
	if err != nil {
		t.Fatal(err)
	}
	kinds, nodes, texts := map[Opening]int{}, map[uint64]int{}, map[string]bool{}
	for i, record := range records {
		g, err := quick.Play(t.Context(), e, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if string(encode(g)) != string(record) {
			t.Errorf("game %d is another in the file", i+1)
		}
		kinds[g.Opening]++
		nodes[g.Nodes]++
		texts[g.Movetext()] = true
		if !g.Over() && g.Len() < quick.Longest {
			t.Errorf("game %d ends with %v", i+1, g.Result())
		}
		for ply := range g.Len() {
			if has, want := g.Annotation(ply+1).Eval != nil, ply >= g.Length || g.Opening == Varied; has != want {
				t.Errorf("game %d: the action at %d has a score: %v", i+1, ply, has)
			}
		}
	}
	if len(texts) != 8 || len(kinds) != 2 || len(nodes) != 2 {
		t.Errorf("%d different games, openings %v, nodes %v", len(texts), kinds, nodes)
	}
}

// TestFewNodes checks that a search without any finished line still has an action to play.
func TestFewNodes(t *testing.T) {
	c := Config{Nodes: []uint64{1}, Seed: 3, Longest: 24}
	for number := 1; number <= 6; number++ {
		e, err := engine.New(engine.Options{Hash: 1})
		if err != nil {
			t.Fatal(err)
		}
		if g, err := c.Play(t.Context(), e, number); err != nil || g.Len() == 0 {
			t.Errorf("%d: %v, %v", number, g, err)
		}
	}
}

// TestDraw checks that better lines are likelier, and that a far worse one never comes.
func TestDraw(t *testing.T) {
	var lines []engine.Info
	for i, centipawns := range []int{50, 30, -1000} {
		lines = append(lines, engine.Info{Line: i + 1, Score: engine.Score{Centipawns: centipawns}})
	}
	count := map[int]int{}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		count[draw(lines, rng).Line]++
	}
	if want := map[int]int{1: 731, 2: 269}; len(count) != 2 || count[1] < want[1]-50 || count[1] > want[1]+50 {
		t.Errorf("drawn %v, expected about %v", count, want)
	}
	lines[1].Score, lines[0].Score = engine.Score{Mate: 1}, engine.Score{Mate: 1}
	lines = append(lines, engine.Info{Score: engine.Score{Mate: -2}})
	clear(count)
	for range 1000 {
		count[draw(lines, rng).Line]++
	}
	if !slices.Equal(slices.Sorted(maps.Keys(count)), []int{1, 2}) {
		t.Errorf("among mates, drawn %v", count)
	}
}

// TestPositions compares the samples of two files of games with the games, played again: they are quiet, at ban
// plies, of different boards, and their scores and results are the mover's. Those of a game are
// all in one output.
func TestPositions(t *testing.T) {
	other := quick
	other.Seed = 2
	var records [][]Record
	owners := map[chess.Position]string{} // the game of each board, and the rest of its sample
	for _, c := range []Config{quick, other} {
		name := filepath.Join(t.TempDir(), "games")
		if err := c.Continue(t.Context(), name, 20, 2, func(int, int) {}); err != nil {
			t.Fatal(err)
		}
		games, err := Read(name)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, games)
		e, err := engine.New(engine.Options{Hash: hash})
		if err != nil {
			t.Fatal(err)
		}
		for number := 1; number <= 20; number++ {
			g, err := c.Play(t.Context(), e, number)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < g.Len(); i += 2 {
				before, eval := g.Entry(i).Before, g.Annotation(i+1).Eval
				if before.InCheck() || eval == nil || eval.Mate != 0 || g.Entry(i+1).IsCapture() {
					continue
				}
				half := 1
				if g.Result().Winner != 0 {
					half = 0
				}
				if g.Result().Winner == before.Mover() {
					half = 2
				}
				score := eval.Centipawns
				if before.Mover() == game.Black {
					score = -score
				}
				board := before.Chess()
				s := sample.New(&board, 0, 0, 0)
				if key := s.Board(); owners[key] == "" {
					owners[key] = fmt.Sprint(number%10 == 0, score, half, i)
				}
			}
		}
	}
	files := []string{filepath.Join(t.TempDir(), "train"), filepath.Join(t.TempDir(), "test")}
	counts, err := Positions(records, files[0], files[1])
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, name := range files {
		samples, err := sample.Read(name)
		if err != nil || len(samples) != counts[i] {
			t.Fatalf("file %d has %d samples, %d were counted, %v", i, len(samples), counts[i], err)
		}
		for _, s := range samples {
			if got := fmt.Sprint(i == 1, s.Score, s.Result, s.Ply); owners[s.Board()] != got {
				t.Errorf("a sample is %q, want %q", got, owners[s.Board()])
			}
			delete(owners, s.Board())
			found++
		}
	}
	if len(owners) > 0 || found < 500 {
		t.Errorf("%d samples; %d are missing", found, len(owners))
	}
}
