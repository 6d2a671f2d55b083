package site

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// staticImport matches an import that is loaded before its module.
var staticImport = regexp.MustCompile(`\b(?:import|from) ?"\./([^"]+)"`)

// imports lists the named modules of a built site with all their static imports, but not
// the modules that they load later with import().
func imports(dir string, names ...string) []string {
	list := slices.Clone(names)
	for i := 0; i < len(list); i++ {
		text, _ := os.ReadFile(filepath.Join(dir, list[i])) // a missing file imports nothing
		for _, found := range staticImport.FindAllSubmatch(text, -1) {
			if name := string(found[1]); !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// pageModules lists the modules that the page of a built site loads first, without their
// imports: its own, and the board, which it starts last.
func pageModules(dir string) []string {
	modules := []string{"page.js"}
	boards, _ := filepath.Glob(filepath.Join(dir, "board-*.js")) // the pattern is good
	for _, file := range boards {
		modules = append(modules, filepath.Base(file))
	}
	return modules
}

// preload makes a page of the site, if it has that, preload modules and their imports. The
// first module is the page's script.
func preload(dir, page string, modules ...string) error {
	file := filepath.Join(dir, page)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	var links strings.Builder
	for _, name := range imports(dir, modules...)[1:] {
		links.WriteString(`<link rel="modulepreload" href="` + name + `">` + "\n")
	}
	script := `<script type="module" src="` + modules[0] + `">`
	return os.WriteFile(file, []byte(strings.Replace(string(text), script, links.String()+script, 1)), 0o644)
}
