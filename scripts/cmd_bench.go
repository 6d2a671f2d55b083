package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/measure"
	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

// bench is one run of the bench command.
type bench struct {
	run      string
	time     string
	base     string
	output   string
	json     string
	check    bool
	packages []string
}

func newBench() *cobra.Command {
	var b bench
	cmd := &cobra.Command{
		Use:   "bench [packages]",
		Short: "Measure against named peers in the same run",
		Long: `Builds the site, runs the benchmarks of the packages (all by default; those of
scripts/e2e in Chromium) and, for JavaScript, the files web/test/*.bench.mjs
against the site, and prints a table.

A number alone says little of a program and much of a machine, so benchmarks
come in groups: sub-benchmarks of one benchmark, one of which is named
peer=NAME and does the same work by other means, or peer=limit, which is the most
that the work may take. The table gives each of the
others as a ratio to it. With --base, the same is measured at another commit
too, and the ratio to that is given.

With --check, what is promised of speed and size is held against it: the last line
counts the budgets that are held, and the command fails if one is not.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			b.packages = args
			if len(args) == 0 {
				b.packages = []string{"./..."}
			}
			root, err := site.FindRoot(cmd.Context())
			if err != nil {
				return err
			}
			return inTemp(func(temp string) error { return b.do(cmd.Context(), cmd.OutOrStdout(), root, temp) })
		},
	}
	cmd.Flags().StringVar(&b.run, "run", ".", "only the benchmarks whose name matches this pattern")
	cmd.Flags().StringVar(&b.time, "time", "1s", "how long, or (100x) how often, each benchmark runs")
	cmd.Flags().StringVar(&b.base, "base", "", "a commit to compare with")
	cmd.Flags().BoolVar(&b.check, "check", false, "hold all budgets of speed and size, and fail if one is exceeded")
	cmd.Flags().StringVar(&b.json, "json", "", "file to write the results to as JSON")
	cmd.Flags().StringVarP(&b.output, "output", "o", "", "file to write the table to, besides printing it")
	return cmd
}

func (b bench) do(ctx context.Context, w io.Writer, root, temp string) error {
	siteDir := filepath.Join(temp, "site")
	now, err := b.measure(ctx, root, siteDir)
	if err != nil {
		return err
	}
	var before []measure.Result
	if b.base != "" {
		if before, err = b.measureBase(ctx, root, temp); err != nil {
			return err
		}
	}
	table := measure.Table(now, before)
	fmt.Fprint(w, table)
	if b.output != "" {
		if err := writeOut(w, b.output, table); err != nil {
			return err
		}
	}
	var verdicts []measure.Verdict
	if b.check {
		if verdicts, err = budgets(ctx, root, siteDir, now); err != nil {
			return err
		}
	}
	if b.json != "" {
		text, err := measure.JSON(now, verdicts)
		if err != nil {
			return err
		}
		if err := writeOut(w, b.json, string(text)+"\n"); err != nil {
			return err
		}
	}
	return say(w, verdicts)
}

// budgets holds every budget: of speed against the results, of size against the
// site they were measured in.
func budgets(ctx context.Context, root, siteDir string, results []measure.Result) ([]measure.Verdict, error) {
	verdicts := measure.Check(results, measure.Budgets)
	list, err := site.ReadList(siteDir)
	if err != nil {
		return nil, err
	}
	sizes, err := site.Judge(ctx, root, siteDir, list)
	if err != nil {
		return nil, err
	}
	for _, v := range sizes {
		verdicts = append(verdicts, measure.Verdict{
			Budget: v.File, Held: v.OK(), Ratio: float64(v.Limit) / float64(v.Gzip), Least: 1, Said: v.String(),
		})
	}
	return verdicts, nil
}

// say writes each verdict and how many budgets are held; it fails if one is not.
func say(w io.Writer, verdicts []measure.Verdict) error {
	if len(verdicts) == 0 {
		return nil
	}
	held := 0
	for _, v := range verdicts {
		word := "OVER"
		if v.Held {
			held++
			word = "held"
		}
		fmt.Fprintf(w, "%s  %s\n", word, v.Said)
	}
	fmt.Fprintf(w, "%d of %d budgets held\n", held, len(verdicts))
	if held < len(verdicts) {
		return fmt.Errorf("%d of %d budgets are not held", len(verdicts)-held, len(verdicts))
	}
	return nil
}

// measure runs all benchmarks of the tree at root, in the site built from it
// where they need one.
func (b bench) measure(ctx context.Context, root, siteDir string) ([]measure.Result, error) {
	var out strings.Builder
	if err := needs.Ensure(ctx, &out, needs.Node, needs.Chromium); err != nil {
		return nil, err
	}
	if err := installPackages(ctx, &out, root); err != nil {
		return nil, err
	}
	if _, err := site.Build(ctx, site.Options{Root: root, Dir: siteDir, Version: site.Version(ctx, root)}); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, "web", "test", "*.bench.mjs"))
	if err != nil {
		return nil, err
	}
	runs := [][]string{append([]string{"go", "test", "-run", "^$", "-bench", b.run, "-benchtime", b.time, "-p", "1"}, b.packages...)}
	for _, f := range files {
		runs = append(runs, []string{"node", f})
	}
	for _, args := range runs {
		c := stage.Command{Dir: root, Env: siteEnv(siteDir), Args: args}
		if err := c.Run(ctx, &out); err != nil {
			return nil, fmt.Errorf("%w\n%s", err, &out)
		}
	}
	return measure.Parse(strings.NewReader(out.String()))
}

// measureBase measures the base commit in a working tree of its own.
func (b bench) measureBase(ctx context.Context, root, temp string) ([]measure.Result, error) {
	tree := filepath.Join(temp, "base")
	add := stage.Command{Dir: root, Args: []string{"git", "worktree", "add", "--detach", "-q", tree, b.base}}
	if _, err := add.Output(ctx); err != nil {
		return nil, err
	}
	defer func() {
		remove := stage.Command{Dir: root, Args: []string{"git", "worktree", "remove", "--force", tree}}
		// The directory goes with the temporary one in any case.
		_ = remove.Run(context.WithoutCancel(ctx), io.Discard)
	}()
	return b.measure(ctx, tree, filepath.Join(temp, "base-site"))
}
