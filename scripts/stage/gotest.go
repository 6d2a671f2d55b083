package stage

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gotest.tools/gotestsum/testjson"
)

// GoTest runs `go test -json` with further arguments, reports one line a package
// and, at the end, the full output of everything that failed, and counts.
func GoTest(ctx context.Context, w io.Writer, c Command) (Counts, error) {
	r, err := goTest(ctx, w, c)
	return r.counts, err
}

// mostFlaky is the largest number of failed tests that are run again.
const mostFlaky = 5

// GoTestAgain is GoTest for packages whose tests depend on what else the machine does: if a
// few fail, they are run once more, and those that then pass count as flaky.
func GoTestAgain(ctx context.Context, w io.Writer, c Command, packages ...string) (Counts, error) {
	test := func(flags ...string) (*report, error) {
		return goTest(ctx, w, Command{c.Dir, c.Env, slices.Concat(c.Args, flags, packages)})
	}
	r, err := test()
	sum, failed := r.counts, r.failed
	if err != nil || r.isCut || len(failed) == 0 || len(failed) > mostFlaky {
		return sum, err
	}
	fmt.Fprintf(w, "\nonce more: %s\n", strings.Join(failed, ", "))
	r, err = test("-run", "^("+strings.Join(failed, "|")+")$")
	if err != nil || r.isCut {
		return sum, err
	}
	sum.Flaky = len(failed) - len(r.failed)
	sum.Passed += sum.Failed - r.counts.Failed
	sum.Failed = r.counts.Failed
	return sum, nil
}

// goTest runs the tests. The report is never nil.
func goTest(ctx context.Context, w io.Writer, c Command) (*report, error) {
	c.Args = append([]string{"go", "test", "-json"}, c.Args...)
	cmd := c.cmd(ctx)
	both := &output{to: w} // the tool writes beside the report
	cmd.Stderr = both
	r := newReport(both)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := cmd.Start(); err != nil {
		return r, err
	}
	readErr := r.read(out)
	waitErr := cmd.Wait()
	switch {
	case readErr != nil:
		return r, fmt.Errorf("reading the output of go test: %w", readErr)
	case waitErr != nil && r.counts.Failed == 0:
		return r, fmt.Errorf("go test: %w", waitErr)
	}
	return r, nil
}

// report turns the events of a run into readable lines and counts.
type report struct {
	w      io.Writer
	counts Counts
	cached map[string]bool // packages with the result of an earlier run
	failed []string        // the names of tests, without those of subtests
	isCut  bool            // true if tests may not have run
}

func newReport(w io.Writer) *report { return &report{w: w, cached: map[string]bool{}} }

func (r *report) read(in io.Reader) error {
	run, err := testjson.ScanTestOutput(testjson.ScanConfig{Stdout: in, Handler: r, IgnoreNonJSONOutputLines: true})
	if err != nil {
		return err
	}
	for _, line := range run.Errors() { // errors of the compiler
		fmt.Fprint(r.w, line)
	}
	r.isCut = run.HasPanic()
	for _, name := range run.Packages() {
		if p := run.Package(name); p.Result() == testjson.ActionFail {
			r.fail(name, p)
		}
	}
	return nil
}

// Err passes on a line that does not come from the test runner, such as a toolchain download.
func (r *report) Err(text string) error {
	fmt.Fprintln(r.w, text)
	return nil
}

// Event counts a package's tests and writes its line when they have ended. Failures are
// known only at the end of the run.
func (r *report) Event(e testjson.TestEvent, run *testjson.Execution) error {
	if e.Package == "" || e.Test != "" {
		return nil
	}
	if e.Action == testjson.ActionOutput {
		r.cached[e.Package] = r.cached[e.Package] || strings.Contains(e.Output, "\t(cached)")
		return nil
	}
	if !e.Action.IsTerminal() {
		return nil
	}
	c := r.count(run.Package(e.Package))
	r.counts = r.counts.Add(c)
	took := fmt.Sprintf("%.1fs", e.Elapsed)
	if r.cached[e.Package] {
		took = "cached"
	}
	switch e.Action {
	case testjson.ActionPass:
		fmt.Fprintf(r.w, "ok   %s  %s  %s\n", e.Package, took, c)
	case testjson.ActionFail:
		fmt.Fprintf(r.w, "FAIL %s  %s\n", e.Package, took)
	}
	return nil
}

// count counts the tests of a package that have not failed: those without subtests.
func (r *report) count(p *testjson.Package) (c Counts) {
	parents := map[string]bool{}
	for _, t := range p.TestCases() {
		for at := t.Test.Parent(); at != ""; at = testjson.TestName(at).Parent() {
			parents[at] = true
		}
		// A cached result took no time in this run.
		if !r.cached[t.Package] && !t.Test.IsSubTest() {
			c.Slow = c.Slow.with(Timed{t.Package + " " + t.Test.Name(), t.Elapsed})
		}
	}
	leaves := func(all []testjson.TestCase) (n int) {
		for _, t := range all {
			if !parents[t.Test.Name()] {
				n++
			}
		}
		return n
	}
	c.Passed, c.Skipped = leaves(p.Passed), leaves(p.Skipped)
	return c
}

// fail counts the failures of a package and writes all its output. A parent of a failed
// test does not count. A test that never ended counts, and so does a package that
// failed without a test.
func (r *report) fail(name string, p *testjson.Package) {
	fmt.Fprintf(r.w, "\nFAIL %s\n", name)
	for _, t := range p.Failed {
		fmt.Fprint(r.w, strings.Join(p.OutputLines(t), ""))
		r.isCut = r.isCut || t.Elapsed < 0 // it never ended
		if !t.Test.IsSubTest() {
			r.failed = append(r.failed, t.Test.Name())
		}
	}
	var output strings.Builder
	_ = p.WriteOutputTo(&output, 0) // output that belongs to no test; a Builder never fails
	fmt.Fprint(r.w, output.String())
	r.isCut = r.isCut || len(p.Failed) == 0
	r.counts.Failed += max(1, len(testjson.FilterFailedUnique(p.Failed)))
}
