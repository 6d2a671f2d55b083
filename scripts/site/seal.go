package site

import (
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

// byName are the files that keep their names in a sealed site, because users, hosts and
// clients of rooms request them by name.
var byName = []string{"index.html", "404.html", "rooms"}

// Seal makes a built site safe to cache. It moves everything except the pages that
// users request by name into a directory named by the content of all files, and
// makes these pages refer to it. So all files that a page loads belong to one
// build: files of an earlier build have other names in caches. A page that is
// itself cached too long finds its files missing, but never wrong ones.
//
// It works because the page's scripts and styles refer to their files relative
// to themselves (import.meta.url); only the entry pages are changed.
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
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, place), 0o755); err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(byName, e.Name()) {
			continue
		}
		if err := os.Rename(filepath.Join(dir, e.Name()), filepath.Join(dir, place, e.Name())); err != nil {
			return err
		}
	}
	inside := old
	inside.Files = slices.DeleteFunc(old.Files, func(f File) bool { return slices.Contains(byName, f.Path) })
	if err := inside.write(filepath.Join(dir, place)); err != nil {
		return err
	}
	for _, name := range byName {
		if path.Ext(name) != ".html" {
			continue
		}
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, point(text, place, inside), 0o644); err != nil {
			return err
		}
	}
	sealed := old
	if sealed.Files, err = measure(dir); err != nil {
		return err
	}
	return sealed.write(dir)
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
		return fmt.Appendf(nil, `%s="%s/%s`, parts[1], place, name)
	})
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
