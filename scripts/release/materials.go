package release

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/banchess/banchess/scripts/stage"
)

// materialsTool writes CycloneDX documents from Go modules. Its version is
// pinned in tools.mod beside this file.
const materialsTool = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod"

// materials writes the bill of materials of what is shipped: one for the
// WebAssembly, one for the command line, each with the modules that are really
// linked into it, their licences and the Go release.
//
// The tool takes the version of the main module from version control, so it
// is shown a clone in which HEAD has the release's tag, whether or not the
// repository has it yet.
func (r *release) materials(ctx context.Context) error {
	tool := filepath.Join(r.temp, "cyclonedx-gomod")
	clone := filepath.Join(r.temp, "clone")
	for _, c := range []stage.Command{
		{Dir: r.Root, Args: []string{"go", "build", "-trimpath", "-buildvcs=false",
			"-modfile", filepath.Join("scripts", "release", "tools.mod"), "-o", tool, materialsTool}},
		{Dir: r.Root, Args: []string{"git", "clone", "-q", "--depth", "1", "file://" + filepath.ToSlash(r.Root), clone}},
		{Dir: clone, Args: []string{"git", "tag", "--no-sign", "-f", r.Version}},
	} {
		if err := quietly(ctx, c); err != nil {
			return err
		}
	}
	for _, m := range []struct {
		name, pkg string
		env       []string
	}{
		{"banchess-wasm.cdx.json", "wasm", []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"}},
		{"banchess-command.cdx.json", strings.TrimPrefix(commandPackage, "./"), []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"}},
	} {
		output := filepath.Join(r.temp, m.name)
		c := stage.Command{Dir: clone, Env: m.env, Args: []string{tool, "app", "-json", "-licenses", "-std",
			"-notimestamp", "-noserial", "-main", m.pkg, "-output", output, "."}}
		if err := quietly(ctx, c); err != nil {
			return err
		}
		text, err := os.ReadFile(output)
		if err != nil {
			return err
		}
		if err := r.write(m.name, text); err != nil {
			return err
		}
	}
	return nil
}

// quietly runs a command and shows what it said only if it failed.
func quietly(ctx context.Context, c stage.Command) error {
	var out strings.Builder
	if err := c.Run(ctx, &out); err != nil {
		return fmt.Errorf("%w\n%s", err, &out)
	}
	return nil
}
