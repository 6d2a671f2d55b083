package match

import (
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

func TestControl(t *testing.T) {
	for _, row := range []struct {
		command      string
		white, black time.Duration // allowed for the first action; 0: not timed
		told         string        // with 7 s and 0.4 ms left; "": refused
	}{
		{"movetime 50", 50 * time.Millisecond, 50 * time.Millisecond, "movetime 50"},
		{"nodes 5000 movetime 50", 50 * time.Millisecond, 50 * time.Millisecond, "nodes 5000 movetime 50"},
		{" depth  3 ", 0, 0, "depth 3"},
		{"mate 2 nodes 100", 0, 0, "mate 2 nodes 100"},
		{"wtime 9000 btime 8000", 7 * time.Second, 400 * time.Microsecond, "wtime 7000 btime 1"},
		{"btime 8000 binc 5 wtime 9000 winc 0", 7 * time.Second, 400 * time.Microsecond, "btime 1 binc 5 wtime 7000 winc 0"},
		{"wtime 9000 btime 8000 movetime 1000", time.Second, 400 * time.Microsecond, "wtime 7000 btime 1 movetime 1000"},
		{"", 0, 0, ""},
		{"infinite", 0, 0, ""},
		{"ponder movetime 5", 0, 0, ""},
		{"movetime", 0, 0, ""},
		{"movetime soon", 0, 0, ""},
		{"movetime 0", 0, 0, ""},
		{"movetime -5", 0, 0, ""},
		{"movetime 99999999999999", 0, 0, ""},
		{"wtime 9000", 0, 0, ""},
		{"wtime 9000 btime 9000 movestogo 40", 0, 0, ""},
		{"perft 3", 0, 0, ""},
	} {
		c, err := parseControl(row.command)
		if row.told == "" {
			if err == nil {
				t.Errorf("%q is taken", row.command)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		left := clocks{game.White: 7 * time.Second, game.Black: 400 * time.Microsecond}
		if got := c.command(left); got != row.told {
			t.Errorf("%q tells %q, want %q", row.command, got, row.told)
		}
		if c.timed() != (row.white > 0) {
			t.Errorf("%q: timed is %v", row.command, c.timed())
		} else if c.timed() && (c.allowed(left, game.White) != row.white || c.allowed(left, game.Black) != row.black) {
			t.Errorf("%q allows %v and %v", row.command, c.allowed(left, game.White), c.allowed(left, game.Black))
		}
	}
}

// TestClocksOfEach checks that each player has the clock of its own command, with either
// colour, and sees the other's.
func TestClocksOfEach(t *testing.T) {
	clocked, err := parseControl("wtime 1000 btime 2000 winc 10 binc 20")
	if err != nil {
		t.Fatal(err)
	}
	long, err := parseControl("wtime 50000 btime 60000")
	if err != nil {
		t.Fatal(err)
	}
	free, err := parseControl("depth 3")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		white, black *control
		told         string // to the player with the short clock
	}{
		{&clocked, &long, "wtime 1000 btime 60000 winc 10 binc 20"},
		{&long, &clocked, "wtime 50000 btime 2000 winc 10 binc 20"},
		{&clocked, &free, "wtime 1000 btime 2000 winc 10 binc 20"},
		{&free, &clocked, "wtime 1000 btime 2000 winc 10 binc 20"},
	} {
		if got := clocked.command(newClocks(row.white, row.black)); got != row.told {
			t.Errorf("told %q, want %q", got, row.told)
		}
	}
	left := newClocks(&clocked, &free)
	left.spend(&free, game.Black, time.Second, true)
	left.spend(&clocked, game.White, 300*time.Millisecond, false)
	left.spend(&clocked, game.White, 800*time.Millisecond, true) // within the grace period
	if want := (clocks{game.White: 10 * time.Millisecond, game.Black: 2 * time.Second}); left != want {
		t.Errorf("the clocks show %v, want %v", left, want)
	}
}
