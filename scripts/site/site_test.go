package site

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
)

// write creates a tree of files and returns its directory.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// tree creates a module like this one, but small enough to build in a test.
func tree(t *testing.T) string {
	return write(t, map[string]string{
		"go.mod":                    "module example.com/m\n\ngo 1.26\n",
		"wasm/main.go":              "package main\n\nvar version string\n\nfunc main() { println(version, board()) }\n",
		"wasm/board.go":             "//go:build !core\n\npackage main\n\nfunc board() string { return \"board\" }\n",
		"wasm/core.go":              "//go:build core\n\npackage main\n\nfunc board() string { return \"core\" }\n",
		"wasm/picture/main.go":      "package main\n\nvar version string\n\nfunc main() { println(version) }\n",
		"web/page/index.html":       `<script type="module" src="page.js"></script>`,
		"web/page/page.ts":          "import { square } from '../banchess/action.js'; import('./learn/index.js'); import('./play/tour.js'); export const version: string = '" + VersionToken + "' + square(0)",
		"web/page/learn/index.ts":   "import { square } from '../../banchess/action.js'; export const learn = square(1)",
		"web/page/play/tour.tsx":    "export const tour: number = 1",
		"web/page/page.css":         "@import 'assets:themes.css'; @import './style/base.css';",
		"web/page/style/base.css":   "body { color: red }",
		"web/test/core.mjs":         "test",
		"web/banchess/package.json": "{\"version\": \"0.0.0\", \"files\": [\"banchess.js\"]}",
		"web/banchess/README.md":    "of the package",
		"web/banchess/banchess.ts": `import { runtimeOf } from "go:wasm_exec";
			import { square } from "./action.js";
			export const go: unknown = runtimeOf(globalThis);
			export const core = new URL("./banchess-core.wasm", import.meta.url);
			export const e2: string = square(12);
			export const read = () => import("node:fs/promises");`,
		"web/banchess/action.ts": `export type Square = string;
			export function square(i: number): Square { return "abcdefgh"[i & 7]! + ((i >> 3) + 1); }`,
		"web/banchess/client.ts": `import { e2 } from "./banchess.js";
			import { square } from "./action.js";
			export const version = "` + VersionToken + `", both = [e2, square(0)];
			export const worker = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });`,
		"web/banchess/tsconfig.json":  "{}",
		"web/banchess/wasm_exec.d.ts": "declare module 'go:wasm_exec'",
		"web/banchess/board.html":     "<script src=\"wasm_exec.js\"></script>",
		"web/page/notes.md":           "notes",
		"web/page/.hidden":            "secret",
		"web/examples/a.mjs":          "an example of " + VersionToken,
		"web/docs/a.md":               "of the repository",
		"assets/embed.go":             "package assets",
		"assets/puzzles-0.txt":        "puzzles",
		"assets/book.txt":             "the book",
		"assets/notes.txt":            "notes",
		"assets/figures.LICENSE":      "of the font",
		"LICENSE":                     "of the project",
		"wasm/search.pgo":             "",
	})
}

// hashed matches a file name that contains a hash of the content.
var hashed = regexp.MustCompile(`(chunk)-\w{8}`)

