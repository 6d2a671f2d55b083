// Package torture goes through what the project promises again and again, at
// random and for as long as it is let. Each part is a list of rounds; a round
// follows from its seed alone, so that one that fails can be run again.
package torture

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"time"
)

// Part is one promise, or several that are held by the same means.
type Part struct {
	Name  string
	About string
	Unit  string // what a round counts
	// Round runs once, and returns how much it went through. Its error says what
	// does not hold. It may end early when the context does.
	Round func(ctx context.Context, r *rand.Rand) (count int, err error)
}

// Parts are all there are, in the order in which they run.
var Parts = []Part{rules, hostile, searches}

// Limit is when a part ends: after so much time or so many rounds, or never where
// both are zero.
type Limit struct {
	Time   time.Duration
	Rounds int
}

// Total is what a part went through.
type Total struct {
	Rounds, Count int
	Failed        int // rounds
}

// Run runs rounds of a part, with one seed after another from the first, and
// writes what fails with the command that runs it again. It goes on after a
// failure, ten times.
func (p Part) Run(ctx context.Context, w io.Writer, first uint64, limit Limit) (Total, error) {
	var total Total
	began := time.Now()
	for seed := first; total.Failed < 10; seed++ {
		if limit.Rounds > 0 && total.Rounds == limit.Rounds || limit.Time > 0 && time.Since(began) >= limit.Time {
			break
		}
		count, err := p.round(ctx, seed)
		if ctx.Err() != nil {
			break // what a round says that was stopped is worth nothing
		}
		total.Rounds++
		total.Count += count
		if err != nil {
			total.Failed++
			fmt.Fprintf(w, "%s: %v\n    again: go run ./scripts torture %s --seed %d --rounds 1\n", p.Name, err, p.Name, seed)
		}
	}
	fmt.Fprintf(w, "%s: %d %s in %d rounds from seed %d, %d failed, %v\n",
		p.Name, total.Count, p.Unit, total.Rounds, first, total.Failed, time.Since(began).Round(time.Second/10))
	return total, ctx.Err()
}

// round runs one, and makes an error of a panic.
func (p Part) round(ctx context.Context, seed uint64) (count int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return p.Round(ctx, rand.New(rand.NewPCG(seed, 0)))
}
