package stage

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// NodeTest runs Node's own test runner with TAP output, passes the output on
// if anything failed, and counts from the totals at its end.
func NodeTest(ctx context.Context, w io.Writer, c Command) (Counts, error) {
	c.Args = append([]string{"node", "--test", "--test-reporter=tap"}, c.Args...)
	var out bytes.Buffer
	runErr := c.Run(ctx, &out)
	counts, found := tapTotals(bytes.NewReader(out.Bytes()))
	if runErr != nil || counts.Failed > 0 || !found {
		w.Write(out.Bytes())
	}
	switch {
	case !found && runErr == nil:
		return counts, fmt.Errorf("node --test ended without totals")
	case runErr != nil && counts.Failed == 0:
		return counts, runErr
	}
	return counts, nil
}

// tapTest matches the line of a top-level test.
var tapTest = regexp.MustCompile(`^(?:not )?ok \d+ - (.*)`)

// tapTotals reads the comment lines "# pass 3" at the end, and the line
// "  duration_ms: 5.1" after each test's "ok 1 - name".
func tapTotals(in io.Reader) (c Counts, found bool) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	var test string
	for lines.Scan() {
		if m := tapTest.FindStringSubmatch(lines.Text()); m != nil {
			test = m[1]
		}
		if ms, ok := strings.CutPrefix(lines.Text(), "  duration_ms: "); ok {
			if n, err := strconv.ParseFloat(ms, 64); err == nil {
				c.Slow = c.Slow.with(Timed{test, time.Duration(n * float64(time.Millisecond))})
			}
		}
		var name, number string
		if f := strings.Fields(lines.Text()); len(f) == 3 && f[0] == "#" {
			name, number = f[1], f[2]
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		switch name {
		case "pass":
			c.Passed, found = n, true
		case "fail", "cancelled":
			c.Failed += n
		case "skipped", "todo":
			c.Skipped += n
		}
	}
	return c, found
}
