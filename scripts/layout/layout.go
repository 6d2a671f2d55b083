// Package layout checks the map of the repository: the files at its top, the
// imports of Go packages, and those of TypeScript modules. The rules stay usable
// without a screen, the board has no rules of its own, Ebiten, which takes over
// the page it runs in, is imported in one place, and the page uses the library in
// the same way as other users.
package layout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banchess/banchess/scripts/stage"
)

const module = "github.com/banchess/banchess"

// Rule says what the packages at Path may import in their own files, on any
// system. Path and Ours are paths inside the module; a name that ends in "/..."
// stands for everything below as well, and "..." for any package.
type Rule struct {
	Path   string
	Ours   []string // packages of this module
	Others []string // packages of others, besides the standard library's
	Never  []string // packages it must not depend on, even indirectly
}

const (
	ebiten = "github.com/hajimehoshi/ebiten/v2/..."
	notnil = "github.com/notnil/chess/..."
	vert   = "github.com/norunners/vert/..."
	nats   = "github.com/nats-io/..."
	js     = "syscall/js"
	qr     = "rsc.io/qr"
	leaf   = "game/chess"

	websocket = "github.com/coder/websocket"

	laboratory = module + "/scripts/lab/..."
)

// browserOnly are the packages that a package must not need if it also runs without a page.
var browserOnly = []string{ebiten, js}

// Rules are the import rules, from the squares to the screen. The first rule that
// matches a package applies.
var Rules = []Rule{
	{leaf, nil, nil, browserOnly},
	{"game", []string{leaf, "game/internal/lines", "game/internal/words"}, []string{notnil}, browserOnly},
	{"game/internal/lines", nil, nil, browserOnly},
	{"game/internal/words", []string{leaf}, nil, browserOnly},
	{"game/internal/exhaustive", []string{leaf}, nil, browserOnly},
	{"game/gametest/...", []string{leaf}, nil, browserOnly},
	{"game/tables", []string{leaf}, nil, browserOnly},
	{"game/engine", []string{"game", leaf, "game/tables", "game/engine/internal/search", "game/engine/internal/proof", "game/engine/internal/tactics", "game/internal/exhaustive"}, nil, browserOnly},
	{"game/engine/internal/search", []string{leaf, "game/tables", "game/engine/internal/eval", "game/engine/internal/tactics"}, nil, browserOnly},
	{"game/engine/internal/proof", []string{leaf, "game/engine/internal/tactics"}, nil, browserOnly},
	{"game/engine/internal/tactics", []string{leaf}, nil, browserOnly},
	{"game/engine/internal/eval", []string{leaf, "assets"}, nil, browserOnly},
	{"game/engine/internal/train", []string{"game/engine/internal/eval", "scripts/lab/sample"}, nil, browserOnly},
	{"scripts/lab/sample", []string{leaf}, nil, browserOnly},
	{"game/uci", []string{"game", "game/engine", "game/tables", "game/internal/lines"}, nil, browserOnly},
	{"game/message", []string{"game", "game/engine", "game/report", "game/internal/lines", "game/message/jsontext"}, nil, browserOnly},
	{"game/message/jsontext", nil, nil, browserOnly},
	{"game/puzzle", []string{"game", leaf, "game/internal/exhaustive"}, nil, browserOnly},
	{"game/report", []string{"game", "game/engine", "game/internal/words", "game/message/jsontext", leaf}, nil, browserOnly},
	{"game/review", []string{"game", "game/report", "game/message/jsontext"}, nil, browserOnly},
	{"game/explore", []string{"game", "game/message/jsontext"}, nil, browserOnly},
	{"game/train", []string{"game", "game/puzzle", "game/review", "game/message/jsontext"}, nil, browserOnly},
	{"game/room", []string{"game", "game/message/...", "game/train"}, []string{websocket}, browserOnly},
	{"game/room/host", []string{"game", "game/message", "game/room"}, []string{websocket, "github.com/prometheus/client_golang/...", "golang.org/x/time/rate"}, append([]string{nats}, browserOnly...)},
	{"game/room/journal", []string{"game/room"}, []string{nats}, browserOnly},
	{"game/picture", []string{"game", "assets", "game/picture/scene"}, nil, browserOnly},
	{"game/picture/scene", []string{leaf, "assets", "assets/raster"}, nil, append([]string{notnil}, browserOnly...)},
	{"game/cmd/...", []string{"game", "game/picture", "game/puzzle", "game/report", "game/review", "game/explore", "game/train", "assets", "game/engine", "game/tables", "game/uci", "game/message/...", "game/room/...", "game/internal/...", "game/cmd/..."}, []string{"..."}, browserOnly},
	{"assets", nil, nil, browserOnly},
	{"assets/raster", []string{"assets"}, nil, browserOnly},
	{"wasm/board", []string{"assets", "assets/raster", leaf}, []string{ebiten, js}, []string{notnil, vert}},
	{"wasm", []string{"game", "game/engine", "game/report", "game/review", "game/explore", "game/tables", "game/train", "game/uci", "game/message/...", "wasm/board", "assets"}, []string{vert, js, qr}, nil},
	{"wasm/picture", []string{leaf, "assets", "game/picture/scene"}, nil, []string{ebiten, notnil, vert, js}},
	{"scripts/baseline", nil, []string{ebiten}, nil},
	{"scripts/site/...", []string{"scripts/...", "game/...", "assets", "assets/raster"}, []string{"..."}, []string{ebiten, laboratory}},
	{"scripts/lab/...", []string{"scripts/...", "game/...", "assets"}, []string{"..."}, []string{ebiten}},
	{"scripts/e2e/...", []string{"scripts/...", "game/...", "assets"}, []string{"..."}, []string{ebiten, laboratory}},
	{"scripts", []string{"scripts/...", "game/..."}, []string{"..."}, []string{ebiten}},
	{"scripts/...", []string{"scripts/...", "game/..."}, []string{"..."}, []string{ebiten, laboratory}},
}

