package engine

import (
	"context"
	"math"
	"time"

	"github.com/banchess/banchess/game/bitboard"
)

// maxPly bounds the moves from the root to any node.
const maxPly = 96

// search is one run of the tree search.
type search struct {
	board   *bitboard.Board
	table   *table
	eval    evaluator
	history [2][4096]int16
	frames  [maxPly + 8]frame

	refutation [2]bitboard.Move // of the node that has just failed high

	nodes    uint64
	maxNodes uint64
	selDepth int
	stopped  bool

	iteration int // depth of the iteration under way

	ctx       context.Context
	yield     func()
	now       func() time.Time
	onLook    func() // may set the deadline
	lastYield time.Time
	deadline  time.Time // zero: none
}

// reductions holds how many moves of depth a late pair loses, by depth and
// place.
var reductions = func() (r [64][64]int8) {
	for d := 1; d < 64; d++ {
		for i := 1; i < 64; i++ {
			r[d][i] = int8(0.5 + math.Log(float64(d))*math.Log(float64(i))/2.2)
		}
	}
	return r
}()

// checkInterval is the number of nodes between looks at the clock; yieldAfter
// how long a worker's event loop waits at most.
const (
	checkInterval = 512
	yieldAfter    = 4 * time.Millisecond
)

// enter counts a node and reports whether the search has to stop.
func (s *search) enter() bool {
	s.nodes++
	if s.nodes%checkInterval == 0 {
		s.look()
	}
	if s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// look gives others their turn and looks at the clock.
func (s *search) look() {
	if s.onLook != nil {
		s.onLook()
	}
	now := s.now()
	if s.yield != nil && now.Sub(s.lastYield) >= yieldAfter {
		s.yield()
		now = s.now()
		s.lastYield = now
	}
	if s.ctx.Err() != nil || !s.deadline.IsZero() && !now.Before(s.deadline) && !s.atStart() {
		s.stopped = true
	}
}

// atStart reports whether the search has hardly begun. The clock does not stop it
// there: after a stall that has eaten all its time, a glance at what the table
// still knows, above all a mate, is worth the few milliseconds.
func (s *search) atStart() bool { return s.iteration == 1 && s.nodes < 8*checkInterval }

// ended values a position in which the game is over as it stands after a move,
// before any ban; ok is false when it is not. Checkmate goes before any draw.
func (s *search) ended(ply int, inCheck bool) (value int, ok bool) {
	b := s.board
	if b.Halfmove() >= 100 || b.InsufficientMaterial() || b.Repeats(ply) {
		if inCheck {
			if _, pairs := b.Count(); pairs == 0 {
				return ply - mateValue, true
			}
		}
		return 0, true
	}
	return 0, false
}

// stuck values a ban node whose mover has fewer than two pairs: the ban leaves
// nothing, so the mover is mated or stalemated. It notes that ban as the line.
func (f *frame) stuck(pairs, ply int) int {
	f.best.n = 0
	if pairs == 1 {
		f.best.n = 1
		f.best.steps[0] = step{ban: f.list.Slice()[0].Pair()}
	}
	if f.inCheck {
		return ply - mateValue
	}
	return 0
}

// pair returns the value of a pair, searched to a depth after the move: that of
// its move or, for a promotion, of the best piece. The line is in f.trial.
func (s *search) pair(m bitboard.Move, alpha, beta, depth, ply int) int {
	f := &s.frames[ply]
	best := s.after(m, alpha, beta, depth, ply)
	f.trial.set(step{move: m}, &s.frames[ply+1].best)
	if m.Promotion() != bitboard.Queen {
		return best
	}
	for _, t := range [...]bitboard.Type{bitboard.Knight, bitboard.Rook, bitboard.Bishop} {
		if best >= beta || s.stopped {
			break
		}
		under := bitboard.NewMove(m.From(), m.To(), t)
		if v := s.after(under, max(alpha, best), beta, depth, ply); v > best {
			best = v
			f.trial.set(step{move: under}, &s.frames[ply+1].best)
		}
	}
	return best
}

// after plays a move and returns the value it leads to, for the mover.
func (s *search) after(m bitboard.Move, alpha, beta, depth, ply int) int {
	s.frames[ply].move = m
	s.board.Move(m)
	child := &s.frames[ply+1]
	child.inCheck = s.board.InCheck()
	if child.inCheck && ply < 2*s.iteration {
		depth++
	}
	v := -s.node(-beta, -alpha, depth, ply+1)
	s.board.Undo()
	return v
}

// node returns the value of a ban node to its mover: the second-highest value of
// its pairs, because the ban takes the best one away. Values up to alpha are
// upper bounds, from beta on lower bounds.
//
// The frame's inCheck has been set by the caller.
func (s *search) node(alpha, beta, depth, ply int) int {
	f := &s.frames[ply]
	f.best.n = 0
	if depth <= 0 || ply >= maxPly {
		return s.quiet(alpha, beta, ply)
	}
	if s.enter() {
		return 0
	}
	s.selDepth = max(s.selDepth, ply)
	b := s.board
	if v, ok := s.ended(ply, f.inCheck); ok {
		return v
	}
	open := beta-alpha > 1
	alpha, beta = max(alpha, ply-mateValue), min(beta, mateValue-ply-1)
	if alpha >= beta {
		return alpha
	}

	var first, next bitboard.Move
	key := b.Hash()
	hit, found := s.table.probe(key)
	if found {
		first, next = hit.first, hit.next
		if v, ok := s.known(&hit, alpha, beta, depth, ply); ok && !open || open && int(hit.depth) >= depth && s.promised(&hit, v) {
			return v
		}
	}

	n := s.listPairs(f)
	if n < 2 {
		return f.stuck(n, ply)
	}

	switch {
	case f.inCheck:
		f.eval = -infinite
	case found:
		f.eval = int(hit.eval)
	default:
		f.eval = s.eval.evaluate(b)
	}
	improving := !f.inCheck && ply >= 2 && f.eval > s.frames[ply-2].eval

	if !open && !f.inCheck && abs(beta) < mateBound {
		if v, ok := s.cutEarly(f, beta, depth, ply, improving); ok {
			return v
		}
	}
	if first == 0 && depth >= 4 {
		depth--
	}
	s.rate(f, n, first, next)
	var r result
	if open {
		r = s.openNode(f, n, alpha, beta, depth, ply)
	} else {
		r = s.closedNode(f, n, beta, depth, ply, improving)
	}
	if s.stopped {
		return 0
	}
	bound := boundExact
	switch {
	case r.value >= beta:
		bound = boundLower
	case r.value <= alpha:
		bound = boundUpper
	}
	s.table.store(key, r.first, r.next, r.value, f.eval, depth, bound, ply)
	return r.value
}

// known reports whether an entry settles a window. That a side mates in so many
// moves, or faster, holds at any depth, since mates are never guessed; everything
// else holds at its depth. Near the end of the fifty moves nothing does.
func (s *search) known(hit *entry, alpha, beta, depth, ply int) (int, bool) {
	v := fromTable(int(hit.score), ply)
	bound := hit.mark & 3
	deep := int(hit.depth) >= depth
	switch {
	case !s.inTime(hit):
		return v, false
	case v >= beta && bound != boundUpper:
		return v, deep || v > mateBound
	case v <= alpha && bound != boundLower:
		return v, deep || v < -mateBound
	}
	return v, deep && bound == boundExact
}

// promised reports whether an entry's value is a mate in at most so many moves.
// An open window takes it until the search is deeper and may find a shorter one.
func (s *search) promised(hit *entry, v int) bool {
	bound := hit.mark & 3
	return s.inTime(hit) && (v > mateBound && bound != boundUpper || v < -mateBound && bound != boundLower)
}

// inTime reports whether what the table says can still come true before the
// fifty-move rule draws: a mate when it stands earlier, by moves that are no
// captures and move no pawn; anything else when the rule is out of sight.
func (s *search) inTime(hit *entry) bool {
	if v := abs(int(hit.score)); v > mateBound {
		return s.board.Halfmove()+mateValue-v < 100
	}
	return s.board.Halfmove() < 90
}

// result is a node's value with the best pair, which is banned, and the one that
// is played; either may be unknown.
type result struct {
	value       int
	first, next bitboard.Move
}

// cutEarly tries to show that a quiet node is at least beta without looking at
// its moves: because its evaluation is far above, or because even a pass keeps
// it there. Neither ever claims a mate.
func (s *search) cutEarly(f *frame, beta, depth, ply int, improving bool) (int, bool) {
	b := s.board
	margin := 90 * depth
	if improving {
		margin -= 60
	}
	if depth <= 6 && f.eval-margin >= beta {
		return f.eval, true
	}
	us := b.Mover()
	pieces := b.Pieces(us, bitboard.NoType) &^ b.Pieces(us, bitboard.Pawn) &^ b.Pieces(us, bitboard.King)
	if depth < 3 || f.eval < beta || pieces == 0 || s.frames[ply-1].move == 0 {
		return 0, false
	}
	f.move = 0
	b.Pass()
	s.frames[ply+1].inCheck = false
	v := -s.node(-beta, 1-beta, depth-3-depth/4, ply+1)
	b.Undo()
	if s.stopped || v < beta {
		return 0, false
	}
	return min(v, mateBound-1), true
}

// closedNode searches a node whose window is closed: it fails high as soon as
// two pairs reach beta.
func (s *search) closedNode(f *frame, n, beta, depth, ply int, improving bool) result {
	b := s.board
	r := result{value: -infinite}
	top := -infinite
	hits := 0
	var checks checks
	if depth <= 8 {
		checks = newChecks(b)
	}
	for i := range n {
		m := f.pick(i, n)
		quiet := f.order[i] < orderCapture && !noisy(b, m)
		gives := checks.gives(b, m)
		if r.value > -mateBound && !f.inCheck && !gives {
			if quiet {
				limit := 4 + depth*depth
				if !improving {
					limit = 3 + depth*depth/2
				}
				if depth <= 5 && i >= limit || depth <= 5 && f.eval+120+110*depth < beta && f.order[i] < orderKiller-killers {
					continue
				}
			} else if depth <= 4 && int(f.order[i]) < -60*depth {
				continue
			}
		}
		less := 0
		if depth >= 3 && i >= 3 && f.order[i] < orderKiller-killers {
			less = int(reductions[min(depth, 63)][min(i, 63)])
			if !improving {
				less++
			}
			if gives {
				less--
			}
			less -= int(f.order[i]) / 8000
			less = max(0, min(less, depth-2))
		}
		v := s.pair(m, beta-1, beta, depth-1-less, ply)
		if less > 0 && v >= beta && !s.stopped {
			v = s.pair(m, beta-1, beta, depth-1, ply)
		}
		if s.stopped {
			return r
		}
		if v > top {
			r.value, top = top, v
			if v >= beta {
				r.first, r.next = m, r.first
			}
		} else if v > r.value {
			r.value = v
			if v >= beta {
				r.next = m
			}
		}
		if v >= beta {
			s.refutation[hits] = m
			if hits++; hits == 2 {
				s.refutation = [2]bitboard.Move{r.first, r.next}
				s.reward(f, f.list.Slice()[:i+1], depth)
				break
			}
		}
	}
	return r
}

func abs(n int) int { return max(n, -n) }
