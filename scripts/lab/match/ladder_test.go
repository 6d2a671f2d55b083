package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLadder checks that each player meets the one below, and that a ladder continues
// after its complete pairs of games.
func TestLadder(t *testing.T) {
	dir := t.TempDir()
	play := func() (told int, table string) {
		t.Helper()
		c := Config{Pairs: 2, Seed: 1, Opening: 6, Most: 120, Patience: time.Minute}
		var players []Player
		for _, name := range []string{"random", "greedy", "greedy too"} {
			players = append(players, Player{Name: name, Limits: "depth 1", Start: simple(strings.Fields(name)[0], nil)})
		}
		steps, err := Ladder(t.Context(), c, dir, players, func(s Step) { told += s.Games })
		if err != nil {
			t.Fatal(err)
		}
		if len(steps) != 2 || steps[0].Above.Name != "greedy" || steps[0].Wins < steps[0].Losses {
			t.Errorf("%+v", steps)
		}
		return told, Table(steps)
	}
	told, table := play()
	if told != 8 || strings.Count(table, "\n") != 5 || !strings.HasSuffix(strings.Split(table, "\n")[2], "| 0 |") {
		t.Errorf("%d games:\n%s", told, table)
	}
	path := filepath.Join(dir, "greedy against random.pgn")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The mark is in the first pair, which is kept, and the file ends within the second.
	marked := strings.Replace(string(whole), "[Event \"", "[Event \"kept ", 1)
	if err := os.WriteFile(path, []byte(marked[:len(marked)*2/3]), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, again := play(); strings.Count(again, "\n") != 5 {
		t.Errorf("gone on with:\n%s", again)
	}
	got, err := os.ReadFile(path)
	if err != nil || strings.Count(string(got), "[Event ") != 4 || !strings.HasPrefix(string(got), marked[:len(marked)/4]) {
		t.Errorf("the file holds, %v:\n%s", err, got)
	}
}
