// Package site makes the static site: the two WebAssembly files, the Go
// runtime glue that belongs to them, and the page around them, all in one
// directory that any web server can hand out as it is.
//
// What it promises:
//
//   - Every URL in the result is relative, so the site works under any path.
//   - A build is a function of the source tree, the Go toolchain and the
//     version string: two builds of the same three are equal byte for byte.
//   - The sizes that users pay for are measured after compression and held
//     against the budgets in this package; a build over budget is an error.
//   - A directory is only ever replaced when an earlier build made it: the
//     file list it leaves behind (files.json) is what tells.
//
// TypeScript is compiled and bundled by esbuild's Go library, which judges no
// types: lint does. What the site serves is minified. Beside it, in package/, the
// same build leaves the npm package, which is readable and has source maps. For
// local work there is a server that caches nothing ([Handler]); for any other
// server, [Seal] makes a site in which no two builds can be mixed.
package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// VersionToken is replaced by the version in the page's own text files.
const VersionToken = "__BANCHESS_VERSION__"

// ListName is the file in which a build names what it wrote.
const ListName = "files.json"

// Options say what to build and where to.
type Options struct {
	Root    string    // the module's directory
	Dir     string    // where the site goes; made if missing
	Version string    // what banchess.version answers
	Log     io.Writer // progress, one line a step; nil for none
}

// File is one file of the site, with its size as it lies on disk and as a
// server sends it.
type File struct {
	Path string `json:"path"` // slash-separated, relative to the site
	Raw  int64  `json:"raw"`  // bytes
	Gzip int64  `json:"gzip"` // bytes after gzip at the default level
	Sum  string `json:"sha256"`
}

// List is the content of files.json.
type List struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	Files   []File `json:"files"`
}

// Place is where a file is in the site. All but those that people ask for by name have
// moved, in a sealed site, into the directory named by its content. What is not there
// has the place of its name.
func (l List) Place(name string) string {
	for _, f := range l.Files {
		if f.Path == name || name != "" && strings.HasSuffix(f.Path, "/"+name) {
			return f.Path
		}
	}
	return name
}

// Build makes the site and returns the files it wrote. The error is non-nil
// when anything failed to build; budgets are judged apart, by [Judge].
func Build(ctx context.Context, o Options) (List, error) {
	if o.Log == nil {
		o.Log = io.Discard
	}
	if err := clear(o.Dir); err != nil {
		return List{}, err
	}
	tc, err := FindToolchain(ctx, o.Root)
	if err != nil {
		return List{}, err
	}
	// First of all the list, so that a directory in which a build failed is known
	// as that of a build.
	if err := (List{Version: o.Version, Go: tc.Version}).write(o.Dir); err != nil {
		return List{}, err
	}
	for _, step := range []func() error{
		func() error { return copyFiles(o) },
		func() error { return writeSprites(o) },
		func() error { return buildWasm(ctx, tc, o) },
		func() error { return bundleAll(o, tc.Glue()) },
		func() error { return preload(o.Dir) },
		func() error { return completePackage(o, tc.Glue()) },
	} {
		if err := step(); err != nil {
			return List{}, err
		}
	}
	return Update(o.Dir)
}

// Update makes the list of a built site true again after files were added.
func Update(dir string) (List, error) {
	list, err := ReadList(dir)
	if err != nil {
		return List{}, err
	}
	if err := os.Remove(filepath.Join(dir, ListName)); err != nil {
		return List{}, err
	}
	if list.Files, err = measure(dir); err != nil {
		return List{}, err
	}
	return list, list.write(dir)
}

// Programs are the WebAssembly files of the site and how each is built.
var Programs = []struct{ File, Package, Tags string }{
	{"banchess.wasm", "./wasm", ""},
	{"banchess-core.wasm", "./wasm", "core"},
}

