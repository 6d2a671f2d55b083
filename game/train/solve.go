package train

import (
	"sort"
	"strings"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
)

// Count counts an event with a puzzle. now is its Unix time in seconds, and day is the day of
// the player. It reports whether this is the first answer to the puzzle. The documentation of
// package puzzle says which grade an event has.
func (p *Progress) Count(item Item, e puzzle.Event, now int64, day int) (first bool) {
	switch e {
	case puzzle.Hinted:
		p.Hint(item.ID)
	case puzzle.Wrong, puzzle.Shown:
		return p.Answer(item, now, day, review.Again)
	case puzzle.Solved:
		g := review.Good
		if x := p.Puzzle(item.ID); x != nil && len(x.Answers) > 0 && x.Answers[len(x.Answers)-1] == (review.Answer{Day: day, Grade: review.Again}) {
			g = review.Hard
		}
		return p.Answer(item, now, day, g)
	}
	return false
}

// An Offer is a puzzle that may come next. Its goal is written as in a file of puzzles.
type Offer struct {
	Item
	Goal string
}

// nearest is among how many puzzles the next is drawn.
const nearest = 12

// Next draws the next puzzle. It draws from those with the ratings nearest to a given
// one, or to the player's own if that is 0. Puzzles without an answer come first, then
// those that were not solved, then all others. It prefers another kind of goal than that of
// the puzzle before, or else another goal of its kind, and never returns that puzzle. It
// returns "" if there is no other. random may be any number.
func (p *Progress) Next(offers []Offer, rating int, before string, random uint64) string {
	standing, _ := p.Standing()
	if rating == 0 {
		rating = standing.Rating
	}
	groups := map[puzzle.Status]int{puzzle.Failed: 1, puzzle.Done: 2}
	goal := ""
	var list byNeed
	for _, o := range offers {
		if o.ID == before {
			goal = o.Goal
			continue
		}
		list = append(list, need{o, groups[standing.Status(o.ID)], max(o.Rating-rating, rating-o.Rating)})
	}
	sort.Sort(list)
	n := 0
	for n < min(nearest, len(list)) && list[n].group == list[0].group {
		n++
	}
	var pool byNeed
	most := 0
	for _, x := range list[:n] {
		apart := novelty(x.Goal, goal)
		if apart > most {
			pool, most = nil, apart
		}
		if apart == most {
			pool = append(pool, x)
		}
	}
	if len(pool) == 0 {
		return ""
	}
	return pool[next(&random)%uint64(len(pool))].ID
}

// novelty says how far a goal differs from the one before: 2 for another kind, 1 for another
// goal of its kind, 0 for the same.
func novelty(goal, before string) int {
	kind, _, _ := strings.Cut(goal, " ")
	kindBefore, _, _ := strings.Cut(before, " ")
	switch {
	case before == "" || goal == before:
		return 0
	case kind == kindBefore:
		return 1
	}
	return 2
}

// need is a puzzle with what decides when it comes.
type need struct {
	Offer
	group, apart int
}

// byNeed sorts the puzzles that come first to the front.
type byNeed []need

func (s byNeed) Len() int      { return len(s) }
func (s byNeed) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s byNeed) Less(i, j int) bool {
	x, y := s[i], s[j]
	if x.group != y.group {
		return x.group < y.group
	}
	return x.apart < y.apart || x.apart == y.apart && x.ID < y.ID
}
