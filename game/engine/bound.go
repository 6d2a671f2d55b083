package engine

import "time"

// A Bound says on which side of a score the value of the line's first action lies, by this
// search. Another action may be better, and a deeper search may find another value.
type Bound int8

const (
	AtMost  Bound = -1 // the value is the score or less
	AtLeast Bound = 1  // the value is the score or more
)

// A bound is told at once when it is a pawn or more away from the last iteration's
// score, and otherwise from some seconds on.
const (
	boundNews  = 100 // centipawns
	boundAfter = 3 * time.Second
)

// reportBound tells that the value of a line for the mover is at least or at most so much.
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
