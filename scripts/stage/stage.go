// Package stage runs the stages of a check one after another and adds up what
// they say. A stage that fails does not stop the ones after it: one run tells
// everything that is wrong.
//
// Counts are of tests, not of packages or files: a Go test with subtests
// counts its subtests, and whatever fails without being a test (a package
// that does not compile, a process that dies) counts as one failure, so that
// the sum is never green over something broken.
package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Counts are the outcomes of a stage.
type Counts struct{ Passed, Failed, Skipped int }

// Add sums two counts.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.Passed + d.Passed, c.Failed + d.Failed, c.Skipped + d.Skipped}
}

func (c Counts) String() string {
	s := fmt.Sprintf("%d passed, %d failed", c.Passed, c.Failed)
	if c.Skipped > 0 {
		s += fmt.Sprintf(", %d skipped", c.Skipped)
	}
	return s
}

// Stage is one part of a run. Run returns what was counted; an error is a
// failure of its own unless some test already failed.
type Stage struct {
	Name  string // one word, for --stage and the summary
	About string // what it shows, for the header
	Run   func(ctx context.Context, w io.Writer) (Counts, error)
}

// ErrNothing is returned by a stage that has nothing to run. It is said, and
// it is not a failure.
var ErrNothing = errors.New("nothing to test here yet")

type outcome struct {
	name   string
	counts Counts
	took   time.Duration
	note   string
}

// Run runs the stages in order, writes a header and a result for each, and
// ends with the sum of all. The error is nil only if nothing failed.
func Run(ctx context.Context, w io.Writer, stages []Stage) error {
	var all []outcome
	for _, s := range stages {
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintf(w, "\n=== %s: %s\n", s.Name, s.About)
		start := time.Now()
		counts, err := s.Run(ctx, w)
		o := outcome{name: s.Name, counts: counts, took: time.Since(start)}
		switch {
		case errors.Is(err, ErrNothing):
			o.note = err.Error()
		case err != nil:
			if o.counts.Failed == 0 {
				o.counts.Failed++
			}
			o.note = firstLine(err)
			fmt.Fprintln(w, "error:", err)
		}
		fmt.Fprintf(w, "--- %s: %s in %s\n", s.Name, o.result(), round(o.took))
		all = append(all, o)
	}
	return summary(w, all, len(stages), ctx.Err())
}

func summary(w io.Writer, all []outcome, want int, stopped error) error {
	var sum Counts
	var took time.Duration
	fmt.Fprintln(w, "\n=== summary")
	for _, o := range all {
		fmt.Fprintf(w, "%-9s %8s  %s\n", o.name, round(o.took), o.result())
		sum, took = sum.Add(o.counts), took+o.took
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
	if o.counts == (Counts{}) {
		return o.note
	}
	return o.counts.String() + " (" + o.note + ")"
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

func round(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }
