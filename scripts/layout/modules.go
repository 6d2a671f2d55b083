package layout

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	library = "banchess" // the folders of web/ and their parts
	page    = "page"
)

var (
	comment   = regexp.MustCompile(`(?s)(?m:^\s*//.*?$)|/\*.*?\*/`)
	specifier = regexp.MustCompile(`\b(?:from|import)\s*\(?\s*["']([^"'\s]+)["']`)
)

// script is a TypeScript module below web/, without its comments.
type script struct {
	name    string // its path below web/
	text    string
	imports []imported
}

// imported is an import of a module: as it is written, and its target, a path below web/
// or the name of a package.
type imported struct{ written, target string }

// typeScript checks the modules below web against the rules: the library imports
// nothing outside itself except Go's runtime, and Node's modules in Node; the page
// imports only what the library exports. parts.go and sentences.go check the
// page's own modules.
func typeScript(web string) ([]Fault, error) {
	exported, err := exports(web)
	if err != nil {
		return nil, err
	}
	scripts, err := readScripts(web)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for _, s := range scripts {
		own, _, _ := strings.Cut(s.name, "/")
		for _, i := range s.imports {
			isItsTypes := s.name == library+"/"+i.target+".d.ts" // the board's types for TSX
			if !isItsTypes && !mayImport(own, i.target, exported) {
				faults = append(faults, Fault(fmt.Sprintf("web/%s imports %s: %s", s.name, i.written, map[string]string{
					library: "the library imports nothing outside itself",
					page:    "the page imports only what the library exports",
				}[own])))
			}
		}
	}
	return slices.Concat(faults, parts(scripts), circles(scripts), sentences(scripts)), nil
}

// readScripts reads the modules of the library and of the page.
func readScripts(web string) ([]script, error) {
	var scripts []script
	err := fs.WalkDir(os.DirFS(web), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".ts", ".tsx"}, path.Ext(name)) || !matchOne(name, library+"/...") && !matchOne(name, page+"/...") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(web, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		s := script{name: name, text: string(comment.ReplaceAll(text, nil))}
		for _, m := range specifier.FindAllStringSubmatch(s.text, -1) {
			target := m[1]
			if strings.HasPrefix(target, ".") {
				target = path.Join(path.Dir(name), target)
			}
			s.imports = append(s.imports, imported{m[1], target})
		}
		scripts = append(scripts, s)
		return nil
	})
	return scripts, err
}

// mayImport judges an import of a module of the library or of the page. A
// target is a path below web/, or the name of a package.
func mayImport(from, target string, exported []string) bool {
	switch {
	case matchOne(target, from+"/..."):
		return true
	case from == library:
		return target == "go:wasm_exec" || strings.HasPrefix(target, "node:")
	case matchOne(target, spoken+"/..."):
		return true
	}
	return slices.Contains(exported, strings.TrimSuffix(target, ".js"))
}

// exports returns the entries of the library's package.json: "banchess",
// "banchess/engine" and so on, which are also the paths of their modules, except
// the first.
func exports(web string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(web, library, "package.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p struct{ Exports map[string]any }
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%s/package.json: %w", library, err)
	}
	list := []string{path.Join(library, library)}
	for name := range p.Exports {
		list = append(list, path.Join(library, name))
	}
	return list, nil
}
