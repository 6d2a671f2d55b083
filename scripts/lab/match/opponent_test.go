package match

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/uci"
)

// scholar leads to a mate by ban: Black must ban f3f7, or else White plays it
// and bans e8f7.
const scholar = "startpos moves a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5"

// TestGreedy checks the choices that the greedy player must make, with any random order.
func TestGreedy(t *testing.T) {
	for _, row := range []struct{ name, position, want string }{
		{"mate by ban", scholar + " a2a3 f3f7", "e8f7"},
		{"the move before it", scholar + " a2a3", "f3f7"},
		{"a queen that hangs", "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 2", "e4d5"},
		{"a queen that hangs to Black", "fen 4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1 4", "e5d4"},
		{"the capture of its queen", "fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 1", "e4d5"},
		{"the capture of White's queen", "fen 4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1 3", "e5d4"},
	} {
		for seed := range uint64(3) {
			g, err := uci.ParsePosition(strings.Fields(row.position))
			if err != nil {
				t.Fatal(err)
			}
			before := g.FEN()
			if a := greedy(g, rand.New(rand.NewPCG(seed, 0))); uci.Text(a) != row.want {
				t.Errorf("%s, seed %d: %v, want %s", row.name, seed, a, row.want)
			}
			if g.FEN() != before {
				t.Errorf("%s: the game is left at %s", row.name, g.FEN())
			}
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
