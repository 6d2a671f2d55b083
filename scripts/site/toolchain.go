package site

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/banchess/banchess/scripts/stage"
)

// Toolchain is the Go installation that builds this module. It may differ from
// the one that compiled this program.
type Toolchain struct {
	Root    string // the module's directory
	GOROOT  string
	Version string // go1.26.8
}

// FindToolchain asks the go command in root which toolchain it uses there.
func FindToolchain(ctx context.Context, root string) (Toolchain, error) {
	out, err := stage.Command{Dir: root, Args: []string{"go", "env", "GOROOT", "GOVERSION"}}.Output(ctx)
	if err != nil {
		return Toolchain{}, err
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(out), "\n")
	return Toolchain{Root: root, GOROOT: goroot, Version: version}, nil
}

// Glue returns the path of wasm_exec.js, the JavaScript half of the Go runtime. It
// must come from the Go that built the WebAssembly.
func (tc Toolchain) Glue() string {
	return filepath.Join(tc.GOROOT, "lib", "wasm", "wasm_exec.js")
}

// WebEnv returns the environment of go commands for the browser. The packages that they
// compile are those of the site, which the build cache then has.
func WebEnv(root string) []string {
	return append(goEnv("js", "wasm"), "GOFLAGS=-trimpath -buildvcs=false "+strings.Join(WebFlags(root), " "))
}

// WebFlags returns the flags of go build with which the WebAssembly of the site is compiled.
// Its profile is not named default.pgo, because go list and go test would then list all
// packages twice.
func WebFlags(root string) []string {
	return append(coldFlags(), "-pgo="+filepath.Join(root, "wasm", "search.pgo"))
}

// coldFlags disable inlining in packages whose speed does not matter. Measured with
// Go 1.26.8, banchess.wasm is 7% smaller after gzip, and the core 4%. Half of the
// core's saving is in the Go runtime, which does not become slower. The rules, the engine
// and the board are not among these packages.
func coldFlags() []string {
	cold := []string{
		"fmt", "regexp", "regexp/syntax", "reflect", "math/big", "time", "os", "io/...", "path", "context", "unicode",
		"crypto/...", "encoding/...", "image/...", "golang.org/x/...",
		"runtime/...", "github.com/hajimehoshi/ebiten/...", "github.com/norunners/vert", "github.com/notnil/chess",
		"github.com/banchess/banchess/wasm", "github.com/banchess/banchess/game/message/...",
		"github.com/banchess/banchess/game/report", "github.com/banchess/banchess/game/review", "github.com/banchess/banchess/game/explore", "github.com/banchess/banchess/game/train", "github.com/banchess/banchess/game/puzzle",
	}
	flags := make([]string, len(cold))
	for i, pkg := range cold {
		flags[i] = "-gcflags=" + pkg + "=-l"
	}
	return flags
}

// Build builds a program for a system. It trims paths, leaves out symbols and version-control stamps, and ignores
// the environment, so that the bytes depend only on the source, the
// toolchain and the version.
func (tc Toolchain) Build(ctx context.Context, pkg, tags, version, system, arch, output string, flags ...string) error {
	output, err := filepath.Abs(output)
	if err != nil {
		return err
	}
	args := append([]string{"go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version=" + version, "-tags", tags}, flags...)
	if _, err := (stage.Command{Dir: tc.Root, Env: goEnv(system, arch), Args: append(args, "-o", output, pkg)}).Output(ctx); err != nil {
		return fmt.Errorf("building %s for %s/%s: %w", filepath.Base(output), system, arch, err)
	}
	return nil
}

// goEnv returns the environment of go commands for a system, which ignores the user's settings.
func goEnv(system, arch string) []string {
	return []string{"GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOWASM=", "GOWORK=off"}
}

// FindRoot returns the directory of the module that contains the working directory.
func FindRoot(ctx context.Context) (string, error) {
	out, err := stage.Command{Args: []string{"go", "env", "GOMOD"}}.Output(ctx)
	mod := strings.TrimSpace(out)
	if err != nil {
		return "", err
	}
	if mod == "" || mod == os.DevNull {
		return "", errors.New("not inside the banchess module: run this from its directory")
	}
	return filepath.Dir(mod), nil
}

// Version returns the version of the tree at root from version control: the tag if
// HEAD has one, else the last tag with the distance to HEAD, else the commit; "dev"
// without version control.
func Version(ctx context.Context, root string) string {
	out, err := stage.Command{Dir: root, Args: []string{"git", "describe", "--tags", "--always", "--dirty", "--match", "v[0-9]*"}}.Output(ctx)
	v := strings.TrimSpace(out)
	if err != nil || v == "" {
		return "dev"
	}
	if !strings.HasPrefix(v, "v") {
		v = "dev-" + v
	}
	return v
}
