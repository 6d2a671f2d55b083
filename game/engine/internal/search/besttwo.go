package search

import "github.com/banchess/banchess/game/chess"

// BestTwo ranks the pairs of a node while they are searched. It keeps the best two: the value
// of the node is that of the second.
type BestTwo struct {
	Best, Second int        // values; Best may be a lower bound
	BestMove     chess.Move // 0 if not known
	SecondMove   chess.Move // 0 if not known

	f           *frame
	alpha, beta int
	bestIsBound bool

	// Searches of one pair with different windows may contradict each other. When
	// the best pair turns out not to be the best, the ranking starts over with a
	// full window for every pair.
	fullWindows bool
	tried       []chess.Move

	// search returns the value of a pair within a window, searched less deep by
	// some moves, and leaves its line in f.trial; ok is false when the search was
	// stopped and there is no value.
	search func(m chess.Move, low, high, reduction int) (v int, ok bool)
}

func newBestTwo(f *frame, alpha, beta int, search func(m chess.Move, low, high, reduction int) (int, bool)) BestTwo {
	return BestTwo{f: f, alpha: alpha, beta: beta, Best: -Infinite, Second: -Infinite, search: search}
}

// bestTwo returns an empty ranking of a node's pairs, for a search of the node to a depth.
func (s *Searcher) bestTwo(alpha, beta, depth, ply int) BestTwo {
	return newBestTwo(&s.frames[ply], alpha, beta, func(m chess.Move, low, high, reduction int) (int, bool) {
		v := s.searchPair(m, low, high, depth-1-reduction, ply)
		return v, !s.Stopped
	})
}

// Add searches one pair, first less deep by some moves, and ranks it. A stopped
// search leaves the ranking as it was.
func (t *BestTwo) Add(m chess.Move, reduction int) {
	t.tried = append(t.tried, m)
	if t.fullWindows {
		t.rankByFullWindow(m)
		return
	}
	if t.rank(m, reduction) {
		return
	}
	t.fullWindows = true
	t.Best, t.Second, t.BestMove, t.SecondMove, t.bestIsBound = -Infinite, -Infinite, 0, 0, false
	for _, m := range t.tried {
		if !t.rankByFullWindow(m) || t.Second >= t.beta {
			return
		}
	}
}

// rank ranks a pair with as few full windows as possible. It reports false when
// that contradicts an earlier search of the best pair.
func (t *BestTwo) rank(m chess.Move, reduction int) bool {
	if t.BestMove == 0 {
		if v, ok := t.search(m, t.alpha, t.beta, 0); ok {
			t.setBest(m, v, false)
		}
		return true
	}
	low := max(t.alpha, t.Second)
	v, ok := t.search(m, low, low+1, reduction)
	if ok && v > low && reduction > 0 {
		v, ok = t.search(m, low, low+1, 0)
	}
	if !ok {
		return true
	}
	if v <= low {
		t.reject(v)
		return true
	}
	if t.bestIsBound && t.Best < t.beta {
		// The best pair was only known to be good enough for the old second.
		if !t.resolveBest(low) {
			return true
		}
		if t.Best <= low {
			return false
		}
	}
	if t.Best <= low {
		// Nothing so far was good enough; this pair is the best.
		switch v, ok = t.search(m, low, t.beta, 0); {
		case !ok:
		case v <= low: // the wider search has seen more
			t.reject(v)
		default:
			t.Second = max(t.Second, t.Best)
			t.setBest(m, v, false)
		}
		return true
	}
	high := min(t.Best, t.beta)
	if v, ok = t.search(m, high-1, high, 0); !ok {
		return true
	}
	if v < high {
		if v, ok = t.search(m, low, high, 0); !ok {
			return true
		}
	}
	switch {
	case v <= low: // the wider search has seen more
		t.reject(v)
	case v >= high && v >= t.Best:
		// At least as good as the best: that one becomes the second.
		t.demoteBest()
		t.setBest(m, v, true)
	default:
		t.setSecond(m, v)
	}
	return true
}

// rankByFullWindow ranks a pair by one search with a full window. It reports false when
// the search was stopped.
func (t *BestTwo) rankByFullWindow(m chess.Move) bool {
	low := max(t.alpha, t.Second)
	v, ok := t.search(m, low, t.beta, 0)
	switch {
	case !ok:
	case v <= low:
		t.reject(v)
	case v > t.Best:
		t.demoteBest()
		t.setBest(m, v, false)
	default:
		t.setSecond(m, v)
	}
	return ok
}

// reject takes note of a pair that is not good enough to count.
func (t *BestTwo) reject(v int) {
	if v > t.Best {
		t.Second, t.Best = t.Best, v
	} else {
		t.Second = max(t.Second, v)
	}
}

// resolveBest finds the best pair's value when only a lower bound is known.
func (t *BestTwo) resolveBest(low int) bool {
	v, ok := t.search(t.BestMove, low, t.beta, 0)
	if ok {
		t.setBest(t.BestMove, v, false)
	}
	return ok
}

// Resolve searches the best pair for its value if Best is only a lower bound.
func (t *BestTwo) Resolve() {
	if t.bestIsBound {
		t.beta = Infinite
		t.resolveBest(max(t.alpha, t.Second))
	}
}

func (t *BestTwo) setSecond(m chess.Move, v int) {
	t.Second, t.SecondMove = v, m
	t.f.second.copyFrom(&t.f.trial)
}

func (t *BestTwo) demoteBest() {
	t.Second, t.SecondMove = t.Best, t.BestMove
	t.f.second.copyFrom(&t.f.best)
}

func (t *BestTwo) setBest(m chess.Move, v int, bound bool) {
	t.Best, t.BestMove, t.bestIsBound = v, m, bound || v >= t.beta
	t.f.best.copyFrom(&t.f.trial)
}

// Line returns the principal variation of the node: ban the best pair, play the second. It is
// empty if the second is not known. The next search overwrites it.
func (t *BestTwo) Line() []Turn {
	t.writeLine()
	return t.f.pv.slice()
}

// BestLine returns the line that begins with a move of the best pair. It is empty if the best
// is not known. The next search overwrites it.
func (t *BestTwo) BestLine() []Turn {
	if t.BestMove == 0 {
		return nil
	}
	return t.f.best.slice()
}

// writeLine makes the node's line: ban the best pair, play the second.
func (t *BestTwo) writeLine() {
	f := t.f
	f.pv.n = 0
	if t.SecondMove != 0 {
		f.pv.copyFrom(&f.second)
	}
	if f.pv.n > 0 {
		f.pv.turns[0].Ban = t.BestMove.Pair()
	}
}
