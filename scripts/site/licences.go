package site

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banchess/banchess/scripts/stage"
)

// LicencesName is the file with the licences of everything that is linked into a
// program. Most of them must be distributed with it.
const LicencesName = "THIRD-PARTY-LICENSES.txt"

// Licences returns the licences of Go and of the modules that are linked into a
// package for a system.
func (tc Toolchain) Licences(ctx context.Context, pkg, system, arch string) ([]byte, error) {
	list, err := stage.Command{Dir: tc.Root, Env: goEnv(system, arch), Args: []string{
		"go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", pkg,
	}}.Output(ctx)
	if err != nil {
		return nil, err
	}
	modules := strings.Split(strings.TrimSpace(list), "\n")
	slices.Sort(modules)
	var out bytes.Buffer
	for _, m := range slices.Compact(append([]string{"Go " + tc.Version + "\t" + tc.GOROOT}, modules...)) {
		name, dir, found := strings.Cut(m, "\t")
		if !found {
			continue
		}
		texts, err := licenceFiles(dir)
		if err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", name, err)
		}
		fmt.Fprintf(&out, "=== %s\n\n%s\n", name, bytes.Join(texts, []byte("\n")))
	}
	return out.Bytes(), nil
}

// licenceFiles reads the licence and the notice in a module's directory.
func licenceFiles(dir string) (texts [][]byte, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		stem, _, _ := strings.Cut(strings.ToUpper(e.Name()), ".")
		if e.IsDir() || !slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, stem) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// writeLicences writes the licences of the WebAssembly into the site, and that of
// the font of its figures.
func writeLicences(ctx context.Context, tc Toolchain, o Options) error {
	text, err := tc.Licences(ctx, "./wasm", "js", "wasm")
	if err != nil {
		return err
	}
	font, err := os.ReadFile(filepath.Join(o.Root, "assets", "figures.LICENSE"))
	if err != nil {
		return err
	}
	text = fmt.Appendf(text, "=== Go Bold, the font of the coordinates\n\n%s\n", font)
	return os.WriteFile(filepath.Join(o.Dir, LicencesName), text, 0o644)
}
