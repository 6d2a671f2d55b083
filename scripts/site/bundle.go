package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// libraryEntries are the modules of the JavaScript library that are imported by
// name: from the package, and from the site by the examples.
var libraryEntries = []string{"banchess", "engine", "board", "client", "session", "room", "tree", "review", "picture"}

// workerEntry is the library's worker, which the page and the modules of the library start.
const workerEntry = "worker"

// ownWorkers are the modules of the page that run in a worker of their own, with their names
// in the site.
var ownWorkers = map[string]string{
	"web/page/explore/worker.ts": "explore-worker",
	"web/page/train/worker.ts":   "train-worker",
}

// runtimeModule is the name under which TypeScript imports Go's wasm_exec.js.
const runtimeModule = "go:wasm_exec"

// bundleAll builds the scripts of the site, which are compact, and those of the package,
// which are readable and have source maps. To find the place of an error in the site, build
// the same version again, which gives the same bytes.
func bundleAll(o Options, runtime string) error {
	for _, script := range []string{pageScript, embedScript, ""} {
		if err := bundle(o, runtime, ".", script); err != nil {
			return err
		}
	}
	return bundle(o, runtime, PackageDir, "")
}

// The scripts of the two pages. The embedded board and the modules of the library are built
// apart, although they share code with the page: files for what they share would make what the
// page loads first larger, and they are hardly ever loaded by the same visitor.
const (
	pageScript  = "web/page/page.ts"
	embedScript = "web/page/embed.ts"
)

// The beginnings of the names of shared files, by which the service worker knows what the
// page does not need.
const (
	embedPrefix   = "embed-"
	libraryPrefix = "library-"
)

// isLibrary reports whether a file of the site has modules of the library, which the examples
// load and the page does not.
func isLibrary(name string) bool {
	stem, found := strings.CutSuffix(name, ".js")
	return found && (slices.Contains(libraryEntries, stem) || strings.HasPrefix(stem, libraryPrefix))
}

// bundle creates a file for each entry of a page's script or, without one, of the library, and
// files for code that several entries share. A part of the page that is loaded with import() is
// an entry too, so that its file keeps its name.
func bundle(o Options, runtime, dir, script string) error {
	var entries []api.EntryPoint
	prefix, isPackage := "", dir == PackageDir
	switch script {
	case "":
		entries = sources(o, "web/banchess", ".ts", libraryEntries...)
		if isPackage {
			entries = append(entries, sources(o, "web/banchess", ".ts", workerEntry)...)
		} else {
			prefix = libraryPrefix
		}
	case embedScript:
		prefix = embedPrefix
		entries = append(sources(o, "web/page", ".ts", "embed"), sources(o, "web/page/embed", ".ts", "sandbox")...)
	case pageScript:
		entries = append(sources(o, "web/page", ".ts", "page"), sources(o, "web/banchess", ".ts", workerEntry)...)
		entries = append(entries, worker(o)...)
		for _, source := range slices.Sorted(maps.Keys(ownWorkers)) {
			for _, e := range sources(o, path.Dir(source), ".ts", "worker") {
				e.OutputPath = ownWorkers[source]
				entries = append(entries, e)
			}
		}
		styles, err := filepath.Glob(filepath.Join(o.Root, "web", "page", "*.css"))
		if err != nil {
			return err
		}
		for _, file := range styles {
			entries = append(entries, sources(o, "web/page", ".css", strings.TrimSuffix(filepath.Base(file), ".css"))...)
		}
	}
	if len(entries) == 0 {
		return nil
	}
	options := buildOptions(o, entries, runtimePlugin(runtime), themesPlugin(), stylesPlugin())
	options.Splitting = true
	options.ChunkNames = prefix + "[name]-[hash]"
	options.Metafile = true
	if isPackage {
		options.MinifySyntax, options.Sourcemap = true, api.SourceMapLinked // the names and the comments stay
	} else {
		options.Engines = pageBrowsers
		options.MinifyWhitespace, options.MinifySyntax, options.MinifyIdentifiers = true, true, true
		options.IgnoreAnnotations = true // package.json describes the package, not the site
	}
	result, err := build(options)
	if err != nil {
		return err
	}
	later, err := importedLater(result.Metafile, script, prefix)
	if err != nil {
		return err
	}
	if len(later) > 0 {
		options.Plugins = append(options.Plugins, laterPlugin(script, later))
		for _, file := range slices.Sorted(maps.Keys(later)) {
			options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{InputPath: "later:" + file, OutputPath: later[file]})
		}
		if result, err = build(options); err != nil {
			return err
		}
	}
	if result.OutputFiles, err = reached(result, entries); err != nil {
		return err
	}
	return writeFiles(o, dir, result)
}