func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds six WebAssembly programs")
	}
	root := tree(t)
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	build := func(dir string) List {
		t.Helper()
		list, err := Build(context.Background(), Options{Root: root, Dir: dir, Version: "v1.2.3"})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	list := build(a)
	var names []string
	for _, f := range list.Files {
		if name := hashed.ReplaceAllString(f.Path, "$1"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	want := strings.Fields(`THIRD-PARTY-LICENSES.txt assets/book.txt assets/pieces/classic.svg assets/pieces/contrast.svg assets/pieces/flat.svg assets/pieces/geometric.svg assets/pieces/line.svg assets/puzzles-0.txt banchess-core.wasm banchess-picture.wasm banchess.js banchess.wasm board.html chunk.js client.js
		examples/a.mjs index.html learn.js library-chunk.js package/LICENSE package/README.md package/THIRD-PARTY-LICENSES.txt package/banchess-core.wasm package/banchess-picture.wasm package/banchess.js package/banchess.js.map
		package/banchess.wasm package/board.html package/chunk.js package/chunk.js.map package/client.js package/client.js.map package/package.json package/wasm_exec.js
		page.css page.js tour.js wasm_exec.js`)
	if !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(a, name))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	if text := read("client.js"); strings.Contains(text, "\n\n") || strings.Contains(text, "sourceMapping") {
		t.Errorf("the site's client.js is not compact: %s", text)
	}
	for name, part := range map[string]string{"package/client.js": "// web/banchess/client.ts", "package/client.js.map": "export const worker = () =>"} {
		if text := read(name); !strings.Contains(text, part) {
			t.Errorf("%s has no %s: %s", name, part, text)
		}
	}
	for _, set := range assets.PieceSets {
		sprite := read("assets/pieces/" + set + ".svg")
		for i, name := range strings.Fields("bB bK bN bP bQ bR wB wK wN wP wQ wR") {
			if part := fmt.Sprintf(`<view id="%s" viewBox="%d 0 100 100"/><g transform="translate(%[2]d)"><path `, name, 120*i); strings.Count(sprite, part) != 1 {
				t.Errorf("%s: the sprite has no %s: %.500s", set, part, sprite)
			}
		}
	}
	for _, theme := range assets.Themes {
		c := theme.Dark
		if rule := fmt.Sprintf("[data-theme=%s]{", theme.Name); !strings.Contains(read("page.css"), rule) {
			t.Errorf("page.css has no %s", rule)
		}
		if value := fmt.Sprintf("--dark-square: #%02x%02x%02xff;", c.R, c.G, c.B); !strings.Contains(read("page.css"), value) {
			t.Errorf("%s: page.css has no %s", theme.Name, value)
		}
	}
	// A part that is loaded later imports the page's own modules, and has no copy of them.
	later, chunk := read("learn.js"), regexp.MustCompile(`"\./(chunk-\w+\.js)"`).FindStringSubmatch(read("page.js"))
	if chunk == nil || !strings.Contains(later, chunk[1]) || strings.Contains(later, "abcdefgh") {
		t.Errorf("learn.js is %s", later)
	} else if page := read("index.html"); !strings.Contains(page, `<link rel="modulepreload" href="`+chunk[1]+`">`) {
		t.Errorf("the page is %s", page)
	}
	if chunk != nil && !strings.Contains(read(chunk[1]), `"v1.2.3"`) {
		t.Errorf("the page has no version: %s", read(chunk[1]))
	}
	for _, name := range []string{"banchess.wasm", "banchess-core.wasm", "banchess-picture.wasm"} {
		if text, _ := os.ReadFile(filepath.Join(a, name)); !strings.Contains(string(text), "v1.2.3") {
			t.Errorf("%s has no version", name)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(a, LicencesName)); !strings.Contains(string(text), "Copyright 2009 The Go Authors") {
		t.Errorf("the licences are %q", text)
	}
	if again := build(b); !slices.Equal(list.Files, again.Files) {
		t.Errorf("two builds differ:\n%v\n%v", list.Files, again.Files)
	}

	// A second build into the same directory removes all files of the first.
	stale := filepath.Join(a, "stale.js")
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	build(a)
	if _, err := os.Stat(stale); err == nil {
		t.Error("a file of an earlier build survived")
	}
}

// Modules of the library are written to the same folder after the page, and would replace its parts.
func TestPartHasNoNameOfTheLibrary(t *testing.T) {
	const outputs = `{"outputs": {"picture.js": {"entryPoint": "web/page/share/picture.tsx"}}}`
	if later, err := importedLater(outputs, pageScript, ""); err == nil {
		t.Errorf("a part of the page has the name of a module: %v", later)
	}
	if later, err := importedLater(outputs, embedScript, embedPrefix); err != nil || later["web/page/share/picture.tsx"] != "embed-picture" {
		t.Errorf("%v, %v", later, err)
	}
}

// After a failed build, the next one may build.
func TestBuildAfterFailure(t *testing.T) {
	root, dir := tree(t), t.TempDir()
	script := filepath.Join(root, "web", "page", "page.ts")
	if err := os.WriteFile(script, []byte("let x: = 1"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := Build(context.Background(), Options{Root: root, Dir: dir, Version: "v1"})
		if err == nil || !strings.Contains(err.Error(), "web/page/page.ts:1:8") {
			t.Errorf("error %v", err)
		}
	}
}

func TestBuildKeepsForeignDirectory(t *testing.T) {
	dir := write(t, map[string]string{"thesis.txt": "years of work"})
	_, err := Build(context.Background(), Options{Root: tree(t), Dir: dir, Version: "v1"})
	if err == nil || !strings.Contains(err.Error(), "not made by a build") {
		t.Errorf("error %v, want a refusal", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "thesis.txt")); err != nil {
		t.Error("a foreign file was touched")
	}
}

func TestVerdict(t *testing.T) {
	dir := write(t, map[string]string{"package/" + PackageName: `{"exports": {".": "./banchess.js"}}`})
	for name, limit := range map[string]int64{"banchess-core.wasm": CoreBytes, "banchess-picture.wasm": PictureBytes, "page.js": PageBytes - 10, "package/game.js": PackageBytes} {
		for _, over := range []int64{0, 1} {
			list := List{Files: []File{{Path: name, Gzip: limit + over}, {Path: "assets/pieces/classic.svg", Gzip: 10}}}
			verdicts, err := Judge(context.Background(), ".", dir, list)
			if err != nil {
				t.Fatal(err)
			}
			if err := Print(io.Discard, list, verdicts); errors.Is(err, ErrOverBudget) != (over > 0) {
				t.Errorf("%s %d bytes over budget: error %v", name, over, err)
			}
		}
	}
}

// A constant of the package includes all code that is not marked as free of side effects.
func TestConstants(t *testing.T) {
	for rest, over := range map[string]bool{
		"export const other = /* @__PURE__ */ [].map(() => 'LONG');":           false,
		"export const other = globalThis.other('LONG');":                       true,
		"export class Other extends /* @__PURE__ */ of('LONG') { a = 'LONG' }": false,
	} {
		text := strings.ReplaceAll("const of = (a) => Array; export const START_FEN = 'fen', SQUARES = 1, VERSION = 1, dueAt = 1, piecesOf = 1, squareColor = 1;"+rest, "LONG", strings.Repeat("x", ConstantBytes))
		dir := write(t, map[string]string{"package/" + PackageName: "{}", "package/banchess.js": text})
		verdicts, err := Judge(t.Context(), ".", dir, List{})
		if err != nil {
			t.Fatal(err)
		}
		if err := Print(io.Discard, List{}, verdicts); errors.Is(err, ErrOverBudget) != over {
			t.Errorf("%s: error %v, %v", rest, err, verdicts)
		}
	}
}

func TestHandler(t *testing.T) {
	dir := write(t, map[string]string{
		"index.html":    "<p>home</p>",
		"404.html":      "<p>lost</p>",
		"a/b.wasm":      "\x00asm",
		"a/index.html":  "<p>a</p>",
		"picture.png":   "png",
		"sub/module.js": "export {}",
	})
	server := httptest.NewServer(Handler(dir, "/banchess/"))
	defer server.Close()
	for _, tt := range []struct {
		path     string
		status   int
		kind     string
		text     string
		compress bool
	}{
		{"/banchess/", 200, "text/html; charset=utf-8", "<p>home</p>", true},
		{"/banchess/a/", 200, "text/html; charset=utf-8", "<p>a</p>", true},
		{"/banchess/a/b.wasm", 200, "application/wasm", "\x00asm", true},
		{"/banchess/sub/module.js", 200, "text/javascript; charset=utf-8", "export {}", true},
		{"/banchess/picture.png", 200, "image/png", "png", false},
		{"/banchess/nowhere", 404, "text/html; charset=utf-8", "<p>lost</p>", true},
		{"/banchess/../go.mod", 404, "text/html; charset=utf-8", "<p>lost</p>", true},
	} {
		for _, zip := range []bool{false, true} {
			req, err := http.NewRequest(http.MethodGet, server.URL+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			// Set by hand, so that the transport does not decompress.
			req.Header.Set("Accept-Encoding", map[bool]string{false: "identity", true: "gzip, br"}[zip])
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			var body io.Reader = res.Body
			zipped := res.Header.Get("Content-Encoding") == "gzip"
			if zipped {
				if body, err = gzip.NewReader(res.Body); err != nil {
					t.Fatal(err)
				}
			}
			text, _ := io.ReadAll(body)
			res.Body.Close()
			if res.StatusCode != tt.status || res.Header.Get("Content-Type") != tt.kind || string(text) != tt.text {
				t.Errorf("%s: %d %s %q", tt.path, res.StatusCode, res.Header.Get("Content-Type"), text)
			}
			if zipped != (zip && tt.compress) {
				t.Errorf("%s: compressed %v", tt.path, zipped)
			}
			if res.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s may be cached", tt.path)
			}
		}
	}
}

// Every module that is linked into the shipped files comes with its licence.
func TestLicences(t *testing.T) {
	tc, err := FindToolchain(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		pkg, system, arch string
		modules           []string
	}{
		{"./wasm", "js", "wasm", []string{"ebiten/v2", "notnil/chess", "norunners/vert"}},
		{"./game/cmd/banchess", "windows", "amd64", []string{"notnil/chess", "spf13/cobra", "mousetrap"}},
	} {
		text, err := tc.Licences(t.Context(), p.pkg, p.system, p.arch)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(string(text), "=== ") {
			if name, rest, _ := strings.Cut(part, "\n"); part != "" && len(rest) < 400 {
				t.Errorf("%s: the licence of %s is %q", p.pkg, name, rest)
			}
		}
		for _, m := range p.modules {
			if !strings.Contains(string(text), m) {
				t.Errorf("%s: nothing of %s", p.pkg, m)
			}
		}
	}
}

// Each id of the page is unique, and every icon that is used exists.
func TestPageIDs(t *testing.T) {
	page, err := os.ReadFile("../../web/page/index.html")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllSubmatch(page, -1) {
		if id := string(m[1]); seen[id] {
			t.Errorf("two elements have the id %q", id)
		} else {
			seen[id] = true
		}
	}
	for _, m := range regexp.MustCompile(`<use href="#([^"]*)"`).FindAllSubmatch(page, -1) {
		if !seen[string(m[1])] {
			t.Errorf("there is no icon %q", m[1])
		}
	}
}

// A site is judged wherever it is, also in a folder of the working directory.
func TestConstantsOfRelativeFolder(t *testing.T) {
	dir := write(t, map[string]string{"engine.js": "export const LEVELS = 1, LEVEL_TABLE = [];"})
	t.Chdir(filepath.Dir(dir))
	if v, err := judgeConstants(filepath.Base(dir)); err != nil || v.Size == 0 {
		t.Errorf("%v, %v", v, err)
	}
}
