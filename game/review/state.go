package review

import (
	"slices"
	"strings"

	"github.com/banchess/banchess/game/report"
)

// Answer is a grade for an exercise on a day.
type Answer struct {
	Day   int // as DayOf returns it
	Grade Grade
}

// Card is an exercise and its answers, in the order of their days.
type Card struct {
	Exercise
	Answers   []Answer
	IsDropped bool // the player does not want it any more
}

// Due returns the day on which the card comes again. A new card has no such day.
func (c *Card) Due() (day int, ok bool) {
	if len(c.Answers) == 0 {
		return 0, false
	}
	m := first(c.Answers[0].Grade)
	for i, a := range c.Answers[1:] {
		m = m.after(a.Day-c.Answers[i].Day, a.Grade)
	}
	return c.Answers[len(c.Answers)-1].Day + m.interval, true
}

// State is everything that is known of a player's exercises. The zero State is empty.
type State struct {
	cards []*Card // in the order of their IDs
}

// Cards returns the cards in the order of their IDs, without those that were dropped.
func (s *State) Cards() (all []*Card) {
	for _, c := range s.cards {
		if !c.IsDropped {
			all = append(all, c)
		}
	}
	return all
}

// find returns where a card is, or would be.
func (s *State) find(id string) (at int, ok bool) {
	return slices.BinarySearchFunc(s.cards, id, func(c *Card, id string) int { return strings.Compare(c.ID, id) })
}

// Card returns the card with an ID, or nil if there is none.
func (s *State) Card(id string) *Card {
	if i, ok := s.find(id); ok {
		return s.cards[i]
	}
	return nil
}

// Add adds exercises, and returns how many are new.
func (s *State) Add(list []Exercise) (added int) {
	for _, x := range list {
		if i, ok := s.find(x.ID); !ok {
			s.cards = slices.Insert(s.cards, i, &Card{Exercise: x})
			added++
		}
	}
	return added
}

// Answer counts an answer, unless the day or the grade does not exist, there is no such card,
// or the card was already answered on that day or later.
func (s *State) Answer(id string, day int, g Grade) bool {
	c := s.Card(id)
	if day < 0 || day > lastDay || g < Again || g > Good || c == nil || len(c.Answers) > 0 && c.Answers[len(c.Answers)-1].Day >= day {
		return false
	}
	c.Answers = append(c.Answers, Answer{day, g})
	return true
}

// Drop removes a card for good.
func (s *State) Drop(id string) {
	if c := s.Card(id); c != nil {
		c.IsDropped = true
	}
}

// Few is how many new exercises begin each day, unless the player chooses another number.
const Few = 5

// Wish says which cards the player wants.
type Wish struct {
	New     int  // how many begin on a day
	Opening bool // only those from the opening
}

// Due returns the cards for a day: first those that are due, the longest waiting first,
// and then new ones, the worst mistakes first. It also returns the day on which the next
// ones come, or 0 if there are no more.
func (s *State) Due(day int, wish Wish) (due []*Card, next int) {
	var since []int // when those that are due were
	fresh := wish.New
	later := func(at int) {
		if next == 0 || at < next {
			next = at
		}
	}
	for _, c := range s.cards {
		if len(c.Answers) > 0 && c.Answers[0].Day == day {
			fresh--
		}
		if c.IsDropped || wish.Opening && !c.IsOpening() {
			continue
		}
		at, ok := c.Due()
		if at > day {
			later(at)
		}
		if !ok || at > day {
			continue
		}
		i := len(due)
		due, since = append(due, c), append(since, at)
		for ; i > 0 && since[i-1] > at; i-- {
			due[i], since[i] = due[i-1], since[i-1]
		}
		due[i], since[i] = c, at
	}
	for i := len(report.Marks) - 1; i >= 0; i-- {
		for _, c := range s.cards {
			if len(c.Answers) > 0 || c.Mark != report.Marks[i] || c.IsDropped || wish.Opening && !c.IsOpening() {
				continue
			}
			if fresh--; fresh >= 0 {
				due = append(due, c)
			} else if wish.New > 0 {
				later(day + 1)
			}
		}
	}
	return due, next
}

// Merge adds the exercises and answers of another state.
func (s *State) Merge(other *State) {
	for _, c := range other.cards {
		i, ok := s.find(c.ID)
		if !ok {
			s.cards = slices.Insert(s.cards, i, c.merged(&Card{Exercise: c.Exercise}))
			continue
		}
		s.cards[i] = s.cards[i].merged(c)
	}
}

// merged returns a card with what two of the same ID know. Of two exercises, and of two
// answers on a day, the one that comes first is taken: the game's name, the lower grade.
func (c *Card) merged(other *Card) *Card {
	both := &Card{Exercise: c.Exercise, IsDropped: c.IsDropped || other.IsDropped}
	if other.Exercise.text() < c.Exercise.text() {
		both.Exercise = other.Exercise
	}
	for _, answers := range [...][]Answer{c.Answers, other.Answers} {
		for _, a := range answers {
			both.add(a)
		}
	}
	return both
}

// add adds an answer in the place of its day, which keeps the lower grade.
func (c *Card) add(a Answer) {
	i := len(c.Answers)
	for i > 0 && c.Answers[i-1].Day > a.Day {
		i--
	}
	if i > 0 && c.Answers[i-1].Day == a.Day {
		c.Answers[i-1].Grade = min(c.Answers[i-1].Grade, a.Grade)
		return
	}
	c.Answers = slices.Insert(c.Answers, i, a)
}
