package site

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// compile bundles the library of a tree and returns the files by name.
func compile(t *testing.T, root string) (map[string]string, error) {
	t.Helper()
	dir := t.TempDir()
	tc, err := FindToolchain(t.Context(), filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if err := bundle(Options{Root: root, Dir: dir, Version: "v1.2.3"}, tc.Glue(), PackageDir, ""); err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, PackageDir)
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files, nil
}

func TestBundleLibrary(t *testing.T) {
	files, err := compile(t, tree(t))
	if err != nil {
		t.Fatal(err)
	}
	shared := "" // imported by both
	for name := range files {
		if strings.HasPrefix(name, "chunk-") && strings.HasSuffix(name, ".js") {
			shared = name
		}
	}
	if len(files) != 6 || shared == "" {
		t.Fatalf("files %q", slices.Sorted(maps.Keys(files)))
	}
	for name, parts := range map[string][]string{
		shared:        {`new URL("./banchess-core.wasm", import.meta.url)`, "//! Copyright 2018 The Go Authors", "class {", `import("node:fs/promises")`},
		"banchess.js": {`from "./` + shared + `"`},
		"client.js":   {`from "./` + shared + `"`, `new Worker(new URL("./worker.js", import.meta.url)`, `"v1.2.3"`},
	} {
		for _, part := range parts {
			if !strings.Contains(files[name], part) {
				t.Errorf("%s has no %s:\n%s", name, part, files[name])
			}
		}
	}
	if strings.Contains(files["client.js"], "wasm_exec") {
		t.Error("client.js contains what it shares with banchess.js")
	}
	absolute := regexp.MustCompile(`\b(from|import|URL) ?\(?["'](/|\w+://)[^"']*["']`)
	for name, text := range files {
		if found := absolute.FindString(text); found != "" {
			t.Errorf("%s has the absolute URL %s", name, found)
		}
	}
}

// A compile error names its file and line.
func TestBundleFault(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"export const a = 1;\nexport const b: = 2;\n", "web/banchess/banchess.ts:2:17: "},
		{"import \"./missing.js\";\n", "web/banchess/banchess.ts:1:8: Could not resolve"},
		{"export const a = { b: 1, b: 2 };\n", "web/banchess/banchess.ts:1:26: Duplicate key"},
	} {
		_, err := compile(t, write(t, map[string]string{"web/banchess/banchess.ts": tt.text}))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %s", tt.text, err, tt.want)
		}
	}
}
