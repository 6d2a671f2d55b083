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
			targets, err := fuzzTargets(ctx, root, run, each)
			if err != nil {
				return err
			}
			return stage.Run(ctx, w, targets)
		}),
	}
	cmd.Flags().DurationVar(&each, "time", 10*time.Second, "how long each target runs")
	cmd.Flags().StringVar(&run, "run", "", "only the targets whose name matches this pattern")
	return cmd
}

// fuzzTargets returns a stage for each fuzz function of all packages, because the go command
// runs one at a time.
func fuzzTargets(ctx context.Context, root, pattern string, each time.Duration) ([]stage.Stage, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	out, err := stage.Command{Dir: root, Args: []string{"git", "grep", "--untracked", "-oE", "^func Fuzz\\w+", "--", "*_test.go"}}.Output(ctx)
	if err != nil {
		return nil, err
	}
	var targets []stage.Stage
	for line := range strings.Lines(out) { // game/fen_test.go:func FuzzFEN
		file, name, _ := strings.Cut(strings.TrimSpace(line), ":func ")
		if !match.MatchString(name) {
			continue
		}
		pkg := "./" + path.Dir(file)
		fuzz := stage.Command{Dir: root, Args: []string{"go", "test", "-run", "^$", "-fuzz", "^" + name + "$", "-fuzztime", each.String(), "-fuzzminimizetime", "100x", pkg}}
		targets = append(targets, stage.Stage{Name: name, About: pkg, Run: count(fuzz.Run)})
	}
	return targets, nil
}
