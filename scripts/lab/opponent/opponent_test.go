package opponent

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// scholar leads to a mate by ban: Black must ban f3f7, or else White plays it
// and bans e8f7.
const scholar = "startpos moves a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5"

// TestChoice checks the choices that each player must make, with any random order. The
// alpha–beta player gets just the necessary depth.
func TestChoice(t *testing.T) {
	for _, row := range []struct {
		name, position string
		depth          int // of alpha–beta; 0: greedy
		want           string
	}{
		{"mate by ban", scholar + " a2a3 f3f7", 1, "e8f7"},
		{"the move before it", scholar + " a2a3", 2, "f3f7"},
		{"a mate by ban avoided", scholar, 3, "f3f7"},
		{"a queen that hangs", "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 2", 1, "e4d5"},
		{"a queen that hangs to Black", "fen 4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1 4", 1, "e5d4"},
		{"the capture of its queen", "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 1", 2, "e4d5"},

		{"greedy: mate by ban", scholar + " a2a3 f3f7", 0, "e8f7"},
		{"greedy: the move before it", scholar + " a2a3", 0, "f3f7"},
		{"greedy: a queen that hangs", "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 2", 0, "e4d5"},
		{"greedy: a queen that hangs to Black", "fen 4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1 4", 0, "e5d4"},
		{"greedy: the capture of its queen", "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 1", 0, "e4d5"},
		{"greedy: the capture of White's queen", "fen 4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1 3", 0, "e5d4"},
	} {
		for seed := range uint64(3) {
			g, err := uci.ParsePosition(strings.Fields(row.position))
			if err != nil {
				t.Fatal(err)
			}
			before := g.FEN()
			rng := rand.New(rand.NewPCG(seed, 0))
			var a game.Action
			if row.depth == 0 {
				a = greedy(g, rng, time.Time{})
			} else {
				a = deepen(g, rng, time.Now().Add(time.Hour), row.depth)
			}
			if uci.Text(a) != row.want {
				t.Errorf("%s, seed %d: %v, want %s", row.name, seed, a, row.want)
			}
			if g.FEN() != before {
				t.Errorf("%s: the game is left at %s", row.name, g.FEN())
			}
		}
	}
}

// plain returns the value that alpha–beta computes, without cut-offs.
func plain(s *searcher, side game.Player, depth int) int {
	if depth == 0 || s.game.Over() {
		return s.value(side, -1_000_000, 1_000_000, 0)
	}
	var values []int
	for _, a := range s.game.LegalActions() {
		values = append(values, valueOf(s.game, a, func() int { return plain(s, side, depth-1) }))
	}
	if s.game.ActivePlayer() == side {
		return slices.Max(values)
	}
	return slices.Min(values)
}

// TestAlphaBetaIsMinimax checks that cut-offs change no value, and that the two sides get
// the same value with opposite signs.
func TestAlphaBetaIsMinimax(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 1",
		"4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1 4",
		"7k/5Q2/8/8/8/8/8/K7 b - - 0 1 3", // stalemates and mates by ban near
		"8/5P1k/8/8/8/2p5/8/K7 w - - 0 1 2",
		"k7/8/1K6/8/8/8/8/7R w - - 97 80 317",
	} {
		g, err := game.NewFromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := &searcher{game: g, deadline: time.Now().Add(time.Hour)}
		for depth := 1; depth <= 3; depth++ {
			var got [2]int
			for i, side := range []game.Player{game.White, game.Black} {
				got[i] = s.value(side, -1_000_000, 1_000_000, depth)
				if want := plain(s, side, depth); got[i] != want {
					t.Errorf("%s, depth %d: %d, plain minimax says %d", fen, depth, got[i], want)
				}
			}
			if got[0] != -got[1] {
				t.Errorf("%s, depth %d: %d for White, %d for Black", fen, depth, got[0], got[1])
			}
		}
	}
}

// TestLate checks that a player without time to search still answers.
func TestLate(t *testing.T) {
	for name, player := range Players() {
		g := game.New()
		a := player(g, rand.New(rand.NewPCG(1, 1)), time.Now().Add(-time.Second))
		if !g.IsLegal(a) {
			t.Errorf("%s answers %v", name, a)
		}
	}
}

func TestServe(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"uci\n\nisready\nquit\nisready\n", "id name greedy\nuciok\nreadyok\n"},
		{"position " + scholar + " a2a3 f3f7\ngo movetime 5\n", "bestmove e8f7\n"},
		{"position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 1 moves e1f1\ngo\n", "bestmove e4d5\n"},
		{"position " + scholar + " a2a3 f3f7 e8f7\ngo depth 1\n", "bestmove (none)\n"},
	} {
		var out strings.Builder
		if err := Serve(context.Background(), strings.NewReader(row.in), &out, "greedy", 1); err != nil || out.String() != row.want {
			t.Errorf("%q: %q, %v, want %q", row.in, out.String(), err, row.want)
		}
	}
	var out strings.Builder
	in := strings.NewReader("position startpos moves e2e5\nisready\n")
	if err := Serve(context.Background(), in, &out, "greedy", 1); err != nil || !strings.HasPrefix(out.String(), "info string action 1") || !strings.HasSuffix(out.String(), "\nreadyok\n") {
		t.Errorf("an illegal action is answered with %q, %v", out.String(), err)
	}
	if err := Serve(context.Background(), strings.NewReader("uci\n"), &out, "nobody", 1); err == nil {
		t.Error("there is a player nobody")
	}
}

func TestAllowance(t *testing.T) {
	for command, want := range map[string]time.Duration{
		"go movetime 50":         48 * time.Millisecond,
		"go depth 3 movetime 50": 48 * time.Millisecond,
		"go depth 3":             20 * time.Millisecond,
		"go":                     20 * time.Millisecond,
	} {
		if got := allowance(strings.Fields(command)); got != want {
			t.Errorf("%q allows %v, want %v", command, got, want)
		}
	}
}
