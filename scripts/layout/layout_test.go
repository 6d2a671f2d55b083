package layout

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// The repository itself follows its map.
func TestTree(t *testing.T) {
	faults, err := Check(context.Background(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

func TestJudge(t *testing.T) {
	const screen = "github.com/hajimehoshi/ebiten/v2"
	pkg := func(path string, imports ...string) Package {
		for i, d := range imports {
			imports[i] = strings.Replace(d, "./", module+"/", 1)
		}
		return Package{ImportPath: strings.Replace(path, "./", module+"/", 1), Imports: imports, Deps: imports}
	}
	broken := map[string]bool{} // the rules that a case breaks
	for _, tt := range []struct {
		name string
		pkg  Package
		want string // part of the one fault; empty for none
	}{
		{"squares on the standard library", pkg("./game/chess", "math/bits"), ""},
		{"squares on the rules", pkg("./game/chess", "./game"), "game/chess imports game,"},
		{"squares on notnil/chess", pkg("./game/chess", "github.com/notnil/chess"), "game/chess imports github.com/notnil"},
		{"rules on the squares and notnil/chess", pkg("./game", "fmt", "./game/chess", "github.com/notnil/chess"), ""},
		{"rules on the engine", pkg("./game", "./game/engine"), "game imports game/engine"},
		{"rules on JavaScript", pkg("./game", "syscall/js"), "game imports syscall/js"},
		{"rules on Ebiten by another", Package{ImportPath: module + "/game", Deps: []string{screen + "/vector"}}, "must not"},
		{"engine on the rules and the squares", pkg("./game/engine", "./game", "./game/chess"), ""},
		{"engine on notnil/chess", pkg("./game/engine", "github.com/notnil/chess"), "game/engine imports github.com/notnil"},
		{"engine on UCI", pkg("./game/engine", "./game/uci"), "game/engine imports game/uci"},
		{"search on the rules", pkg("./game/engine/internal/search", "./game"), "game/engine/internal/search imports game,"},
		{"evaluation on the rules", pkg("./game/engine/internal/eval", "./game"), "game/engine/internal/eval imports game,"},
		{"proof numbers on the rules", pkg("./game/engine/internal/proof", "./game"), "game/engine/internal/proof imports game,"},
		{"tactics on the rules", pkg("./game/engine/internal/tactics", "./game"), "game/engine/internal/tactics imports game,"},
		{"training on the search", pkg("./game/engine/internal/train", "./game/engine"), "game/engine/internal/train imports game/engine,"},
		{"samples on the rules", pkg("./scripts/lab/sample", "./game"), "scripts/lab/sample imports game,"},
		{"UCI on the engine", pkg("./game/uci", "./game", "./game/engine"), ""},
		{"UCI on the messages", pkg("./game/uci", "./game/message"), "game/uci imports game/message"},
		{"messages on the engine", pkg("./game/message", "./game", "./game/engine"), ""},
		{"messages on their writer", pkg("./game/message", "./game/message/jsontext"), ""},
		{"the writer on the rules", pkg("./game/message/jsontext", "./game"), "game/message/jsontext imports game"},
		{"messages on the terminal", pkg("./game/message", "./game/cmd/banchess/internal/term"), "game/message imports"},
		{"rooms on the messages", pkg("./game/room", "./game", "./game/message", "github.com/coder/websocket"), ""},
		{"races on the rules of storms", pkg("./game/room", "./game/train"), ""},
		{"rooms on their server", pkg("./game/room", "./game/room/host"), "game/room imports game/room/host"},
		{"the server of rooms on NATS", pkg("./game/room/host", "github.com/nats-io/nats.go"), "game/room/host imports github.com/nats-io"},
		{"the journal on NATS", pkg("./game/room/journal", "./game/room", "github.com/nats-io/nats-server/v2/server"), ""},
		{"the journal on the rules", pkg("./game/room/journal", "./game"), "game/room/journal imports game,"},
		{"exports on rooms", pkg("./wasm", "./game/room"), "wasm imports game/room"},
		{"puzzles on the rules and the squares", pkg("./game/puzzle", "./game", "./game/chess"), ""},
		{"reports on the engine", pkg("./game/report", "./game", "./game/engine", "./game/message/jsontext"), ""},
		{"reports on messages", pkg("./game/report", "./game/message"), "game/report imports game/message"},
		{"exercises on reports", pkg("./game/review", "./game", "./game/report", "./game/message/jsontext"), ""},
		{"exercises on the engine", pkg("./game/review", "./game/engine"), "game/review imports game/engine"},
		{"the explorer on the rules", pkg("./game/explore", "./game", "./game/message/jsontext"), ""},
		{"the explorer on the engine", pkg("./game/explore", "./game/engine"), "game/explore imports game/engine"},
		{"training on the schedule of mistakes", pkg("./game/train", "./game", "./game/puzzle", "./game/review", "./game/message/jsontext"), ""},
		{"training on the engine", pkg("./game/train", "./game/engine"), "game/train imports game/engine"},
		{"puzzles on the engine that finds them", pkg("./game/puzzle", "./game/engine"), "game/puzzle imports game/engine"},
		{"pictures on the drawings", pkg("./game/picture", "./game", "./assets"), ""},
		{"pictures on the board", pkg("./game/picture", "./wasm/board"), "game/picture imports wasm/board"},
		{"the scene of a picture on the rules", pkg("./game/picture/scene", "./game"), "game/picture/scene imports game,"},
		{"the program of pictures on the rules", pkg("./wasm/picture", "./game"), "wasm/picture imports game,"},
		{"the rasteriser on the drawings", pkg("./assets/raster", "./assets"), ""},
		{"the rasteriser on the rules", pkg("./assets/raster", "./game"), "assets/raster imports game"},
		{"the reader of lines on the rules", pkg("./game/internal/lines", "./game"), "game/internal/lines imports game,"},
		{"the words on the rules", pkg("./game/internal/words", "./game"), "game/internal/words imports game,"},
		{"the exhaustive search on the rules", pkg("./game/internal/exhaustive", "./game"), "game/internal/exhaustive imports game,"},
		{"the tables on the rules", pkg("./game/tables", "./game"), "game/tables imports game,"},
		{"the helpers of tests on the rules", pkg("./game/gametest", "./game"), "game/gametest imports game,"},
		{"command line on all", pkg("./game/cmd/banchess", "./game", "./game/uci", "github.com/spf13/cobra"), ""},
		{"command line on the board", pkg("./game/cmd/banchess", "./wasm/board"), "game/cmd/banchess imports wasm/board"},
		{"command line on Ebiten", pkg("./game/cmd/banchess", screen), "game/cmd/banchess imports " + screen},
		{"board on assets, squares and Ebiten", pkg("./wasm/board", "./assets", "./game/chess", screen, "syscall/js"), ""},
		{"board on the rules", pkg("./wasm/board", "./game"), "wasm/board imports game,"},
		{"board on vert", pkg("./wasm/board", "github.com/norunners/vert"), "wasm/board imports github.com/norunners"},
		{"exports on all", pkg("./wasm", "./game", "./wasm/board", "github.com/norunners/vert", "syscall/js"), ""},
		{"exports on Ebiten", pkg("./wasm", screen), "wasm imports " + screen},
		{"assets on the board", pkg("./assets", "./wasm/board"), "assets imports wasm/board"},
		{"scripts on the rules", pkg("./scripts/lab/match", "./game", "./game/uci", "./scripts/lab/client"), ""},
		{"the program on the laboratory", pkg("./scripts", "./scripts/lab"), ""},
		{"the program on the board", pkg("./scripts", "./wasm/board"), "scripts imports wasm/board"},
		{"the laboratory on the board", pkg("./scripts/lab/match", "./wasm/board"), "scripts/lab/match imports wasm/board"},
		{"a stage on the laboratory", pkg("./scripts/stage", "./scripts/lab/match"), "scripts/stage imports " + module + "/scripts/lab/match, and must not"},
		{"the page tests on the laboratory", pkg("./scripts/e2e/learn", "./assets", "./scripts/lab/match"), "scripts/e2e/learn imports " + module + "/scripts/lab/match, and must not"},
		{"the command line on the laboratory", pkg("./game/cmd/banchess", "./scripts/lab/match"), "game/cmd/banchess imports scripts/lab/match"},
		{"scripts on Ebiten", pkg("./scripts/site", screen), "scripts/site imports " + screen},
		{"the empty program on more than Ebiten", pkg("./scripts/baseline", "./game", screen), "scripts/baseline imports game,"},
		{"a package nobody planned", pkg("./game/util", "fmt"), "no rule"},
		{"a test of the board with the rules", pkg("./wasm/board ["+module+"/wasm/board.test]", "./game"), ""},
		{"a test of the rules with Ebiten", pkg("./game_test ["+module+"/game.test]", screen), "game imports " + screen},
		{"someone else's package", pkg("example.com/x", screen), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			faults := judge([]Package{tt.pkg})
			switch {
			case tt.want == "" && len(faults) > 0:
				t.Errorf("unexpected faults: %q", faults)
			case tt.want != "" && (len(faults) != 1 || !strings.Contains(string(faults[0]), tt.want)):
				t.Errorf("faults %q, want one with %q", faults, tt.want)
			}
			if path, ok := inModule(tt.pkg.ImportPath); ok && tt.want != "" {
				r, _ := ruleFor(path)
				broken[r.Path] = true
			}
		})
	}
	for _, r := range Rules {
		if !broken[r.Path] {
			t.Errorf("no case breaks the rule for %s", r.Path)
		}
	}
}

func TestTypeScript(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		want             string // part of the one fault; empty for none
	}{
		{"library on itself and the runtime", "banchess/engine.ts", "import { a,\n b } from \"./part/a.js\";\nimport type { Go } from 'go:wasm_exec';", ""},
		{"library in Node", "banchess/load.ts", `const fs = await import("node:fs/promises")`, ""},
		{"library on the page", "banchess/part/a.ts", `export { store } from "../../page/store.js";`, "web/banchess/part/a.ts imports ../../page/store.js"},
		{"library on a package", "banchess/board.ts", `import "lit";`, "imports lit"},
		{"library on a package, later", "banchess/board.ts", `await import( "lit" );`, "imports lit"},
		{"library that tells how to import it", "banchess/engine.ts", "/**\n * import { Engine } from \"banchess/engine\";\n */\n// from \"lit\"", ""},
		{"page on itself", "page/part/a.ts", `import { a } from "../store.js";`, ""},
		{"page on the library", "page/a.ts", `import { BanChess } from "../banchess/banchess.js"; import { Engine } from "../banchess/engine.js";`, ""},
		{"page on the library by name", "page/a.ts", `import { BanChess } from "banchess"; import type { Engine } from "banchess/engine";`, ""},
		{"page on the library's inside", "page/a.ts", `import { State } from "../banchess/state.js";`, "imports ../banchess/state.js"},
		{"page on the tests", "page/a.ts", `import { site } from "../test/site.mjs";`, "imports ../test/site.mjs"},
		{"a part on the shell's door", "page/play/a.ts", `import { words } from "../shell/index.js";`, ""},
		{"a part on the shell's inside", "page/play/a.ts", `import type { State } from "../shell/state.js";`, "web/page/play/a.ts imports ../shell/state.js: the door of that part is shell/index.js"},
		{"a part on a module of another, later", "page/play/a.tsx", `import("../learn/view.js")`, "the door of that part is learn/index.js"},
		{"a part on something deep in another", "page/play/a.ts", `import "../learn/part/index.js";`, "the door of that part"},
		{"a part on itself", "page/play/a.ts", `import { b } from "./b.js";`, ""},
		{"what joins the parts on a door", "page/page.ts", `import("./learn/index.js");`, ""},
		{"what joins the parts on the inside of one", "page/page.ts", `import "./learn/learn.js";`, "the door of that part"},
		{"the shell on a part", "page/shell/a.ts", `import type { A } from "../play/index.js";`, "web/page/shell/a.ts imports ../play/index.js: the shell is below that part"},
		{"a part of the base on one above", "page/view/a.ts", `import { words } from "../shell/index.js";`, "web/page/view/a.ts imports ../shell/index.js: the view is below that part"},
		{"a part of the base on one below", "page/model/a.ts", `import { h } from "../view/index.js";`, ""},
		{"the shell on what joins the parts", "page/shell/a.ts", `import "../page.js";`, ""},
		{"a module on itself", "page/a.ts", `import type { A } from "./a.js";`, "import one another: page/a.js → page/a.js"},
		{"words in markup", "page/play/a.tsx", `const a = <p class="x">{b} Type a move</p>;`, `web/page/play/a.tsx says "Type a move"`},
		{"words before an expression", "page/play/a.tsx", `<h2>Comment on {name}</h2>`, `says "Comment on"`},
		{"words of the language in markup", "page/play/a.tsx", `const a = (b: Map<string, number>) => <p>{words.play.type} · +{b.size}</p>;`, ""},
		{"words in an attribute", "page/play/a.tsx", `<input aria-label="Type a move" placeholder={text.type} />`, `says "Type a move"`},
		{"words in a template", "page/play/a.tsx", "<a title={`Link to ${name}`} placeholder={`${name}`} />", "says \"Link to ${name}\""},
		{"words of an element", "page/play/a.ts", `line.textContent = "Type a move"; line.textContent = words.play.type;`, `says "Type a move"`},
		{"words of a notice", "page/play/a.ts", "store.set({ notice: { kind: \"info\", text: `Played ${san} now.` } });", "says \"Played ${san} now.\""},
		{"words where they belong", "page/en/play.ts", `export const en = { title: "Type a move" };`, ""},
		{"a part on its words", "page/play/a.ts", `import { words } from "language/play";`, ""},
		{"a part on its words in a language of its choice", "page/play/a.ts", `import { words } from "../en/play.js";`, "the door of that part is en/index.js"},
		{"the library on the page's words", "banchess/a.ts", `import { words } from "language/play";`, "imports language/play"},
		{"page on a package", "page/a.ts", `import { html } from "lit";`, "imports lit"},
		{"a test on a package", "test/a.ts", `import { html } from "lit";`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			web := write(t, map[string]string{
				"banchess/package.json": `{"exports": {".": {"default": "./banchess.js"}, "./engine": "./engine.js"}}`,
				tt.file:                 tt.text,
			})
			faults, err := typeScript(web)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case tt.want == "" && len(faults) > 0:
				t.Errorf("unexpected faults: %q", faults)
			case tt.want != "" && (len(faults) != 1 || !strings.Contains(string(faults[0]), tt.want)):
				t.Errorf("faults %q, want one with %q", faults, tt.want)
			}
		})
	}
}

