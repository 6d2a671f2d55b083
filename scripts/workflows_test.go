package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// workflow has the fields of a workflow file that these rules use.
type workflow struct {
	text string

	Permissions map[string]string `yaml:"permissions"`
	Concurrency map[string]any    `yaml:"concurrency"`
	Jobs        map[string]struct {
		Uses        string            `yaml:"uses"`
		Permissions map[string]string `yaml:"permissions"`
		Minutes     int               `yaml:"timeout-minutes"`
		Steps       []struct {
			Uses string         `yaml:"uses"`
			Run  string         `yaml:"run"`
			With map[string]any `yaml:"with"`
		} `yaml:"steps"`
	} `yaml:"jobs"`
}

// writers are the only jobs with permission to write, and their permissions.
var writers = map[string][]string{
	"release.yml/publish": {"contents", "id-token", "attestations"},
	"release.yml/npm":     {"id-token"},
	"release.yml/pages":   {"pages", "id-token"},
	"pages.yml/deploy":    {"pages", "id-token"},
}

// pinned matches an action at a commit, with its version in a comment.
var pinned = regexp.MustCompile(`^\s*(?:- )?uses: ([\w.-]+/[\w./-]+)@([0-9a-f]{40}) # v(\d+)\.\d+\.\d+$`)

// majors are the newest versions of the actions in November 2026. Dependabot updates them,
// and they must not become older.
var majors = map[string]int{
	"actions/checkout": 7, "actions/setup-go": 7, "actions/setup-node": 7,
	"actions/upload-artifact": 7, "actions/download-artifact": 8,
	"actions/upload-pages-artifact": 5, "actions/deploy-pages": 5,
	"actions/attest-build-provenance": 4,
}

// workflows reads all workflows, by file name.
func workflows(t *testing.T) map[string]workflow {
	t.Helper()
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	all := map[string]workflow{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		w := workflow{text: string(text)}
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[filepath.Base(file)] = w
	}
	return all
}

func TestWorkflows(t *testing.T) {
	commits := map[string]string{} // by action, because all must use the same
	for name, w := range workflows(t) {
		if w.Permissions == nil || len(w.Permissions) > 0 {
			t.Errorf("%s: a workflow grants nothing by itself (permissions: {}), its jobs do", name)
		}
		if w.Concurrency == nil {
			t.Errorf("%s: no concurrency group", name)
		}
		for line := range strings.SplitSeq(w.text, "\n") {
			use := strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if !strings.HasPrefix(use, "uses: ") || strings.HasPrefix(use, "uses: ./") {
				continue
			}
			m := pinned.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("%s: not pinned by commit with its version in a comment: %s", name, use)
				continue
			}
			if old, ok := commits[m[1]]; ok && old != m[2] {
				t.Errorf("%s: %s is at two commits, %s and %s", name, m[1], old, m[2])
			}
			commits[m[1]] = m[2]
			if major, err := strconv.Atoi(m[3]); err != nil || major < max(majors[m[1]], 1) || majors[m[1]] == 0 {
				t.Errorf("%s: %s is at v%s, and known to be at v%d", name, m[1], m[3], majors[m[1]])
			}
		}
		for id, job := range w.Jobs {
			where := name + "/" + id
			if job.Permissions == nil {
				t.Errorf("%s: no permissions", where)
			}
			for what, how := range job.Permissions {
				if how != "read" && !slices.Contains(writers[where], what) {
					t.Errorf("%s: may not have %s: %s", where, what, how)
				}
			}
			if local, ok := strings.CutPrefix(job.Uses, "./"); ok {
				if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(local))); err != nil {
					t.Errorf("%s: %v", where, err)
				}
				continue
			}
			if job.Minutes == 0 {
				t.Errorf("%s: no time limit", where)
			}
			for _, step := range job.Steps {
				if step.Run != "" {
					if err := runnable(step.Run); err != "" {
						t.Errorf("%s: %q %s", where, step.Run, err)
					}
				}
				if strings.HasPrefix(step.Uses, "actions/setup-go@") {
					if step.With["go-version-file"] != "go.mod" {
						t.Errorf("%s: Go is not the one that go.mod names", where)
					}
					// A job that can write must not run with the contents of a cache from
					// another run.
					if len(writers[where]) > 0 && step.With["cache"] != false {
						t.Errorf("%s: may write, and builds with what is in a cache", where)
					}
				}
				if strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["persist-credentials"] != false {
					t.Errorf("%s: the checkout leaves its token behind", where)
				}
			}
		}
	}
}

