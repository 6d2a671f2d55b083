package puzzle

import (
	"math"
	"slices"
)

// An Event is something that happens to a puzzle while a player solves it.
type Event string

// The events.
const (
	Solved Event = "solved" // the last action of the line was found
	Wrong  Event = "wrong"  // an action that does not reach the goal
	Hinted Event = "hinted" // the piece was told, but not the action
	Shown  Event = "shown"  // an action or the whole solution was told
	Left   Event = "left"   // somebody went on to something else
)

// Events returns every event.
func Events() []Event { return []Event{Solved, Wrong, Hinted, Shown, Left} }

// A Status is how far a player has got with a puzzle.
type Status string

// The statuses.
const (
	Open   Status = "open"   // not answered
	Helped Status = "helped" // not answered, and a hint was given
	Failed Status = "failed" // the first answer was wrong, or was told
	Done   Status = "done"   // solved, at first or later
)

// A Consequence is what an event changes in the rating and the counts. The documentation
// of the package has a table of all consequences.
type Consequence struct {
	Status Status // after the event
	Rated  bool   // whether the rating changes: it rises if the puzzle is done, and falls otherwise
	Counts bool   // whether the event is the answer that counts as solved or failed
	Streak bool   // whether the streak goes on or ends; solving with a hint does neither
}

// After returns what an event changes in a puzzle with this status.
func (s Status) After(e Event) Consequence {
	isOpen := s == Open || s == Helped
	switch {
	case e == Solved && s == Open:
		return Consequence{Status: Done, Rated: true, Counts: true, Streak: true}
	case e == Solved && s == Helped:
		return Consequence{Status: Done, Counts: true}
	case e == Solved:
		return Consequence{Status: Done} // later
	case isOpen && (e == Wrong || e == Shown):
		return Consequence{Status: Failed, Rated: true, Counts: true, Streak: true}
	case isOpen && e == Hinted:
		return Consequence{Status: Helped}
	}
	return Consequence{Status: s}
}

// A Standing is what a player has reached. Programs keep it as JSON.
type Standing struct {
	Rating     int     `json:"rating"`
	Deviation  float64 `json:"deviation,omitempty"`  // 0 if an older release kept the standing
	Volatility float64 `json:"volatility,omitempty"` // 0 too, if an older release kept the standing
	Solved     int     `json:"solved"`
	Failed     int     `json:"failed"`
	Streak     int     `json:"streak"` // puzzles solved without help since the last that was not
	Best       int     `json:"best"`   // the longest streak
	// Seen has the answered puzzles by ID, and says whether each was solved, at first or
	// later.
	Seen map[string]bool `json:"seen"`
	// Hinted has the IDs of puzzles that had a hint and have no answer.
	Hinted []string `json:"hinted,omitempty"`
}

// The rating to begin with: that of the easiest puzzles, which suit who has just learned the
// rules, and a deviation that lets it rise to the middle within a few answers.
const (
	FirstRating    = 600
	firstDeviation = 250
	// olderDeviation is that of a standing that was kept without one.
	olderDeviation = 110
	// The bounds of the deviation: nobody is known better than to 50 points, since people learn.
	leastDeviation = 50
	mostDeviation  = 350
	firstSigma     = 0.06
	mostSigma      = 0.12
	// unknownDeviation is that of a puzzle without an error of its rating.
	unknownDeviation = 100
)

// NewStanding returns the standing of a beginner.
func NewStanding() *Standing {
	return &Standing{Rating: FirstRating, Deviation: firstDeviation, Volatility: firstSigma, Seen: map[string]bool{}}
}

// Repair makes a standing valid that was read from a file or a browser: it adds what is
// missing, and moves numbers that are out of bounds to the nearest bound.
func (s *Standing) Repair() {
	answered := s.Solved + s.Failed
	if s.Seen == nil {
		s.Seen = map[string]bool{}
	}
	first, unknown := answered == 0, !(s.Deviation > 0) // also of what is not a number
	switch {
	case first:
		s.Rating, s.Deviation, s.Volatility = FirstRating, firstDeviation, firstSigma
	case unknown:
		s.Deviation = max(olderDeviation, firstDeviation/math.Sqrt(float64(1+answered)))
	}
	if !(s.Volatility > 0) {
		s.Volatility = firstSigma
	}
	s.Rating = min(max(s.Rating, MinRating), MaxRating)
	s.Deviation = min(max(s.Deviation, leastDeviation), mostDeviation)
	s.Volatility = min(s.Volatility, mostSigma)
	s.Best = max(s.Best, s.Streak)
}

// Status returns how the puzzle with an ID stands.
func (s *Standing) Status(id string) Status {
	solved, answered := s.Seen[id]
	switch {
	case solved:
		return Done
	case answered:
		return Failed
	case slices.Contains(s.Hinted, id):
		return Helped
	}
	return Open
}

// A Change is what an event has done to a standing.
type Change struct {
	Consequence
	Before, After int // the rating
}

// Record changes the standing by an event with a puzzle. No other function counts the
// events of a puzzle.
func (s *Standing) Record(id string, puzzle Rating, e Event) Change {
	was := s.Status(id)
	c := Change{Consequence: was.After(e), Before: s.Rating, After: s.Rating}
	if c.Status == was {
		return c
	}
	if s.Seen == nil {
		s.Seen = map[string]bool{}
	}
	if was == Helped {
		s.Hinted = slices.DeleteFunc(s.Hinted, func(other string) bool { return other == id })
	}
	switch c.Status {
	case Helped:
		s.Hinted = append(s.Hinted, id)
		return c
	case Done, Failed:
		s.Seen[id] = c.Status == Done
	}
	score := 0.0
	if c.Status == Done {
		score = 1
	}
	if c.Rated {
		s.rate(Result{puzzle, score})
		c.After = s.Rating
	}
	if c.Counts {
		s.Solved += int(score)
		s.Failed += 1 - int(score)
	}
	switch {
	case c.Streak && c.Status == Done:
		s.Streak++
		s.Best = max(s.Best, s.Streak)
	case c.Streak:
		s.Streak = 0
	}
	return c
}

// rate changes the rating by a result. A solved puzzle gains a point at least, and a failed
// one costs one. The numbers are rounded so that all programs keep the same ones.
func (s *Standing) rate(one Result) {
	s.Repair()
	after := Rating{float64(s.Rating), s.Deviation, s.Volatility}.After(one)
	change := int(math.Round(after.Value)) - s.Rating
	if one.Score > 0 {
		change = max(change, 1)
	} else {
		change = min(change, -1)
	}
	s.Rating = min(max(s.Rating+change, MinRating), MaxRating)
	s.Deviation = min(max(rounded(after.Deviation, 10), leastDeviation), mostDeviation)
	s.Volatility = min(rounded(after.Volatility, 1e6), mostSigma)
}

func rounded(x, parts float64) float64 { return math.Round(x*parts) / parts }

// Strength returns the puzzle's rating as Glicko-2 needs it.
func (p *Puzzle) Strength() Rating {
	deviation := float64(p.Deviation)
	if deviation == 0 {
		deviation = unknownDeviation
	}
	return Rating{float64(p.Rating), deviation, firstSigma}
}
