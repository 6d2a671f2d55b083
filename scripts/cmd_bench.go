package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/measure"
	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
	"github.com/banchess/banchess/scripts/torture"
)

// bench is one run of the bench command.
type bench struct {
	run      string
	time     string
	base     string
	output   string
	json     string
	check    bool
	docs     bool
	packages []string

	pattern *regexp.Regexp   // of run, without that of sub-benchmarks
	budgets []measure.Budget // of what is run, with check
}

func newBench() *cobra.Command {
	var b bench
	cmd := &cobra.Command{
		Use:   "bench [packages]",
		Short: "Measure against named peers in the same run",
		Long: `Builds the site, runs the benchmarks of the packages (all by default; those of
scripts/e2e/bench in Chromium) and, for JavaScript, the files web/test/bench/*.bench.mjs
against the site, and prints a table.

A number alone says little of a program and much of a machine, so benchmarks
come in groups: sub-benchmarks of one benchmark, one of which is named
peer=NAME and does the same work by other means, or peer=limit, which is the most
that the work may take. A Fairy-Stockfish counts beside the perft, where the
variable FAIRY_STOCKFISH or PATH has one; --check installs it as root on Debian. The
table gives each of the
others as a ratio to it. With --base, another commit is built and measured too, by
its own scripts, and the ratio to that is given.

With --docs, the table goes into web/docs/benchmarks.md, with the machine it was
made on, and its most telling rows into the README.

With --check, what is promised of speed and size is held against it: the last line
counts the budgets that are held, and the command fails if one is not. With --run, these
are the budgets of what it names.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			b.packages = args
			if len(args) == 0 {
				b.packages = []string{"./..."}
			}
			if b.docs && !b.check {
				return errors.New("--docs writes which budgets are held: add --check")
			}
			root, err := site.FindRoot(cmd.Context())
			if err != nil {
				return err
			}
			if err := b.ready(cmd.Context(), root); err != nil {
				return err
			}
			return inTemp(func(temp string) error { return b.do(cmd.Context(), cmd.OutOrStdout(), root, temp) })
		},
	}
	cmd.Flags().StringVar(&b.run, "run", ".", "only the benchmarks whose name matches this pattern")
	cmd.Flags().StringVar(&b.time, "time", "1s", "how long, or (100x) how often, each benchmark runs")
	cmd.Flags().StringVar(&b.base, "base", "", "a commit to compare with")
	cmd.Flags().BoolVar(&b.check, "check", false, "hold all budgets of speed and size, and fail if one is exceeded")
	cmd.Flags().BoolVar(&b.docs, "docs", false, "write the table into web/docs/benchmarks.md and its rows into the README")
	cmd.Flags().StringVar(&b.json, "json", "", "file to write the results to as JSON")
	cmd.Flags().StringVarP(&b.output, "output", "o", "", "file to write the table to, besides printing it")
	return cmd
}

// ready checks the arguments before anything is built. It refuses a pattern that matches no
// benchmark, or none with a budget if budgets are to be checked, an unknown commit, and
// files that cannot be written.
func (b *bench) ready(ctx context.Context, root string) (err error) {
	first, _, _ := strings.Cut(b.run, "/")
	if b.pattern, err = regexp.Compile(first); err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	if b.check {
		b.budgets = slices.DeleteFunc(slices.Clone(measure.Budgets), func(budget measure.Budget) bool {
			first, _, _ := strings.Cut(budget.Name, "/")
			return !b.pattern.MatchString("Benchmark" + first)
		})
		if len(b.budgets) == 0 {
			return fmt.Errorf("--check: nothing that --run %s names has a budget", b.run)
		}
	}
	if b.base != "" {
		if err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--quiet", "--verify", b.base+"^{commit}").Run(); err != nil {
			return fmt.Errorf("--base %s: there is no such commit here", b.base)
		}
	}
	names, err := stage.Command{Dir: root, Args: []string{
		"git", "grep", "-hoE", "--untracked", `\b(Benchmark|JS[A-Z])\w+`, "--", "*_test.go", "*.bench.mjs",
	}}.Output(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(append(strings.Fields(names), "Size"), b.pattern.MatchString) {
		return fmt.Errorf("--run %s: no benchmark has such a name", b.run)
	}
	for flag, file := range map[string]string{"--json": b.json, "--output": b.output} {
		if file == "" {
			continue
		}
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		_ = f.Close() // nothing was written
	}
	return nil
}

func (b bench) do(ctx context.Context, w io.Writer, root, temp string) error {
	siteDir, machine := filepath.Join(temp, "site"), machineNow(ctx, root)
	now, failed := b.measure(ctx, root, siteDir)
	if len(now) == 0 {
		return cmp.Or(failed, fmt.Errorf("--run %s: nothing was measured", b.run))
	}
	var before []measure.Result
	if b.base != "" {
		var err error
		if before, err = b.measureBase(ctx, w, root, temp); err != nil {
			return err
		}
	}
	verdicts := measure.Check(now, b.budgets)
	table := measure.Table(now, before, verdicts)
	fmt.Fprint(w, table)
	if b.output != "" {
		if err := os.WriteFile(b.output, []byte(table), 0o644); err != nil {
			return err
		}
	}
	if b.docs && failed == nil {
		if err := b.writeDocs(root, machine, now, verdicts); err != nil {
			return err
		}
	}
	if b.json != "" {
		text, err := measure.JSON(now, verdicts)
		if err != nil {
			return err
		}
		if err := os.WriteFile(b.json, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	return errors.Join(failed, say(w, verdicts))
}

// say writes each verdict and the number of budgets that are met. It fails if one is not.
func say(w io.Writer, verdicts []measure.Verdict) error {
	if len(verdicts) == 0 {
		return nil
	}
	for _, v := range verdicts {
		fmt.Fprintf(w, "%s  %s\n", v.Word(), v.Said)
	}
	sums, err := measure.Sums(verdicts)
	fmt.Fprint(w, sums)
	return err
}

// measure runs all benchmarks of the tree at root, in the site built from it
// if they need one. If some fail, it returns an error and the results of the others.
func (b bench) measure(ctx context.Context, root, siteDir string) ([]measure.Result, error) {
	var out strings.Builder
	if err := needs.Ensure(ctx, &out, needs.Node, needs.Chromium); err != nil {
		return nil, err
	}
	if b.check {
		// Without the program its budget is left out, which the output says.
		_ = needs.Ensure(ctx, &out, needs.FairyStockfish)
	}
	if _, err := site.Build(ctx, site.Options{Root: root, Dir: siteDir, Version: site.Version(ctx, root)}); err != nil {
		return nil, err
	}
	list, err := declareTypes(ctx, &out, root, siteDir)
	if err != nil {
		return nil, err
	}
	results, err := b.sizes(ctx, root, siteDir, list)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, "web", "test", "bench", "*.bench.mjs"))
	if err != nil {
		return nil, err
	}
	env := append(siteEnv(siteDir), benchVariable+"="+b.run)
	longGame := filepath.Join(filepath.Dir(siteDir), "long.bcn")
	if err := writeLongGame(longGame); err != nil {
		return nil, err
	}
	env = append(env, longVariable+"="+longGame)
	runs := [][]string{append([]string{"go", "test", "-run", "^$", "-bench", b.run, "-benchtime", b.time, "-timeout", "1h", "-p", "1"}, b.packages...)}
	for _, f := range files {
		runs = append(runs, []string{"node", f})
	}
	var failed []error
	for _, args := range runs {
		c := stage.Command{Dir: root, Env: env, Args: args}
		if err := c.Run(ctx, &out); err != nil {
			failed = append(failed, fmt.Errorf("%w\n%s", err, &out))
		}
	}
	measured, err := measure.Parse(strings.NewReader(out.String()))
	return append(results, measured...), errors.Join(append(failed, err)...)
}

// benchVariable contains the pattern of the benchmarks to run, for benches in
// JavaScript.
const benchVariable = "BANCHESS_BENCH"

// longVariable names a file of a long game's actions, in BCN with spaces between.
const longVariable = "BANCHESS_LONG"

func writeLongGame(file string) error {
	g, err := torture.LongGame(5000)
	if err != nil {
		return err
	}
	g.Indicators.BCN = false
	return os.WriteFile(file, []byte(strings.Join(g.BCN(), " ")), 0o644)
}

// sizes returns the sizes of files with a budget, as results, if the pattern matches them.
func (b bench) sizes(ctx context.Context, root, siteDir string, list site.List) ([]measure.Result, error) {
	if !b.pattern.MatchString("Size") {
		return nil, nil
	}
	verdicts, err := site.Judge(ctx, root, siteDir, list)
	if err != nil {
		return nil, err
	}
	var results []measure.Result
	for _, v := range verdicts {
		row := func(name string, bytes int64) {
			results = append(results, measure.Result{Name: "Size/" + v.Name + "/" + name, Amount: float64(bytes), Unit: measure.Bytes})
		}
		row(v.How, v.Size)
		if v.Empty > 0 {
			row("peer=ebitengine", v.Empty)
		} else {
			row("peer=limit", v.Limit)
		}
	}
	return results, nil
}

// measureBase measures the base commit in its own working tree: it is built by its own
// scripts and measured by its own benchmarks. If some of those fail, it reports that and
// returns the results of the others.
func (b bench) measureBase(ctx context.Context, w io.Writer, root, temp string) ([]measure.Result, error) {
	tree := filepath.Join(temp, "base")
	add := stage.Command{Dir: root, Args: []string{"git", "worktree", "add", "--detach", "-q", tree, b.base}}
	if _, err := add.Output(ctx); err != nil {
		return nil, err
	}
	defer func() {
		remove := stage.Command{Dir: root, Args: []string{"git", "worktree", "remove", "--force", tree}}
		// The directory is removed with the temporary one in any case.
		_ = remove.Run(context.WithoutCancel(ctx), io.Discard)
	}()
	file := filepath.Join(temp, "base.json")
	command := stage.Command{Dir: tree, Args: append([]string{"go", "run", "./scripts", "bench", "--run", b.run, "--time", b.time, "--json", file}, b.packages...)}
	_, failed := command.Output(ctx)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--base %s: %w", b.base, cmp.Or(failed, err))
	}
	if failed != nil {
		fmt.Fprintf(w, "--base %s: %v\n", b.base, failed)
	}
	return measure.ReadJSON(text)
}
