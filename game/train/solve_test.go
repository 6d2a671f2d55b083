package train

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
)

// TestCount gives events with a puzzle their grades: solving is hard after a hint, and after a
// failure of the same day.
func TestCount(t *testing.T) {
	const noon = firstDay*secondsOfDay + 12*60*60
	for _, row := range []struct {
		events []puzzle.Event // on one day
		want   string
		mark   review.Grade // of the puzzle as that of the day
	}{
		{[]puzzle.Event{puzzle.Solved}, "[{20758 3}]", review.Good},
		{[]puzzle.Event{puzzle.Hinted, puzzle.Solved}, "[{20758 2}]", review.Good},
		{[]puzzle.Event{puzzle.Wrong}, "[{20758 1}]", review.Again},
		{[]puzzle.Event{puzzle.Shown}, "[{20758 1}]", review.Again},
		{[]puzzle.Event{puzzle.Wrong, puzzle.Wrong, puzzle.Solved}, "[{20758 1}]", review.Hard},
		{[]puzzle.Event{puzzle.Shown, puzzle.Solved, puzzle.Solved}, "[{20758 1}]", review.Hard},
		{[]puzzle.Event{puzzle.Hinted, puzzle.Left}, "[]", 0},
		{[]puzzle.Event{puzzle.Left}, "", 0},
	} {
		var p Progress
		daily, answers := Item{Daily(firstDay), Strength{600, 60}}, 0
		for _, e := range row.events {
			if p.Count(daily, e, noon, firstDay) {
				answers++
			}
		}
		got := ""
		if x := p.Puzzle(daily.ID); x != nil {
			got = fmt.Sprint(x.Answers)
		}
		if got != row.want || answers > 1 || (answers == 1) != (row.mark > 0) {
			t.Errorf("%v: %s, %d first answers; want %s", row.events, got, answers, row.want)
		}
		for _, mark := range p.Days() {
			if row.mark != review.Good && mark.Grade != row.mark {
				t.Errorf("%v: the day has the grade %d, not %d", row.events, mark.Grade, row.mark)
			}
		}
	}
	var p Progress
	item := item("aaaaaaa", 800)
	p.Count(item, puzzle.Wrong, noon, firstDay)
	for later, want := range []puzzle.Status{puzzle.Failed, puzzle.Done} { // days later
		p.Count(item, puzzle.Solved, noon+int64(later)*secondsOfDay, firstDay+later)
		if s, _ := p.Standing(); s.Status(item.ID) != want || s.Failed != 1 || s.Solved != 0 {
			t.Errorf("solved %d days after a wrong answer: %s, %+v", later, s.Status(item.ID), s)
		}
	}
	if got := fmt.Sprint(p.Puzzle(item.ID).Answers); got != "[{20758 1} {20759 3}]" {
		t.Errorf("%s: on another day it is solved as if it were new", got)
	}
}

// TestNext draws a puzzle that is near, new, and asks for something else than the last.
func TestNext(t *testing.T) {
	offer := func(id string, rating int, goal string) Offer { return Offer{item(id, rating), goal} }
	var offers []Offer
	for i := range 100 {
		offers = append(offers, offer(fmt.Sprintf("p%02d", i), 500+10*i, "mate 1"))
	}
	var p Progress
	drawn := map[string]bool{}
	for random := range uint64(400) {
		drawn[p.Next(offers, 1000, "p50", random)] = true
	}
	for _, o := range offers {
		if apart := max(o.Rating-1000, 1000-o.Rating); drawn[o.ID] != (apart > 0 && apart <= 60) {
			t.Errorf("of rating %d: drawn %v", o.Rating, drawn[o.ID])
		}
	}
	if len(drawn) != nearest {
		t.Errorf("%d are drawn", len(drawn))
	}
	if id := p.Next(offers, 0, "", 1); id >= "p20" {
		t.Errorf("%s is not near the rating of a beginner", id)
	}
	a, b, c := offer("a", 1000, "mate 1"), offer("b", 2000, "mate 1"), offer("c", 2500, "stalemate 1")
	p.Count(a.Item, puzzle.Solved, 0, 1)
	expect := func(want, before, why string, offers ...Offer) {
		t.Helper()
		for random := range uint64(9) {
			if got := p.Next(offers, 1000, before, random); got != want {
				t.Errorf("%q instead of %q: %s", got, want, why)
			}
		}
	}
	expect("b", "", "new before near", a, b)
	p.Count(b.Item, puzzle.Wrong, 0, 1)
	expect("b", "", "not solved before solved", a, b)
	expect("b", "a", "never the one before", a, b)
	expect("", "a", "never the one before", a)
	d := offer("d", 1000, "mate 1")
	expect("c", "d", "another goal than the one before", c, d, offer("e", 1000, "mate 1"))
	expect("c", "d", "another kind of goal before another goal of the same kind", c, d, offer("e", 1000, "mate 2"))
	expect("d", "g", "another kind whose name begins the one before", d, offer("f", 1000, "material 2 5"), offer("g", 1000, "material 1 3"))
	expect("f", "d", "another goal of the same kind, if there is no other kind", d, offer("e", 1000, "mate 1"), offer("f", 1000, "mate 2"))
}
