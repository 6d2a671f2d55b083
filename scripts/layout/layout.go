// Package layout holds the map of the repository: what may lie at its top,
// and which package may import which. The rules package stays usable without
// a screen, the board judges nothing, and Ebiten, which takes over whatever
// page it runs in, is imported in one place. A rule that nothing checks is
// soon a rule no longer.
package layout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

const module = "github.com/banchess/banchess"

// Rule says what the packages at Path may import, on any system. Path and Ours
// are paths inside the module; a name that ends in "/..." stands for
// everything below as well.
type Rule struct {
	Path  string
	Ours  []string // packages of this module it may depend on
	Never []string // packages it must not depend on, however indirectly
}

const (
	ebiten = "github.com/hajimehoshi/ebiten/v2/..."
	chess  = "github.com/notnil/chess/..."
	vert   = "github.com/norunners/vert/..."
	js     = "syscall/js"
)

// Rules are the import rules, most specific path first: the first that
// matches a package is the one that holds for it.
var Rules = []Rule{
	{"game/bitboard/...", nil, []string{ebiten, chess, js}},
	{"game/engine/...", []string{"game", "game/bitboard"}, []string{ebiten, js}},
	{"game/uci/...", []string{"game", "game/bitboard", "game/engine"}, []string{ebiten, js}},
	{"game/message/...", []string{"game", "game/bitboard", "game/engine"}, []string{ebiten, js}},
	{"game/cmd/...", []string{"game/..."}, []string{ebiten, js}},
	{"game/...", nil, []string{ebiten, js}},
	{"wasm/board/...", []string{"assets/...", "wasm/board/..."}, []string{chess, vert}},
	{"wasm/...", []string{"game/...", "wasm/...", "assets/..."}, nil},
	{"assets/...", []string{"assets/..."}, []string{ebiten, chess, js}},
	{"scripts/baseline", nil, nil},
	{"scripts/...", []string{"scripts/...", "game/...", "assets/..."}, []string{ebiten}},
}

// ebitenImporters are the only packages whose own files may name Ebiten.
var ebitenImporters = []string{"wasm/board/...", "scripts/baseline"}

// Entries are all that may lie at the top of the repository.
var Entries = []string{
	"go.mod", "go.sum", "wasm", "game", "web", "assets", "scripts",
	".github", ".ci", ".gitignore", "README.md", "LICENSE", "CHANGELOG.md",
}

// Fault is one breach of the layout, in words.
type Fault string

// Check returns every fault of the tree at root: top-level entries that do
// not belong there and imports that break a rule, for Linux and for js/wasm,
// with and without the board, tests included.
func Check(ctx context.Context, root string) ([]Fault, error) {
	faults, err := top(ctx, root)
	if err != nil {
		return nil, err
	}
	for _, build := range []struct {
		env  []string
		tags string
	}{
		{[]string{"GOOS=linux", "GOARCH=amd64"}, ""},
		{[]string{"GOOS=js", "GOARCH=wasm"}, ""},
		{[]string{"GOOS=js", "GOARCH=wasm"}, "core"},
	} {
		packages, err := list(ctx, root, build.env, build.tags)
		if err != nil {
			return nil, err
		}
		faults = append(faults, judge(packages)...)
	}
	slices.Sort(faults)
	return slices.Compact(faults), nil
}

// top holds the top-level entries that version control knows, or would know
// if they were added; what it ignores (a build in dist/) is nobody's concern.
func top(ctx context.Context, root string) ([]Fault, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	cmd.Dir = root
	var names []string
	if out, err := cmd.Output(); err == nil {
		for name := range strings.SplitSeq(string(out), "\x00") {
			first, _, _ := strings.Cut(name, "/")
			names = append(names, first)
		}
	} else {
		entries, err := os.ReadDir(root)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
	}
	var faults []Fault
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if name != "" && name != ".git" && name != "dist" && !slices.Contains(Entries, name) {
			faults = append(faults, Fault(fmt.Sprintf("%s does not belong at the top of the repository: there are only %s", name, strings.Join(Entries, " "))))
		}
	}
	return faults, nil
}

// Package is what the go command says of one.
type Package struct {
	ImportPath string
	ForTest    string
	Standard   bool
	Imports    []string
	Deps       []string
	Error      *struct{ Err string }
}

func list(ctx context.Context, root string, env []string, tags string) ([]Package, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-test", "-tags", tags,
		"-json=ImportPath,ForTest,Standard,Imports,Deps,Error", "./...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	var errText strings.Builder
	cmd.Stderr = &errText
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &errText)
	}
	var packages []Package
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p Package
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// judge holds packages against the rules.
func judge(packages []Package) []Fault {
	var faults []Fault
	for _, p := range packages {
		// Test variants are named "path [path.test]", test programs
		// "path.test"; the latter import only what the go command adds.
		path, _, variant := strings.Cut(p.ImportPath, " [")
		if strings.HasSuffix(path, ".test") {
			continue
		}
		own, ok := inModule(strings.TrimSuffix(path, "_test"))
		if !ok {
			continue
		}
		isTest := variant || strings.HasSuffix(path, "_test")
		if !match(own, ebitenImporters) {
			for _, i := range p.Imports {
				if matchOne(i, ebiten) {
					faults = append(faults, Fault(fmt.Sprintf("%s imports %s: only %s may", own, i, strings.Join(ebitenImporters, " and "))))
				}
			}
		}
		rule, ok := ruleFor(own)
		if !ok {
			faults = append(faults, Fault(own+" is a package no rule speaks of: packages live in game, wasm, assets and scripts"))
			continue
		}
		for _, d := range p.Deps {
			d, _, _ = strings.Cut(d, " [")
			// A package's tests may use whatever helps to test it.
			if isTest {
				continue
			}
			if ours, ok := inModule(d); ok && ours != own && !match(ours, rule.Ours) {
				faults = append(faults, Fault(fmt.Sprintf("%s depends on %s of this module, and may only on %s", own, ours, orNothing(rule.Ours))))
			}
			if match(d, rule.Never) && !p.standardMeans(d) {
				faults = append(faults, Fault(fmt.Sprintf("%s depends on %s, and must not", own, d)))
			}
		}
	}
	return faults
}

// standardMeans says that a dependency is only how the standard library does
// its work: on js/wasm nearly everything there stands on syscall/js.
func (p Package) standardMeans(dep string) bool {
	return dep == js && !slices.Contains(p.Imports, js)
}

func ruleFor(path string) (Rule, bool) {
	for _, r := range Rules {
		if matchOne(path, r.Path) {
			return r, true
		}
	}
	return Rule{}, false
}

// inModule returns the path inside this module.
func inModule(path string) (string, bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

func match(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matchOne(path, p) })
}

func matchOne(path, pattern string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}
