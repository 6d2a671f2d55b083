package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/measure"
)

// The README's claims about speed are on the page of benchmarks.
func TestBenchRowsOfTheReadme(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, rest, _ := strings.Cut(read("README.md"), measure.Begin)
	rows, _, _ := strings.Cut(rest, measure.End)
	found := regexp.MustCompile("(?m)^\\| .* \\| ([0-9.]+ ×) .* \\| `go run ./scripts bench --run (\\w+)` \\|$").FindAllStringSubmatch(rows, -1)
	if len(found) != 5 {
		t.Fatalf("%d rows in\n%s", len(found), rows)
	}
	page := read(benchPage)
	for _, row := range found {
		if want := regexp.MustCompile("(?m)^\\| .* \\| `" + row[2] + "/.* \\| " + regexp.QuoteMeta(row[1]) + " "); !want.MatchString(page) {
			t.Errorf("the README has %s %s, the page of benchmarks has not", row[2], row[1])
		}
	}
}

// TestBenchReady checks that a useless measurement is refused before it begins.
func TestBenchReady(t *testing.T) {
	dir := t.TempDir()
	for want, b := range map[string]bench{
		"--run [":  {run: "["},
		"--run":    {run: "Nothing" + "Has/this"},
		"--base":   {run: "Size", base: "no-such-commit"},
		"--check":  {run: "GameFENOut", check: true},
		"":         {run: "Size", base: "HEAD", check: true},
		"--json":   {run: "Size", json: dir},
		"--output": {run: "Size", output: filepath.Join(dir, "no", "such", "folder")},
		" ":        {run: "Game/fen", json: filepath.Join(dir, "new.json")},
	} {
		if err := b.ready(t.Context(), ".."); (err == nil) != (strings.TrimSpace(want) == "") || err != nil && !strings.HasPrefix(err.Error(), strings.TrimSuffix(want, " [")) {
			t.Errorf("%+v: %v, want %q", b, err, want)
		}
	}
}
