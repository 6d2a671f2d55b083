//go:build !js

package game_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs the README's programs in Go as a stranger pastes them, each in a
// module of its own that knows this one, and compares what they print with what
// the README says.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	programs := strings.Split(read("README.md"), "```go\n")[1:]
	if len(programs) != 2 {
		t.Fatalf("the README has %d programs in Go", len(programs))
	}
	// The requirements of the module, at the versions it has.
	_, needs, _ := strings.Cut(read("go.mod"), "require (")
	mod := "module example.com/stranger\n\ngo 1.26\n\nrequire github.com/banchess/banchess v0.0.0\n\nrequire (" + needs +
		"\n\nreplace github.com/banchess/banchess => " + root + "\n"
	for _, text := range programs {
		program, rest, _ := strings.Cut(text, "```\n")
		_, rest, _ = strings.Cut(rest, "prints\n\n```\n")
		want, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Errorf("the README does not say what this prints:\n%s", program)
			continue
		}
		if !strings.Contains(program, "package main") {
			program = "package main\n\nimport (\n\"fmt\"\n\n\"github.com/banchess/banchess/game\"\n)\n\nfunc main() {\n" + program + "}\n"
		}
		dir := t.TempDir()
		for name, text := range map[string]string{"main.go": program, "go.mod": mod, "go.sum": read("go.sum")} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
		run.Dir = dir
		run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := run.CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("%v\n%s\nwant\n%s", err, out, want)
		}
		if svg, err := os.ReadFile(filepath.Join(dir, "end.svg")); strings.Contains(program, "end.svg") && (err != nil || !strings.HasPrefix(string(svg), "<svg ")) {
			t.Errorf("the picture: %v, %.80s", err, svg)
		}
	}
}
