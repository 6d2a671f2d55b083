package train

import (
	"math/rand/v2"
	"testing"
)

// Whatever happens in a storm, its result is possible at that time, and it ends in the time
// that the result allows.
func TestLiveBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var run Run
		now, begin := int64(0), int64(0)
		run.begin(0)
		for run.Score+run.Wrong < stormPuzzles && !run.IsOver(now) {
			now += FastestPuzzle + random.Int64N(4000)
			if random.IntN(12) == 0 {
				run.Miss(now)
			} else {
				run.Right(now, random.IntN(2) == 0)
			}
			r := Result{run.Score, run.Wrong, run.Best}
			if !IsPossible(r, now-begin) || LastEnd(r) < run.Ends {
				t.Fatalf("%+v after %d: possible %v, ends by %d", run, now, IsPossible(r, now), LastEnd(r))
			}
		}
	}
	for _, r := range []Result{{-1, 0, 0}, {81, 0, 81}, {40, 41, 9}, {1, 0, 0}, {10, 1, 4}, {361, 0, 1}, {1, 0, 721}, {0, 0, 1<<31 - 1}} {
		if IsPossible(r, StormTime) {
			t.Errorf("%+v is possible", r)
		}
	}
}

// Another race with the same puzzles has the same letters for them, and another seed.
func TestRedraw(t *testing.T) {
	items := []Item{{ID: "a"}, {ID: "b"}}
	race := NewRace(items, 1)
	other := Redraw(race, 2)
	if _, err := other.Order(items); err != nil || other.Code == race.Code || len(other.Code) != len(race.Code) {
		t.Errorf("%s becomes %s: %v", race, other, err)
	}
	if read, err := ParseRace(other.String()); err != nil || read != other {
		t.Errorf("%s reads as %v, %v", other, read, err)
	}
}
