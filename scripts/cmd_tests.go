package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

// siteVariable names the built site for the tests of the site. Without it they
// are skipped, because only this program builds a site.
const siteVariable = "BANCHESS_SITE"

// tests is one run of the test command.
type tests struct {
	root  string
	temp  string // for everything built
	built string // an existing site; empty to build one
	short bool
	lint  bool
	run   string // pattern, as for go test -run

	rows   []string // of what players expect, whose tests of the page are run
	window string   // the size of the window of the page: 320x568
}

func newTest() *cobra.Command {
	var t tests
	var only []string
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Run every test: Go, WebAssembly in Chromium and Node, the page",
		Long: `Runs every test there is, in stages, and sums them up:

  go       Go tests of all packages but those of the stage page
  build    the site, within its size budgets
  browser  Go tests compiled to WebAssembly, in Chromium
  core     the WebAssembly without a board, in Node
  page     the built page, end to end, in Chromium; up to five tests that fail are
           run once more, and count as flaky if they pass then

A stage that fails does not keep the others from running. With --lint the stages
of the command lint are among them, and tools are built once. With --short it
is the Go tests alone, without those that take long: what needs no browser and
no Node, to be run after every change. With --stage too, it is a short form of
those stages. With --row and --window it is the stage page alone: the tests of
some rows of what players expect of the page, in a window of another size.`,
		Args: cobra.NoArgs,
		RunE: inRoot(func(ctx context.Context, w io.Writer, root string) error {
			return inTemp(func(dir string) (err error) {
				t.root, t.temp = root, dir
				if t.built != "" {
					if t.built, err = filepath.Abs(t.built); err != nil {
						return err
					}
				}
				if len(t.rows) > 0 || t.window != "" {
					only = []string{"page"}
				}
				if t.short && len(only) == 0 {
					only = []string{"go"}
				}
				all := t.stages()
				if t.lint {
					all = withLint(all, lints{root}.stages())
				}
				stages, err := pick(all, only)
				if err != nil {
					return err
				}
				return stage.Run(ctx, w, stages)
			})
		}),
	}
	cmd.Flags().BoolVar(&t.short, "short", false, "leave out what takes long, and what needs a browser or Node")
	cmd.Flags().BoolVar(&t.lint, "lint", false, "lint too")
	cmd.Flags().StringVar(&t.run, "run", "", "only the tests whose name matches this pattern")
	cmd.Flags().StringSliceVar(&t.rows, "row", nil, "run only the page's tests of these rows, which scripts/e2e/rows.go lists, or of all")
	cmd.Flags().StringVar(&t.window, "window", "", "size of the window in which the page is tested, as 320x568")
	cmd.Flags().StringVar(&t.built, "site", "", "directory of a built site to test, instead of building one")
	cmd.Flags().StringSliceVar(&only, "stage", nil, "only these stages (build is added where one needs it)")
	for _, flag := range []string{"stage", "lint"} {
		cmd.MarkFlagsMutuallyExclusive("row", flag)
		cmd.MarkFlagsMutuallyExclusive("window", flag)
	}
	cmd.MarkFlagsMutuallyExclusive("row", "run")
	return cmd
}

// stages returns the stages in the order of their results. The tests of the page take
// longest and mostly wait for the browser, so they begin when the site is built and run
// beside all others.
func (t *tests) stages() []stage.Stage {
	return []stage.Stage{
		{Name: "go", About: "Go tests that need no browser", Run: t.goTests},
		{Name: "build", About: "the site, within its size budgets", Beside: []string{"go"}, Run: t.build},
		{Name: "browser", About: "Go tests compiled to WebAssembly, in Chromium", Run: t.browserTests},
		{Name: "core", About: "the WebAssembly without a board, in Node", Beside: []string{"go", "browser"}, Run: t.coreTests},
		{Name: "page", About: "the built page, end to end, in Chromium", Beside: []string{"go", "browser", "core"}, Run: t.pageTests},
	}
}

// withLint puts the stages of lint before those of the tests. The Go tests, which need
// the same packages built, come after them.
func withLint(tests, lint []stage.Stage) []stage.Stage {
	var names []string
	for _, s := range lint {
		names = append(names, s.Name)
	}
	all := lint
	for _, s := range tests {
		if s.Name != "go" {
			s.Beside = slices.Concat(names, s.Beside)
		}
		all = append(all, s)
	}
	return all
}

