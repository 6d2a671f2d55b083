package match

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/opponent"
)

// inProcess connects a client to a simple player in this process.
func inProcess(t *testing.T, name string) *uci.Client {
	t.Helper()
	fromClient, toPlayer := io.Pipe()
	fromPlayer, toClient := io.Pipe()
	go func() {
		toClient.CloseWithError(opponent.Serve(context.Background(), fromClient, toClient, name, 1))
	}()
	t.Cleanup(func() { toPlayer.Close() })
	c := uci.NewClient(fromPlayer, toPlayer)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMatch(t *testing.T) {
	var pgn strings.Builder
	c := Config{
		Names:   [2]string{"greedy", "random"},
		Players: [2]*uci.Client{inProcess(t, "greedy"), inProcess(t, "random")},
		Limits:  [2]string{"movetime 1", "movetime 1"},
		Pairs:   3, Seed: 1, Opening: 6, Most: 200, PGN: &pgn,
	}
	tally, err := Play(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if tally.Games != 6 || tally.Wins+tally.Draws+tally.Losses != 6 || len(tally.Faults[0])+len(tally.Faults[1]) > 0 {
		t.Errorf("%+v", tally)
	}
	if tally.Wins < tally.Losses {
		t.Errorf("greedy loses to random: %v", tally)
	}
	games := game.NewPGNReader(strings.NewReader(pgn.String()))
	for i := range 6 {
		g, err := games.Next()
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"greedy", "random"}[i%2]; g.Tags.Get("White") != want {
			t.Errorf("game %d has White %s, want %s", i, g.Tags.Get("White"), want)
		}
	}
}

// TestIllegalActionLoses: a player that answers nonsense has a fault.
func TestIllegalActionLoses(t *testing.T) {
	r, w := io.Pipe()
	go io.Copy(io.Discard, r)
	answers := strings.NewReader("uciok\nreadyok\nreadyok\nbestmove e2e5\n")
	bad := uci.NewClient(answers, w)
	if err := bad.Start(); err != nil {
		t.Fatal(err)
	}
	c := Config{Names: [2]string{"random", "bad"}, Players: [2]*uci.Client{inProcess(t, "random"), bad}, Limits: [2]string{"depth 1", "depth 1"}}
	record, err := c.game(context.Background(), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if record.Score != 1 || record.Fault[1] == "" || record.Fault[0] != "" {
		t.Errorf("score %v, faults %q", record.Score, record.Fault)
	}
}

func TestElo(t *testing.T) {
	for _, row := range []struct{ score, want float64 }{{0.5, 0}, {0.75, 190.8}, {0.25, -190.8}, {10.0 / 11, 400}} {
		if got := Elo(row.score); math.Abs(got-row.want) > 0.1 {
			t.Errorf("%v is Elo %v, want %v", row.score, got, row.want)
		}
	}
}
