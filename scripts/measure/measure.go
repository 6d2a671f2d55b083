// Package measure reads benchmark results and compares them to their peers.
//
// A result is a line in the form of the Go benchmarks, whichever program
// wrote it:
//
//	BenchmarkPerft/banchess-2    37    31415926 ns/op
//
// or, for memory and counts, with bytes or frames instead of
// ns/op.
//
// A group is all results that share a name up to the last slash. In a group,
// the one whose last part is peer=NAME is the yardstick: another program doing the same
// work, in the same run and on the same machine. peer=limit is the most that the result
// may be.
package measure

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/scripts/site"
)

// Result is one line.
type Result struct {
	Name   string // without "Benchmark" and without the number of processors
	Amount float64
	Unit   Unit
}

// Unit is the unit of a result.
type Unit string

const (
	Nanoseconds Unit = "ns/op"
	Bytes       Unit = "bytes"
	Frames      Unit = "frames"
)

var line = regexp.MustCompile(`^Benchmark(\S+?)(-\d+)?\s+\d+\s+([0-9.]+) (ns/op|bytes|frames)`)

// Parse reads the results in a text and ignores other lines.
func Parse(in io.Reader) ([]Result, error) {
	var results []Result
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		m := line.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		t, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		results = append(results, Result{m[1], t, Unit(m[4])})
	}
	return results, lines.Err()
}

// Peer returns the yardstick of a result: its name, and how many times faster, smaller or
// fewer the result is. The ratio is +Inf for a result of 0.
func Peer(results []Result, of Result) (name string, ratio float64, ok bool) {
	group, own := split(of.Name)
	if strings.HasPrefix(own, peerMark) {
		return "", 0, false
	}
	for _, r := range results {
		g, last := split(r.Name)
		if peer, is := strings.CutPrefix(last, peerMark); is && g == group && r.Amount > 0 {
			return peer, r.Amount / of.Amount, true
		}
	}
	return "", 0, false
}

const peerMark = "peer="

func split(name string) (group, last string) {
	at := strings.LastIndexByte(name, '/')
	if at < 0 {
		return name, ""
	}
	return name[:at], name[at+1:]
}

// Table returns the results as Markdown, with the verdicts. before are the results
// of another commit to compare with; both may be empty.
func Table(now, before []Result, verdicts []Verdict) string {
	var b strings.Builder
	columns := func(cells ...string) {
		if len(before) == 0 {
			cells = append(cells[:4], cells[5:]...)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	columns("what", "benchmark", "takes", "against a peer", "against the base", "budget")
	columns("---", "---", "--:", "--:", "--:", "--:")
	group := ""
	for _, r := range now {
		what := Words(r.Name)
		if what == group {
			what = ""
		} else {
			group = what
		}
		against := ""
		if peer, ratio, ok := Peer(now, r); ok {
			against = times(ratio) + " " + peer
		}
		budget := ""
		for _, v := range verdicts {
			if v.Budget == r.Name {
				budget = fmt.Sprintf("%s, %s", times(v.Least), v.Word())
			}
		}
		columns(what, "`"+r.Name+"`", amount(r), against, change(r, before), budget)
	}
	return b.String()
}

// times writes a ratio.
func times(ratio float64) string {
	switch {
	case math.IsInf(ratio, 1):
		return "none ×"
	case ratio >= 100:
		return fmt.Sprintf("%.0f ×", ratio)
	}
	return fmt.Sprintf("%.2f ×", ratio)
}

func change(r Result, before []Result) string {
	for _, old := range before {
		if old.Name == r.Name && r.Amount > 0 {
			return times(old.Amount / r.Amount)
		}
	}
	return "new"
}

func amount(r Result) string {
	switch r.Unit {
	case Frames:
		return fmt.Sprintf("%.0f frames", r.Amount)
	case Bytes:
		return site.Size(int64(r.Amount))
	}
	return duration(r.Amount)
}

// duration writes nanoseconds with about three digits.
func duration(ns float64) string {
	switch d := time.Duration(ns); {
	case ns < 100:
		return fmt.Sprintf("%.1f ns", ns)
	case d < time.Microsecond:
		return fmt.Sprintf("%.0f ns", ns)
	case d < time.Millisecond:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.1f ms", ns/1e6)
	}
	return fmt.Sprintf("%.2f s", ns/1e9)
}
