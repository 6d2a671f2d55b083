package engine

import "github.com/banchess/banchess/game/bitboard"

// openNode searches a node of the principal variation. Only the second-best
// pair needs an exact value there. Of the best one, which is banned, it is
// enough to know that it is no worse, and of the others that they are no better:
// one open window and many closed ones, as in plain principal-variation search.
//
// The table's next move is therefore tried before its first move. When a third
// pair turns out better than the second, the value of the best pair does matter
// and is found out then.
func (s *search) openNode(f *frame, n, alpha, beta, depth, ply int) result {
	for i := range n {
		if f.order[i] == orderNext {
			f.order[i] = orderFirst + 1
		}
	}
	d := newDuel(f, alpha, beta, func(m bitboard.Move, low, high, less int) (int, bool) {
		v := s.pair(m, low, high, depth-1-less, ply)
		return v, !s.stopped
	})
	for i := range n {
		m := f.pick(i, n)
		less := 0
		if depth >= 3 && i >= 4 && f.order[i] < orderKiller-killers && !f.inCheck {
			less = max(0, min(int(reductions[min(depth, 63)][min(i, 63)])-1, depth-2))
		}
		if d.try(m, less); s.stopped || d.second >= beta {
			break
		}
	}
	r := result{value: d.second, first: d.topMove, next: d.secondMove}
	if !s.stopped && d.second >= beta {
		s.refutation = [2]bitboard.Move{r.first, r.next}
		s.reward(f, f.list.Slice()[:n], 0)
	}
	if d.second > alpha {
		d.writeLine()
	} else {
		r.next = 0
		if d.top <= alpha {
			r.first = 0
		}
	}
	return r
}

// duel keeps the best two pairs of a node while its pairs are tried.
type duel struct {
	f           *frame
	alpha, beta int
	top, second int // values; top may be a lower bound
	topIsBound  bool
	topMove     bitboard.Move
	secondMove  bitboard.Move

	// Searches of one pair with different windows may contradict each other. When
	// the best pair turns out not to be, the duel starts over and is plain: every
	// pair is searched with an open window.
	plain bool
	tried []bitboard.Move

	// search returns the value of a pair within a window, searched less deep by
	// some moves, and leaves its line in f.trial; ok is false when the search was
	// stopped and there is no value.
	search func(m bitboard.Move, low, high, less int) (v int, ok bool)
}

func newDuel(f *frame, alpha, beta int, search func(m bitboard.Move, low, high, less int) (int, bool)) duel {
	return duel{f: f, alpha: alpha, beta: beta, top: -infinite, second: -infinite, search: search}
}

// try searches one pair, first less deep by some moves, and ranks it. A stopped
// search leaves the ranking as it was.
func (d *duel) try(m bitboard.Move, less int) {
	d.tried = append(d.tried, m)
	if d.plain {
		d.insert(m)
		return
	}
	if d.place(m, less) {
		return
	}
	d.plain = true
	d.top, d.second, d.topMove, d.secondMove, d.topIsBound = -infinite, -infinite, 0, 0, false
	for _, m := range d.tried {
		if !d.insert(m) || d.second >= d.beta {
			return
		}
	}
}

// place ranks a pair with as few open windows as possible. It reports false when
// the best pair has lost its place by that.
func (d *duel) place(m bitboard.Move, less int) bool {
	if d.topMove == 0 {
		if v, ok := d.search(m, d.alpha, d.beta, 0); ok {
			d.setTop(m, v, false)
		}
		return true
	}
	low := max(d.alpha, d.second)
	v, ok := d.search(m, low, low+1, less)
	if ok && v > low && less > 0 {
		v, ok = d.search(m, low, low+1, 0)
	}
	if !ok {
		return true
	}
	if v <= low {
		d.below(v)
		return true
	}
	if d.topIsBound && d.top < d.beta {
		// The best pair was only known to be good enough for the old second.
		if !d.weighTop(low) {
			return true
		}
		if d.top <= low {
			return false
		}
	}
	if d.top <= low {
		// Nothing so far was good enough; this pair is the best.
		switch v, ok = d.search(m, low, d.beta, 0); {
		case !ok:
		case v <= low: // the open search has seen more
			d.below(v)
		default:
			d.second = max(d.second, d.top)
			d.setTop(m, v, false)
		}
		return true
	}
	high := min(d.top, d.beta)
	if v, ok = d.search(m, high-1, high, 0); !ok {
		return true
	}
	if v < high {
		if v, ok = d.search(m, low, high, 0); !ok {
			return true
		}
	}
	switch {
	case v <= low: // the open search has seen more
		d.below(v)
	case v >= high && v >= d.top:
		// At least as good as the best: that one becomes the second.
		d.demoteTop()
		d.setTop(m, v, true)
	default:
		d.setSecond(m, v)
	}
	return true
}

// insert ranks a pair by one search with an open window. It reports false when
// the search was stopped.
func (d *duel) insert(m bitboard.Move) bool {
	low := max(d.alpha, d.second)
	v, ok := d.search(m, low, d.beta, 0)
	switch {
	case !ok:
	case v <= low:
		d.below(v)
	case v > d.top:
		d.demoteTop()
		d.setTop(m, v, false)
	default:
		d.setSecond(m, v)
	}
	return ok
}

// below takes note of a pair that is not good enough to count.
func (d *duel) below(v int) {
	if v > d.top {
		d.second, d.top = d.top, v
	} else {
		d.second = max(d.second, v)
	}
}

// weighTop finds the best pair's value when only a lower bound is known.
func (d *duel) weighTop(low int) bool {
	v, ok := d.search(d.topMove, low, d.beta, 0)
	if ok {
		d.setTop(d.topMove, v, false)
	}
	return ok
}

func (d *duel) setSecond(m bitboard.Move, v int) {
	d.second, d.secondMove = v, m
	d.f.second.copyFrom(&d.f.trial)
}

func (d *duel) demoteTop() {
	d.second, d.secondMove = d.top, d.topMove
	d.f.second.copyFrom(&d.f.top)
}

func (d *duel) setTop(m bitboard.Move, v int, bound bool) {
	d.top, d.topMove, d.topIsBound = v, m, bound || v >= d.beta
	d.f.top.copyFrom(&d.f.trial)
}

// writeLine makes the node's line: ban the best pair, play the second.
func (d *duel) writeLine() {
	f := d.f
	f.best.n = 0
	if d.secondMove != 0 {
		f.best.copyFrom(&f.second)
	}
	if f.best.n > 0 {
		f.best.steps[0].ban = d.topMove.Pair()
	}
}