// pick returns the requested stages, with the build before any that needs it.
func pick(all []stage.Stage, only []string) ([]stage.Stage, error) {
	if len(only) == 0 {
		return all, nil
	}
	for _, name := range only {
		if !slices.ContainsFunc(all, func(s stage.Stage) bool { return s.Name == name }) {
			return nil, fmt.Errorf("no stage %q: there are go, build, browser, core, page", name)
		}
	}
	needBuild := slices.Contains(only, "core") || slices.Contains(only, "page")
	var picked []stage.Stage
	for _, s := range all {
		if slices.Contains(only, s.Name) || s.Name == "build" && needBuild {
			picked = append(picked, s)
		}
	}
	return picked, nil
}

func (t *tests) flags() []string {
	// A long limit, because a slow or busy machine is not an error.
	flags := []string{"-timeout=80m"}
	if t.short {
		flags = append(flags, "-short")
	}
	if t.run != "" {
		flags = append(flags, "-run", t.run)
	}
	return flags
}

func (t *tests) site() string {
	if t.built != "" {
		return t.built
	}
	return filepath.Join(t.temp, "site")
}

// harness and endToEnd are tested only by the stage page: they drive the browser, and the
// built site in it.
const harness, endToEnd = "./scripts/browser", "./scripts/e2e/..."

func (t *tests) goTests(ctx context.Context, w io.Writer) (stage.Counts, error) {
	packages, err := t.goPackages(ctx)
	if err != nil {
		return stage.Counts{}, err
	}
	return stage.GoTest(ctx, w, stage.Command{Dir: t.root, Args: append(t.flags(), packages...)})
}

// goPackages lists all packages but harness and endToEnd.
func (t *tests) goPackages(ctx context.Context) ([]string, error) {
	list := func(patterns ...string) ([]string, error) {
		out, err := stage.Command{Dir: t.root, Args: append([]string{"go", "list"}, patterns...)}.Output(ctx)
		return strings.Fields(out), err
	}
	all, err := list("./...")
	if err != nil {
		return nil, err
	}
	elsewhere, err := list(harness, endToEnd)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(p string) bool { return slices.Contains(elsewhere, p) }), nil
}

// sealed returns the directory of the site as it is deployed, in which the page is tested.
func (t *tests) sealed() string {
	if t.built != "" {
		return t.built
	}
	return filepath.Join(t.temp, "sealed")
}

// seal creates it from the site, before another stage writes types into that.
func (t *tests) seal() error {
	if err := os.CopyFS(t.sealed(), os.DirFS(t.site())); err != nil {
		return err
	}
	return site.Seal(t.sealed())
}

// build counts as one test: the site can be built within its budgets.
func (t *tests) build(ctx context.Context, w io.Writer) (stage.Counts, error) {
	if t.built != "" {
		fmt.Fprintln(w, "testing the site in", t.built)
		return stage.Counts{}, nil
	}
	err := buildSite(ctx, w, t.site(), "", "", false)
	if usable(err) == nil {
		err = errors.Join(err, t.seal())
	}
	if err != nil {
		return stage.Counts{Failed: 1}, err
	}
	return stage.Counts{Passed: 1}, nil
}

// browserTests runs the tests of the packages that are compiled to WebAssembly in a
// real browser, through wasmbrowsertest. Packages that are also tested natively run
// in their short form here, because only the machine differs.
func (t *tests) browserTests(ctx context.Context, w io.Writer) (stage.Counts, error) {
	if err := needs.Ensure(ctx, w, needs.Chromium); err != nil {
		return stage.Counts{}, err
	}
	runner, err := findTool(ctx, w, t.root, "github.com/agnivade/wasmbrowsertest")
	if err != nil {
		return stage.Counts{}, err
	}
	path, err := chromiumFirst(t.temp)
	if err != nil {
		return stage.Counts{}, err
	}
	env := append(site.WebEnv(t.root), "PATH="+path)
	var sum stage.Counts
	var errs []error
	for _, packages := range [][]string{
		{"./wasm/..."},
		{"-short", "./game", "./game/chess", "./game/engine", "./game/engine/internal/search", "./assets/..."},
	} {
		args := slices.Concat([]string{"-exec", runner}, t.flags(), packages)
		counts, err := stage.GoTest(ctx, w, stage.Command{Dir: t.root, Env: env, Args: args})
		sum = sum.Add(counts)
		errs = append(errs, err)
	}
	return sum, errors.Join(errs...)
}

