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
	library = "banchess" // the folders of web/ and what they own
	page    = "page"
)

var (
	comment   = regexp.MustCompile(`(?s)(?m:^\s*//.*?$)|/\*.*?\*/`)
	specifier = regexp.MustCompile(`\b(?:from|import)\s*\(?\s*["']([^"'\s]+)["']`)
)

// typeScript holds the modules below web against the rules: the library imports
// nothing outside itself but Go's runtime, and Node's modules in Node; the page
// imports what the library exports, and nothing else.
func typeScript(web string) ([]Fault, error) {
	exported, err := exports(web)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	err = fs.WalkDir(os.DirFS(web), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".ts", ".tsx"}, path.Ext(name)) || !matchOne(name, library+"/...") && !matchOne(name, page+"/...") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(web, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		for _, m := range specifier.FindAllSubmatch(comment.ReplaceAll(text, nil), -1) {
			target := string(m[1])
			if strings.HasPrefix(target, ".") {
				target = path.Join(path.Dir(name), target)
			}
			if own, _, _ := strings.Cut(name, "/"); !mayImport(own, target, exported) {
				faults = append(faults, Fault(fmt.Sprintf("web/%s imports %s: %s", name, m[1], map[string]string{
					library: "the library imports nothing outside itself",
					page:    "the page imports only what the library exports",
				}[own])))
			}
		}
		return nil
	})
	return faults, err
}

// mayImport judges an import of a module of the library or of the page. A
// target is a path below web/, or the name of a package.
func mayImport(from, target string, exported []string) bool {
	switch {
	case matchOne(target, from+"/..."):
		return true
	case from == library:
		return target == "go:wasm_exec" || strings.HasPrefix(target, "node:")
	}
	return slices.Contains(exported, strings.TrimSuffix(target, ".js"))
}

// exports are the entries of the library's package.json: "banchess",
// "banchess/engine" and so on, which are also the paths of their modules but
// for the first.
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
