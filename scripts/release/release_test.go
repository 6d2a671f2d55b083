package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/banchess/banchess/scripts/site"
)

// source creates a repository like this one, but small enough to release
// in a test.
func source(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"go.mod":                    "module github.com/banchess/banchess\n\ngo 1.26\n",
		"LICENSE":                   read("../../LICENSE"),
		"README.md":                 "# banchess\n",
		"wasm/main.go":              "package main\n\nvar version string\n\nfunc main() { println(version) }\n",
		"wasm/picture/main.go":      "package main\n\nvar version string\n\nfunc main() { println(version) }\n",
		"wasm/search.pgo":           read("../../wasm/search.pgo"),
		"game/cmd/banchess/main.go": "package main\n\nvar version string\n\nfunc main() { println(version) }\n",
		"web/page/index.html":       "<p>page</p>",
		"web/page/404.html":         "<p>lost</p>",
		"web/examples/a.mjs":        "",
		"assets/figures.LICENSE":    "of the font",
		"assets/pieces/wK.svg":      "<svg ></svg>",
		"CHANGELOG.md":              "# Changes",
		"web/banchess/banchess.ts":  "export const version: string = '__BANCHESS_VERSION__'\n",
		"web/banchess/README.md":    "# the package\n",
		"web/banchess/package.json": `{"version": "0.0.0", "license": "ISC", "exports": {".": {"types": "./banchess.d.ts", "default": "./banchess.js"}, "./banchess.wasm": "./banchess.wasm"},
			"files": ["banchess.js", "*.d.ts", "banchess-core.wasm", "banchess-picture.wasm", "banchess.wasm", "wasm_exec.js", "THIRD-PARTY-LICENSES.txt"]}`,
		"scripts/release/tools.mod": read("tools.mod"),
		"scripts/release/tools.sum": read("tools.sum"),
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	t.Setenv("GIT_COMMITTER_DATE", stamp.Format(time.RFC3339))
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "all")
	return dir
}

