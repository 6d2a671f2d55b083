package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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

	"github.com/banchess/banchess/scripts/site/app"
)

// byName are the files that keep their names in a sealed site, because users, hosts,
// browsers and clients of rooms request them by name.
var byName = []string{"index.html", "embed.html", "404.html", knownName, "rooms", previewName, app.WorkerName}

// Seal makes a built site safe to cache. It moves everything except the files that
// are requested by name into a directory named by the content of all files, and
// makes the pages refer to it. So all files that a page loads belong to one
// build: files of an earlier build have other names in caches. A page that is
// itself cached too long finds its files missing, but never wrong ones.
//
// Each WebAssembly file gets a directory of its own, named by its content without the
// version of the release. So it keeps its address in a release that does not change it,
// and browsers keep the code that they have compiled.
//
// The page can be installed then: its manifest is written, and the service worker gets the
// list of the files that it keeps.
//
// It works because the page's scripts and styles refer to their files relative
// to themselves (import.meta.url); only the entry pages and the addresses of the
// WebAssembly are changed.
func Seal(dir string) error {
	old, err := ReadList(dir)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(old.Files, func(f File) bool { return path.Base(f.Path) == ListName }) {
		return fmt.Errorf("%s is sealed already", dir)
	}
	// The package is for npm, not for pages.
	if err := os.RemoveAll(filepath.Join(dir, PackageDir)); err != nil {
		return err
	}
	old.Files = slices.DeleteFunc(old.Files, func(f File) bool { return strings.HasPrefix(f.Path, PackageDir+"/") })
	place := "r-" + digest(old)
	programs, err := movePrograms(dir, old)
	if err != nil {
		return err
	}
	if err := moveRest(dir, place, old, programs); err != nil {
		return err
	}
	sealed := old
	if sealed.Files, err = measure(dir); err != nil {
		return err
	}
	if err := writeWorker(dir, place, sealed, append(slices.Collect(maps.Values(programs)), place)...); err != nil {
		return err
	}
	// The worker has changed.
	if sealed.Files, err = measure(dir); err != nil {
		return err
	}
	return sealed.write(dir)
}

// movePrograms moves the WebAssembly files into directories named by their content without
// the version, and returns these by the files' names.
func movePrograms(dir string, list List) (map[string]string, error) {
	places := map[string]string{}
	for _, p := range Programs {
		file := filepath.Join(dir, p.File)
		if err := stamp(file, padded(list.Version), ""); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		place := "w-" + hex.EncodeToString(sum[:])[:12]
		places[p.File] = place
		if err := move(dir, place, p.File); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// moveRest moves everything else into a directory, with a list of it and the manifest.
func moveRest(dir, place string, list List, programs map[string]string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(byName, e.Name()) || slices.Contains(slices.Collect(maps.Values(programs)), e.Name()) {
			continue
		}
		if err := move(dir, place, e.Name()); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, place, app.ManifestName), app.Manifest("../"), 0o644); err != nil {
		return err
	}
	inside := list
	inside.Files = slices.DeleteFunc(slices.Clone(list.Files), func(f File) bool { return slices.Contains(byName, f.Path) || programs[f.Path] != "" })
	for _, f := range inside.Files {
		if err := rewrite(filepath.Join(dir, place, filepath.FromSlash(f.Path)), func(text []byte) []byte { return pointToPrograms(text, programs) }); err != nil {
			return err
		}
	}
	if err := inside.write(filepath.Join(dir, place)); err != nil {
		return err
	}
	// The examples in the directory have frames with the embedded board.
	if board, err := os.ReadFile(filepath.Join(dir, "embed.html")); err == nil {
		above := map[string]string{}
		for file, place := range programs {
			above[file] = "../" + place
		}
		board = point(bytes.ReplaceAll(board, []byte(`rel="home" href="./"`), []byte(`rel="home" href="../"`)), above)
		if err := os.WriteFile(filepath.Join(dir, place, "embed.html"), board, 0o644); err != nil {
			return err
		}
	}
	places := maps.Clone(programs)
	for _, f := range inside.Files {
		places[f.Path] = place
	}
	for _, name := range byName {
		if err := rewrite(filepath.Join(dir, name), func(text []byte) []byte { return point(text, places) }); err != nil {
			return err
		}
	}
	return rewrite(filepath.Join(dir, "index.html"), func(text []byte) []byte { return addManifest(text, place) })
}

// move moves a file or directory of a site into a directory there.
func move(dir, place, name string) error {
	if err := os.MkdirAll(filepath.Join(dir, place), 0o755); err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, name), filepath.Join(dir, place, name))
}

// rewrite changes a script or page.
func rewrite(file string, change func([]byte) []byte) error {
	if ext := path.Ext(file); ext != ".html" && ext != ".js" && ext != ".mjs" {
		return nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return os.WriteFile(file, change(text), 0o644)
}

// digest returns a short hash of the contents of all files of a site.
func digest(list List) string {
	h := sha256.New()
	for _, f := range list.Files {
		fmt.Fprintf(h, "%s %s\n", f.Sum, f.Path)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// reference is an attribute of HTML that names a file.
var reference = regexp.MustCompile(`\b(src|href)="([^"#?:]+)`)

// point makes a page's references to files refer to their directories.
// Other references, to another page or within this one, are unchanged.
func point(text []byte, places map[string]string) []byte {
	return reference.ReplaceAllFunc(text, func(m []byte) []byte {
		parts := reference.FindSubmatch(m)
		name := path.Clean(string(parts[2]))
		place, ok := places[name]
		if !ok {
			return m
		}
		return fmt.Appendf(nil, `%s="%s/%s`, parts[1], place, name)
	})
}

// program is an address of a WebAssembly file, relative to the file that contains it.
var program = regexp.MustCompile(`((?:\.\.?/)+)(banchess(?:-\w+)?\.wasm)`)

// pointToPrograms makes a file's addresses of WebAssembly files, which were beside it or
// above, refer to their directories.
func pointToPrograms(text []byte, places map[string]string) []byte {
	return program.ReplaceAllFunc(text, func(m []byte) []byte {
		parts := program.FindSubmatch(m)
		place, ok := places[string(parts[2])]
		if !ok {
			return m
		}
		return fmt.Appendf(nil, "%s../%s/%s", parts[1], place, parts[2])
	})
}

// addManifest makes a page with an icon name the manifest.
func addManifest(text []byte, place string) []byte {
	const icon = `<link rel="icon" href="`
	return bytes.Replace(text, []byte(icon+place), []byte(`<link rel="manifest" href="`+place+"/"+app.ManifestName+"\">\n"+icon+place), 1)
}

// ReadList reads the list that a build wrote in dir.
func ReadList(dir string) (list List, err error) {
	text, err := os.ReadFile(filepath.Join(dir, ListName))
	if err != nil {
		return List{}, fmt.Errorf("%s is no built site: %w", dir, err)
	}
	return list, json.Unmarshal(text, &list)
}

func (list List) write(dir string) error {
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, ListName), append(text, '\n'), 0o644)
}
