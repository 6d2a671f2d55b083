package train

import (
	"sort"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
)

// A Point is the rating after the answers of a day.
type Point struct{ Day, Rating int }

// byTime sorts puzzles by their first answers, or by another time.
type byTime []*Puzzle

func (s byTime) Len() int      { return len(s) }
func (s byTime) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s byTime) Less(i, j int) bool {
	return s[i].At < s[j].At || s[i].At == s[j].At && s[i].ID < s[j].ID
}

// Standing returns the standing that follows from the answers, by the rules of package
// puzzle, and how the rating has changed from day to day.
func (p *Progress) Standing() (*puzzle.Standing, []Point) {
	s := puzzle.NewStanding()
	if b := p.before; b.Answered > 0 {
		s = &puzzle.Standing{Rating: b.Rating, Solved: b.Answered, Best: b.Best}
		s.Repair()
		s.Solved = 0 // they are counted below
	}
	var answered []*Puzzle
	for _, x := range p.puzzles {
		switch {
		case len(x.Answers) == 0:
			s.Hinted = append(s.Hinted, x.ID) // as Record does, which would look for it in the list
		case x.At > 0:
			answered = append(answered, x)
		case x.IsSolved():
			s.Solved++
			s.Seen[x.ID] = true
		default:
			s.Failed++
			s.Seen[x.ID] = false
		}
	}
	sort.Sort(byTime(answered))
	var curve []Point
	for _, x := range answered {
		strength := (&puzzle.Puzzle{Rating: x.Rating, Deviation: x.Deviation}).Strength()
		event := puzzle.Wrong
		switch x.First {
		case review.Hard:
			s.Record(x.ID, strength, puzzle.Hinted)
			event = puzzle.Solved
		case review.Good:
			event = puzzle.Solved
		}
		s.Record(x.ID, strength, event)
		if x.IsSolved() {
			s.Record(x.ID, strength, puzzle.Solved) // later
		}
		day := DayOf(x.At)
		if n := len(curve); n > 0 && curve[n-1].Day == day {
			curve[n-1].Rating = s.Rating
		} else {
			curve = append(curve, Point{day, s.Rating})
		}
	}
	return s, curve
}
