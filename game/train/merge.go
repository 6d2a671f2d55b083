package train

import (
	"cmp"
	"slices"
	"sort"

	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/review"
)

// Merge adds the record of another device. If the result would be larger than a record
// may be, it changes nothing, and the code of its error is CodeBadProgress.
func (p *Progress) Merge(other *Progress) error {
	_, err := p.merge(other, nil)
	return err
}

// merge also returns the games that are new or have changed, of which the fixed ones do not.
func (p *Progress) merge(other *Progress, fixed []string) (changed games, err error) {
	both := p.clone()
	both.before = later(both.before, other.before)
	for _, x := range other.puzzles {
		both.addPuzzle(x)
	}
	for _, x := range other.days {
		both.days.add(x)
	}
	for _, x := range other.storms {
		both.storms.add(x)
	}
	for _, n := range other.lessons {
		both.Complete(n)
	}
	both.Mistakes.Merge(&other.Mistakes)
	changed = both.games.merge(other.games, fixed)
	if err := both.check(); err != nil {
		return nil, err
	}
	*p = *both
	return changed, nil
}

// ahead is how many days a record of another device may be ahead: by its time zone, and a clock
// that is a little wrong.
const ahead = 2

// TakeIn adds the text of another device's record, at a Unix time in seconds. It changes
// nothing if Parse or Merge refuses the record, or if the record has a day more than two
// days ahead, or a game that cannot be read.
func (p *Progress) TakeIn(text string, now int64) error {
	_, err := p.takeIn(text, now, nil)
	return err
}

// takeIn also returns the games that are new or have changed, of which the fixed ones do not.
func (p *Progress) takeIn(text string, now int64, fixed []string) (changed games, err error) {
	other, err := Parse(text)
	if err != nil {
		return nil, err
	}
	if other.last() > DayOf(now)+ahead {
		return nil, bad("the record of progress has a day that has not come: the clock of that device or of this one is wrong")
	}
	if err := other.games.check(); err != nil {
		return nil, err
	}
	return p.merge(other, fixed)
}

// last returns the last day in the record.
func (p *Progress) last() int {
	last := 0
	add := func(answers []review.Answer) {
		for _, a := range answers {
			last = max(last, a.Day)
		}
	}
	for _, x := range p.puzzles {
		last = max(last, DayOf(x.At))
		add(x.Answers)
	}
	for _, list := range []dates{p.days, p.storms} {
		for _, x := range list {
			last = max(last, x.Day)
		}
	}
	for _, card := range p.Mistakes.Cards() {
		add(card.Answers)
	}
	return last
}

func (p *Progress) clone() *Progress {
	c := *p
	c.puzzles = make([]*Puzzle, len(p.puzzles))
	for i, x := range p.puzzles {
		c.puzzles[i] = x.clone()
	}
	c.days, c.storms, c.lessons, c.games = slices.Clone(p.days), slices.Clone(p.storms), slices.Clone(p.lessons), slices.Clone(p.games)
	c.Mistakes = review.State{}
	c.Mistakes.Merge(&p.Mistakes)
	return &c
}

func (p *Puzzle) clone() *Puzzle {
	c := *p
	c.Answers = slices.Clone(p.Answers)
	return &c
}

// later returns what came of more answers, and the longer row: of two ratings without their
// answers one can stay, since nothing says which puzzles they have in common.
func later(x, y Before) Before {
	if cmp.Or(cmp.Compare(x.Answered, y.Answered), cmp.Compare(x.Rating, y.Rating)) < 0 {
		x, y = y, x
	}
	x.Best = max(x.Best, y.Best)
	return x
}

// addPuzzle adds a puzzle, or what is new in it. Of two first answers the earlier one counts,
// of two on a day the lower grade. A hint is forgotten once there is an answer.
func (p *Progress) addPuzzle(x *Puzzle) {
	i, ok := p.find(x.ID)
	if !ok {
		p.puzzles = slices.Insert(p.puzzles, i, x.clone())
		return
	}
	old := p.puzzles[i]
	switch {
	case len(x.Answers) == 0:
		return
	case len(old.Answers) == 0:
		p.puzzles[i] = x.clone()
		return
	}
	if cmp.Or(cmp.Compare(x.At, old.At), cmp.Compare(x.Rating, old.Rating), cmp.Compare(x.Deviation, old.Deviation), cmp.Compare(x.First, old.First)) < 0 {
		old.At, old.Strength, old.First = x.At, x.Strength, x.First
	}
	for _, a := range x.Answers {
		at := sort.Search(len(old.Answers), func(i int) bool { return old.Answers[i].Day >= a.Day })
		if at < len(old.Answers) && old.Answers[at].Day == a.Day {
			old.Answers[at].Grade = min(old.Answers[at].Grade, a.Grade)
		} else {
			old.Answers = slices.Insert(old.Answers, at, a)
		}
	}
}

// addMark adds the mark of a day, of which the best counts.
func (p *Progress) addMark(m Mark) { p.days.add(dated{m.Day, int(m.Grade)}) }

// addStorm adds the score of a day, of which the best counts.
func (p *Progress) addStorm(s Best) { p.storms.add(dated(s)) }

// dates are values of days, in the order of the days.
type dates []dated

type dated struct{ Day, Score int }

// add adds a value, unless there is a larger one of its day.
func (d *dates) add(x dated) {
	i := sort.Search(len(*d), func(i int) bool { return (*d)[i].Day >= x.Day })
	if i < len(*d) && (*d)[i].Day == x.Day {
		(*d)[i].Score = max((*d)[i].Score, x.Score)
	} else {
		*d = slices.Insert(*d, i, x)
	}
}

// check reports what a record may not hold.
func (p *Progress) check() error {
	answers := 0
	for _, x := range p.puzzles {
		answers += len(x.Answers)
	}
	cards := len(p.Mistakes.Cards())
	var w jsontext.Writer
	p.games.write(&w)
	if p.games.areMany() {
		return bad("a game in the record of progress has too many versions")
	}
	if len(p.games) > maxGames || len(w.Text()) > maxGameText {
		return bad("there are too many games in the record of progress")
	}
	if len(p.puzzles) > maxPuzzles || answers > maxAnswers || len(p.days) > maxDays || len(p.storms) > maxDays || cards > maxCards {
		return bad("there is too much in the record of progress")
	}
	return nil
}
