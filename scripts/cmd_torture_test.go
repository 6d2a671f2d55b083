package main

import (
	"strings"
	"testing"
	"time"
)

// TestTortureRefuses checks that an invalid option is refused by its name.
func TestTortureRefuses(t *testing.T) {
	for want, run := range map[string]torturing{
		"--time":   {},
		"--time -": {time: -time.Second},
		"--rounds": {time: time.Second, rounds: -1},
		"--site":   {time: time.Second, site: t.TempDir()},
		"":         {time: time.Second, rounds: 1},
	} {
		if err := run.check(); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", run, err, want)
		}
	}
}