// chromiumFirst returns a PATH in which the Chromium that was found comes
// first, under the name wasmbrowsertest looks for first.
func chromiumFirst(temp string) (string, error) {
	chromium, err := needs.Chromium.Find()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(temp, "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	link := filepath.Join(dir, "headless_shell")
	if err := os.Symlink(chromium, link); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return dir + string(filepath.ListSeparator) + os.Getenv("PATH"), nil
}

// rarelyOptimize is the flag by which Node optimizes only the functions of a WebAssembly that run
// long. Most tests end before optimizing has paid for itself: they take a third less processor
// time, and those that play for minutes a tenth less.
const rarelyOptimize = "--wasm-tiering-budget=100000000"

// coreTests runs the JavaScript tests against the built core.
func (t *tests) coreTests(ctx context.Context, w io.Writer) (stage.Counts, error) {
	files, err := filepath.Glob(filepath.Join(t.root, "web", "test", "*", "*.test.mjs"))
	if err != nil {
		return stage.Counts{}, err
	}
	if err := needs.Ensure(ctx, w, needs.Node, needs.Chromium); err != nil {
		return stage.Counts{}, err
	}
	if _, err := declareTypes(ctx, w, t.root, t.site()); err != nil {
		return stage.Counts{}, err
	}
	built, err := site.ReadList(t.site())
	if err != nil {
		return stage.Counts{Failed: 1}, err
	}
	compiled, err := site.BundleTests(ctx, t.root, filepath.Join(t.temp, "tests"), built.Version)
	if err != nil {
		return stage.Counts{Failed: 1}, err
	}
	files = append(files, compiled...)
	args := []string{rarelyOptimize}
	if t.run != "" {
		args = append(args, "--test-name-pattern", t.run)
	}
	return stage.NodeTest(ctx, w, stage.Command{Dir: t.root, Env: siteEnv(t.site()), Args: append(args, files...)})
}

// pageTests tests the built site, after the harness that drives it.
func (t *tests) pageTests(ctx context.Context, w io.Writer) (stage.Counts, error) {
	if err := needs.Ensure(ctx, w, needs.Chromium); err != nil {
		return stage.Counts{}, err
	}
	if err := installPackages(ctx, w, t.root); err != nil { // for axe-core
		return stage.Counts{}, err
	}
	env := append(siteEnv(t.sealed()), "BANCHESS_ROWS="+strings.Join(t.rows, ","), "BANCHESS_WINDOW="+t.window)
	command := func(flags ...string) stage.Command {
		return stage.Command{Dir: t.root, Env: env, Args: slices.Concat([]string{"-count=1"}, t.flags(), flags)}
	}
	if len(t.rows) > 0 {
		return stage.GoTest(ctx, w, command(endToEnd))
	}
	packages, err := t.pagePackages()
	if err != nil || len(packages) == 0 {
		return stage.Counts{}, err
	}
	if t.run != "" {
		return stage.GoTest(ctx, w, command(append(packages, "-p", "1")...))
	}
	// A test mostly keeps one core busy.
	return stage.GoTestAgain(ctx, w, command("-p", strconv.Itoa(max(2, runtime.NumCPU()/2))), packages...)
}

// pagePackages returns the packages of the stage page with tests whose names match, those with
// the most of them first: they begin in this order, so that no long one is left for the end.
func (t *tests) pagePackages() ([]string, error) {
	top, _, _ := strings.Cut(t.run, "/")
	wanted, err := regexp.Compile(top)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, folder := range []string{"browser", "e2e", "e2e/*"} {
		files, err := filepath.Glob(filepath.Join(t.root, "scripts", filepath.FromSlash(folder), "*_test.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			name, err := filepath.Rel(t.root, filepath.Dir(file))
			if err != nil {
				return nil, err
			}
			for _, test := range regexp.MustCompile(`(?m)^func (Test\w+)\(t `).FindAllSubmatch(text, -1) {
				if wanted.Match(test[1]) {
					count["./"+filepath.ToSlash(name)]++
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	}), nil
}