// A called workflow cannot have more permissions than the calling job: one that asks for
// more does not start.
func TestCalledWorkflows(t *testing.T) {
	calls := 0
	for name, w := range workflows(t) {
		for id, job := range w.Jobs {
			called, ok := strings.CutPrefix(job.Uses, "./.github/workflows/")
			if !ok {
				continue
			}
			calls++
			for inner, wants := range workflows(t)[called].Jobs {
				for what, how := range wants.Permissions {
					if has := job.Permissions[what]; has != how && has != "write" {
						t.Errorf("%s/%s has %s: %q, and %s/%s, which it calls, wants %s", name, id, what, has, called, inner, how)
					}
				}
			}
		}
	}
	if calls < 2 {
		t.Errorf("%d calls: a release calls its tests and its site", calls)
	}
}

// Dependabot updates every list of packages except the one in tools.mod, a name that it
// does not know.
func TestDependabot(t *testing.T) {
	text, err := os.ReadFile("../.github/dependabot.yml")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Updates []struct {
			System      string   `yaml:"package-ecosystem"`
			Directory   string   `yaml:"directory"`
			Directories []string `yaml:"directories"`
		} `yaml:"updates"`
	}
	if err := yaml.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	have := []string{}
	for _, u := range d.Updates {
		for _, dir := range append(u.Directories, u.Directory) {
			have = append(have, u.System+" "+dir)
		}
	}
	want := []string{"github-actions /"}
	out, err := exec.Command("git", "-C", "..", "ls-files", "*go.mod", "*package-lock.json").Output()
	if err != nil {
		t.Skip("no list of the files: ", err)
	}
	for _, file := range strings.Fields(string(out)) {
		system := map[string]string{"go.mod": "gomod", "package-lock.json": "npm"}[path.Base(file)]
		want = append(want, system+" "+path.Clean("/"+path.Dir(file)))
	}
	for _, w := range want {
		if !slices.Contains(have, w) {
			t.Errorf("nobody looks after %s", w)
		}
	}
}

// The files of a release are the same everywhere, because they are made with one
// release of Go.
func TestPinGo(t *testing.T) {
	t.Setenv("GOTOOLCHAIN", "local") // restored at the end
	if err := pinGo(t.Context(), ".."); err != nil {
		t.Fatal(err)
	}
	if got := os.Getenv("GOTOOLCHAIN"); !regexp.MustCompile(`^go1\.\d+\.\d+$`).MatchString(got) {
		t.Errorf("a release is made by %q", got)
	}
}

// runnable returns the fault of a run line, or "". A line must be a single existing
// command that gets its input by environment variables: text that GitHub pastes into a
// shell lets its author run commands.
func runnable(line string) string {
	if strings.Contains(strings.TrimSpace(line), "\n") {
		return "is more than one command"
	}
	if strings.Contains(line, "${{") {
		return "has an expression pasted into it"
	}
	args := strings.Fields(strings.ReplaceAll(strings.Replace(line, "go run -race ", "go run ", 1), `"`, ""))
	switch {
	case args[0] == ".ci/run":
		if info, err := os.Stat("../.ci/run"); err != nil || info.Mode()&0o100 == 0 {
			return "is not there or not executable"
		}
		return ""
	case len(args) > 2 && args[0] == "go" && args[1] == "test":
		return ""
	case len(args) > 2 && args[0] == "go" && args[1] == "tool":
		// It is one of the tools that go.mod pins.
		if file, err := os.ReadFile("../go.mod"); err != nil || !regexp.MustCompile(`(?m)^\t\S*/`+regexp.QuoteMeta(args[2])+`$`).Match(file) {
			return "is no tool of the module"
		}
		return ""
	case len(args) > 3 && args[0] == "go" && args[1] == "run" && args[2] == "./scripts":
		cmd, rest, err := newRoot().Find(longFlags(args[3:]))
		if err != nil {
			return err.Error()
		}
		if err := cmd.ParseFlags(rest); err != nil {
			return err.Error()
		}
		if err := cmd.ValidateRequiredFlags(); err != nil {
			return err.Error()
		}
		if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
			return err.Error()
		}
		return ""
	}
	return "is no command of ours"
}

func TestRunnable(t *testing.T) {
	for line, ok := range map[string]bool{
		".ci/run":                                true,
		"go test ./game/...":                     true,
		"go run ./scripts build -o dist":         true,
		"go run ./scripts test --stage page":     true,
		"go run ./scripts biuld":                 false,
		"go run ./scripts build --nonsense":      false,
		"go run ./scripts release -o files":      false, // no version
		"go run ./scripts lint everything":       false,
		"curl https://example.com | sh":          false,
		"go run ./scripts lint\ngo vet ./...":    false,
		"go run ./scripts bench --base ${{ x }}": false,
	} {
		if err := runnable(line); (err == "") != ok {
			t.Errorf("%q: %q", line, err)
		}
	}
}
