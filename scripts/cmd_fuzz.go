package main

import (
	"context"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
)

func newFuzz() *cobra.Command {
	var each time.Duration
	var run string
	cmd := &cobra.Command{
		Use:   "fuzz",
		Short: "Run every fuzz target for a while",
		Args:  cobra.NoArgs,
		RunE: inRoot(func(ctx context.Context, w io.Writer, root string) error {
			targets, err := fuzzTargets(ctx, root, run)
			if err != nil {
				return err
			}
			var stages []stage.Stage
			for _, t := range targets {
				stages = append(stages, t.stage(root, each))
			}
			return stage.Run(ctx, w, stages)
		}),
	}
	cmd.Flags().DurationVar(&each, "time", 10*time.Second, "how long each target runs")
	cmd.Flags().StringVar(&run, "run", "", "only the targets whose name matches this pattern")
	return cmd
}

// fuzzTarget is one fuzz function; the go command runs one at a time.
type fuzzTarget struct{ pkg, name string }

// fuzzTargets finds the fuzz functions of all packages. `go test -list` prints
// the names of a package, then its line "ok  path".
func fuzzTargets(ctx context.Context, root, pattern string) ([]fuzzTarget, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	out, err := stage.Command{Dir: root, Args: []string{"go", "test", "-list", "^Fuzz", "./..."}}.Output(ctx)
	if err != nil {
		return nil, err
	}
	var targets []fuzzTarget
	var names []string
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		switch {
		case len(f) == 1 && strings.HasPrefix(f[0], "Fuzz"):
			if match.MatchString(f[0]) {
				names = append(names, f[0])
			}
		case len(f) > 1 && f[0] == "ok":
			for _, name := range names {
				targets = append(targets, fuzzTarget{f[1], name})
			}
			names = nil
		}
	}
	return targets, nil
}

func (t fuzzTarget) stage(root string, each time.Duration) stage.Stage {
	return stage.Stage{
		Name:  t.name,
		About: t.pkg,
		Run: count(func(ctx context.Context, w io.Writer) error {
			return stage.Command{Dir: root, Args: []string{
				"go", "test", "-run", "^$", "-fuzz", "^" + t.name + "$", "-fuzztime", each.String(), t.pkg,
			}}.Run(ctx, w)
		}),
	}
}