// Entries are the permitted entries at the top of the repository.
var Entries = []string{
	"go.mod", "go.sum", "wasm", "game", "web", "assets", "scripts",
	".github", ".ci", ".gitignore", "README.md", "LICENSE", "CHANGELOG.md",
}

// Fault is a violation of the layout, in words.
type Fault string

// largest is the most bytes of a file. A larger one was probably built and not written.
const largest = 1 << 20

// Check returns every fault of the tree at root: top-level entries that are
// not permitted, large files, and imports that break a rule, of Go for Linux and for
// js/wasm, with and without the board, and of TypeScript.
func Check(ctx context.Context, root string) ([]Fault, error) {
	faults, err := top(ctx, root)
	if err != nil {
		return nil, err
	}
	modules, err := typeScript(filepath.Join(root, "web"))
	if err != nil {
		return nil, err
	}
	faults = append(faults, modules...)
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

// top checks the top-level entries that version control tracks or would add, and the sizes of
// its files. It ignores those that version control ignores, such as dist/.
func top(ctx context.Context, root string) ([]Fault, error) {
	var names []string
	var faults []Fault
	list := stage.Command{Dir: root, Args: []string{"git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"}}
	if out, err := list.Output(ctx); err == nil {
		for name := range strings.SplitSeq(out, "\x00") {
			first, _, _ := strings.Cut(name, "/")
			names = append(names, first)
			if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.Mode().IsRegular() && info.Size() > largest {
				faults = append(faults, Fault(fmt.Sprintf("%s has %d bytes, more than %d: was it built?", name, info.Size(), largest)))
			}
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
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if name != "" && name != ".git" && name != "dist" && !slices.Contains(Entries, name) {
			faults = append(faults, Fault(fmt.Sprintf("%s does not belong at the top of the repository: there are only %s", name, strings.Join(Entries, " "))))
		}
	}
	return faults, nil
}

// Package is the go command's description of a package.
type Package struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func list(ctx context.Context, root string, env []string, tags string) ([]Package, error) {
	out, err := stage.Command{Dir: root, Env: env, Args: []string{"go", "list", "-e", "-test", "-tags", tags,
		"-json=ImportPath,Imports,Deps", "./..."}}.Output(ctx)
	if err != nil {
		return nil, err
	}
	var packages []Package
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p Package
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// judge checks packages against the rules.
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
		rule, ok := ruleFor(own)
		if !ok {
			faults = append(faults, Fault(own+" is a package no rule speaks of"))
			continue
		}
		for _, i := range p.Imports {
			// A test may use other packages, but no window.
			if isTest && !matchOne(i, ebiten) {
				continue
			}
			ours, ok := inModule(i)
			switch {
			case match(i, rule.Never):
				faults = append(faults, Fault(fmt.Sprintf("%s imports %s, and must not", own, i)))
			case ok && !match(ours, rule.Ours):
				faults = append(faults, Fault(fmt.Sprintf("%s imports %s, of this module it may import %s", own, ours, orNothing(rule.Ours))))
			case !ok && !standard(i) && !match(i, rule.Others):
				faults = append(faults, Fault(fmt.Sprintf("%s imports %s, besides the standard library it may import %s", own, i, orNothing(rule.Others))))
			}
		}
		for _, d := range p.Deps {
			// On js/wasm nearly all of the standard library depends on syscall/js.
			if !isTest && d != js && match(d, rule.Never) && !slices.Contains(p.Imports, d) {
				faults = append(faults, Fault(fmt.Sprintf("%s depends on %s, and must not", own, d)))
			}
		}
	}
	return faults
}

// standard reports whether a package belongs to the standard library and gives no
// access to the page.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && path != js
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
	if pattern == "..." {
		return true
	}
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