func buildWasm(ctx context.Context, tc Toolchain, o Options) error {
	if sources, err := filepath.Glob(filepath.Join(o.Root, "wasm", "*.go")); err != nil || len(sources) == 0 {
		fmt.Fprintln(o.Log, "wasm/ has no program, so no WebAssembly is built")
		return nil
	}
	// Not named default.pgo, by which go list and go test would have all packages twice.
	flags := coldFlags()
	profile := filepath.Join(o.Root, "wasm", "search.pgo")
	if _, err := os.Stat(profile); err == nil { // older commits, which bench builds, have none
		flags = append(flags, "-pgo="+profile)
	}
	for _, p := range Programs {
		fmt.Fprintf(o.Log, "building %s\n", p.File)
		if err := tc.Wasm(ctx, p.Package, p.Tags, o.Version, filepath.Join(o.Dir, p.File), flags...); err != nil {
			return err
		}
	}
	if err := writeLicences(ctx, tc, o); err != nil {
		return err
	}
	glue, err := os.ReadFile(tc.Glue())
	if err != nil {
		return fmt.Errorf("reading Go's JavaScript glue: %w", err)
	}
	small, err := compact(string(glue))
	if err != nil {
		return fmt.Errorf("compacting Go's JavaScript glue: %w", err)
	}
	return os.WriteFile(filepath.Join(o.Dir, "wasm_exec.js"), small, 0o644)
}

// copyFiles copies what needs no compiling: of the library and the page to the
// top of the site, and the examples and data to folders there.
func copyFiles(o Options) error {
	for _, part := range []struct {
		from, to string
		keep     func(name string) bool
	}{
		{"web/banchess", ".", isServed},
		{"web/banchess", PackageDir, isFinished},
		{"web/page", ".", isFinished},
		{"web/examples", "examples", isFinished},
		{"assets", "assets", isAsset},
	} {
		from, to := filepath.Join(o.Root, filepath.FromSlash(part.from)), filepath.Join(o.Dir, part.to)
		if err := copyTree(from, to, o.Version, part.keep); err != nil {
			return err
		}
	}
	return nil
}

// isFinished says whether a file below web/ is part of the site as it is: what
// compilers read is not, nor notes and dot files.
func isFinished(name string) bool {
	base := path.Base(name)
	if strings.HasSuffix(base, ".d.ts") {
		return base != "wasm_exec.d.ts" // compilers make the others
	}
	switch path.Ext(base) {
	case ".ts", ".tsx", ".css":
		return false
	case ".md":
		return name == "README.md" // the package's
	}
	return base != "tsconfig.json" && !strings.HasPrefix(base, ".")
}

// isServed says which files of the library the site has too.
func isServed(name string) bool { return path.Ext(name) == ".html" }

// isAsset says which file of assets/ a page loads as it is.
func isAsset(name string) bool { return name == "puzzles.txt" }

// isText says in which files the version token is replaced.
func isText(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".mjs", ".webmanifest":
		return true
	}
	return false
}

// What a page says to those who read its source: comments, with the spaces before
// them, and the spaces that lines begin with.
var (
	htmlComment = regexp.MustCompile(`(?s)\s*<!--.*?-->`)
	htmlIndent  = regexp.MustCompile(`\n +`)
)

func copyTree(from, to, version string, keep func(string) bool) error {
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !keep(name) {
			return err
		}
		text, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if isText(name) {
			text = bytes.ReplaceAll(text, []byte(VersionToken), []byte(version))
		}
		if name == "index.html" { // what it says to developers is in its source
			text = htmlIndent.ReplaceAll(htmlComment.ReplaceAll(text, nil), []byte("\n"))
		}
		target := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

// clear makes dir an empty directory, or refuses if it holds anything that
// no build put there.
func clear(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.MkdirAll(dir, 0o755)
	case err != nil:
		return err
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, ListName)); err != nil {
		return fmt.Errorf("%s is not empty and was not made by a build (no %s in it): name another directory or empty it", dir, ListName)
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func measure(dir string) ([]File, error) {
	var files []File
	zipped := map[string]int64{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		digest := sha256.Sum256(text)
		sum := hex.EncodeToString(digest[:])
		if _, ok := zipped[sum]; !ok { // the WebAssembly is both in the site and in the package
			zipped[sum] = gzipSize(text)
		}
		files = append(files, File{name, int64(len(text)), zipped[sum], sum})
		return nil
	})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, err
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// gzipSize is the length of text after gzip at the level web servers use.
func gzipSize(text []byte) int64 {
	var n counter
	z := gzip.NewWriter(&n)
	// Neither call can fail: the writer behind never does.
	z.Write(text)
	z.Close()
	return int64(n)
}
