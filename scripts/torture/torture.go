// Package torture checks the project's promises again and again, at random and
// for as long as wanted. Each part is a series of rounds. A round is determined by
// its seed, so that a failing round can be repeated. The parts are
// tests, of this package and below scripts/e2e: short by default, and as long
// as their flags say when go run ./scripts torture runs them.
//
// The costs of reading valid or hostile text are limited: for each byte of the text 300
// bytes allocated in all, 20 in use at any time and 3 microseconds of a processor, plus
// 64 MiB, 128 MiB and 5 seconds. That is three to five times what was measured, because the
// collector may be late. PGN files, trees of variations and their JSON may take
// three times as much, because five bytes may be a game or a variation that is refused with
// a message. Messages may take 16 times the bytes and 8 times the time, UCI
// 500 times the bytes: a short line of either may be a search. A reader that goes through
// all of its data for each part of it exceeds these limits with a text of 1 MiB.
package torture

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Part is a promise, or several promises that are checked in the same way.
type Part struct {
	Name string
	Unit string // what a round counts
	// Round runs once, and returns its amount of work. Its error describes the broken
	// promise. It may end early when the context does.
	Round func(ctx context.Context, r *rand.Rand) (count int, err error)
	// Whole is true if no round is stopped when the time is over, because rounds are short or
	// check the time themselves. The result of the last one then counts.
	Whole bool
	// Sum, if it is set, adds to the last line of a run.
	Sum func() string
}

// The flags that go run ./scripts torture passes to the tests.
var (
	firstSeed = flag.Uint64("torture.seed", 1, "seed of the first round of torture")
	mostTime  = flag.Duration("torture.time", 0, "how long torture lasts, 0 for ever")
	rounds    = flag.Int("torture.rounds", -1, "how many rounds torture has, 0 for any number, -1 for its short form")
)

// Asked returns the limit of the flags, or that of a short form with a number of
// rounds.
func Asked(few int) (limit Limit, short bool) {
	if *rounds < 0 {
		return Limit{Rounds: few}, true
	}
	return Limit{*mostTime, *rounds}, false
}

// Test runs a part as a test; its short form has a number of rounds.
func (p Part) Test(t *testing.T, few int) {
	limit, short := Asked(few)
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	defer stop()
	total, err := p.Run(ctx, os.Stdout, *firstSeed, limit)
	if err != nil || total.Failed > 0 {
		t.Errorf("%d of %d rounds failed: %v", total.Failed, total.Rounds, err)
	}
	if short && (total.Rounds != few || total.Count == 0) {
		t.Errorf("%d rounds with %d %s, want %d rounds", total.Rounds, total.Count, p.Unit, few)
	}
}

// Limit ends a part after a time or a number of rounds. If both are zero, it never
// ends.
type Limit struct {
	Time   time.Duration
	Rounds int
}

// Total is the amount of work of a part.
type Total struct {
	Rounds, Count int
	Failed        int // rounds
}

// Run runs rounds of a part with increasing seeds, and writes each failure with the command
// that repeats it. It continues after a failure, up to ten times. Memory that grows from
// round to round is a failure too. When the context ends, or the time of a part that is not
// Whole, the current round ends too. Its work counts, but it does not count as a round.
func (p Part) Run(asked context.Context, w io.Writer, first uint64, limit Limit) (Total, error) {
	var total Total
	var before uint64 // the memory after the first rounds
	began := time.Now()
	ctx, cancel := asked, context.CancelFunc(func() {})
	if limit.Time > 0 && !p.Whole {
		ctx, cancel = context.WithDeadline(asked, began.Add(limit.Time))
	}
	defer cancel()
	// A round that ends the program, for example without memory, prints nothing more.
	lastRound := filepath.Join(os.TempDir(), fmt.Sprintf("banchess-torture-%s-%d", p.Name, os.Getpid()))
	fmt.Fprintf(w, "%s: should the program end, the command in %s runs its last round again\n", p.Name, lastRound)
	defer os.Remove(lastRound)
	for seed := first; total.Failed < 10; seed++ {
		if limit.Rounds > 0 && total.Rounds == limit.Rounds || limit.Time > 0 && time.Since(began) >= limit.Time || ctx.Err() != nil {
			break
		}
		again := fmt.Sprintf("go run ./scripts torture %s --seed %d --rounds 1", p.Name, seed)
		if err := os.WriteFile(lastRound, []byte(again+"\n"), 0o644); err != nil {
			return total, err
		}
		late := time.AfterFunc(patience, func() { fmt.Fprintf(w, "%s: a round is not done after %v\n    again: %s\n", p.Name, patience, again) })
		count, err := p.round(ctx, seed)
		late.Stop()
		total.Count += count
		if ctx.Err() != nil {
			break // the result of a stopped round does not count
		}
		total.Rounds++
		if total.Rounds == warm {
			before = held()
		}
		if err != nil {
			total.Failed++
			fmt.Fprintf(w, "%s: %v\n    again: %s\n", p.Name, err, again)
		}
	}
	memory := ""
	if before > 0 {
		after := held()
		memory = fmt.Sprintf(", %d kB held after %d rounds and %d kB at the end", before>>10, warm, after>>10)
		if after > before+growth {
			total.Failed++
			memory += fmt.Sprintf(", which is too much more\n    again: go run ./scripts torture %s --seed %d --rounds %d", p.Name, first, total.Rounds)
		}
	}
	sum := ""
	if p.Sum != nil {
		sum = p.Sum()
	}
	fmt.Fprintf(w, "%s: %d %s in %d rounds from seed %d, %d failed, %v%s%s\n",
		p.Name, total.Count, p.Unit, total.Rounds, first, total.Failed, time.Since(began).Round(time.Second/10), memory, sum)
	return total, asked.Err()
}

// patience is the time after which a round that still runs is named.
const patience = 2 * time.Minute

const (
	warm   = 3       // rounds after which all one-time allocations have been made
	growth = 4 << 20 // the bytes by which the memory may differ then
)

// held returns the bytes that the program holds.
func held() uint64 {
	runtime.GC()
	runtime.GC() // what pools hold goes with the second one
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// round runs one round, and turns a panic into an error.
func (p Part) round(ctx context.Context, seed uint64) (count int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return p.Round(ctx, rand.New(rand.NewPCG(seed, 0)))
}
