package match

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/lab/client"
	"github.com/banchess/banchess/scripts/lab/series"
)

// inProcess returns the start of a player in this process, which serves until its input ends.
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
			client: client.New(fromPlayer, toPlayer),
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

// simple returns the start of a simple player that copies its input to heard.
func simple(name string, heard io.Writer) func() (*Process, error) {
	return inProcess(func(in io.Reader, out io.Writer) error {
		if heard != nil {
			in = io.TeeReader(in, heard)
		}
		return Serve(context.Background(), in, out, name, 1)
	})
}

// read returns the text of a file.
func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMatch(t *testing.T) {
	c := Config{
		Players: [2]Player{
			{Name: "greedy", Limits: "depth 1", Start: simple("greedy", nil)},
			{Name: "random", Limits: "depth 1", Start: simple("random", nil)},
		},
		Pairs: 3, Seed: 1, Opening: 6, Most: 200, Patience: time.Minute, File: filepath.Join(t.TempDir(), "games.pgn"),
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
	games := game.NewPGNReader(strings.NewReader(read(t, c.File)))
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

// TestContinue checks that a match that stops anywhere continues with the same games and
// the same score, and that a decided test ends it, also before it continues.
func TestContinue(t *testing.T) {
	play := func(c Config, before string) (Tally, string) {
		t.Helper()
		c.File = filepath.Join(t.TempDir(), "games.pgn")
		if err := os.WriteFile(c.File, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		tally, err := Play(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		tally.Longest = [2]time.Duration{}
		return tally, read(t, c.File)
	}
	c := Config{
		Players: [2]Player{
			{Name: "one ply", Limits: "depth 1", Start: simple("greedy", nil)},
			{Name: "spoilt", Limits: "depth 1", Start: inProcess(func(in io.Reader, out io.Writer) error {
				return Serve(t.Context(), in, &spoiler{out, 9, say("bestmove a1a1\n")}, "greedy", 1)
			})},
		},
		Pairs: 4, Seed: 3, Opening: 6, Most: 120, Patience: time.Minute,
	}
	want, text := play(c, "")
	if len(want.Faults[1]) != 1 {
		t.Fatalf("%v", want)
	}
	for cut := 0; cut <= len(text); cut += len(text) / 7 {
		// Each player is new, and spoils a game of its own unless all are played.
		got, again := play(c, text[:cut])
		if n := strings.Count(again, "[Event "); n != 8 || got.Games != 8 {
			t.Errorf("cut at %d: %d games written, %v", cut, n, got)
		}
	}
	if got, again := play(c, text); again != text || got.String() != want.String() {
		t.Errorf("read again, %v is %v", want, got)
	}

	games := series.Split([]byte(text), series.Game)
	for want, change := range map[string]func(c *Config){
		"its Settings is":          func(c *Config) { c.Seed++ },
		"most 120;":                func(c *Config) { c.Most = 0 },
		"opening 6,":               func(c *Config) { c.Opening = 8 },
		"; second depth 1\", here": func(c *Config) { c.Players[1].Limits = "depth 2" },
		"; first depth 1;":         func(c *Config) { c.Players[0].Options = []string{"Hash=1"} },
		"its White is \"one ply\"": func(c *Config) { c.Players[0].Name = "another" },
		"its Black is \"spoilt\"":  func(c *Config) { c.Players[1].Name = "another" },
	} {
		other := c
		change(&other)
		if _, err := other.readPairs(games); err == nil || !strings.Contains(err.Error(), "game 1 is of another match") || !strings.Contains(err.Error(), want) {
			t.Errorf("games of another match: %v, want %q", err, want)
		}
	}

	c.Players[1].Start = simple("random", nil)
	c.Pairs, c.AtOnce = 1000, 2
	c.Test = &SPRT{Elo0: -400, Elo1: -200, Alpha: 0.05, Beta: 0.05}
	decided, text := play(c, "")
	if decided.Games >= 200 || decided.Games != strings.Count(text, "[Event ") || !strings.Contains(c.Report(decided), "Elo -200 is accepted") {
		t.Errorf("the test ends with %s", c.Report(decided))
	}
	if again, _ := play(c, text); again.Games != decided.Games {
		t.Errorf("a decided test goes on to %d games", again.Games)
	}

	c.Test.Elo0 = c.Test.Elo1
	if _, err := Play(t.Context(), c); err == nil {
		t.Error("a test that cannot end is begun")
	}
	if _, err := c.readPairs([][]byte{[]byte("[Round \"2\"]\n\n*\n\n"), nil}); err == nil {
		t.Error("games of something else are taken")
	}
}

// TestScore checks that the error bars are never zero, and those of the sample if it is large.
func TestScore(t *testing.T) {
	for _, row := range []struct {
		pairs            [5]int
		score, low, high float64 // the error's bounds
	}{
		{[5]int{}, 0.5, 0.5, 0.5},
		{[5]int{0, 0, 0, 0, 1}, 1, 0.4, 0.5},
		{[5]int{0, 0, 1, 0, 0}, 0.5, 0.3, 0.5},
		{[5]int{0, 0, 0, 0, 20}, 1, 0.03, 0.04},
		{[5]int{0, 0, 20, 0, 0}, 0.5, 0.02, 0.03},
		{[5]int{100, 100, 100, 100, 100}, 0.5, 0.0158, 0.0160}, // 0.0158 without the added half pairs
	} {
		score, deviation := Tally{Pairs: row.pairs}.Score()
		if math.Abs(score-row.score) > 1e-9 || deviation < row.low || deviation > row.high {
			t.Errorf("pairs %v: %v ± %v", row.pairs, score, deviation)
		}
	}
}

func TestElo(t *testing.T) {
	for _, row := range []struct{ score, want float64 }{{0.5, 0}, {0.75, 190.8}, {0.25, -190.8}, {10.0 / 11, 400}} {
		if got := Elo(row.score); math.Abs(got-row.want) > 0.1 {
			t.Errorf("%v is Elo %v, want %v", row.score, got, row.want)
		}
		if got := Score(row.want); math.Abs(got-row.score) > 1e-4 {
			t.Errorf("Elo %v is %v, want %v", row.want, got, row.score)
		}
	}
}
