package match

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test program run as a player: a simple one by name, or one with
// a fault.
func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[2] != "player" {
		os.Exit(m.Run())
	}
	name, fault, _ := strings.Cut(os.Args[3], "-")
	out := &spoiler{Writer: os.Stdout, answers: 2}
	switch fault {
	case "dies":
		out.spoil = func(_ io.Writer, _ []byte) { os.Exit(3) }
	case "hangs": // ignores everything, also quit and the end of its input
		out.spoil = func(_ io.Writer, _ []byte) { <-time.After(time.Hour) }
	default:
		out.answers = 0
	}
	if err := Serve(context.Background(), os.Stdin, out, name, 1); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// TestProcesses plays with real processes that die and that hang.
func TestProcesses(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		command, limits string
		faults          int
		kind            FaultKind
		text            string
	}{
		{"random", "depth 1", 0, "", ""},
		{self + " lab player random-dies", "depth 1", 2, Crash, "exit status 3"},
		{self + " lab player random-hangs", "movetime 1", 2, Late, "no answer within"},
	} {
		tally, err := Play(t.Context(), Config{
			Players: [2]Player{
				{Name: row.command, Limits: row.limits, Start: Command(row.command)},
				{Name: "random", Limits: "depth 1", Start: Command("random")},
			},
			Pairs: 1, Most: 20, Grace: time.Second, Patience: time.Minute,
		})
		if err != nil {
			t.Errorf("%s: %v", row.command, err)
			continue
		}
		if tally.Games != 2 || tally.Losses != row.faults || len(tally.Faults[0]) != row.faults || len(tally.Faults[1]) > 0 {
			t.Errorf("%s: %v", row.command, tally)
			continue
		}
		for _, f := range tally.Faults[0] {
			if f.Kind != row.kind || !strings.Contains(f.Text, row.text) {
				t.Errorf("%s: %v", row.command, f)
			}
		}
	}
	if _, err := Command(" ")(); err == nil || !strings.Contains(err.Error(), "no engine is named") {
		t.Errorf("no command: %v", err)
	}
}
