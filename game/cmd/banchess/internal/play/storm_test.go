package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
	"github.com/banchess/banchess/game/train"
)

// storm types lines at a storm, of which each takes some time, and returns what was shown.
func storm(t *testing.T, record *Record, race *train.Race, each time.Duration, lines ...string) string {
	t.Helper()
	puzzles, err := puzzle.Read(strings.NewReader(somePuzzles))
	if err != nil {
		t.Fatal(err)
	}
	table := Options{Width: columns(100), Depth: 1}
	if err := table.NewEngines(engine.Options{Hash: 1}); err != nil {
		t.Fatal(err)
	}
	now := morning
	record.Now = func() time.Time {
		now = now.Add(each)
		return now
	}
	var out strings.Builder
	s := NewStorm(StormOptions{
		Table: table, Puzzles: puzzles, Order: []string{"mnsjrx5", "6varg3w", "3tdvbq1", "pmapc9d"}, Race: race, Record: record,
	}, console.NewScript(strings.NewReader(strings.Join(lines, "\n")), &out), termenv.NewOutput(&out))
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A storm counts what is solved, goes on after a wrong action, gives time for a combo, and
// compares the result in a race.
func TestStorm(t *testing.T) {
	dir := t.TempDir()
	record, err := OpenRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := storm(t, record, &train.Race{Code: "k3v9x2ab", Result: &train.Result{Score: 3, Wrong: 2, Combo: 4}}, time.Millisecond,
		"b5b6", "f2h4", "h5h4", "e2d1", "d4a7", "f7a7", "e4e1")
	expectAll(t, out, "0 solved, 3:00 left. Black begins with a ban and mates in 2 turns.", "1 solved, 2:59 left. White begins with a move", "That is not it. Ten seconds less.",
		"1 solved, 2:49 left.", "2 solved, 2:49 left.", "That was the last puzzle.", "3 solved. 1 wrong; at best 3 right in a row.", "Your best storm so far.",
		"You win: 3 to 3 solved, 1 to 2 wrong.", "banchess puzzle --race k3v9x2ab/3-1-3")
	if record, err = OpenRecord(dir); err != nil {
		t.Fatal(err)
	}
	out = storm(t, record, nil, 50*time.Second, "b5b6", "f2h4")
	expectAll(t, out, "0 solved. ", "Your best today is 3; your best ever is 3.")
	out = storm(t, record, nil, time.Second, "quit")
	if strings.Contains(out, "wrong,") {
		t.Errorf("a storm that has not begun has a result:\n%s", out)
	}
	if ofDay, ofAll := record.BestStorm(20783); ofDay != 3 || ofAll != 3 {
		t.Errorf("%d, %d", ofDay, ofAll)
	}
}

// The record of an older release is taken over. A file that is not a record is refused.
func TestRecord(t *testing.T) {
	dir := t.TempDir()
	old, now := filepath.Join(dir, oldScoreFile), filepath.Join(dir, recordFile)
	for name, text := range map[string]string{old: `{"rating":900,"solved":1,"failed":1,"streak":0,"best":1,"seen":{"mnsjrx5":true,"6varg3w":false}}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := OpenRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s, _ := r.Standing(); s.Rating != 900 || s.Solved != 1 || s.Failed != 1 || s.Best != 1 || s.Seen["6varg3w"] || !s.Seen["mnsjrx5"] {
		t.Errorf("%+v", s)
	}
	if err := r.Keep(); err != nil {
		t.Fatal(err)
	}
	if again, err := OpenRecord(dir); err != nil || again.String() != r.String() {
		t.Errorf("%v, %v", again, err)
	}
	for _, text := range []string{"{", `{"rating": 5}`, "[]"} {
		if err := os.WriteFile(now, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := OpenRecord(dir); err == nil || !strings.Contains(err.Error(), now) {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

// What was failed comes again on its day, and the puzzle of the day makes a streak.
func TestTrainerDays(t *testing.T) {
	dir := t.TempDir()
	solving(t, "6varg3w", dir, "Bd1", "quit")
	r, out := solving(t, "", dir, "quit")
	expectAll(t, out, "Puzzle ")
	r.Again, r.puzzle = true, nil
	// Another release had a puzzle that was failed.
	r.Record.Answer(train.Item{ID: "zzzzzzz"}, 0, 1, review.Again)
	if p := r.choose(); p != nil {
		t.Errorf("%s comes on the day on which it was failed", p.ID())
	}
	_, next := r.Record.Again(20783)
	r.Record.Now = func() time.Time { return morning.AddDate(0, 0, next-20783) }
	p := r.choose()
	if p == nil || p.ID() != "6varg3w" {
		t.Fatalf("%v on day %d", p, next)
	}
	if err := r.Record.note(p, puzzle.Solved); err != nil {
		t.Fatal(err)
	}
	if p := r.choose(); p != nil {
		t.Errorf("%s comes twice", p.ID())
	}
	if due, _ := r.Record.Again(next); len(due) != 1 || len(r.due()) != 0 {
		t.Errorf("%v, of which %d here", due, len(r.due()))
	}
	r.sayNone()
}
