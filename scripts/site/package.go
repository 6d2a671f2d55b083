package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// PackageDir is the directory of a built site that is the package for npm: `npm pack`
// in it packs the JavaScript library. A sealed site has none.
const PackageDir = "package"

// PackageName is the file that describes the package.
const PackageName = "package.json"

// Package has the fields of a package.json that are used here.
type Package struct {
	Version string         `json:"version"`
	Files   []string       `json:"files"` // names and patterns
	Exports map[string]any `json:"exports"`
}

// judge compares the package to its budget. Its WebAssembly has separate budgets, and its
// source maps, which contain the sources, are only read by debuggers.
func (p Package) judge(list List) Verdict {
	var text, all int64
	var files int
	for _, f := range list.Files {
		if path.Dir(f.Path) != PackageDir {
			continue
		}
		if ext := path.Ext(f.Path); ext != ".wasm" && ext != ".map" && ext != ".ts" {
			text += f.Gzip
		}
		all += f.Gzip
		files++
	}
	reason := fmt.Sprintf("%d files, %s in all, exporting %s", files, Size(all), strings.Join(slices.Sorted(maps.Keys(p.Exports)), " "))
	return Verdict{File: "the package without its WebAssembly, source maps and declarations", Name: "package", Size: text, How: "gzip", Limit: PackageBytes, Reason: reason}
}

// constants are the exports of the package that are not classes, by module. Importing one
// must cost a program very little.
var constants = map[string][]string{
	"banchess.js": {"START_FEN", "SQUARES", "VERSION", "dueAt", "piecesOf", "squareColor"},
	"engine.js":   {"LEVELS", "LEVEL_TABLE"},
}

// judgeConstants bundles programs that import one constant each, and compares the largest
// to the budget.
func judgeConstants(dir string) (Verdict, error) {
	dir, err := filepath.Abs(dir) // esbuild takes no other
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{File: "an import of a constant from the package", Name: "constant", How: "minified", Limit: ConstantBytes}
	for module, names := range constants {
		if _, err := os.Stat(filepath.Join(dir, module)); err != nil {
			continue
		}
		for _, name := range names {
			text := fmt.Sprintf(`import { %s } from "./%s"; console.log(%[1]s);`, name, module)
			result := api.Build(api.BuildOptions{
				AbsWorkingDir: dir, Stdin: &api.StdinOptions{Contents: text, ResolveDir: dir},
				Bundle: true, Format: api.FormatESModule, Target: api.ES2022, External: []string{"node:*"},
				MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LogLevel: api.LogLevelSilent,
			})
			if len(result.Errors) > 0 {
				return v, errors.New(result.Errors[0].Text)
			}
			if size := int64(len(result.OutputFiles[0].Contents)); size > v.Size {
				v.Size, v.Reason = size, name+" is the largest"
			}
		}
	}
	return v, nil
}

// ReadPackage reads the package.json of a built site.
func ReadPackage(dir string) (Package, error) {
	var p Package
	text, err := os.ReadFile(filepath.Join(dir, PackageDir, PackageName))
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// completePackage adds to the package its version, the WebAssembly of the site with its
// licences and Go's wasm_exec.js, and its own licence.
func completePackage(o Options) error {
	dir := filepath.Join(o.Dir, PackageDir)
	file := filepath.Join(dir, PackageName)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	const placeholder = `"version": "0.0.0"`
	if strings.Count(string(text), placeholder) != 1 {
		return fmt.Errorf("web/banchess/%s has no %s to put the version in", PackageName, placeholder)
	}
	versioned := strings.Replace(string(text), placeholder, `"version": "`+NPMVersion(o.Version)+`"`, 1)
	if err := os.WriteFile(file, []byte(versioned), 0o644); err != nil {
		return err
	}
	files := map[string]string{"LICENSE": filepath.Join(o.Root, "LICENSE")}
	for _, name := range []string{LicencesName, "wasm_exec.js"} {
		files[name] = filepath.Join(o.Dir, name)
	}
	for _, p := range Programs {
		files[p.File] = filepath.Join(o.Dir, p.File)
	}
	for name, from := range files {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

var (
	npmForm  = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
	notInNPM = regexp.MustCompile(`[^0-9A-Za-z-]+`)
)

// NPMVersion returns a version in npm's form. A build between releases becomes a
// pre-release version before all of them.
func NPMVersion(version string) string {
	v := strings.TrimPrefix(version, "v")
	if npmForm.MatchString(v) {
		return v
	}
	return "0.0.0-" + strings.Trim(notInNPM.ReplaceAllString(v, "-"), "-")
}
