package site

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// libraryEntries are the modules of the JavaScript library that are imported by
// name. Each is bundled into one file at the top of the site.
var libraryEntries = []string{"banchess", "engine", "board", "client", "session", "worker"}

// runtimeModule is the name under which TypeScript imports Go's wasm_exec.js.
const runtimeModule = "go:wasm_exec"

// bundleLibrary compiles the entries of the library that exist.
func bundleLibrary(o Options, runtime string) error {
	var entries []api.EntryPoint
	for _, name := range libraryEntries {
		file := filepath.Join(o.Root, "web", "banchess", name+".ts")
		if _, err := os.Stat(file); err == nil {
			entries = append(entries, api.EntryPoint{InputPath: file, OutputPath: name})
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return bundle(o, entries, runtimePlugin(runtime), entriesPlugin)
}

// bundle compiles each entry, with all that it imports, into one module at the
// top of the site. What esbuild warns of is an error too.
func bundle(o Options, entries []api.EntryPoint, plugins ...api.Plugin) error {
	if len(entries) == 0 {
		return nil
	}
	// With links resolved, files are named relative to the root in errors.
	root, err := filepath.EvalSymlinks(o.Root)
	if err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:       root,
		EntryPointsAdvanced: entries,
		Bundle:              true,
		Format:              api.FormatESModule,
		Platform:            api.PlatformNeutral,
		Target:              api.ES2022,
		Charset:             api.CharsetUTF8,
		LegalComments:       api.LegalCommentsInline,
		External:            []string{"node:*"},
		Plugins:             plugins,
		Outdir:              o.Dir,
		LogLevel:            api.LogLevelSilent,
	})
	var errs []error
	for _, m := range slices.Concat(result.Errors, result.Warnings) {
		if at := m.Location; at != nil {
			m.Text = fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(at.File), at.Line, at.Column+1, m.Text)
		}
		errs = append(errs, errors.New(m.Text))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("compiling TypeScript:\n%w", err)
	}
	for _, f := range result.OutputFiles {
		text := bytes.ReplaceAll(f.Contents, []byte(VersionToken), []byte(o.Version))
		if err := os.WriteFile(filepath.Join(o.Dir, filepath.Base(f.Path)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// entriesPlugin leaves imports of the library's entries as they are: an entry
// never contains another, so that each of their classes exists once.
var entriesPlugin = api.Plugin{Name: "entries", Setup: func(b api.PluginBuild) {
	filter := `^\./(` + strings.Join(libraryEntries, "|") + `)\.js$`
	b.OnResolve(api.OnResolveOptions{Filter: filter}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: args.Path, External: true}, nil
	})
}}

// runtimePlugin provides wasm_exec.js as a module that exports its class Go. The
// script by itself puts the class into globalThis, where another library may
// keep the class of another Go; what was there before is put back.
func runtimePlugin(file string) api.Plugin {
	return api.Plugin{Name: "go", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^" + runtimeModule + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: "wasm_exec.js", Namespace: "go"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "go"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(file)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			module := runtimeBefore + legal(string(text)) + runtimeAfter
			return api.OnLoadResult{Contents: &module}, nil
		})
	}}
}

const (
	runtimeBefore = `const before = Object.getOwnPropertyDescriptor(globalThis, "Go");
`
	runtimeAfter = `
export const Go = globalThis.Go;
if (before) Object.defineProperty(globalThis, "Go", before);
else delete globalThis.Go;
`
)

// legal marks the comment that a script begins with as one that a bundle keeps.
func legal(script string) string {
	lines := strings.SplitAfter(script, "\n")
	for i, line := range lines {
		rest, found := strings.CutPrefix(line, "//")
		if !found {
			break
		}
		lines[i] = "//!" + rest
	}
	return strings.Join(lines, "")
}
