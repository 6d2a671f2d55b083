package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
)

// typed returns what somebody types to solve a puzzle.
func typed(t *testing.T, p *puzzle.Puzzle) string {
	t.Helper()
	var b strings.Builder
	attempt := puzzle.NewAttempt(p)
	for !attempt.Done() {
		a := attempt.Expected()
		b.WriteString(a.String() + "\n")
		if right, err := attempt.Try(a); err != nil || !right {
			t.Fatalf("%s: %v is wrong, %v", p.ID(), a, err)
		}
	}
	return b.String()
}

// TestThirtyDays plays through thirty days with a moved clock on two machines, a and b, that
// exchange their progress by a file: the streak with its grace, and the calendar.
func TestThirtyDays(t *testing.T) {
	machines := map[byte]string{'a': t.TempDir(), 'b': t.TempDir()}
	file := filepath.Join(t.TempDir(), "progress.json")
	byID := map[string]*puzzle.Puzzle{}
	all, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		byID[all[i].ID()] = &all[i]
	}
	t.Setenv("XDG_STATE_HOME", "")
	synctest.Test(t, func(t *testing.T) {
		says := func(machine byte, in, args string, wants ...string) {
			t.Helper()
			t.Setenv("XDG_STATE_HOME", machines[machine])
			got := banchess(t, in, strings.Fields(args)...)
			for _, want := range wants {
				if !strings.Contains(got.out+got.err, want) {
					t.Errorf("%s, %c, %s: %q does not come in\n%s%s", time.Now().UTC(), machine, args, want, got.out, got.err)
				}
			}
		}
		carry := func(from, to byte) {
			t.Helper()
			says(from, "", "progress export "+file, "Saved in ")
			says(to, "", "progress import "+file, "Imported.")
		}
		// A Monday, at noon.
		time.Sleep(time.Until(time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)))
		// Each day: where its puzzle is solved, x if it is failed on a, . if it is missed; then the
		// streak on that machine. After the days with a carry both know the same.
		days := []struct {
			does    byte
			streak  int
			carries string
		}{
			{'a', 1, ""}, {'a', 2, ""}, {'a', 3, ""}, {'.', 3, ""}, {'a', 4, ""}, {'a', 5, ""}, {'a', 6, "ab"},
			{'b', 7, ""}, {'b', 8, ""}, {'b', 9, "ba"}, {'x', 9, "ab"}, {'b', 10, "ba"}, {'a', 11, ""}, {'a', 12, ""},
			{'a', 13, ""}, {'b', 1, "abba"}, {'a', 15, ""}, {'.', 15, ""}, {'a', 16, ""}, {'.', 16, ""}, {'a', 1, ""},
			{'a', 2, "ab"}, {'b', 3, ""}, {'b', 4, ""}, {'b', 5, ""}, {'.', 5, ""}, {'b', 6, ""}, {'.', 6, ""},
			{'.', 0, ""}, {'b', 1, "ba"},
		}
		var marks strings.Builder // of the calendar
		longest := 0
		for i, day := range days {
			of := byID[train.Daily(train.DayOf(time.Now().Unix()))]
			machine, mark := day.does, "  +"
			switch day.does {
			case '.':
				machine, mark = "ab"[min(i/21, 1)], "  ."
			case 'x':
				machine, mark = 'a', "  -"
				says('a', "solution\nquit\n", "puzzle --daily", "counts as failed")
			default:
				says(machine, typed(t, of)+"quit\n", "puzzle --daily", "Puzzle of the day:", "Solved.")
			}
			marks.WriteString(mark)
			longest = max(longest, day.streak)
			switch {
			case longest == 0:
				says(machine, "", "progress", "No daily streak yet.")
			case day.streak == 0:
				says(machine, "", "progress", fmt.Sprintf("No daily streak; your longest was %d day", longest))
			default:
				says(machine, "", "progress", fmt.Sprintf("Daily streak: %d day", day.streak))
			}
			for c := day.carries; c != ""; c = c[2:] {
				carry(c[0], c[1])
			}
			time.Sleep(24 * time.Hour)
		}
		var calendar strings.Builder // of the last four weeks, of which the last has two days
		for week := 1; week*7 < len(days); week++ {
			calendar.WriteString(marks.String()[week*21:min(week*21+21, marks.Len())] + "\n")
		}
		for machine := range machines {
			says(machine, "", "progress", fmt.Sprintf("at best %d", longest), "Rating     ", "from ", " in 30 days, between ")
			for line := range strings.Lines(calendar.String()) {
				says(machine, "", "progress", strings.TrimSuffix(line, "\n"))
			}
		}
	})
}
