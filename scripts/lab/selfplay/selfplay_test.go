package selfplay

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/uci"
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

func TestShare(t *testing.T) {
	won := position(t, scholar)
	going := position(t, "a2a3 e2e4")
	stale, err := game.NewFromFEN("7k/5Q2/8/8/8/8/8/K7 b - - 0 1 3")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name         string
		end          *game.Game
		white, black float64
	}{
		{"White wins", won, 1, 0},
		{"broken off", going, 0.5, 0.5},
		{"stalemate", stale, 0.5, 0.5},
	} {
		if white, black := share(row.end.Result(), game.White), share(row.end.Result(), game.Black); white != row.white || black != row.black {
			t.Errorf("%s: %v and %v, want %v and %v", row.name, white, black, row.white, row.black)
		}
	}
}

var quick = Config{Nodes: []uint64{60, 120}, Seed: 1, Longest: 300, Bench: 4711}

// games plays into a new file and returns its name and content.
func games(t *testing.T, count int) (name, text string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "games.pgn")
	if err := quick.Continue(t.Context(), name, count, 1, func(int) {}); err != nil {
		t.Fatal(err)
	}
	return name, content(t, name)
}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestContinue checks that a file that was cut anywhere becomes the same file again, with
// any number of workers.
func TestContinue(t *testing.T) {
	name, want := games(t, 6)
	lastGame := strings.LastIndex(want, "[Event ")
	for _, cut := range []int{0, 1, 40, lastGame, lastGame + 9, len(want) - 1, len(want) - 2, len(want) - 400, len(want)} {
		if err := os.WriteFile(name, []byte(want[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		var numbers []int
		report := func(n int) { numbers = append(numbers, n) }
		if err := quick.Continue(t.Context(), name, 6, 1+cut%3, report); err != nil {
			t.Fatal(err)
		}
		if got := content(t, name); got != want {
			t.Errorf("broken off at %d of %d, the file becomes another", cut, len(want))
		}
		whole := strings.Count(want[:cut], "\n\n") / 2 // after the tags and after the moves
		if len(numbers) != 6-whole || len(numbers) > 0 && numbers[0] != whole+1 {
			t.Errorf("broken off at %d: games %v were played", cut, numbers)
		}
	}

	other := quick
	other.Seed = 2
	if err := other.Continue(t.Context(), name, 7, 1, func(int) {}); err == nil || !strings.Contains(err.Error(), "seed 1") {
		t.Errorf("another seed: %v", err)
	}
	other = quick
	other.Bench++
	if err := other.Continue(t.Context(), name, 7, 1, func(int) {}); err == nil || !strings.Contains(err.Error(), "bench is 4711, and this one's is 4712") {
		t.Errorf("another engine: %v", err)
	}
	if err := os.WriteFile(name, []byte("[Event \"x\"]\n\n1-0\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := quick.Continue(t.Context(), name, 7, 1, func(int) {}); err == nil || !strings.Contains(err.Error(), "no file of self-play") {
		t.Errorf("another file: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := quick.Continue(ctx, filepath.Join(t.TempDir(), "x"), 1, 2, func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestPlayed checks that games describe how they were played, are played to their end, and
// differ; searched actions have a score, random ones have none.
func TestPlayed(t *testing.T) {
	_, text := games(t, 8)
	kinds, nodes, texts, number := map[Opening]int{}, map[string]int{}, map[string]bool{}, 0
	for g, err := range each([]byte(text)) {
		if err != nil {
			t.Fatal(err)
		}
		kind := Opening(g.Tags.Get(tagOpening))
		kinds[kind]++
		nodes[g.Tags.Get(tagNodes)]++
		texts[g.Movetext()] = true
		if number++; g.number != number || !g.Over() && g.Len() < quick.Longest {
			t.Errorf("game %d has number %d and ends with %v", number, g.number, g.Result())
		}
		for i := range g.Len() {
			if has, want := g.Annotation(i+1).Eval != nil, i >= g.opening || kind == Varied; has != want {
				t.Errorf("game %d: the action at %d has a score: %v", number, i, has)
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

// material returns a side's balance in pawns.
func material(p game.Position, side game.Player) int {
	n, board := 0, p.Chess()
	for role, worth := range map[game.Role]int{game.Pawn: 1, game.Knight: 3, game.Bishop: 3, game.Rook: 5, game.Queen: 9} {
		n += worth * (board.Pieces(side, role).Count() - board.Pieces(side.Opponent(), role).Count())
	}
	return n
}

// TestPositions checks that the output can be read, is at ban plies, of different boards,
// and that its scores and results are the mover's: on the whole they favour the side
// with more pieces, for either colour. The positions of a game are all in one output.
func TestPositions(t *testing.T) {
	_, text := games(t, 30)
	files := [2]string{filepath.Join(t.TempDir(), "train"), filepath.Join(t.TempDir(), "test")}
	counts, err := Positions([]byte(text), files[0], files[1])
	if err != nil {
		t.Fatal(err)
	}
	owner := map[string]int{} // the game of each board
	for g, err := range each([]byte(text)) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Len() {
			if fen := g.Entry(i).Before.StandardFEN(); owner[fen] == 0 {
				owner[fen] = g.number
			}
		}
	}
	var scores, results [2]float64
	seen := map[uint64]bool{}
	for i := range files {
		written, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(written)), "\n")
		if len(lines) != counts[i] || counts[i] == 0 {
			t.Errorf("file %d has %d lines, %d were counted", i, len(lines), counts[i])
		}
		for _, line := range lines {
			fields := strings.Split(line, ";")
			p, err := game.FromStandardFEN(fields[0])
			if err != nil || p.Phase() != game.PhaseBan || p.InCheck() || len(fields) != 4 || fields[3] != p.Ply().String() {
				t.Fatalf("%q: %v", line, err)
			}
			board := p.Chess()
			if seen[board.Key()] {
				t.Errorf("%q comes again", line)
			}
			seen[board.Key()] = true
			if tenth := owner[fields[0]]%10 == 0; tenth != (i == 1) {
				t.Errorf("%q of game %d is in file %d", line, owner[fields[0]], i)
			}
			result, _ := strconv.ParseFloat(fields[1], 64)
			score, _ := strconv.ParseFloat(fields[2], 64)
			ahead := float64(material(p, p.Mover()))
			scores[p.Mover().Index()] += ahead * score
			results[p.Mover().Index()] += ahead * (result - 0.5)
		}
	}
	for _, side := range []game.Player{game.White, game.Black} {
		if i := side.Index(); scores[i] <= 0 || results[i] <= 0 {
			t.Errorf("mover %v: material agrees with scores by %v, with results by %v", side, scores[i], results[i])
		}
	}
	if _, err := Positions([]byte("[Event \"x\"]\n\n1. {banning: e2e4} d4 *\n\n"), files[0], files[1]); err == nil {
		t.Error("a game without tags is taken")
	}
}