// importedLater finds the modules that a page loads with import(), and returns their
// names in the site by their files, after a prefix: web/page/learn/index.ts becomes learn,
// web/page/play/tour.tsx tour.
func importedLater(metafile, script, prefix string) (map[string]string, error) {
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string `json:"entryPoint"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	later := map[string]string{}
	for _, out := range meta.Outputs {
		file := out.EntryPoint
		if strings.HasPrefix(file, "web/page/") && file != script && file != workerSource && ownWorkers[file] == "" && !strings.HasSuffix(file, "/sandbox.ts") && path.Ext(file) != ".css" {
			stem := strings.TrimSuffix(file, path.Ext(file))
			name := prefix + path.Base(strings.TrimSuffix(stem, "/index"))
			if slices.Contains(libraryEntries, name) {
				return nil, fmt.Errorf("%s cannot have this name, because %s.js of the site is a module of the library", file, name)
			}
			later[file] = name
		}
	}
	return later, nil
}

// reached returns the files that the entries load, now or later. esbuild also writes a file for
// an import() in a function that nobody calls.
func reached(result api.BuildResult, entries []api.EntryPoint) (files []api.OutputFile, err error) {
	var meta struct {
		Outputs map[string]struct {
			Imports []struct{ Path string } `json:"imports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, err
	}
	loaded := map[string]bool{} // by name
	var visit func(output string)
	visit = func(output string) {
		if loaded[path.Base(output)] {
			return
		}
		loaded[path.Base(output)] = true
		for _, next := range meta.Outputs[output].Imports {
			visit(next.Path)
		}
	}
	for output := range meta.Outputs {
		stem := strings.TrimSuffix(path.Base(output), path.Ext(output))
		if slices.ContainsFunc(entries, func(e api.EntryPoint) bool { return e.OutputPath == stem }) {
			visit(output)
		}
	}
	for _, file := range result.OutputFiles {
		if name := filepath.Base(file.Path); loaded[strings.TrimSuffix(name, ".map")] {
			files = append(files, file)
		}
	}
	return files, nil
}

// laterPlugin makes each of these modules import the page first. The page is loaded by
// then. esbuild makes a file for each set of entries that share code; because of this
// import it makes a single file of all that the page loads first, instead of one for
// every combination of parts.
func laterPlugin(script string, later map[string]string) api.Plugin {
	return api.Plugin{Name: "later", Setup: func(b api.PluginBuild) {
		root := b.InitialOptions.AbsWorkingDir
		b.OnResolve(api.OnResolveOptions{Filter: `^later:`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimPrefix(args.Path, "later:"), Namespace: "later"}, nil
		})
		b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveJSDynamicImport {
				return api.OnResolveResult{}, nil
			}
			file, err := filepath.Rel(root, filepath.Join(args.ResolveDir, strings.TrimSuffix(args.Path, ".js")))
			for _, ext := range []string{".ts", ".tsx"} {
				if name := filepath.ToSlash(file) + ext; err == nil && later[name] != "" {
					return api.OnResolveResult{Path: name, Namespace: "later"}, nil
				}
			}
			return api.OnResolveResult{}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "later"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := fmt.Sprintf("import './%s'; export * from './%s';", script, args.Path)
			return api.OnLoadResult{Contents: &text, ResolveDir: root}, nil
		})
	}}
}

// BundleTests creates a module from each test written in TypeScript, and returns
// their files. They test internal parts of the page and the library, with the
// WebAssembly of the given version.
func BundleTests(ctx context.Context, root, dir, version string) ([]string, error) {
	tc, err := FindToolchain(ctx, root)
	if err != nil {
		return nil, err
	}
	tests, err := filepath.Glob(filepath.Join(root, "web", "test", "page", "*.test.ts"))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	// Tells Node that the files are modules.
	if err := os.WriteFile(filepath.Join(dir, PackageName), []byte(`{"type": "module"}`), 0o644); err != nil {
		return nil, err
	}
	o := Options{Root: root, Dir: dir, Version: version}
	var files []string
	var entries []api.EntryPoint
	for _, test := range tests {
		name := strings.TrimSuffix(filepath.Base(test), ".ts")
		entries = append(entries, sources(o, "web/test/page", ".ts", name)...)
		files = append(files, filepath.Join(dir, name+".js"))
	}
	result, err := build(buildOptions(o, entries, runtimePlugin(tc.Glue())))
	if err != nil {
		return nil, err
	}
	return files, writeFiles(o, ".", result)
}

