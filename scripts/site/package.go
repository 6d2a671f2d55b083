package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// PackageName is the file that makes the site a package for npm: `npm pack` in
// it packs the JavaScript library, out of the files that it names.
const PackageName = "package.json"

// Package is what this program wants to know of a package.json.
type Package struct {
	Version string         `json:"version"`
	Files   []string       `json:"files"` // names and patterns
	Exports map[string]any `json:"exports"`
}

// Contains says whether a file of the site is one that the package names.
func (p Package) Contains(name string) bool {
	return slices.ContainsFunc(p.Files, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

// judge holds the package against its budget. Its WebAssembly has budgets of its
// own.
func (p Package) judge(list List) Verdict {
	var text, wasm int64
	var files int
	for _, f := range list.Files {
		switch {
		case !p.Contains(f.Path) && f.Path != PackageName && f.Path != "README.md" && f.Path != "LICENSE": // those npm adds
			continue
		case path.Ext(f.Path) == ".wasm":
			wasm += f.Gzip
		default:
			text += f.Gzip
		}
		files++
	}
	reason := fmt.Sprintf("%d files, %s in all, exporting %s", files, Size(text+wasm), strings.Join(slices.Sorted(maps.Keys(p.Exports)), " "))
	return Verdict{File: "the package without its WebAssembly", Name: "package", Gzip: text, Limit: PackageBytes, Reason: reason}
}

// ReadPackage reads the package.json of a built site.
func ReadPackage(dir string) (Package, error) {
	var p Package
	text, err := os.ReadFile(filepath.Join(dir, PackageName))
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// completePackage gives the package its version and its licence.
func completePackage(o Options) error {
	file := filepath.Join(o.Dir, PackageName)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
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
	licence, err := os.ReadFile(filepath.Join(o.Root, "LICENSE"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.Dir, "LICENSE"), licence, 0o644)
}

var (
	npmForm  = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
	notInNPM = regexp.MustCompile(`[^0-9A-Za-z-]+`)
)

// NPMVersion is a version as npm takes one. What is no release becomes a
// preliminary version before all of them.
func NPMVersion(version string) string {
	v := strings.TrimPrefix(version, "v")
	if npmForm.MatchString(v) {
		return v
	}
	return "0.0.0-" + strings.Trim(notInNPM.ReplaceAllString(v, "-"), "-")
}
