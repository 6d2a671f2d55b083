package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Each test that the statement of safety names is there.
func TestSafetyIsTested(t *testing.T) {
	text, err := os.ReadFile("../.github/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	// What the tests of Go and of JavaScript are called.
	out, err := exec.Command("git", "-C", "..", "grep", "-hE", `^func (Test|Fuzz)|^test\(`, "--", "*_test.go", "web/test").Output()
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for row := range strings.Lines(string(text)) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			continue
		}
		for _, m := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)`|\"([^\"]+)\"").FindAllStringSubmatch(cells[3], -1) {
			named++
			if !strings.Contains(string(out), "func "+m[1]+"(") && !strings.Contains(string(out), `test("`+m[2]+`"`) || m[1]+m[2] == "" {
				t.Errorf("there is no test %s", m[1]+m[2])
			}
		}
	}
	if named < 20 {
		t.Errorf("%d tests are named", named)
	}
}
