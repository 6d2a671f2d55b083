package engine

import (
	"context"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine/internal/search"
)

// budget is how long a search may take: it starts no new iteration after soft, which
// its trend stretches or shortens, and stops at hard. Zero durations set no limit.
type budget struct{ soft, hard time.Duration }

// budget divides the time of the player to act, for a ban or a move.
func (l *Limits) budget(active game.Player, isBan bool, overhead time.Duration) budget {
	if l.MoveTime != 0 {
		return budget{hard: max(time.Millisecond, l.MoveTime-overhead)}
	}
	left := l.Time[active.Index()]
	if left == 0 {
		return budget{}
	}
	// A turn is two actions: one's move and the ban that follows it. Half of all games
	// are over in 39 turns (web/docs/known.md); a few less leave more time for the first ones.
	turns := 35
	if l.MovesToGo > 0 {
		turns = min(turns, l.MovesToGo+1)
	}
	usable := max(time.Millisecond, left-overhead)
	// An increment comes once a turn, less what answers lose.
	turn := usable/time.Duration(turns) + l.Increment[active.Index()]*4/5
	// The search of a move leaves in the table most of what the ban after it needs.
	share := turn * 7 / 10
	if isBan {
		share = turn - share
	}
	hard := min(4*share, usable/4)
	// An iteration takes longer than all before it together: one begun after six tenths
	// of the share takes more than the share.
	return budget{soft: min(share*6/10, hard), hard: max(time.Millisecond, hard)}
}

// trend is how the best action and its score changed from one iteration to the next.
type trend struct {
	begun bool // an iteration was added
	best  game.Action
	score int // the active player's
	same  int // iterations in a row that had the same best action as the one before
}

// add counts an iteration and returns which part of the soft time the search is to have,
// from 75 to 250 percent: more after a fall of the score, for something better may be
// found, and after a change of the best action, as the first iteration is one; less when
// it has long been the same.
func (t *trend) add(best game.Action, score int) (percent int) {
	percent = 100
	if t.begun {
		percent += 2 * min(max(t.score-score, 0), 60)
	}
	if t.same++; best != t.best {
		t.same = 0
	}
	switch {
	case t.same == 0:
		percent += 30
	case t.same >= 4:
		percent -= 25
	}
	t.begun, t.best, t.score = true, best, score
	return percent
}

// clock holds the times of a run, and the context that may end it.
type clock struct {
	ctx       context.Context
	yield     func()
	lastYield time.Time
	now       func() time.Time
	begun     time.Time
	start     time.Time // of the budget: later than begun when it pondered
	deadline  time.Time // zero: none
	budget    budget
	trend     trend
}

// yieldAfter is how long a worker's event loop waits at most.
const yieldAfter = 4 * time.Millisecond

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

// checkTime yields, and stops the search when its time is over, its context has ended, or all
// threads together have visited enough nodes. It is the Poll of the search.
func (r *run) checkTime() {
	r.counted.Store(r.Nodes)
	r.pondering()
	if r.MaxNodes > 0 && r.total() >= r.MaxNodes {
		r.Stopped = true
	}
	now := r.now()
	if now.Sub(r.lastYield) >= yieldAfter {
		r.yield()
		now = r.now()
		r.lastYield = now
	}
	if r.ctx.Err() != nil || !r.deadline.IsZero() && !now.Before(r.deadline) && !r.atStart() {
		r.Stopped = true
	}
}

// atStart reports whether the search has hardly begun. The clock does not stop it
// there: a few milliseconds, even when all time is used up, show what the table
// still knows, above all a mate.
func (r *run) atStart() bool { return r.Iteration == 1 && r.Nodes < 8*search.PollInterval }

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
	score := r.value
	if r.banPly {
		score = -score
	}
	percent := r.trend.add(r.best(), score)
	r.checkTime()
	if r.Stopped {
		return true
	}
	if r.pondering() || r.budget.hard == 0 {
		return false
	}
	soft := min(r.budget.soft*time.Duration(percent)/100, r.budget.hard)
	if soft > 0 && r.now().Sub(r.start) >= soft {
		return true
	}
	if len(r.choices) == 1 {
		return true
	}
	// A mate found is forced but may not be the shortest yet.
	return abs(r.value) > search.MateBound && 3*(search.MateValue-abs(r.value))+6 < depth
}
