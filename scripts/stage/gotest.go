package stage

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Command is a program to run for a stage.
type Command struct {
	Dir  string
	Env  []string // added to the process's own
	Args []string
}

func (c Command) String() string {
	return strings.Join(append([]string{filepath.Base(c.Args[0])}, c.Args[1:]...), " ")
}

// cmd prepares the program so that a cancelled context asks it to stop and
// kills it only when it does not.
func (c Command) cmd(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// Run runs the program with its output to w.
func (c Command) Run(ctx context.Context, w io.Writer) error {
	cmd := c.cmd(ctx)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

// Output is what the program writes to its standard output. An error quotes
// what it wrote.
func (c Command) Output(ctx context.Context) (string, error) {
	cmd := c.cmd(ctx)
	var out, all strings.Builder
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&out, &all), &all
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", c, err, &all)
	}
	return out.String(), nil
}

// event is one line of go test -json.
type event struct {
	Action     string
	Package    string
	ImportPath string // of build-output and build-fail
	Test       string
	Output     string
	Elapsed    float64 // seconds
}

func (e event) took() time.Duration { return time.Duration(e.Elapsed * float64(time.Second)) }

// GoTest runs `go test -json` with the given further arguments, reports one
// line a package and the full output of whatever failed, and counts.
func GoTest(ctx context.Context, w io.Writer, c Command) (Counts, error) {
	c.Args = append([]string{"go", "test", "-json"}, c.Args...)
	cmd := c.cmd(ctx)
	cmd.Stderr = w
	out, err := cmd.StdoutPipe()
	if err != nil {
		return Counts{}, err
	}
	if err := cmd.Start(); err != nil {
		return Counts{}, err
	}
	r := newReport(w)
	readErr := r.read(out)
	waitErr := cmd.Wait()
	switch {
	case readErr != nil:
		return r.counts, fmt.Errorf("reading the output of go test: %w", readErr)
	case waitErr != nil && r.counts.Failed == 0:
		return r.counts, fmt.Errorf("go test: %w", waitErr)
	case r.packages == 0:
		return r.counts, ErrNothing
	}
	return r.counts, nil
}

// report turns a stream of events into lines for people and counts.
type report struct {
	w        io.Writer
	counts   Counts
	packages int
	running  map[string]*pkg
	build    map[string][]string // compiler output by import path
}

// pkg is what is known of a package whose tests run.
type pkg struct {
	output []string            // not of any test
	tests  map[string]*outlook // by full name
	order  []string
}

type outlook struct {
	action string // pass, fail, skip, or "" while it runs
	took   time.Duration
	output []string
}

func newReport(w io.Writer) *report {
	return &report{w: w, running: map[string]*pkg{}, build: map[string][]string{}}
}

func (r *report) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				// Not of the test runner: a toolchain download, say.
				r.w.Write(line)
			} else {
				r.take(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *report) take(e event) {
	if e.Action == "build-output" {
		r.build[e.ImportPath] = append(r.build[e.ImportPath], e.Output)
		return
	}
	if e.Action == "build-fail" {
		fmt.Fprint(r.w, strings.Join(r.build[e.ImportPath], ""))
		return
	}
	if e.Package == "" {
		return
	}
	p := r.running[e.Package]
	if p == nil {
		p = &pkg{tests: map[string]*outlook{}}
		r.running[e.Package] = p
	}
	if e.Test == "" {
		switch e.Action {
		case "output":
			p.output = append(p.output, e.Output)
		case "pass", "fail", "skip":
			r.finish(e, p)
			delete(r.running, e.Package)
		}
		return
	}
	t := p.tests[e.Test]
	if t == nil {
		t = &outlook{}
		p.tests[e.Test] = t
		p.order = append(p.order, e.Test)
	}
	switch e.Action {
	case "output":
		t.output = append(t.output, e.Output)
	case "pass", "fail", "skip":
		t.action = e.Action
		t.took = e.took()
	}
}

// finish counts a package and writes its line. Only tests without subtests
// count, or a parent that failed while all its subtests passed; a test that
// never ended (the process died) failed.
func (r *report) finish(e event, p *pkg) {
	r.packages++
	if len(p.order) == 0 && e.Action == "skip" {
		return // no test files
	}
	// What the go command remembers of an earlier run took no time in this one.
	took := fmt.Sprintf("%.1fs", e.Elapsed)
	cached := slices.ContainsFunc(p.output, func(line string) bool { return strings.Contains(line, "\t(cached)") })
	if cached {
		took = "cached"
	}
	var c Counts
	children := map[string]bool{} // names with subtests
	failedBelow := map[string]bool{}
	for _, name := range p.order {
		failed := p.tests[name].action == "fail" || p.tests[name].action == ""
		for at := strings.LastIndexByte(name, '/'); at > 0; at = strings.LastIndexByte(name[:at], '/') {
			children[name[:at]] = true
			failedBelow[name[:at]] = failedBelow[name[:at]] || failed
		}
	}
	for _, name := range p.order {
		t := p.tests[name]
		if !cached && !strings.Contains(name, "/") {
			c.Slow = c.Slow.with(Timed{e.Package + " " + name, t.took})
		}
		switch {
		case t.action == "fail", t.action == "":
			if !failedBelow[name] {
				c.Failed++
			}
			fmt.Fprint(r.w, strings.Join(t.output, ""))
		case children[name]:
		case t.action == "skip":
			c.Skipped++
		default:
			c.Passed++
		}
	}
	if e.Action == "fail" {
		if c.Failed == 0 {
			c.Failed = 1
		}
		fmt.Fprint(r.w, strings.Join(p.output, ""))
	}
	r.counts = r.counts.Add(c)
	word := "ok  "
	if c.Failed > 0 {
		word = "FAIL"
	}
	fmt.Fprintf(r.w, "%s %s  %s  %s\n", word, e.Package, took, c)
}
