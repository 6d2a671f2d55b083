package uci

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/banchess/banchess/game/engine"
)

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
