package release

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Notes returns the section of CHANGELOG.md about a version: the lines below its heading
// "## 1.2.3", "## [1.2.3]" or the same followed by a date. A pre-release
// without its own section takes that of the unreleased changes.
func Notes(root, version string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	want := strings.TrimPrefix(version, "v")
	notes := section(string(text), want)
	if notes == "" && strings.Contains(version, "-") {
		notes = section(string(text), "Unreleased")
	}
	if notes == "" {
		return "", fmt.Errorf("CHANGELOG.md says nothing of %s: give it a heading \"## [%s] - date\" with what changed below", want, want)
	}
	return notes, nil
}

// section returns the text below a second-level heading that names title, without the
// link definitions at the end of the file.
func section(text, title string) string {
	pattern := `(?ms)^## \[?` + regexp.QuoteMeta(title) + `\]?(?: [^\n]*)?\n(.*?)(?:^## |^\[[^\n]*\]: |\z)`
	if found := regexp.MustCompile(pattern).FindStringSubmatch(text); found != nil {
		return strings.TrimSpace(found[1])
	}
	return ""
}
