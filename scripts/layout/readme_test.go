package layout

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The README's code is tested: the Go code is the package's example with its output, the
// JavaScript is that of the library's README.
func TestReadmeCode(t *testing.T) {
	root := filepath.Join("..", "..")
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	readme := read("README.md")
	example := regexp.MustCompile(`(?m)^\s*(// )?`).ReplaceAllString(read("game/example_test.go"), "")
	flat := regexp.MustCompile(`(?m)^\s+`)
	for _, b := range []struct{ opens, where, text string }{
		{"```go\n", "game/example_test.go", example},
		{"prints\n\n```\n", "the output in game/example_test.go", example},
		{"```js\n", "web/banchess/README.md", flat.ReplaceAllString(read("web/banchess/README.md"), "")},
	} {
		_, block, found := strings.Cut(readme, b.opens)
		block, _, closed := strings.Cut(block, "```")
		if !found || !closed {
			t.Errorf("the README has no block after %q", b.opens)
			continue
		}
		if !strings.Contains(b.text, flat.ReplaceAllString(block, "")) {
			t.Errorf("the README shows what is not in %s:\n%s", b.where, block)
		}
	}
}

// Every link of the READMEs into the repository has a target.
func TestReadmeLinks(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^)#:]+)\)|(?:src|srcset)="([^":]+)"`)
	for _, name := range []string{"README.md", "web/README.md", "web/banchess/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"} {
		path := filepath.Join("..", "..", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			target := m[1] + m[2]
			if target == "board.js" { // a file of the built site
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), target)); err != nil {
				t.Errorf("%s links to %s, which is not there", name, target)
			}
		}
	}
}

// The map has twenty rows, and every file that it names exists in the folder of its row.
func TestMap(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, ".github", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| folder |")
	table, _, _ = strings.Cut(table, "\n\n")
	named := regexp.MustCompile("`([^`]+)`")
	rows, files := 0, 0
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			continue
		}
		rows++
		for _, file := range named.FindAllStringSubmatch(cells[3], -1) {
			files++
			found := false
			for _, folder := range named.FindAllStringSubmatch(cells[1], -1) {
				matches, err := filepath.Glob(filepath.Join(root, folder[1], file[1]))
				found = found || err == nil && len(matches) > 0
			}
			if !found {
				t.Errorf("%s is not in %s", file[1], strings.TrimSpace(cells[1]))
			}
		}
	}
	if rows-1 != 20 || files == 0 { // the first is below the heading
		t.Errorf("the map has %d rows and names %d files", rows-1, files)
	}
}
