package train

import "github.com/banchess/banchess/game/review"

// A Mark says how the puzzle of a day was answered on that day: review.Again if it was
// not solved, Hard if it was solved with help or after a wrong answer, Good if it was
// solved at once.
type Mark struct {
	Day   int
	Grade review.Grade
}

// Streak is a row of days that count.
type Streak struct {
	Now      int  // days up to today, 0 if the row has ended
	Best     int  // the longest ever
	IsDone   bool // today counts already
	HasGrace bool // tomorrow could be missed, if today is not
}

// graceDays is in how many days one may be missed.
const graceDays = 7

// Streak returns the streak as it was on a day. It ignores everything that came later.
func (p *Progress) Streak(today int) Streak {
	var s Streak
	last, missed := 0, 0 // the last day that counts; the last that was missed
	count := 0
	goOn := func(day int) bool { // whether the row goes on to a day
		switch day - last {
		case 1:
			return true
		case 2:
			return missed == 0 || last+1-missed >= graceDays
		}
		return false
	}
	for _, m := range p.days {
		if m.Score < int(review.Hard) || m.Day > today {
			continue
		}
		switch {
		case count == 0 || !goOn(m.Day):
			count, missed = 0, 0
		case m.Day-last == 2:
			missed = last + 1
		}
		count++
		last = m.Day
		s.Best = max(s.Best, count)
	}
	switch {
	case count == 0:
	case last == today:
		s.Now, s.IsDone = count, true
	case goOn(today):
		s.Now = count
		if today-last == 2 {
			missed = last + 1
		}
	}
	s.HasGrace = s.Now > 0 && (missed == 0 || today+1-missed >= graceDays)
	return s
}
