package release

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

// materialsTool writes CycloneDX documents from Go modules. Its version is
// pinned in tools.mod beside this file.
const materialsTool = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod"

// materials writes the bills of materials: one for each WebAssembly and one for the
// command line on each system, each with the modules that are actually linked, their
// licences and the Go release.
// The tool takes the version of the main module from version control, so it runs
// in a clone in which HEAD has the release's tag, whether or not the repository
// has it yet.
func (r *release) materials(ctx context.Context) error {
	tool := filepath.Join(r.temp, "cyclonedx-gomod")
	clone := filepath.Join(r.temp, "clone")
	for _, c := range []stage.Command{
		// The tool is not shipped, so it is built for this machine without release flags.
		{Dir: r.Root, Args: []string{"go", "build", "-buildvcs=false",
			"-modfile", filepath.Join("scripts", "release", "tools.mod"), "-o", tool, materialsTool}},
		{Dir: r.Root, Args: []string{"git", "clone", "-q", "--depth", "1", "file://" + filepath.ToSlash(r.Root), clone}},
		{Dir: clone, Args: []string{"git", "tag", "--no-sign", "-f", r.Version}},
	} {
		if _, err := c.Output(ctx); err != nil {
			return err
		}
	}
	for _, b := range bills(r.Systems) {
		output := filepath.Join(r.temp, b.name)
		c := stage.Command{Dir: clone, Env: []string{"GOOS=" + b.system.OS, "GOARCH=" + b.system.Arch, "CGO_ENABLED=0", "GOFLAGS=-tags=" + b.tags},
			Args: []string{tool, "app", "-json", "-licenses", "-std", "-notimestamp", "-noserial", "-main", b.pkg, "-output", output, "."}}
		if _, err := c.Output(ctx); err != nil {
			return err
		}
		text, err := os.ReadFile(output)
		if err != nil {
			return err
		}
		if text, err = declareLicences(text); err != nil {
			return fmt.Errorf("the bill of materials %s: %w", b.name, err)
		}
		if err := r.write(b.name+".cdx.json", text); err != nil {
			return err
		}
	}
	return nil
}

// bill is a bill of materials of a package for a system.
type bill struct {
	name, pkg, tags string
	system          System
}

// bills returns the bills of everything that is built.
func bills(systems []System) []bill {
	var list []bill
	for _, p := range site.Programs {
		list = append(list, bill{strings.TrimSuffix(p.File, ".wasm") + "-wasm", strings.TrimPrefix(p.Package, "./"), p.Tags, System{"js", "wasm"}})
	}
	for _, s := range systems {
		list = append(list, bill{"banchess-command_" + s.OS + "_" + s.Arch, strings.TrimPrefix(commandPackage, "./"), "", s})
	}
	return list
}

// declareLicences adds the licence of every component in the field that programs read.
// The tool only adds its guess as evidence, and takes ISC for 0BSD and Go's own
// licence for another of the BSD family. An unknown licence is
// an error.
func declareLicences(text []byte) ([]byte, error) {
	var bom map[string]any
	if err := json.Unmarshal(text, &bom); err != nil {
		return nil, err
	}
	list, _ := bom["components"].([]any)
	if about, ok := bom["metadata"].(map[string]any); ok {
		list = append(slices.Clone(list), about["component"])
	}
	for _, c := range list {
		c, ok := c.(map[string]any)
		if !ok {
			return nil, errors.New("a component is no object")
		}
		name, _ := c["name"].(string)
		id := ""
		switch {
		case name == "github.com/banchess/banchess":
			id = "ISC"
		case name == "std" || strings.HasPrefix(name, "golang.org/x/"):
			id = "BSD-3-Clause"
		}
		licences := []any{map[string]any{"license": map[string]any{"id": id}}}
		if id == "" {
			evidence, _ := c["evidence"].(map[string]any)
			licences, _ = evidence["licenses"].([]any)
		}
		if len(licences) == 0 {
			return nil, fmt.Errorf("nobody knows the licence of %s %v; read it, and name it in declareLicences", name, c["version"])
		}
		delete(c, "evidence")
		c["licenses"] = licences
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(bom)
	return out.Bytes(), err
}
