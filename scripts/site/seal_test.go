package site

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A release that changes only the page, and has another version, keeps the addresses of the
// WebAssembly, and the worker lists all files but those for developers.
func TestSealKeepsPrograms(t *testing.T) {
	places := map[string]bool{}
	var rest []string
	for _, version := range []string{"v1.2.3", "v1.10.0-rc.1"} {
		dir := write(t, map[string]string{
			"index.html": `<link rel="icon" href="icon.svg"><link rel="preload" href="banchess.wasm"><script src="page.js"></script>`,
			"embed.html": `<link rel="icon" href="icon.svg"><link rel="preload" href="banchess.wasm"><link rel="home" href="./"><script src="embed.js"></script>`,
			"404.html":   "", "rooms": "", "icon.svg": "<svg/>", "embed.js": "", "embed-chunk-A.js": "", "sandbox.js": "",
			"board.js": "", "library-chunk-A.js": "", "board-A.js": "",
			"page.js":             `new URL("./banchess-core.wasm",import.meta.url)+"banchess.wasm"//` + version,
			"examples/plain.html": `fetch("../banchess.wasm")`,
			"banchess.wasm":       "board " + padded(version) + ".",
			"banchess-core.wasm":  "core " + padded(version) + ".",
			"sw.js":               "const RELEASE=\"\",FILES={};\nprogram",
		})
		list, err := measure(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := (List{Version: version, Files: list}).write(dir); err != nil {
			t.Fatal(err)
		}
		if err := Seal(dir); err != nil {
			t.Fatal(err)
		}
		read := func(pattern string) string {
			t.Helper()
			found, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(found) != 1 {
				t.Fatalf("%s: %v, %v", pattern, found, err)
			}
			places[strings.TrimPrefix(found[0], dir+"/")] = true
			text, err := os.ReadFile(found[0])
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		for _, text := range []string{read("w-*/banchess.wasm"), read("w-*/banchess-core.wasm")} {
			if strings.Contains(text, version) {
				t.Errorf("%q has a version", text)
			}
		}
		at := func(file string) string {
			found, _ := filepath.Glob(filepath.Join(dir, "w-*", file))
			return strings.TrimPrefix(found[0], dir+"/")
		}
		page := read("r-*/page.js")
		if want := `new URL("./../` + at("banchess-core.wasm") + `",import.meta.url)+"banchess.wasm"//` + version; page != want {
			t.Errorf("the page has %s, want %s", page, want)
		}
		if example := read("r-*/examples/plain.html"); example != `fetch("../../`+at("banchess.wasm")+`")` {
			t.Errorf("the example has %s", example)
		}
		front := read("index.html")
		if !strings.Contains(front, `<link rel="preload" href="`+at("banchess.wasm")+`">`) || !strings.Contains(front, `<link rel="manifest" href="r-`) {
			t.Errorf("the front page is %s", front)
		}
		if frame, want := read("embed.html"), `<link rel="preload" href="`+at("banchess.wasm")+`"><link rel="home" href="./"><script src="r-`; !strings.Contains(frame, want) || strings.Contains(frame, "manifest") {
			t.Errorf("the embedded board is %s, want %s and no manifest", frame, want)
		}
		if frame, want := read("r-*/embed.html"), `<link rel="icon" href="icon.svg"><link rel="preload" href="../`+at("banchess.wasm")+`"><link rel="home" href="../"><script src="embed.js"></script>`; frame != want {
			t.Errorf("the embedded board of the examples is %s, want %s", frame, want)
		}
		worker := read("sw.js")
		for name, isListed := range map[string]bool{`"":`: true, "page.js": true, at("banchess.wasm"): true, at("banchess-core.wasm"): true, "icon.svg": true, "manifest.webmanifest": true, "embed": false, "sandbox.js": false, "library": false, `/board.js`: false, `/board-A.js`: true, "plain.html": false, "404.html": false, `"rooms"`: false, "files.json": false, "sw.js": false} {
			if strings.Contains(worker, name) != isListed {
				t.Errorf("the worker lists %s: %v, want %v\n%s", name, !isListed, isListed, worker)
			}
		}
		rest = append(rest, worker)
	}
	if len(places) != 11 {
		t.Errorf("the two releases have the addresses %v", places)
	}
	if rest[0] == rest[1] {
		t.Error("two releases have the same worker")
	}
}

func TestSeal(t *testing.T) {
	files := map[string]string{
		"index.html":    `<a href="./"><img src="icon.svg"></a><use href="#x"/><script src="page/main.js"></script><a href="https://example.com/icon.svg">`,
		"404.html":      `<a href="./">home</a>`,
		"rooms":         `{"rooms":false}`,
		"icon.svg":      "<svg/>",
		"page/main.js":  "import './other.js'",
		"page/other.js": "",

		"package/page.js": "of the npm package",
	}
	seal := func(files map[string]string) (string, List) {
		t.Helper()
		dir := write(t, files)
		list, err := measure(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := (List{Version: "v1.2.3", Files: list}).write(dir); err != nil {
			t.Fatal(err)
		}
		if err := Seal(dir); err != nil {
			t.Fatal(err)
		}
		sealed, err := ReadList(dir)
		if err != nil {
			t.Fatal(err)
		}
		return dir, sealed
	}
	dir, list := seal(files)
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), `src="r-`)
	place := "r-" + rest[:12]
	want := strings.NewReplacer(`src="icon`, `src="`+place+`/icon`, `src="page`, `src="`+place+`/page`).Replace(files["index.html"])
	if string(text) != want {
		t.Errorf("index.html is\n%s\nwant\n%s", text, want)
	}
	var names []string
	for _, f := range list.Files {
		names = append(names, f.Path)
	}
	if want := []string{"404.html", "index.html", place + "/files.json", place + "/icon.svg", place + "/manifest.webmanifest", place + "/page/main.js", place + "/page/other.js", "rooms"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	if inside, err := ReadList(filepath.Join(dir, place)); err != nil || len(inside.Files) != 3 || inside.Files[0].Path != "icon.svg" {
		t.Errorf("the list inside is %v, %v", inside, err)
	}
	if err := Seal(dir); err == nil {
		t.Error("sealed twice")
	}
	if again, _ := os.ReadDir(filepath.Join(dir, "page")); again != nil {
		t.Error("an empty directory was left")
	}

	// Any change of a file changes the name of the directory.
	files["page/other.js"] = "changed"
	other, _ := seal(files)
	if _, err := os.Stat(filepath.Join(other, place)); err == nil {
		t.Error("two sites with different files use the same names")
	}
}
