package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// named matches the names in a row of the statement of safety: a test in Go, with its package
// if several have one of that name; a test in JavaScript by its title or its file; a
// command.
var named = regexp.MustCompile("`(?:(\\w+)\\.)?((?:Test|Fuzz)\\w+)`|\"([^\"]+)\"|`(\\w+\\.test\\.(?:mjs|ts))`|`go run \\./scripts ([^`]+)`")

// Each promise of the statement of safety names tests, and all of them exist.
func TestSafetyIsTested(t *testing.T) {
	text, err := os.ReadFile("../.github/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	goTests, titles, files := testsThatAre(t)
	rows := 0
	for row := range strings.Lines(string(text)) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "-") || strings.TrimSpace(cells[3]) == "test" {
			continue
		}
		rows++
		tests := named.FindAllStringSubmatch(cells[3], -1)
		if !slices.ContainsFunc(tests, func(m []string) bool { return m[5] == "" }) {
			t.Errorf("no test holds that%s", cells[2])
		}
		for _, m := range tests {
			switch pkg, test, title, file, command := m[1], m[2], m[3], m[4], m[5]; {
			case test != "":
				if in := goTests[test]; !slices.Contains(in, pkg) && (pkg != "" || len(in) != 1) {
					t.Errorf("%s is in the packages %q, not in %q", test, in, pkg)
				}
			case title != "" && !titles[title]:
				t.Errorf("there is no test %q", title)
			case file != "" && !files[file]:
				t.Errorf("there is no file %s", file)
			case command != "":
				isCommand(t, command)
			}
		}
	}
	if rows < 10 {
		t.Errorf("the table has %d rows", rows)
	}
}

// testsThatAre returns the names of the tests in Go, with their packages, and the titles and
// the files of those in JavaScript.
func testsThatAre(t *testing.T) (inGo map[string][]string, titles, files map[string]bool) {
	t.Helper()
	out, err := exec.Command("git", "-C", "..", "grep", "-E", `^func (Test|Fuzz)|^\s*(void )?test\(`, "--", "*_test.go", "web/test").Output()
	if err != nil {
		t.Fatal(err)
	}
	inGo, titles, files = map[string][]string{}, map[string]bool{}, map[string]bool{}
	goTest, jsTest := regexp.MustCompile(`^func (\w+)\(`), regexp.MustCompile(`test\("([^"]+)"`)
	for line := range bytes.Lines(out) {
		file, code, _ := strings.Cut(string(line), ":")
		if m := goTest.FindStringSubmatch(code); m != nil {
			inGo[m[1]] = append(inGo[m[1]], path.Base(path.Dir(file)))
		} else if m := jsTest.FindStringSubmatch(code); m != nil {
			titles[m[1]], files[path.Base(file)] = true, true
		}
	}
	return inGo, titles, files
}

// isCommand checks that the words are a command of the scripts with valid arguments.
func isCommand(t *testing.T, words string) {
	t.Helper()
	cmd, args, err := newRoot().Find(strings.Fields(words))
	if err == nil && cmd.HasParent() && cmd.Args != nil {
		err = errors.Join(cmd.ParseFlags(args), cmd.Args(cmd, cmd.Flags().Args()))
	}
	if err != nil || !cmd.HasParent() {
		t.Errorf("there is no command %q: %v", words, err)
	}
}
