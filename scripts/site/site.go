// Package site builds the static site: the WebAssembly files, the Go
// runtime's JavaScript, and the page, all in one directory that any web server
// can serve.
//
// It guarantees:
//
//   - Every URL in the result is relative, so the site works under any path.
//   - A build is a function of the source tree, the Go toolchain and the
//     version string: two builds of the same three are equal byte for byte.
//   - The sizes that users download are measured after compression and compared
//     to the budgets in this package; a build over budget is an error.
//   - A directory is only replaced if an earlier build created it, which its
//     file list (files.json) shows.
//
// TypeScript is compiled and bundled by esbuild's Go library, which does not
// check types: lint does. The site is minified. The same build creates the npm package
// in package/, which is readable and has source maps. For
// local work there is a server without caching ([Handler]). For any other
// server, [Seal] makes a site in which two builds cannot be mixed.
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

	"github.com/banchess/banchess/game/tables"
)

// VersionToken is replaced by the version in the page's own text files.
const VersionToken = "__BANCHESS_VERSION__"

// ListName is the file in which a build lists its files.
const ListName = "files.json"

// Options say what to build and where to.
type Options struct {
	Root    string    // the module's directory
	Dir     string    // where the site goes; made if missing
	Version string    // the value of banchess.version
	URL     string    // the site's address, for what a link to it is shown with; "" if it is not known
	Log     io.Writer // progress, one line a step; nil for none
}

// File is a file of the site, with its size on disk and its size as servers
// send it.
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

// Build builds the site and returns the files that it wrote. It returns an error
// if anything could not be built; [Judge] checks the budgets.
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
	// The list is written first, so that a directory with a failed build is known as
	// that of a build.
	if err := (List{Version: o.Version, Go: tc.Version}).write(o.Dir); err != nil {
		return List{}, err
	}
	for _, step := range []func() error{
		func() error { return copyFiles(o) },
		func() error { return writeSprites(o) },
		func() error { return writeIcons(o) },
		func() error { return buildWasm(ctx, tc, o) },
		func() error { return bundleAll(o, tc.Glue()) },
		func() error { return preload(o.Dir, "index.html", pageModules(o.Dir)...) },
		func() error { return preload(o.Dir, "embed.html", "embed.js") },
		func() error { return writePreview(o) },
		func() error { return writeKnown(o) },
		func() error { return writeWorker(o.Dir, "", List{}) },
		func() error { return completePackage(o) },
	} {
		if err := step(); err != nil {
			return List{}, err
		}
	}
	return Update(o.Dir)
}

// Update updates the list of a built site after files were added.
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

// Programs are the WebAssembly files of the site, with their packages and tags.
var Programs = []struct{ File, Package, Tags string }{
	{"banchess.wasm", "./wasm", ""},
	{"banchess-core.wasm", "./wasm", "core"},
	{"banchess-picture.wasm", "./wasm/picture", ""},
}

func buildWasm(ctx context.Context, tc Toolchain, o Options) error {
	flags := WebFlags(o.Root)
	for _, p := range Programs {
		fmt.Fprintf(o.Log, "building %s\n", p.File)
		file := filepath.Join(o.Dir, p.File)
		if err := tc.Build(ctx, p.Package, p.Tags, blankVersion, "js", "wasm", file, flags...); err != nil {
			return err
		}
		if err := stamp(file, blankVersion, o.Version); err != nil {
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

// versionLength is the length of a version in a WebAssembly file. A version is followed by
// spaces, so that the file has the same length in every release.
const versionLength = 64

// blankVersion stands in a WebAssembly file before it has a version.
var blankVersion = VersionToken + strings.Repeat("_", versionLength-len(VersionToken))

// padded returns a version as it stands in a WebAssembly file.
func padded(version string) string { return fmt.Sprintf("%-*s", versionLength, version) }

// stamp writes a version into a WebAssembly file, instead of another one of the same length.
func stamp(file, old, version string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if len(version) > versionLength-len("  ") {
		return fmt.Errorf("the version %q is longer than %d characters", version, versionLength-len("  "))
	}
	switch n := bytes.Count(text, []byte(old)); {
	case n == 0:
		return nil // a program without a version
	case n > 1:
		return fmt.Errorf("%s has its version in %d places", file, n)
	}
	return os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(padded(version)), 1), 0o644)
}

// copyFiles copies the files that are not compiled: those of the library and the page to
// the top of the site, and the examples and data to folders there.
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

// isFinished reports whether a file below web/ is copied to the site. Sources of
// compilers, notes and dot files are not.
func isFinished(name string) bool {
	base := path.Base(name)
	if strings.HasSuffix(base, ".d.ts") {
		return base != "wasm_exec.d.ts" // compilers generate the others
	}
	switch path.Ext(base) {
	case ".ts", ".tsx", ".css":
		return false
	case ".md":
		return name == "README.md" // the package's
	}
	return base != "tsconfig.json" && !strings.HasPrefix(base, ".")
}

// isServed reports whether the site also contains a file of the library.
func isServed(name string) bool { return path.Ext(name) == ".html" }

// isAsset reports whether the page loads a file of assets/ unchanged.
func isAsset(name string) bool {
	isPuzzles, _ := path.Match("puzzles-?.txt", name)
	return isPuzzles || name == "book.txt" || name == "endings.txt" || path.Ext(name) == tables.Ext
}

// isText reports whether the version token is replaced in a file.
func isText(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".mjs", ".webmanifest":
		return true
	}
	return false
}

// Comments, with the spaces before them, and indentation, which are removed from a
// page.
var (
	htmlComment = regexp.MustCompile(`(?s)\s*<!--.*?-->`)
	htmlIndent  = regexp.MustCompile(`\n +`)
)

func copyTree(from, to, version string, keep func(string) bool) error {
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
		if name == "index.html" || name == "embed.html" { // their comments are for developers who read their sources
			text = htmlIndent.ReplaceAll(htmlComment.ReplaceAll(text, nil), []byte("\n"))
		}
		target := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

// clear makes dir an empty directory, or refuses if it contains anything that
// no build created.
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
		if _, ok := zipped[sum]; !ok { // the WebAssembly is in both the site and the package
			zipped[sum] = int64(len(zip(text)))
		}
		files = append(files, File{name, int64(len(text)), zipped[sum], sum})
		return nil
	})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, err
}

// zip compresses a text with gzip at the level of web servers.
func zip(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	// Writing to memory does not fail.
	z.Write(text)
	z.Close()
	return b.Bytes()
}
