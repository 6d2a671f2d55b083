package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// libraryEntries are the modules of the JavaScript library that are imported by
// name. Each is bundled into one file at the top of the site.
var libraryEntries = []string{"banchess", "engine", "board", "client", "session", "tree", "worker"}

// runtimeModule is the name under which TypeScript imports Go's wasm_exec.js.
const runtimeModule = "go:wasm_exec"

// bundleLibrary makes a file of each entry of the library.
func bundleLibrary(o Options, runtime string) error {
	return bundle(o, sources(o, "web/banchess", ".ts", libraryEntries...), runtimePlugin(runtime), entriesPlugin)
}

// bundlePage makes one script and one style sheet of the page, and those of Learn. The script has in
// it what the page uses of the library, but for banchess.js, which the engine's
// worker loads too. Nobody imports it, so comments, spaces and the names of what is
// local are left out. A place in it that an error names is found in a build of the same
// version, which has the same bytes.
func bundlePage(o Options) error {
	scripts, styles := sources(o, "web/page", ".ts", "page"), sources(o, "web/page", ".css", "page", "learn")
	for _, name := range laterModules {
		room, file := path.Split(name)
		scripts = append(scripts, sources(o, "web/page/"+strings.TrimSuffix(room, "/"), ".ts", file)...)
	}
	return bundle(o, append(scripts, styles...), rulesPlugin, laterPlugin, compactPlugin)
}

// laterModules are the parts of the page that it imports when somebody asks for
// them. Each is a file of its own, with copies of the small helpers that it uses.
var laterModules = []string{"board/danger", "analyse/entry-menu", "learn/learn", "share/import", "analyse/report-run", "play/moveinput"}

// laterPlugin leaves the imports of those as they are.
var laterPlugin = api.Plugin{Name: "later", Setup: func(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		if args.Kind != api.ResolveJSDynamicImport {
			return api.OnResolveResult{}, nil
		}
		return api.OnResolveResult{Path: "./" + path.Base(args.Path), External: true}, nil
	})
}}

// BundleTests makes a module of each test written in TypeScript, and returns
// their files. They test parts of the page and the library from inside, with the
// WebAssembly of the version that is given.
func BundleTests(ctx context.Context, root, dir, version string) ([]string, error) {
	tc, err := FindToolchain(ctx, root)
	if err != nil {
		return nil, err
	}
	tests, err := filepath.Glob(filepath.Join(root, "web", "test", "*.test.ts"))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	// What makes modules of files to Node.
	if err := os.WriteFile(filepath.Join(dir, PackageName), []byte(`{"type": "module"}`), 0o644); err != nil {
		return nil, err
	}
	o := Options{Root: root, Dir: dir, Version: version}
	var files []string
	var entries []api.EntryPoint
	for _, test := range tests {
		name := strings.TrimSuffix(filepath.Base(test), ".ts")
		entries = append(entries, sources(o, "web/test", ".ts", name)...)
		files = append(files, filepath.Join(dir, name+".js"))
	}
	return files, bundle(o, entries, runtimePlugin(tc.Glue()))
}

// sources are those of the named files that exist.
func sources(o Options, dir, ext string, names ...string) (list []api.EntryPoint) {
	for _, name := range names {
		file := "./" + dir + "/" + name + ext
		if _, err := os.Stat(filepath.Join(o.Root, filepath.FromSlash(file))); err == nil {
			list = append(list, api.EntryPoint{InputPath: file, OutputPath: name})
		}
	}
	return list
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
		JSXFactory:          "h",
		JSXFragment:         "Fragment",
		Charset:             api.CharsetUTF8,
		LegalComments:       api.LegalCommentsInline,
		External:            []string{"node:*"},
		Define:              constants(o.Dir),
		IgnoreAnnotations:   true, // package.json speaks of the built files
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

// rulesPlugin has the page import banchess.js, which lies beside it.
var rulesPlugin = api.Plugin{Name: "rules", Setup: func(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: `^\.(\./\.\./banchess|\./banchess)?/banchess\.js$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: "./banchess.js", External: true}, nil
	})
}}

// compactPlugin leaves out comments and spaces, and shortens names.
var compactPlugin = api.Plugin{Name: "compact", Setup: func(b api.PluginBuild) {
	b.InitialOptions.MinifyWhitespace, b.InitialOptions.MinifySyntax, b.InitialOptions.MinifyIdentifiers = true, true, true
}}

// compact is a script without spaces and without comments, but the one it begins with.
func compact(script string) ([]byte, error) {
	result := api.Transform(legal(script), api.TransformOptions{MinifyWhitespace: true, MinifySyntax: true, LegalComments: api.LegalCommentsInline})
	if len(result.Errors) > 0 {
		return nil, errors.New(result.Errors[0].Text)
	}
	return result.Code, nil
}

// constants are what the build knows and the modules want to. BOARD_BYTES is the
// length of banchess.wasm, 0 where it is not built: a server that compresses does
// not say it, and those who wait for the board want to know.
func constants(dir string) map[string]string {
	var bytes int64
	if info, err := os.Stat(filepath.Join(dir, "banchess.wasm")); err == nil {
		bytes = info.Size()
	}
	return map[string]string{"BOARD_BYTES": strconv.FormatInt(bytes, 10)}
}

// runtimePlugin provides wasm_exec.js as a module that exports its class Go. The
// script by itself puts the class into globalThis, and stand-ins for what only Node
// has, where other libraries look for theirs: what was there before is put back,
// and what was not is taken away. The Go program reads the stand-ins while it
// starts, so it is lent them for that long.
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
	runtimeBefore = `const taken = (names) => {
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  return () => {
    for (const [name, was] of before) {
      if (was) Object.defineProperty(globalThis, name, was);
      else delete globalThis[name];
    }
  };
};
const giveBack = taken(["Go", "fs", "path", "process"]);
`
	runtimeAfter = `
const { Go: Program, fs, path, process } = globalThis; // fs is what the script writes to
giveBack();
export class Go extends Program {
  run(instance) {
    const missing = Object.entries({ fs, path, process }).filter(([name]) => !globalThis[name]);
    const giveBack = taken(missing.map(([name]) => name));
    Object.assign(globalThis, Object.fromEntries(missing));
    try {
      return super.run(instance);
    } finally {
      giveBack();
    }
  }
}
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