// A circle of type imports counts too, however long it is.
func TestCircles(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"none", map[string]string{"page/a.ts": `import "./b.js"; import "./c.js";`, "page/b.ts": `import "./c.js";`, "page/c.ts": ""}, nil},
		{"of types", map[string]string{"page/a.ts": `import type { B } from "./b.js";`, "page/b.ts": `import type { A } from "./a.js";`}, []string{"page/a.js → page/b.js → page/a.js"}},
		{"of what is loaded later", map[string]string{"page/a.ts": `import("./b.js")`, "page/b.tsx": `import { A } from "./a.js";`}, []string{"page/a.js → page/b.js → page/a.js"}},
		{"of three", map[string]string{"page/a.ts": `import "./b.js";`, "page/b.ts": `import "./c.js";`, "page/c.ts": `import "./a.js";`}, []string{"page/a.js → page/b.js → page/c.js → page/a.js"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			faults, err := typeScript(write(t, tt.files))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range faults {
				_, way, _ := strings.Cut(string(f), "one another: ")
				got = append(got, way)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("circles %q, want %q", got, tt.want)
			}
		})
	}
}

// write creates a tree of files and returns its directory.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if err := os.CopyFS(dir, tree); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTop(t *testing.T) {
	for _, versioned := range []bool{false, true} {
		dir := write(t, map[string]string{"go.mod": "", "README.md": "", "game/x.go": "", "dist/index.html": "", "util/x.go": ""})
		if versioned {
			if err := exec.Command("git", "init", "-q", dir).Run(); err != nil {
				t.Skip("no git here:", err)
			}
		}
		faults, err := top(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(faults) != 1 || !strings.HasPrefix(string(faults[0]), "util ") {
			t.Errorf("versioned %v: faults %q, want one about util", versioned, faults)
		}
	}
}

// A program that was built is not a file of the repository.
func TestBuiltFiles(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": "", "game/program": strings.Repeat("x", largest+1), "game/x.go": strings.Repeat("x", largest)})
	if err := exec.Command("git", "init", "-q", dir).Run(); err != nil {
		t.Skip("no git here:", err)
	}
	faults, err := top(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) != 1 || !strings.HasPrefix(string(faults[0]), "game/program has") {
		t.Errorf("faults %q, want one about game/program", faults)
	}
}

// Every path of a rule is matched by that rule: a rule that an earlier one
// hides would never apply.
func TestRulesReachable(t *testing.T) {
	for i, r := range Rules {
		path := strings.Replace(r.Path, "...", "any", 1)
		hidden := slices.ContainsFunc(Rules[:i], func(q Rule) bool { return matchOne(path, q.Path) })
		if hidden {
			t.Errorf("the rule for %s never applies", r.Path)
		}
	}
}
