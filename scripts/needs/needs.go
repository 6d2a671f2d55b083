// Package needs finds the programs that the tests need besides Go, a Chromium and
// Node with its npm. Only as root on a Debian system it installs missing ones, and a
// Chromium that takes less of the processor, from Debian's packages. Anywhere else it says
// what to install, and does not change the machine.
package needs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/banchess/banchess/scripts/stage"
)

// Program is a program that tests need.
type Program struct {
	Name      string   // for people
	Env       string   // the variable that contains its path
	Names     []string // its names in PATH, or absolute paths
	Package   string   // Debian's package
	Elsewhere string   // what to install on other systems
	Best      string   // the one of Names that is worth installing beside another; "" if none is
}

// debianShell is the headless shell of Debian's Chromium.
const debianShell = "/usr/lib/chromium/chromium-headless-shell"

// The programs the tests need.
var (
	// Chromium's headless shell comes first: it draws the same pages with a fifth to a third
	// less processor time. Debian's is named by its place, because the script in PATH leaves it
	// running when the script itself is ended.
	Chromium = Program{
		Name: "Chromium",
		Env:  "CHROMIUM",
		Names: []string{debianShell, "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"},
		Package:   "chromium-headless-shell",
		Elsewhere: "Chromium or Google Chrome",
		Best:      debianShell,
	}
	Node = Program{
		Name:      "Node",
		Env:       "NODE",
		Names:     []string{"node", "nodejs"},
		Package:   "nodejs",
		Elsewhere: "Node 20 or later",
	}
	NPM = Program{
		Name:      "npm",
		Env:       "NPM",
		Names:     []string{"npm"},
		Package:   "npm",
		Elsewhere: "npm, which comes with Node",
	}
	// FairyStockfish is an optional peer of the benchmarks.
	FairyStockfish = Program{
		Name:      "Fairy-Stockfish",
		Env:       "FAIRY_STOCKFISH",
		Names:     []string{"fairy-stockfish", "/usr/games/fairy-stockfish"},
		Package:   "fairy-stockfish",
		Elsewhere: "Fairy-Stockfish",
	}
)

// Find returns the path of the program; the error of a missing one says how to get it.
func (p Program) Find() (string, error) {
	names := p.Names
	if v := os.Getenv(p.Env); v != "" {
		names = []string{v}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is missing: on Debian run `apt-get update && apt-get install -y %s` as root, elsewhere install %s, found in PATH or named by the variable %s",
		p.Name, p.Package, p.Elsewhere, p.Env)
}

// installing is locked while programs are found and installed, because several stages of a
// run need the same ones.
var installing sync.Mutex

// tried are the packages whose installation was tried.
var tried = map[string]bool{}

// Ensure finds the programs, and installs those that are missing, or not the best of their
// names, where [canInstall] allows. The error names every one that is still missing.
func Ensure(ctx context.Context, w io.Writer, programs ...Program) error {
	installing.Lock()
	defer installing.Unlock()
	packages, err := missing(programs)
	if !canInstall() {
		return err
	}
	packages = slices.DeleteFunc(append(packages, improvable(programs)...), func(name string) bool { return tried[name] })
	if len(packages) == 0 {
		return err
	}
	for _, name := range packages {
		tried[name] = true
	}
	fmt.Fprintf(w, "installing %s from Debian's packages\n", strings.Join(packages, " and "))
	if installErr := install(ctx, w, packages); installErr != nil {
		if err == nil { // what was found will do
			fmt.Fprintln(w, installErr)
			return nil
		}
		return installErr
	}
	_, err = missing(programs)
	return err
}

// improvable returns the packages of the programs that are found, but not as their best.
func improvable(programs []Program) (packages []string) {
	for _, p := range programs {
		path, err := p.Find()
		if err == nil && p.Best != "" && path != p.Best && os.Getenv(p.Env) == "" {
			packages = append(packages, p.Package)
		}
	}
	return packages
}

// missing returns the packages of the programs that are not found, and an error for each.
func missing(programs []Program) (packages []string, err error) {
	for _, p := range programs {
		if _, notFound := p.Find(); notFound != nil {
			packages, err = append(packages, p.Package), errors.Join(err, notFound)
		}
	}
	return packages, err
}

func install(ctx context.Context, w io.Writer, packages []string) error {
	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	update := stage.Command{Env: env, Args: []string{"apt-get", "-q", "update"}}
	if err := update.Run(ctx, w); err != nil {
		return err
	}
	args := []string{"apt-get", "-q", "install", "-y", "--no-install-recommends"}
	return stage.Command{Env: env, Args: append(args, packages...)}.Run(ctx, w)
}

// canInstall reports whether this is root on a Debian system (not one derived from it, whose
// chromium package may be a pointer to a snap).
func canInstall() bool {
	system, err := os.ReadFile("/etc/os-release")
	return err == nil && os.Geteuid() == 0 && osID(string(system)) == "debian"
}

// osID returns the ID in the text of an os-release file.
func osID(text string) string {
	if id := idLine.FindStringSubmatch(text); id != nil {
		return id[1]
	}
	return ""
}

var idLine = regexp.MustCompile(`(?m)^ID="?([^"\n]*)"?$`)
