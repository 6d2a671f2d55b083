package main

import (
	"context"
	"io"
	"path"
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

// fuzzTargets finds the fuzz functions of all packages.
func fuzzTargets(ctx context.Context, root, pattern string) ([]fuzzTarget, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	out, err := stage.Command{Dir: root, Args: []string{"git", "grep", "--untracked", "-oE", "^func Fuzz\\w+", "--", "*_test.go"}}.Output(ctx)
	if err != nil {
		return nil, err
	}
	var targets []fuzzTarget
	for line := range strings.Lines(out) { // game/fen_test.go:func FuzzFEN
		file, name, _ := strings.Cut(strings.TrimSpace(line), ":func ")
		if match.MatchString(name) {
			targets = append(targets, fuzzTarget{"./" + path.Dir(file), name})
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
