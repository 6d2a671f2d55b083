package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/banchess/banchess/scripts/lab/series"
)

// lineEnd matches the end of a complete record.
var lineEnd = regexp.MustCompile(`\n`)

// head returns the first line of a file of games, which says how they are played.
func (c *Config) head() string {
	return fmt.Sprintf("# games for the opening book, seed %d, bench %d, nodes %s\n", c.Seed, c.Bench, c.strengths())
}

func (c *Config) strengths() string { return strings.Trim(fmt.Sprint(c.Nodes), "[]") }

// Continue plays games until the file contains a number of them, several in parallel. It calls
// report after each game.
func (c *Config) Continue(ctx context.Context, path string, games, atOnce int, report func(number int)) (err error) {
	have := 0
	file, err := series.Open(path, lineEnd, func(lines [][]byte) (int, error) {
		if len(lines) == 0 {
			return 0, nil
		}
		if head := string(lines[0]); head != c.head() {
			return 0, fmt.Errorf("its games are others: it begins with %q, and not with %q; give another file", strings.TrimSpace(head), strings.TrimSpace(c.head()))
		}
		if len(lines) > 1 {
			var err error
			number, _, _ := bytes.Cut(lines[len(lines)-1], []byte(" "))
			if have, err = strconv.Atoi(string(number)); err != nil {
				return 0, err
			}
		}
		return len(lines), nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if at, err := file.Seek(0, 2); err != nil {
		return err
	} else if at == 0 {
		if _, err := file.WriteString(c.head()); err != nil {
			return err
		}
	}
	makePlayer := func() series.Player[string] {
		p, err := newPlayer()
		return series.Player[string]{Play: func(ctx context.Context, number int) (string, error) {
			if err != nil {
				return "", err
			}
			g, err := c.play(ctx, p, number)
			if err != nil {
				return "", err
			}
			return g.record(number), nil
		}}
	}
	return series.Play(ctx, have+1, games, atOnce, makePlayer, func(number int, record string) error {
		if _, err := file.WriteString(record); err != nil {
			return err
		}
		report(number)
		return nil
	})
}
