// Package measure reads benchmark results and sets them against their peers.
//
// A result is a line in the form of the Go benchmarks, whichever program
// wrote it:
//
//	BenchmarkPerft/banchess-2    37    31415926 ns/op
//
// or, of what takes not time but memory, with bytes in the place of ns/op.
//
// A group is all results that share a name up to the last slash. In a group,
// the one whose last part is peer=NAME is the yardstick: the same work done by
// something else, in the same run and on the same machine; or peer=limit, the most
// it may take.
package measure

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Result is one line.
type Result struct {
	Name  string  // without "Benchmark" and without the number of processors
	Time  float64 // nanoseconds an operation
	Bytes bool    // whether it is that many bytes instead
}

var line = regexp.MustCompile(`^Benchmark(\S+?)(-\d+)?\s+\d+\s+([0-9.]+) (ns/op|bytes)`)

// Parse reads the results among whatever else is in the text.
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
		results = append(results, Result{m[1], t, m[4] == "bytes"})
	}
	return results, lines.Err()
}

// Peer is the yardstick of a result: its name and how many times faster than
// it the result is.
func Peer(results []Result, of Result) (name string, ratio float64, ok bool) {
	group, own := split(of.Name)
	if strings.HasPrefix(own, peerMark) {
		return "", 0, false
	}
	for _, r := range results {
		g, last := split(r.Name)
		if peer, is := strings.CutPrefix(last, peerMark); is && g == group && of.Time > 0 {
			return peer, r.Time / of.Time, true
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

// Table is the results as Markdown. before are results of another commit, to
// compare with; it may be empty.
func Table(now, before []Result) string {
	var b strings.Builder
	b.WriteString("| benchmark | time | against a peer |")
	if len(before) > 0 {
		b.WriteString(" against the base |")
	}
	b.WriteString("\n|---|--:|--:|")
	if len(before) > 0 {
		b.WriteString("--:|")
	}
	b.WriteByte('\n')
	for _, r := range now {
		against := ""
		if peer, ratio, ok := Peer(now, r); ok {
			against = fmt.Sprintf("%.2f × %s", ratio, peer)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |", r.Name, amount(r), against)
		if len(before) > 0 {
			fmt.Fprintf(&b, " %s |", change(r, before))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func change(r Result, before []Result) string {
	for _, old := range before {
		if old.Name == r.Name && r.Time > 0 {
			return fmt.Sprintf("%.2f ×", old.Time/r.Time)
		}
	}
	return "new"
}

func amount(r Result) string {
	if r.Bytes {
		return fmt.Sprintf("%.2f MB", r.Time/1e6)
	}
	return duration(r.Time)
}

// duration writes nanoseconds with three digits or so.
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
