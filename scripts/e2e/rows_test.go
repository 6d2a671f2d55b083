package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// Each row names tests that exist.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	files, err := filepath.Glob("*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			names[found[1]] = true
		}
	}
	for number, tests := range rows {
		for _, name := range tests {
			if !names[name] {
				t.Errorf("row %s has %s, which is no test", number, name)
			}
		}
	}
}
