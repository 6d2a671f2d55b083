package uci

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/banchess/banchess/game/engine"
)

// TestStrength: a rating of a level is that level; between two, both are played, the
// nearer one more.
func TestStrength(t *testing.T) {
	for _, row := range []struct {
		elo    int
		chance float64
		want   int
	}{
		{0, 0, 1}, {0, 0.999, 1}, {ratings[1], 0, 2}, {ratings[1], 0.999, 2},
		{ratings[1] / 4, 0.2, 2}, {ratings[1] / 4, 0.3, 1}, {ratings[1] - 1, 0.99, 2}, {1, 0.01, 1},
		{ratings[19], 0.5, 20}, {(ratings[19] + ratings[20]) / 2, 0.4, 21}, {(ratings[19] + ratings[20]) / 2, 0.6, 20},
		{ratings[20], 0, 21}, {ratings[20], 0.999, 21},
	} {
		o := options{limited: true, elo: row.elo, level: 7}
		if got := o.strength(row.chance); got != row.want {
			t.Errorf("%d with %v: level %d, want %d", row.elo, row.chance, got, row.want)
		}
		if o.limited = false; o.strength(row.chance) != 7 {
			t.Error("a rating that is not asked for counts")
		}
	}
}

// The ratings are those of the table of the levels.
func TestRatings(t *testing.T) {
	table, err := os.ReadFile("../engine/LEVELS.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (\d+) \|.*\| (?:about )?(\d+) \|$`).FindAllStringSubmatch(string(table), -1)
	if len(rows) != engine.Levels {
		t.Fatalf("the table has %d levels", len(rows))
	}
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) || row[2] != strconv.Itoa(ratings[i]) {
			t.Errorf("level %d has %d, and in the table %s has %s", i+1, ratings[i], row[1], row[2])
		}
	}
}
