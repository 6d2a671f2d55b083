package train

import (
	"slices"
	"sort"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/review"
)

// CodeBadProgress: text that is not a record of progress.
const CodeBadProgress game.Code = "bad_progress"

// Bounds of a record.
const (
	MaxText    = 16 << 20 // bytes
	maxPuzzles = 20_000
	maxAnswers = 400_000
	maxDays    = 40_000
	maxCards   = 20_000
	maxLessons = 64
)

// A Puzzle is what is known of a puzzle. If it has no answers, it had a hint.
type Puzzle struct {
	ID       string
	Strength                 // when it was first answered
	At       int64           // Unix time of the first answer in seconds; 0 if an older release counted it
	First    review.Grade    // the grade of that answer, which the rating follows; the grade of its day may be lower, from another device
	Answers  []review.Answer // at most one for each day, in the order of the days
}

// Strength is how hard a puzzle is: its rating, and the error of the rating or 0 if that
// is not known.
type Strength struct{ Rating, Deviation int }

// IsSolved reports whether one of the answers was right.
func (p *Puzzle) IsSolved() bool {
	return p.First > review.Again || slices.ContainsFunc(p.Answers, func(a review.Answer) bool { return a.Grade > review.Again })
}

// Best is the best score of the storms of a day.
type Best struct{ Day, Score int }

// Before is what an older release knew, which did not keep answers.
type Before struct {
	Rating   int
	Answered int
	Best     int // the longest row of solved puzzles
}

// Progress is everything that is known of a player's training. The zero Progress is that
// of a beginner.
type Progress struct {
	before   Before
	puzzles  []*Puzzle // in the order of their ids
	days     dates     // the grades of their puzzles
	storms   dates     // the best scores
	lessons  []int     // completed, in order
	games    games
	Mistakes review.State
}

// Puzzles returns what is known of each puzzle, in the order of their ids.
func (p *Progress) Puzzles() []*Puzzle { return p.puzzles }

// Days returns how the puzzles of the days were answered, in the order of the days.
func (p *Progress) Days() []Mark {
	marks := make([]Mark, len(p.days))
	for i, x := range p.days {
		marks[i] = Mark{x.Day, review.Grade(x.Score)}
	}
	return marks
}

// Lessons returns the numbers of the completed lessons.
func (p *Progress) Lessons() []int { return p.lessons }

// Puzzle returns what is known of a puzzle, or nil if nothing is.
func (p *Progress) Puzzle(id string) *Puzzle {
	if i, ok := p.find(id); ok {
		return p.puzzles[i]
	}
	return nil
}

func (p *Progress) find(id string) (int, bool) {
	i := sort.Search(len(p.puzzles), func(i int) bool { return p.puzzles[i].ID >= id })
	return i, i < len(p.puzzles) && p.puzzles[i].ID == id
}

// Hint records that a puzzle without an answer had a hint.
func (p *Progress) Hint(id string) {
	if i, ok := p.find(id); !ok && isID(id) {
		p.puzzles = slices.Insert(p.puzzles, i, &Puzzle{ID: id})
	}
}

// IsHinted reports whether a puzzle without an answer had a hint.
func (p *Progress) IsHinted(id string) bool {
	x := p.Puzzle(id)
	return x != nil && len(x.Answers) == 0
}

// Answer counts an answer to a puzzle. now is its Unix time in seconds, and day is the day
// of the player. It reports whether this is the first answer to the puzzle. After a hint,
// even one on another day, a first answer is not Good. The first answer of a day counts for
// the schedule; for the puzzle of the day, the best one counts. An answer that a record cannot
// have, for example at a time in milliseconds, is ignored.
func (p *Progress) Answer(item Item, now int64, day int, g review.Grade) (first bool) {
	if !isID(item.ID) || min(item.Rating, item.Deviation) < 0 || max(item.Rating, item.Deviation) > maxRating ||
		!isTime(now) || day < 0 || day > lastDay || g < review.Again || g > review.Good {
		return false
	}
	if g == review.Good && p.IsHinted(item.ID) {
		g = review.Hard
	}
	p.addPuzzle(&Puzzle{ID: item.ID})
	x := p.Puzzle(item.ID)
	if first = len(x.Answers) == 0; first {
		x.Strength, x.At, x.First = item.Strength, now, g
	}
	if first || x.Answers[len(x.Answers)-1].Day < day {
		x.Answers = append(x.Answers, review.Answer{Day: day, Grade: g})
	}
	if today := DayOf(now); item.ID == Daily(today) {
		p.addMark(Mark{today, g})
	}
	return first
}

// Storm counts the score of a storm at a Unix time in seconds. It reports whether the score
// is the best of the day, and the best of all days. A score or a time that a record cannot
// have is ignored.
func (p *Progress) Storm(score int, now int64) (ofDay, ofAll bool) {
	if score < 0 || score > stormPuzzles || !isTime(now) {
		return false, false
	}
	day := DayOf(now)
	today, best := p.BestStorm(day)
	p.addStorm(Best{day, score})
	return score > today, score > best
}

// BestStorm returns the best score of a day and the best of all days, or 0 if there is
// none.
func (p *Progress) BestStorm(day int) (ofDay, ofAll int) {
	for _, s := range p.storms {
		if s.Day == day {
			ofDay = s.Score
		}
		ofAll = max(ofAll, s.Score)
	}
	return ofDay, ofAll
}

// Complete records that a lesson was completed.
func (p *Progress) Complete(lesson int) {
	if i, ok := slices.BinarySearch(p.lessons, lesson); !ok && 0 < lesson && lesson <= maxLessons {
		p.lessons = slices.Insert(p.lessons, i, lesson)
	}
}

// Again returns the ids of the failed puzzles that come again on a day of the player, the
// longest waiting first. It also returns the day on which the next one comes, or 0 if
// there is none.
func (p *Progress) Again(day int) (due []string, next int) {
	var all []*Puzzle // since when they wait
	for _, x := range p.puzzles {
		if !slices.ContainsFunc(x.Answers, func(a review.Answer) bool { return a.Grade == review.Again }) {
			continue
		}
		card := review.Card{Answers: x.Answers}
		switch at, _ := card.Due(); {
		case at <= day:
			all = append(all, &Puzzle{ID: x.ID, At: int64(at)})
		case next == 0 || at < next:
			next = at
		}
	}
	sort.Sort(byTime(all))
	for _, x := range all {
		due = append(due, x.ID)
	}
	return due, next
}
