package train

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/puzzle"
)

// Whatever happens in a storm, its result is possible at that time, and it ends in the time
// that the result allows.
func TestLiveBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		var run Run
		often := 4 << (i % 8) // from a wrong action in four to hardly one in a storm
		now, begin, actions := int64(0), int64(0), 0
		run.begin(0)
		for run.Score+run.Wrong < stormPuzzles && !run.IsOver(now) {
			now += FastestPuzzle + random.Int64N(4000)
			if actions++; random.IntN(often) == 0 {
				run.Miss(now)
				actions = 0
			} else if isSolved := random.IntN(3) == 0 || actions == longestPuzzle; isSolved {
				run.Right(now, true)
				actions = 0
			} else {
				run.Right(now, false)
			}
			r := Result{run.Score, run.Wrong, run.Best}
			if !IsPossible(r, now-begin) || LastEnd(r) < run.Ends {
				t.Fatalf("%+v after %d: possible %v, ends by %d", run, now, IsPossible(r, now), LastEnd(r))
			}
		}
	}
	for _, r := range []Result{{-1, 0, 0}, {81, 0, 81}, {40, 41, 9}, {1, 0, 0}, {10, 1, 4}, {361, 0, 1}, {1, 0, 721}, {0, 0, 1<<31 - 1}, {0, 0, 11}, {3, 0, 41}} {
		if IsPossible(r, StormTime) {
			t.Errorf("%+v is possible", r)
		}
	}
	if r := (Result{0, 79, 9}); IsPossible(r, 39_499) || !IsPossible(r, 39_500) {
		t.Errorf("%+v is possible in less than half a second for each wrong action, or in no time", r)
	}
	longest := int64(0)
	for score := range stormPuzzles + 1 {
		for wrong := range stormPuzzles + 1 - score {
			for combo := range longestPuzzle*(score+1) + 1 {
				r, row := Result{score, wrong, combo}, int64(0)
				for n := range combo {
					row += bonusAt(n + 1)
				}
				if IsPossible(r, 1e9) {
					longest = max(longest, LastEnd(r))
				}
				if exact := StormTime + int64(wrong+1)*row - int64(wrong)*WrongCosts; LastEnd(r) > exact || wrong == 0 && LastEnd(r) != exact {
					t.Fatalf("%+v ends by %d, and with its rows by %d", r, LastEnd(r), exact)
				}
			}
		}
	}
	if longest > 17*60_000 {
		t.Errorf("a storm may last %d ms", longest)
	}
}

// No puzzle of the page has more own actions, a ban and a move a turn, than a live race takes.
func TestLongestPuzzle(t *testing.T) {
	all, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	for _, p := range all {
		if own := 2*p.Goal.Turns + 1; own > longestPuzzle {
			t.Errorf("%s has %d own actions", p.ID(), own)
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
