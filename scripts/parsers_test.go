package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/site"
)

// notFuzzed are the exported functions that take text or bytes and need no fuzz target of their
// own, or all of a folder, by the reason.
var notFuzzed = map[string][]string{
	"FuzzCommandLine runs it": {
		"game/cmd/banchess/internal/cli", "game/cmd/banchess/internal/console", "game/cmd/banchess/internal/term", "game/cmd/banchess/internal/play.Open",
	},
	"the text is the name of a file, or the address of a server": {
		"game/cmd/banchess/internal/file.Write", "game/cmd/banchess/internal/file.Check", "game/cmd/banchess/internal/file.Same",
		"game/cmd/banchess/internal/play.OpenMistakes", "game/cmd/banchess/internal/play.KeepMistakes", "game/cmd/banchess/internal/play.OpenRecord",
		"game/room.Open", "game/room.Follow", "game/room/journal",
	},
	"the text is compared with others, and not read": {
		"assets.Pieces", "assets.ThemeOf", "game/puzzle.Record", "game/puzzle.Status", "game/review.Answer", "game/review.Card", "game/review.Drop", "game/review.Find",
		"game/room.Check", "game/room.Has", "game/room.Rematched", "game/room.Seat", "game/train.HaveSameSet", "game/train.IsHinted", "game/train.Next", "game/train.Order", "wasm/board.Key",
	},
	"it writes": {
		"game/internal/words.Count", "game/message/jsontext.Key", "game/message/jsontext.NonEmpty", "game/message/jsontext.Raw", "game/message/jsontext.Strings",
		"game/message.Send", "game/puzzle.Write", "game/room.Append", "game/room.EncodeFailure", "game/room.Notify",
	},
	"it comes with the program":  {"game/engine/internal/eval"},
	"tests alone use the folder": {"game/gametest"},
}

// Every exported function that takes text or bytes has a fuzz target that names it.
func TestEveryParserIsFuzzed(t *testing.T) {
	root, err := site.FindRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	taking, fuzzed := map[string]string{}, map[string]bool{}
	for _, top := range []string{"game", "wasm", "assets"} {
		if err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			dir, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			return readFolder(path, filepath.ToSlash(dir), taking, fuzzed)
		}); err != nil {
			t.Fatal(err)
		}
	}
	if len(taking) < 100 || len(fuzzed) < 100 {
		t.Fatalf("%d functions take text, and fuzz targets name %d", len(taking), len(fuzzed))
	}
	excused, unused := map[string]bool{}, map[string]bool{}
	for _, names := range notFuzzed {
		for _, name := range names {
			excused[name], unused[name] = true, true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(taking)) {
		dir, _, _ := strings.Cut(name, ".")
		delete(unused, name)
		delete(unused, dir)
		switch {
		case !fuzzed[name] && !excused[name] && !excused[dir]:
			t.Errorf("%s, in %s, takes text or bytes, and no fuzz target of its package names it: add one, or say in notFuzzed why it needs none", name, taking[name])
		case fuzzed[name] && excused[name]:
			t.Errorf("%s has a fuzz target: take it out of notFuzzed", name)
		}
	}
	for name := range unused {
		t.Errorf("notFuzzed names %s, which is no such function", name)
	}
}

// readFolder notes the exported functions of a folder that take text, with their files, and
// the names in its fuzz targets.
func readFolder(path, dir string, taking map[string]string, fuzzed map[string]bool) error {
	files, err := filepath.Glob(filepath.Join(path, "*.go"))
	if err != nil {
		return err
	}
	tests := map[string]*ast.FuncDecl{} // the functions in the tests
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok:
			case strings.HasSuffix(file, "_test.go"):
				tests[fn.Name.Name] = fn
			case isParser(fn):
				taking[nameIn(dir, fn)] = filepath.Base(file)
			}
		}
	}
	for name, fn := range tests {
		if !strings.HasPrefix(name, "Fuzz") {
			continue
		}
		named := map[string]bool{}
		collect(fn, tests, named)
		for name := range named {
			fuzzed[dir+"."+name] = true
			if named["UnmarshalText"] {
				fuzzed[dir+"."+name+".UnmarshalText"] = true
			}
		}
	}
	return nil
}

// isParser reports whether a function is exported and takes text or bytes from outside. The
// methods of io and of text that is written take it from the program, and Must… panics.
func isParser(fn *ast.FuncDecl) bool {
	name := fn.Name.Name
	if !fn.Name.IsExported() || strings.HasPrefix(name, "Must") || fn.Recv != nil && slices.Contains([]string{"AppendTo", "Write", "Read"}, name) {
		return false
	}
	return slices.ContainsFunc(fn.Type.Params.List, func(f *ast.Field) bool {
		return slices.Contains([]string{"string", "[]byte", "[]string", "...string", "io.Reader", "*bufio.Reader", "json.RawMessage"}, written(f.Type))
	})
}

func written(e ast.Expr) string {
	if list, ok := e.(*ast.Ellipsis); ok {
		return "..." + types.ExprString(list.Elt)
	}
	return types.ExprString(e)
}

// nameIn returns the name of a function in a folder. UnmarshalText, which many types have, stands
// with that of its type.
func nameIn(dir string, fn *ast.FuncDecl) string {
	name := fn.Name.Name
	if name == "UnmarshalText" {
		name = strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*") + "." + name
	}
	return dir + "." + name
}

// collect notes all names in a function of a test, and in those of the tests that it names.
func collect(fn *ast.FuncDecl, tests map[string]*ast.FuncDecl, named map[string]bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || named[id.Name] {
			return true
		}
		named[id.Name] = true
		if called := tests[id.Name]; called != nil && !strings.HasPrefix(id.Name, "Test") {
			collect(called, tests, named)
		}
		return true
	})
}
