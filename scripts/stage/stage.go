// Package stage runs the stages of a check and adds up their results. A stage
// that fails does not stop the others: one run reports everything that is wrong.
//
// The counts are those of tests, not of packages or files: a Go test with subtests
// counts its subtests, and a failure outside of tests (a package
// that does not compile, a process that dies) counts as one failure, so that
// the sum never hides a fault.
package stage

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// Counts are the outcomes of a stage. A flaky test is one of the passed: it failed before.
type Counts struct {
	Passed, Failed, Skipped, Flaky int
	Slow                           Slow
}

// Add sums two counts.
func (c Counts) Add(d Counts) Counts {
	for _, t := range d.Slow {
		c.Slow = c.Slow.with(t)
	}
	return Counts{c.Passed + d.Passed, c.Failed + d.Failed, c.Skipped + d.Skipped, c.Flaky + d.Flaky, c.Slow}
}

// String says how many tests passed, failed, were skipped, and were flaky.
func (c Counts) String() string {
	s := fmt.Sprintf("%d passed, %d failed", c.Passed, c.Failed)
	if c.Skipped > 0 {
		s += fmt.Sprintf(", %d skipped", c.Skipped)
	}
	if c.Flaky > 0 {
		s += fmt.Sprintf(", %d flaky", c.Flaky)
	}
	return s
}

// Timed is a test with its duration.
type Timed struct {
	Name string
	Took time.Duration
}

// Slow are the three slowest tests, the slowest first.
type Slow [3]Timed

func (s Slow) with(t Timed) Slow {
	for i := range s {
		if t.Took > s[i].Took {
			s[i], t = t, s[i]
		}
	}
	return s
}

// Stage is a part of a run. Run returns the counts; an error counts as an
// additional failure, unless a test has failed.
type Stage struct {
	Name   string   // one word, for --stage and the summary
	About  string   // a description for the header
	Beside []string // earlier stages that it need not wait for
	Run    func(ctx context.Context, w io.Writer) (Counts, error)
}

type outcome struct {
	name   string
	counts Counts
	took   time.Duration
	note   string
}

// Run runs the stages, each after the earlier ones have ended, except those it
// may run beside. It writes a header and a result for each, never two stages
// at once, and ends with the sum of all. The error is nil only if nothing
// failed.
func Run(ctx context.Context, w io.Writer, stages []Stage) error {
	start := time.Now()
	outputs := make([]output, len(stages))
	outcomes := make([]*outcome, len(stages)) // nil for a stage that did not start
	ended := make([]chan struct{}, len(stages))
	for i, s := range stages {
		ended[i] = make(chan struct{})
		go func() {
			defer close(ended[i])
			for j, earlier := range stages[:i] {
				if !slices.Contains(s.Beside, earlier.Name) {
					<-ended[j]
				}
			}
			if ctx.Err() == nil {
				outcomes[i] = s.run(ctx, &outputs[i])
			}
		}()
	}
	for i := range stages {
		outputs[i].show(w)
		<-ended[i]
	}
	var ran []outcome
	for _, o := range outcomes {
		if o != nil {
			ran = append(ran, *o)
		}
	}
	return summary(w, ran, len(stages), time.Since(start), ctx.Err())
}

func (s Stage) run(ctx context.Context, w io.Writer) *outcome {
	fmt.Fprintf(w, "\n=== %s: %s\n", s.Name, s.About)
	start := time.Now()
	counts, err := s.Run(ctx, w)
	o := &outcome{name: s.Name, counts: counts, took: time.Since(start)}
	if err != nil {
		if o.counts.Failed == 0 {
			o.counts.Failed++
		}
		o.note = firstLine(err)
		fmt.Fprintln(w, "error:", err)
	}
	fmt.Fprintf(w, "--- %s: %s in %s\n", s.Name, o.result(), round(o.took))
	return o
}

// output keeps a stage's output until it is shown.
type output struct {
	mu   sync.Mutex
	kept bytes.Buffer
	to   io.Writer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.to != nil {
		return o.to.Write(text)
	}
	return o.kept.Write(text)
}

// show writes the kept output, and from now on all further output.
func (o *output) show(w io.Writer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept.WriteTo(w)
	o.to = w
}

func summary(w io.Writer, all []outcome, want int, took time.Duration, stopped error) error {
	var sum Counts
	fmt.Fprintln(w, "\n=== summary")
	for _, o := range all {
		fmt.Fprintf(w, "%-9s %8s  %s\n", o.name, round(o.took), o.result())
		if o.counts.Slow == (Slow{}) {
			o.counts.Slow[0].Took = o.took // the stage is the test
		}
		for i := range o.counts.Slow {
			o.counts.Slow[i].Name = strings.TrimSpace(o.name + " " + o.counts.Slow[i].Name)
		}
		sum = sum.Add(o.counts)
	}
	fmt.Fprintln(w, "the slowest:")
	for _, t := range sum.Slow {
		if t.Took > 0 {
			fmt.Fprintf(w, "%18s  %s\n", round(t.Took), t.Name)
		}
	}
	fmt.Fprintf(w, "%s in %s\n", sum, round(took))
	switch {
	case stopped != nil:
		return fmt.Errorf("stopped after %d of %d stages: %w", len(all), want, stopped)
	case sum.Failed > 0:
		return fmt.Errorf("%d failed", sum.Failed)
	}
	return nil
}

func (o outcome) result() string {
	if o.note == "" {
		return o.counts.String()
	}
	return o.counts.String() + " (" + o.note + ")"
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

func round(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }
