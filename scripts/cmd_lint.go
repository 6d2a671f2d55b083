package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			root, err := site.FindRoot(cmd.Context())
			if err != nil {
				return err
			}
			return inTemp(func(dir string) error {
				return stage.Run(cmd.Context(), cmd.OutOrStdout(), lints{root, dir}.stages())
			})
		},
	}
}

// lints is one run of the lint command. Each check counts as one test.
type lints struct{ root, temp string }

// targets are the two systems the code is for.
var targets = []struct {
	name string
	env  []string
}{
	{"native", nil},
	{"js/wasm", []string{"GOOS=js", "GOARCH=wasm"}},
}

func (l lints) stages() []stage.Stage {
	return []stage.Stage{
		{Name: "gofmt", About: "every Go file is formatted", Run: count(l.gofmt)},
		{Name: "vet", About: "go vet, natively and for js/wasm", Run: count(l.vet)},
		{Name: "static", About: "staticcheck, natively and for js/wasm", Run: count(l.staticcheck)},
		{Name: "types", About: "TypeScript's strict check of the library and the page", Run: count(l.types)},
		{Name: "actions", About: "actionlint on the workflows", Run: count(l.actionlint)},
		{Name: "layout", About: "only what belongs there, importing only what it may", Run: count(l.layout)},
	}
}

// count makes a stage of one check.
func count(check func(context.Context, io.Writer) error) func(context.Context, io.Writer) (stage.Counts, error) {
	return func(ctx context.Context, w io.Writer) (stage.Counts, error) {
		if err := check(ctx, w); err != nil {
			return stage.Counts{Failed: 1}, err
		}
		return stage.Counts{Passed: 1}, nil
	}
}

func (l lints) gofmt(ctx context.Context, _ io.Writer) error {
	var out bytes.Buffer
	if err := (stage.Command{Dir: l.root, Args: []string{"gofmt", "-l", "."}}).Run(ctx, &out); err != nil {
		return fmt.Errorf("%w\n%s", err, &out)
	}
	if files := strings.Fields(out.String()); len(files) > 0 {
		return fmt.Errorf("not formatted (gofmt -w fixes it): %s", strings.Join(files, " "))
	}
	return nil
}

func (l lints) vet(ctx context.Context, w io.Writer) error {
	return l.both(ctx, w, "go", "vet", "./...")
}

func (l lints) staticcheck(ctx context.Context, w io.Writer) error {
	tool, err := l.tool(ctx, w, "honnef.co/go/tools/cmd/staticcheck")
	if err != nil {
		return err
	}
	return l.both(ctx, w, tool, "./...")
}

// actionlint is run without the shell and Python linters it would use where
// they are installed, so that it says the same everywhere.
func (l lints) actionlint(ctx context.Context, w io.Writer) error {
	tool, err := l.tool(ctx, w, "github.com/rhysd/actionlint/cmd/actionlint")
	if err != nil {
		return err
	}
	return stage.Command{Dir: l.root, Args: []string{tool, "-shellcheck=", "-pyflakes="}}.Run(ctx, w)
}

func (l lints) types(ctx context.Context, w io.Writer) error {
	return typeScript(ctx, w, l.root, "-p", "web")
}

// tool builds one of the module's tools for this machine. (Run by go tool, it
// would be built for the system it is to check.)
func (l lints) tool(ctx context.Context, w io.Writer, pkg string) (string, error) {
	tool := filepath.Join(l.temp, path.Base(pkg))
	build := stage.Command{Dir: l.root, Args: []string{"go", "build", "-o", tool, pkg}}
	return tool, build.Run(ctx, w)
}

// both runs a command for both targets, the second even if the first fails.
func (l lints) both(ctx context.Context, w io.Writer, args ...string) error {
	var failed []string
	for _, t := range targets {
		if err := (stage.Command{Dir: l.root, Env: t.env, Args: args}).Run(ctx, w); err != nil {
			failed = append(failed, t.name)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%s found faults for %s", filepath.Base(args[0]), strings.Join(failed, " and "))
	}
	return nil
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