// sources returns the named files that exist.
func sources(o Options, dir, ext string, names ...string) (list []api.EntryPoint) {
	for _, name := range names {
		file := "./" + dir + "/" + name + ext
		if _, err := os.Stat(filepath.Join(o.Root, filepath.FromSlash(file))); err == nil {
			list = append(list, api.EntryPoint{InputPath: file, OutputPath: name})
		}
	}
	return list
}

// buildOptions returns the options of every build. The result does not depend on the
// directory to which it is written.
func buildOptions(o Options, entries []api.EntryPoint, plugins ...api.Plugin) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:       o.Root,
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
		Define:              defines(o.Dir),
		Plugins:             plugins,
		Outdir:              filepath.Join("web", "banchess"),
		LogLevel:            api.LogLevelSilent,
	}
}

// build compiles the entries, with all that they import. A warning of esbuild is an
// error too.
func build(options api.BuildOptions) (api.BuildResult, error) {
	// With resolved links, errors name files relative to the root.
	root, err := filepath.EvalSymlinks(options.AbsWorkingDir)
	if err != nil {
		return api.BuildResult{}, err
	}
	if options.AbsWorkingDir, err = filepath.Abs(root); err != nil {
		return api.BuildResult{}, err
	}
	result := api.Build(options)
	var errs []error
	for _, m := range slices.Concat(result.Errors, result.Warnings) {
		if at := m.Location; at != nil {
			m.Text = fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(at.File), at.Line, at.Column+1, m.Text)
		}
		errs = append(errs, errors.New(m.Text))
	}
	if err := errors.Join(errs...); err != nil {
		return api.BuildResult{}, fmt.Errorf("compiling TypeScript:\n%w", err)
	}
	return result, nil
}

// writeFiles writes the files of a build, with the version, into a directory of the site.
func writeFiles(o Options, dir string, result api.BuildResult) error {
	dir = filepath.Join(o.Dir, dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range result.OutputFiles {
		text := bytes.ReplaceAll(f.Contents, []byte(VersionToken), []byte(o.Version))
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f.Path)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compact minifies a script. It keeps the comment at the beginning.
func compact(script string) ([]byte, error) {
	result := api.Transform(legal(script), api.TransformOptions{
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsInline,
	})
	if len(result.Errors) > 0 {
		return nil, errors.New(result.Errors[0].Text)
	}
	return result.Code, nil
}

// defines returns the constants that the build passes to the modules. BOARD_BYTES is the
// length of banchess.wasm, or 0 if it is not built: a server that compresses does not send
// it, and the page shows the progress of loading.
func defines(dir string) map[string]string {
	var bytes int64
	if info, err := os.Stat(filepath.Join(dir, "banchess.wasm")); err == nil {
		bytes = info.Size()
	}
	return map[string]string{"BOARD_BYTES": strconv.FormatInt(bytes, 10)}
}

// runtimePlugin provides wasm_exec.js as a module. Its function runtimeOf returns the class
// Go for a scope: that of the module, or an iframe's window. The script by itself sets the
// class in globalThis, and replacements for objects of Node, where other libraries look for
// theirs. So the module restores the old values, or deletes the new ones. The Go program
// reads the replacements while it starts, so they are set again for that time. Nothing runs
// before the function is called.
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
			small, err := compact(string(text)) // in the package too, of which it is not a part to read
			if err != nil {
				return api.OnLoadResult{}, err
			}
			module := runtimeBefore + string(small) + runtimeAfter
			return api.OnLoadResult{Contents: &module}, nil
		})
	}}
}

const (
	runtimeBefore = `export function runtimeOf(globalThis) {
// Go recognizes only the arrays of its own scope, and its timers end with the scope.
const { WebAssembly, Uint8Array, Uint8ClampedArray, setTimeout, clearTimeout, crypto, performance } = globalThis;
const taken = (names) => {
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
const { Go, fs, path, process } = globalThis; // the script writes to fs
giveBack();
return class extends Go {
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
};
}
`
)

// legal marks a script's first comment as one that bundles keep.
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
