package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/layout"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

func newLint() *cobra.Command {
	return &cobra.Command{
		Use:   "lint",
		Short: "Check formatting, vet, staticcheck, types, workflows and layout",
		Args:  cobra.NoArgs,
		RunE: inRoot(func(ctx context.Context, w io.Writer, root string) error {
			return stage.Run(ctx, w, lints{root}.stages())
		}),
	}
}

// lints is one run of the lint command. Each check counts as one test.
type lints struct{ root string }

func (l lints) stages() []stage.Stage {
	return []stage.Stage{
		{Name: "gofmt", About: "every Go file is formatted", Run: count(l.gofmt)},
		{Name: "vet", About: "go vet", Run: count(l.vet(nil))},
		{Name: "vet-js", About: "go vet for js/wasm", Run: count(l.vet(site.WebEnv(l.root)))},
		{Name: "cross", About: "the types of the Go packages and their tests for 32 bits, Windows and macOS", Run: count(l.cross)},
		{Name: "static", About: "staticcheck", Run: count(l.staticcheck(nil))},
		{Name: "static-js", About: "staticcheck for js/wasm", Run: count(l.staticcheck(site.WebEnv(l.root)))},
		{Name: "types", About: "TypeScript's strict check of the library and the page", Run: count(l.types)},
		{Name: "actions", About: "actionlint on the workflows", Run: count(l.actionlint)},
		{Name: "layout", About: "only what belongs there, importing only what it may", Run: count(l.layout)},
	}
}

// check is the function of a stage with one check.
type check = func(context.Context, io.Writer) error

// count returns the function of a stage that counts one check.
func count(do check) func(context.Context, io.Writer) (stage.Counts, error) {
	return func(ctx context.Context, w io.Writer) (stage.Counts, error) {
		if err := do(ctx, w); err != nil {
			return stage.Counts{Failed: 1}, err
		}
		return stage.Counts{Passed: 1}, nil
	}
}

func (l lints) gofmt(ctx context.Context, _ io.Writer) error {
	out, err := stage.Command{Dir: l.root, Args: []string{"gofmt", "-l", "."}}.Output(ctx)
	if err != nil {
		return err
	}
	if files := strings.Fields(out); len(files) > 0 {
		return fmt.Errorf("not formatted (gofmt -w fixes it): %s", strings.Join(files, " "))
	}
	return nil
}

func (l lints) vet(env []string) check {
	return func(ctx context.Context, w io.Writer) error {
		return stage.Command{Dir: l.root, Env: env, Args: []string{"go", "vet", "./..."}}.Run(ctx, w)
	}
}

func (l lints) staticcheck(env []string) check {
	return func(ctx context.Context, w io.Writer) error {
		return l.tool(ctx, w, env, "honnef.co/go/tools/cmd/staticcheck", "./...")
	}
}

// actionlint runs without the shell and Python linters that it would use if they
// are installed, so that its result is the same everywhere.
func (l lints) actionlint(ctx context.Context, w io.Writer) error {
	return l.tool(ctx, w, nil, "github.com/rhysd/actionlint/cmd/actionlint", "-shellcheck=", "-pyflakes=")
}

func (l lints) tool(ctx context.Context, w io.Writer, env []string, pkg string, args ...string) error {
	tool, err := findTool(ctx, w, l.root, pkg)
	if err != nil {
		return err
	}
	return stage.Command{Dir: l.root, Env: env, Args: append([]string{tool}, args...)}.Run(ctx, w)
}

func (l lints) types(ctx context.Context, w io.Writer) error {
	return typeScript(ctx, w, l.root, "-p", "web")
}

// findTool returns the path of one of the module's tools. The go command builds it
// for this machine at first use, and caches it until the versions in go.mod or
// of Go change. (go tool would also run it, but would build it for the system
// that it is to check.)
func findTool(ctx context.Context, w io.Writer, root, pkg string) (string, error) {
	fmt.Fprintf(w, "%s, which its first use builds\n", path.Base(pkg))
	out, err := stage.Command{Dir: root, Args: []string{"go", "tool", "-n", pkg}}.Output(ctx)
	return strings.TrimSpace(out), err
}

func (l lints) layout(ctx context.Context, w io.Writer) error {
	faults, err := layout.Check(ctx, l.root)
	if err != nil {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(w, f)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d faults in the layout", len(faults))
	}
	return nil
}
