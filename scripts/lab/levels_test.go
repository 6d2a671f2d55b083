package lab

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// The library's table of levels contains the measurements of LEVELS.md.
func TestLevelTables(t *testing.T) {
	read := func(path ...string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var names []string
	var scores []float64 // against the one below, in percent
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \| ([\d.]*)`).FindAllStringSubmatch(read("game", "engine", "LEVELS.md"), -1) {
		names = append(names, row[2])
		if score, err := strconv.ParseFloat(row[3], 64); err == nil && row[1] != "1" {
			scores = append(scores, score)
		}
	}
	if len(names) == 0 || len(scores) != len(names)-1 {
		t.Fatalf("the table has %d levels and %d scores", len(names), len(scores))
	}

	levels := regexp.MustCompile(`\{ name: "([^"]+)"(?:, againstNext: ([\d.]+))? \}`).FindAllStringSubmatch(read("web", "banchess", "game", "levels.ts"), -1)
	if len(levels) != len(names) {
		t.Fatalf("the library has %d levels, of %d", len(levels), len(names))
	}
	for i, level := range levels {
		want := ""
		if i < len(scores) {
			want = strconv.FormatFloat(1-scores[i]/100, 'g', 3, 64)
		}
		if level[1] != names[i] || level[2] != want {
			t.Errorf("level %d of the library is %s with %q, want %s with %q", i+1, level[1], level[2], names[i], want)
		}
	}
}
