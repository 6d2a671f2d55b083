package site

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// staticImport is an import of a module that is loaded before the one that has it.
var staticImport = regexp.MustCompile(`\b(?:import|from) ?"\./([^"]+)"`)

// imports lists the named modules of a built site with all that they import, but not
// what they load later with import().
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

// preload has index.html ask for what page.js imports while page.js is on its way.
func preload(dir string) error {
	file := filepath.Join(dir, "index.html")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil // a site without a page
	}
	var links strings.Builder
	for _, name := range imports(dir, "page.js")[1:] {
		links.WriteString(`<link rel="modulepreload" href="` + name + `">` + "\n")
	}
	const script = `<script type="module" src="page.js">`
	return os.WriteFile(file, []byte(strings.Replace(string(text), script, links.String()+script, 1)), 0o644)
}
