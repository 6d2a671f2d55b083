package match

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/opponent"
)

// inProcess starts a player in this process: it serves until its input ends.
func inProcess(serve func(in io.Reader, out io.Writer) error) func() (*Process, error) {
	return func() (*Process, error) {
		in, toPlayer := io.Pipe()
		fromPlayer, out := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			err := serve(in, out)
			in.Close()
			out.Close()
			ended <- err
		}()
		return &Process{
			client: uci.NewClient(fromPlayer, toPlayer),
			kill: func() {
				toPlayer.Close()
				fromPlayer.Close()
			},
			wait: func() error {
				toPlayer.Close()
				return <-ended
			},
		}, nil
	}
}

// simple is one of the simple players, which tells what it hears when asked to.
func simple(name string, heard io.Writer) func() (*Process, error) {
	return inProcess(func(in io.Reader, out io.Writer) error {
		if heard != nil {
			in = io.TeeReader(in, heard)
		}
		return opponent.Serve(context.Background(), in, out, name, 1)
	})
}

func TestMatch(t *testing.T) {
	var pgn strings.Builder
	c := Config{
		Players: [2]Player{
			{Name: "greedy", Limits: "depth 1", Start: simple("greedy", nil)},
			{Name: "random", Limits: "depth 1", Start: simple("random", nil)},
		},
		Pairs: 3, Seed: 1, Opening: 6, Most: 200, Patience: time.Minute, PGN: &pgn,
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

func TestElo(t *testing.T) {
	for _, row := range []struct{ score, want float64 }{{0.5, 0}, {0.75, 190.8}, {0.25, -190.8}, {10.0 / 11, 400}} {
		if got := Elo(row.score); math.Abs(got-row.want) > 0.1 {
			t.Errorf("%v is Elo %v, want %v", row.score, got, row.want)
		}
	}
}
