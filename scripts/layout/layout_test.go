package layout

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The repository itself keeps to its map.
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
	pkg := func(path string, deps ...string) Package {
		for i, d := range deps {
			deps[i] = strings.Replace(d, "./", module+"/", 1)
		}
		return Package{ImportPath: strings.Replace(path, "./", module+"/", 1), Imports: deps, Deps: deps}
	}
	const screen = "github.com/hajimehoshi/ebiten/v2"
	for _, tt := range []struct {
		name string
		pkg  Package
		want string // part of the one fault; empty for none
	}{
		{"rules on notnil/chess", pkg("./game", "fmt", "github.com/notnil/chess"), ""},
		{"rules on the engine", pkg("./game", "./game/engine"), "game depends on game/engine"},
		{"rules on JavaScript", pkg("./game", "syscall/js"), "must not"},
		{"rules on Ebiten", Package{ImportPath: module + "/game", Deps: []string{screen + "/vector"}}, "must not"},
		{"engine on the rules", pkg("./game/engine", "./game", "./game/bitboard"), ""},
		{"search board on the rules", pkg("./game/bitboard", "./game"), "none"},
		{"command line on all", pkg("./game/cmd/banchess", "./game", "./game/uci"), ""},
		{"board on assets and Ebiten", pkg("./wasm/board", "./assets", screen), ""},
		{"board on the rules", pkg("./wasm/board", "./game"), "wasm/board depends on game"},
		{"exports on all", pkg("./wasm", "./game", "./wasm/board", "github.com/norunners/vert"), ""},
		{"exports on Ebiten", pkg("./wasm", screen), "only wasm/board/..."},
		{"assets on the board", pkg("./assets", "./wasm/board"), "assets depends on wasm/board"},
		{"a package nobody planned", pkg("./util", "fmt"), "no rule"},
		{"a test of the board with the rules", pkg("./wasm/board ["+module+"/wasm/board.test]", "./game"), ""},
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
		})
	}
}

func TestTop(t *testing.T) {
	for _, versioned := range []bool{false, true} {
		dir := t.TempDir()
		for _, name := range []string{"go.mod", "README.md", "game/x.go", "dist/index.html", "util/x.go"} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
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

// Every path a rule names is where rules look for it: a rule that an earlier
// one hides would never hold.
func TestRulesReachable(t *testing.T) {
	for i, r := range Rules {
		path := strings.TrimSuffix(r.Path, "/...")
		hidden := slices.ContainsFunc(Rules[:i], func(q Rule) bool { return matchOne(path, q.Path) })
		if hidden {
			t.Errorf("the rule for %s never applies", r.Path)
		}
	}
}