// stamp is the time of the commit, which the files in the archives have.
var stamp = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// Two runs, between different directories, give the same files with
// the same bytes, and each file has the format of its name.
func TestReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a whole release, twice")
	}
	const version = "v1.2.3"
	two := []System{{"linux", "amd64"}, {"windows", "amd64"}} // both kinds of archive
	types := func(_ context.Context, dir string) error {
		if err := os.WriteFile(filepath.Join(dir, site.PackageDir, "banchess.d.ts"), []byte("export declare const version: string;\n"), 0o644); err != nil {
			return err
		}
		_, err := site.Update(dir)
		return err
	}
	var releases [2]files
	var dirs [2]string
	for i := range releases {
		dirs[i] = filepath.Join(t.TempDir(), "release")
		if err := Make(context.Background(), Options{Root: source(t), Dir: dirs[i], Version: version, Systems: two, Types: types}); err != nil {
			t.Fatal(err)
		}
		var err error
		if releases[i], err = tree(dirs[i]); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"SHA256SUMS", "THIRD-PARTY-LICENSES.txt", "banchess-1.2.3.tgz", "banchess-command_linux_amd64.cdx.json", "banchess-command_windows_amd64.cdx.json", "banchess-core-wasm.cdx.json", "banchess-core.wasm", "banchess-picture-wasm.cdx.json", "banchess-picture.wasm",
		"banchess-site_v1.2.3.tar.gz", "banchess-wasm.cdx.json", "banchess.d.ts", "banchess.js", "banchess.wasm",
		"banchess_v1.2.3_linux_amd64.tar.gz", "banchess_v1.2.3_windows_amd64.zip", "wasm_exec.js",
	}
	if got := releases[0].names(); !slices.Equal(got, want) {
		t.Fatalf("files %q,\nwant  %q", got, want)
	}
	for name, text := range releases[0] {
		if !bytes.Equal(text, releases[1][name]) {
			t.Errorf("%s differs between two runs", name)
		}
	}
	t.Run("npm package", func(t *testing.T) {
		files := untar(t, filepath.Join(dirs[0], "banchess-1.2.3.tgz"))
		var p struct {
			Version, License string
			Exports          map[string]any
		}
		if err := json.Unmarshal(files["package/package.json"], &p); err != nil {
			t.Fatal(err)
		}
		if p.Version != "1.2.3" || p.License != "ISC" {
			t.Errorf("package.json: version %q, licence %q", p.Version, p.License)
		}
		for name, target := range p.Exports {
			path, ok := target.(string)
			if !ok {
				path = target.(map[string]any)["default"].(string)
			}
			if _, ok := files["package/"+strings.TrimPrefix(path, "./")]; !ok {
				t.Errorf("%s is exported as %s, which is not in the package", path, name)
			}
		}
		if got := string(files["package/banchess.js"]); !strings.Contains(got, version) {
			t.Errorf("banchess.js has no version: %s", got)
		}
	})
	t.Run("command", func(t *testing.T) {
		files := untar(t, filepath.Join(dirs[0], "banchess_v1.2.3_linux_amd64.tar.gz"))
		if !bytes.Contains(files["banchess_v1.2.3_linux_amd64/banchess"], []byte(version)) {
			t.Error("the program does not know its version")
		}
		if got := string(files["banchess_v1.2.3_linux_amd64/README.md"]); !strings.Contains(got, "./banchess play") {
			t.Errorf("the archive's README is %q", got)
		}
		for _, name := range []string{"banchess", "LICENSE", site.LicencesName, "README.md"} {
			if _, ok := files["banchess_v1.2.3_linux_amd64/"+name]; !ok {
				t.Errorf("the archive has no %s", name)
			}
		}
	})
	t.Run("bill of materials", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(dirs[0], "banchess-wasm.cdx.json"))
		if err != nil {
			t.Fatal(err)
		}
		var bom struct {
			BomFormat string
			Metadata  struct {
				Component struct {
					Name, Version string
					Licenses      []struct{ License struct{ ID string } }
				}
			}
		}
		if err := json.Unmarshal(text, &bom); err != nil {
			t.Fatal(err)
		}
		if bom.BomFormat != "CycloneDX" || bom.Metadata.Component.Version != version {
			t.Errorf("%+v", bom)
		}
		if l := bom.Metadata.Component.Licenses; len(l) != 1 || l[0].License.ID != "ISC" {
			t.Errorf("the licence is ISC, not %v", l)
		}
	})
	t.Run("sums", func(t *testing.T) {
		cmd := exec.Command("sha256sum", "--check", "--strict", SumsName)
		cmd.Dir = dirs[0]
		if out, err := cmd.CombinedOutput(); errors.Is(err, exec.ErrNotFound) {
			t.Skip("no sha256sum here")
		} else if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func untar(t *testing.T, path string) map[string][]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(stamp) {
			t.Errorf("%s in %s has the time %v", h.Name, filepath.Base(path), h.ModTime)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestZip(t *testing.T) {
	text := files{"banchess.exe": []byte("program"), "LICENSE": []byte("ISC")}.zipball("a", stamp)
	r, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.File) != 2 || r.File[0].Name != "a/LICENSE" || r.File[0].Mode() != 0o644 || r.File[1].Mode() != 0o755 || !r.File[0].Modified.Equal(stamp) {
		t.Errorf("%d files: %v %v %v", len(r.File), r.File[0].Mode(), r.File[1].Mode(), r.File[0].Modified)
	}
}

func TestCheckVersion(t *testing.T) {
	for v, ok := range map[string]bool{
		"v1.2.3": true, "v0.0.1": true, "v1.2.3-rc.1": true, "v10.20.30": true,
		"1.2.3": false, "v1.2": false, "v01.2.3": false, "v1.2.3-": false, "v1.2.3 -X": false, "latest": false, "": false,
	} {
		if err := CheckVersion(v); (err == nil) != ok {
			t.Errorf("%q: %v", v, err)
		}
	}
}

func TestMakeRefuses(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]Options{
		"not a version":             {Dir: filepath.Join(t.TempDir(), "new"), Version: "1.0"},
		"a directory with files in": {Dir: full, Version: "v1.0.0"},
		"a tree without commits":    {Root: t.TempDir(), Dir: filepath.Join(t.TempDir(), "new"), Version: "v1.0.0"},
	} {
		if err := Make(context.Background(), o); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestUncommitted(t *testing.T) {
	root := source(t)
	if files, err := uncommitted(t.Context(), root); err != nil || files != "" {
		t.Errorf("right after a commit: %q %v", files, err)
	}
	for _, name := range []string{"LICENSE", "web/new page.js"} {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte("other"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := uncommitted(t.Context(), root); err != nil || files != " M LICENSE\n?? \"web/new page.js\"\n" {
		t.Errorf("%q %v", files, err)
	}
}

func TestNotes(t *testing.T) {
	root := t.TempDir()
	text := "# Changes\n\n## [Unreleased]\n- soon\n\n## [1.2.3] - 2026-11-21\n### Added\n- a thing\n\n## 1.2.2\n- old\n\n[1.2.3]: https://example.com\n"
	if err := os.WriteFile(filepath.Join(root, "CHANGELOG.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for v, want := range map[string]string{
		"v1.2.3":      "### Added\n- a thing",
		"v1.2.2":      "- old",
		"v1.3.0-rc.1": "- soon",
		"v1.3.0":      "",
	} {
		got, err := Notes(root, v)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v; want %q", v, got, err, want)
		}
	}
}

func TestPublish(t *testing.T) {
	t.Chdir(t.TempDir())
	const dir = "files" // as the workflow names it
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := PublishArgs(dir, "v1.2.3", "what is new"); err == nil {
		t.Error("a release without sums was published")
	}
	for _, name := range []string{SumsName, "banchess-1.2.3.tgz", "banchess-1.3.0-rc.1.tgz"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		version string
		gh, npm string // in the commands
		other   string // not in them
	}{
		{"v1.2.3", "release create v1.2.3 --verify-tag --title v1.2.3 --notes what is new ", "banchess-1.2.3.tgz --provenance --access public --tag latest", "--prerelease"},
		{"v1.3.0-rc.1", "--prerelease", "--tag next", "--tag latest"},
	} {
		gh, err := PublishArgs(dir, tt.version, "what is new")
		if err != nil {
			t.Fatal(err)
		}
		npm, err := NPMArgs(dir, tt.version)
		if err != nil {
			t.Fatal(err)
		}
		// npm takes files/x.tgz for a repository on GitHub.
		if !filepath.IsAbs(npm[2]) {
			t.Errorf("%s: npm is to publish %s", tt.version, npm[2])
		}
		a, b := strings.Join(gh, " "), strings.Join(npm, " ")
		if !strings.Contains(a, tt.gh) || !strings.Contains(b, tt.npm) || strings.Contains(a+b, tt.other) {
			t.Errorf("%s: %s\n%s", tt.version, a, b)
		}
	}
}

// The README of an archive names only files that the archive contains, and every command
// in it is one of the program beside it.
func TestReadme(t *testing.T) {
	commands := regexp.MustCompile("(?s)```sh\n(.*?)```")
	for _, s := range Systems {
		text := string(s.readme("v1.2.3"))
		if strings.ContainsAny(text, "{}") || strings.Contains(text, "<img") || strings.Contains(text, "![") {
			t.Errorf("%v: a placeholder or a picture is left in\n%s", s, text)
		}
		for _, link := range regexp.MustCompile(`\]\((.*?)\)`).FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(link[1], "https://") {
				t.Errorf("%v: %s is not in the archive", s, link[1])
			}
		}
		lines := strings.Split(strings.TrimSpace(commands.FindStringSubmatch(text)[1]), "\n")
		for _, line := range lines {
			run, rest, _ := strings.Cut(line, " ")
			if run != map[bool]string{false: "./banchess", true: `.\banchess.exe`}[s.OS == "windows"] {
				t.Errorf("%v: %s is not how the program is run", s, run)
			}
			name := strings.Fields(rest)[0]
			_, err := os.Stat("../../game/cmd/banchess/cmd_" + name + ".go")
			if _, dialogue := os.Stat("../../game/cmd/banchess/internal/dialogue/" + name + ".go"); err != nil && dialogue != nil && name != "help" {
				t.Errorf("%v: %s: %v", s, line, err)
			}
		}
		if len(lines) < 4 {
			t.Errorf("%v: %d commands", s, len(lines))
		}
	}
}

func TestBills(t *testing.T) {
	var names []string
	for _, b := range bills(Systems) {
		names = append(names, b.name)
	}
	want := []string{"banchess-wasm", "banchess-core-wasm", "banchess-picture-wasm", "banchess-command_linux_amd64", "banchess-command_linux_arm64", "banchess-command_darwin_amd64",
		"banchess-command_darwin_arm64", "banchess-command_windows_amd64", "banchess-command_windows_arm64"}
	if !slices.Equal(names, want) {
		t.Errorf("bills of %q, want %q", names, want)
	}
}

func TestDeclareLicences(t *testing.T) {
	component := func(name, evidence string) string {
		if evidence != "" {
			evidence = `, "evidence": {"licenses": [{"license": {"id": "` + evidence + `"}}]}`
		}
		return `{"name": "` + name + `", "version": "v1.0.0"` + evidence + `}`
	}
	bom := func(components ...string) []byte {
		return []byte(`{"components": [` + strings.Join(components, ", ") + `], "metadata": {"component": ` + component("github.com/banchess/banchess", "0BSD") + `}}`)
	}
	text, err := declareLicences(bom(component("example.com/a", "MIT"), component("golang.org/x/sys", "BSD-Source-Code"), component("std", "")))
	if err != nil {
		t.Fatal(err)
	}
	type licensed struct {
		Name     string
		Licenses []struct{ License struct{ ID string } }
		Evidence any
	}
	var got struct {
		Components []licensed
		Metadata   struct{ Component licensed }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"example.com/a": "MIT", "golang.org/x/sys": "BSD-3-Clause", "std": "BSD-3-Clause", "github.com/banchess/banchess": "ISC"}
	for _, c := range append(got.Components, got.Metadata.Component) {
		if len(c.Licenses) != 1 || c.Licenses[0].License.ID != want[c.Name] || c.Evidence != nil {
			t.Errorf("%+v, want %s", c, want[c.Name])
		}
	}
	if _, err := declareLicences(bom(component("example.com/unknown", ""))); err == nil || !strings.Contains(err.Error(), "example.com/unknown v1.0.0") {
		t.Errorf("a module without a licence: %v", err)
	}
}

// TestLinkedLicences checks that every module that is linked into the shipped files, on each
// system, has a known licence.
func TestLinkedLicences(t *testing.T) {
	tc, err := site.FindToolchain(t.Context(), filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bills(Systems) {
		text, err := tc.Licences(t.Context(), "./"+b.pkg, b.system.OS, b.system.Arch)
		if err != nil {
			t.Fatal(err)
		}
		modules := strings.Split(string(text), "=== ")[1:]
		if strings.HasPrefix(b.name, "banchess-command") && len(modules) < 10 {
			t.Errorf("%s: only %d modules", b.name, len(modules))
		}
		for _, m := range modules {
			name, words, _ := strings.Cut(m, "\n")
			words = strings.Join(strings.Fields(words), " ")
			if !slices.ContainsFunc([]string{
				"Permission is hereby granted, free of charge", // MIT
				"Redistribution and use in source and binary",  // BSD
				"Permission to use, copy, modify",              // ISC
				"Apache License",
			}, func(known string) bool { return strings.Contains(words, known) }) {
				t.Errorf("%s: nobody knows the licence of %s", b.name, name)
			}
		}
	}
}
