package engine

import "time"

// A Bound says that the true value may lie to one side of a score.
type Bound int8

const (
	AtMost  Bound = -1 // the true value is the score or less
	AtLeast Bound = 1  // the true value is the score or more
)

// A bound is told at once when it is a pawn or more away from the last iteration's
// score, and otherwise from some seconds on.
const (
	boundNews  = 100 // centipawns
	boundAfter = 3 * time.Second
)

// reportBound tells that the root's value for the mover is at least or at most so much,
// with the line that shows it.
func (r *run) reportBound(depth, value int, bound Bound, l *line) {
	if r.tellBound == nil || r.limits.Lines > 1 || r.allowed != nil && r.banPly || r.stopped {
		return
	}
	if abs(value-r.value) < boundNews && r.now().Sub(r.begun) < boundAfter {
		return
	}
	if r.banPly {
		bound = -bound
	}
	i := r.info(depth, value, l)
	i.Bound = bound
	r.tellBound(i)
}
