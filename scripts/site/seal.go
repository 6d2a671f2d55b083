package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// byName are the files that keep their names in a sealed site, because users
// and hosts request them by name.
var byName = []string{"index.html", "404.html"}

// Seal makes a built site safe to cache. It moves everything except the pages that
// users request by name into a directory named by the content of all files, and
// makes these pages refer to it. So all files that a page loads belong to one
// build: files of an earlier build have other names in caches. A page that is
// itself cached too long finds its files missing, but never wrong ones.
//
// It works because the page's scripts and styles refer to their files relative
// to themselves (import.meta.url); only the entry pages are changed.
func Seal(dir string) (List, error) {
	old, err := ReadList(dir)
	if err != nil {
		return List{}, err
	}
	if slices.ContainsFunc(old.Files, func(f File) bool { return path.Base(f.Path) == ListName }) {
		return List{}, fmt.Errorf("%s is sealed already", dir)
	}
	// The package is for npm, not for pages.
	if err := os.RemoveAll(filepath.Join(dir, PackageDir)); err != nil {
		return List{}, err
	}
	old.Files = slices.DeleteFunc(old.Files, func(f File) bool { return strings.HasPrefix(f.Path, PackageDir+"/") })
	place := "r-" + digest(old)
	temp := filepath.Join(dir, place)
	if err := os.Mkdir(temp, 0o755); err != nil {
		return List{}, err
	}
	inside := List{Version: old.Version, Go: old.Go}
	for _, f := range old.Files {
		if slices.Contains(byName, f.Path) {
			continue
		}
		to := filepath.Join(temp, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return List{}, err
		}
		if err := os.Rename(filepath.Join(dir, filepath.FromSlash(f.Path)), to); err != nil {
			return List{}, err
		}
		inside.Files = append(inside.Files, f)
	}
	if err := removeEmpty(dir); err != nil {
		return List{}, err
	}
	if err := inside.write(temp); err != nil {
		return List{}, err
	}
	for _, name := range byName {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return List{}, err
		}
		if err := os.WriteFile(file, point(text, place, inside), 0o644); err != nil {
			return List{}, err
		}
	}
	if err := os.Remove(filepath.Join(dir, ListName)); err != nil {
		return List{}, err
	}
	files, err := measure(dir)
	if err != nil {
		return List{}, err
	}
	sealed := List{Version: old.Version, Go: old.Go, Files: files}
	return sealed, sealed.write(dir)
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

// point makes a page's references to files of the list refer to place.
// Other references, to another page or within this one, are unchanged.
func point(text []byte, place string, list List) []byte {
	return reference.ReplaceAllFunc(text, func(m []byte) []byte {
		parts := reference.FindSubmatch(m)
		name := path.Clean(string(parts[2]))
		if !slices.ContainsFunc(list.Files, func(f File) bool { return f.Path == name }) {
			return m
		}
		return bytes.Join([][]byte{parts[1], []byte(`="`), []byte(place), []byte("/"), []byte(name)}, nil)
	})
}

// removeEmpty removes the directories that are empty after files were moved.
func removeEmpty(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		if !e.IsDir() {
			continue
		}
		sub := filepath.Join(dir, e.Name())
		if err := removeEmpty(sub); err != nil {
			return err
		}
		if left, err := os.ReadDir(sub); err != nil || len(left) > 0 {
			continue
		}
		if err := os.Remove(sub); err != nil {
			return err
		}
	}
	return nil
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
