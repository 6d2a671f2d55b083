package engine

import "github.com/banchess/banchess/game/chess"

// bestTwo keeps the best two pairs of a node while its pairs are searched.
type bestTwo struct {
	f            *frame
	alpha, beta  int
	best, second int // values; best may be a lower bound
	bestIsBound  bool
	bestMove     chess.Move
	secondMove   chess.Move

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

func newBestTwo(f *frame, alpha, beta int, search func(m chess.Move, low, high, reduction int) (int, bool)) bestTwo {
	return bestTwo{f: f, alpha: alpha, beta: beta, best: -infinite, second: -infinite, search: search}
}

// add searches one pair, first less deep by some moves, and ranks it. A stopped
// search leaves the ranking as it was.
func (t *bestTwo) add(m chess.Move, reduction int) {
	t.tried = append(t.tried, m)
	if t.fullWindows {
		t.rankByFullWindow(m)
		return
	}
	if t.rank(m, reduction) {
		return
	}
	t.fullWindows = true
	t.best, t.second, t.bestMove, t.secondMove, t.bestIsBound = -infinite, -infinite, 0, 0, false
	for _, m := range t.tried {
		if !t.rankByFullWindow(m) || t.second >= t.beta {
			return
		}
	}
}

// rank ranks a pair with as few full windows as possible. It reports false when
// that contradicts an earlier search of the best pair.
func (t *bestTwo) rank(m chess.Move, reduction int) bool {
	if t.bestMove == 0 {
		if v, ok := t.search(m, t.alpha, t.beta, 0); ok {
			t.setBest(m, v, false)
		}
		return true
	}
	low := max(t.alpha, t.second)
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
	if t.bestIsBound && t.best < t.beta {
		// The best pair was only known to be good enough for the old second.
		if !t.resolveBest(low) {
			return true
		}
		if t.best <= low {
			return false
		}
	}
	if t.best <= low {
		// Nothing so far was good enough; this pair is the best.
		switch v, ok = t.search(m, low, t.beta, 0); {
		case !ok:
		case v <= low: // the wider search has seen more
			t.reject(v)
		default:
			t.second = max(t.second, t.best)
			t.setBest(m, v, false)
		}
		return true
	}
	high := min(t.best, t.beta)
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
	case v >= high && v >= t.best:
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
func (t *bestTwo) rankByFullWindow(m chess.Move) bool {
	low := max(t.alpha, t.second)
	v, ok := t.search(m, low, t.beta, 0)
	switch {
	case !ok:
	case v <= low:
		t.reject(v)
	case v > t.best:
		t.demoteBest()
		t.setBest(m, v, false)
	default:
		t.setSecond(m, v)
	}
	return ok
}

// reject takes note of a pair that is not good enough to count.
func (t *bestTwo) reject(v int) {
	if v > t.best {
		t.second, t.best = t.best, v
	} else {
		t.second = max(t.second, v)
	}
}

// resolveBest finds the best pair's value when only a lower bound is known.
func (t *bestTwo) resolveBest(low int) bool {
	v, ok := t.search(t.bestMove, low, t.beta, 0)
	if ok {
		t.setBest(t.bestMove, v, false)
	}
	return ok
}

// Resolve searches the best pair for its value if only a lower bound is known.
func (t *bestTwo) resolve() {
	if t.bestIsBound {
		t.beta = infinite
		t.resolveBest(max(t.alpha, t.second))
	}
}

func (t *bestTwo) setSecond(m chess.Move, v int) {
	t.second, t.secondMove = v, m
	t.f.second.copyFrom(&t.f.trial)
}

func (t *bestTwo) demoteBest() {
	t.second, t.secondMove = t.best, t.bestMove
	t.f.second.copyFrom(&t.f.best)
}

func (t *bestTwo) setBest(m chess.Move, v int, bound bool) {
	t.best, t.bestMove, t.bestIsBound = v, m, bound || v >= t.beta
	t.f.best.copyFrom(&t.f.trial)
}

// Line returns the line of the second value: the best pair is banned, the second is played. It
// is empty if the second pair is not known.
func (t *bestTwo) line() []turn {
	t.writeLine()
	return t.f.pv.slice()
}

// BestLine returns the line that begins with the best pair's move, or an empty one if the best
// pair is not known.
func (t *bestTwo) bestLine() []turn {
	if t.bestMove == 0 {
		return nil
	}
	return t.f.best.slice()
}

// writeLine makes Line the line of the node.
func (t *bestTwo) writeLine() {
	f := t.f
	f.pv.n = 0
	if t.secondMove != 0 {
		f.pv.copyFrom(&f.second)
	}
	if f.pv.n > 0 {
		f.pv.turns[0].ban = t.bestMove.Pair()
	}
}
