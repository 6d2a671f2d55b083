package main

import (
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/torture"
)

// TestTortureRefuses: what no part can run with is refused with the option's name.
func TestTortureRefuses(t *testing.T) {
	for want, run := range map[string]torturing{
		"--time":   {},
		"--time -": {limit: torture.Limit{Time: -time.Second}},
		"--rounds": {limit: torture.Limit{Time: time.Second, Rounds: -1}},
		"--site":   {limit: torture.Limit{Time: time.Second}, site: t.TempDir()},
		"":         {limit: torture.Limit{Time: time.Second, Rounds: 1}},
	} {
		if err := run.check(); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", run, err, want)
		}
	}
}
