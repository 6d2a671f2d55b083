package engine

import (
	"time"

	"github.com/banchess/banchess/game"
)

// budget is how long a search may take: it starts no new iteration after soft
// and stops at hard. Zero durations set no limit.
type budget struct{ soft, hard time.Duration }

// budget divides the time of the player to act.
func (l *Limits) budget(active game.Player, overhead time.Duration) budget {
	if l.MoveTime != 0 {
		return budget{hard: max(time.Millisecond, l.MoveTime-overhead)}
	}
	left := l.Time[active.Index()]
	if left == 0 {
		return budget{}
	}
	// A turn is two actions: one's move and the ban that follows it.
	turns := 35
	if l.MovesToGo > 0 {
		turns = min(turns, l.MovesToGo+1)
	}
	usable := max(time.Millisecond, left-overhead)
	share := usable/time.Duration(2*turns) + l.Increment[active.Index()]*2/5
	hard := min(4*share, usable/4)
	return budget{soft: min(share*6/10, hard), hard: max(time.Millisecond, hard)}
}

// startClock begins to count the time of the budget.
func (r *run) startClock() {
	r.start = r.now()
	r.setDeadline()
}

func (r *run) setDeadline() {
	if r.budget.hard > 0 {
		r.deadline = r.start.Add(r.budget.hard)
	}
}

// pondering reports whether the opponent is still to act. It is asked within
// iterations too, so that the clock starts when it should.
func (r *run) pondering() bool {
	if r.limits.Ponder == nil {
		return false
	}
	select {
	case <-r.limits.Ponder:
		r.limits.Ponder = nil
		r.startClock()
		return false
	default:
		return true
	}
}

// enough reports whether the result of an iteration makes another one
// pointless, or too late, for a search on a clock.
func (r *run) enough(depth int) bool {
	r.checkTime()
	if r.stopped {
		return true
	}
	if r.pondering() || r.budget.hard == 0 {
		return false
	}
	if r.budget.soft > 0 && r.now().Sub(r.start) >= r.budget.soft {
		return true
	}
	if len(r.choices) == 1 {
		return true
	}
	// A mate found is forced but may not be the shortest yet.
	return abs(r.value) > mateBound && 3*(mateValue-abs(r.value))+6 < depth
}
