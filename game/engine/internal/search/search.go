package search

import (
	"math"

	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// maxPly bounds the moves from the root to any node.
const maxPly = 96

// reductions holds late move reductions: how many moves of depth a pair loses, by
// depth and place in the order.
var reductions = func() (r [64][64]int8) {
	for d := 1; d < 64; d++ {
		for i := 1; i < 64; i++ {
			r[d][i] = int8(1.1 + math.Log(float64(d))*math.Log(float64(i))/1.7)
		}
	}
	return r
}()

// terminal values a position in which the game is over as it stands after a move,
// before any ban; ok is false when it is not. Checkmate goes before any draw.
func (s *Searcher) terminal(f *frame, ply int) (value int, ok bool) {
	p := &f.position
	if p.Halfmove() >= 100 || p.InsufficientMaterial() || s.repeats(ply) {
		if f.inCheck {
			if _, pairs := p.Count(); pairs == 0 {
				return ply - MateValue, true
			}
		}
		return 0, true
	}
	return 0, false
}

// repeats reports whether the position counts as drawn by repetition: it occurred
// before in the line that is searched, or twice in all.
func (s *Searcher) repeats(ply int) bool {
	f := &s.frames[ply]
	if f.reversible < 4 {
		return false
	}
	key, twice := f.position.Key(), false
	for back := 2; back <= f.reversible; back += 2 {
		at := ply - back
		if at >= 0 && s.frames[at].position.Key() == key {
			return true
		}
		if at < 0 && s.root.Earlier[len(s.root.Earlier)+at] == key {
			if twice {
				return true
			}
			twice = true
		}
	}
	return false
}

// mateOrStalemate values a ban node whose mover has fewer than two pairs: the ban
// leaves nothing. It notes that ban as the line.
func (f *frame) mateOrStalemate(pairs, ply int) int {
	f.pv.n = 0
	if pairs == 1 {
		f.pv.n = 1
		f.pv.turns[0] = Turn{Ban: f.list.Slice()[0].Pair()}
	}
	if f.inCheck {
		return ply - MateValue
	}
	return 0
}

// searchPair returns the value of a pair, searched to a depth after the move: that
// of its move or, for a promotion, of the best piece. The line is in f.trial.
func (s *Searcher) searchPair(m chess.Move, alpha, beta, depth, ply int) int {
	f := &s.frames[ply]
	best := s.searchMove(m, alpha, beta, depth, ply)
	f.trial.set(Turn{Move: m}, &s.frames[ply+1].pv)
	if m.Promotion() != chess.Queen {
		return best
	}
	for _, t := range [...]chess.Role{chess.Knight, chess.Rook, chess.Bishop} {
		if best >= beta || s.Stopped {
			break
		}
		under := m.Pair().Promoting(t)
		if v := s.searchMove(under, max(alpha, best), beta, depth, ply); v > best {
			best = v
			f.trial.set(Turn{Move: under}, &s.frames[ply+1].pv)
		}
	}
	return best
}

// searchMove plays a move and returns the value it leads to, for the mover. A move
// that gives check is searched a move deeper (check extension).
func (s *Searcher) searchMove(m chess.Move, alpha, beta, depth, ply int) int {
	f, child := &s.frames[ply], &s.frames[ply+1]
	f.move, f.landed = m, landingOf(f.position.At(m.From()), m)
	child.position = f.position
	child.position.Play(m)
	child.reversible = min(f.reversible+1, child.position.Halfmove())
	child.inCheck = child.position.InCheck()
	if child.inCheck && ply < 2*s.Iteration {
		depth++
	}
	return -s.searchNode(-beta, -alpha, depth, ply+1)
}

// searchNode returns the value of a ban node to its mover: the second-highest
// value of its pairs, because the ban takes the best one away. Values up to alpha
// are upper bounds, from beta on lower bounds. The caller has set the frame's
// inCheck.
func (s *Searcher) searchNode(alpha, beta, depth, ply int) int {
	f := &s.frames[ply]
	f.pv.n = 0
	if depth <= 0 || ply >= maxPly {
		return s.quiescence(alpha, beta, ply)
	}
	if s.CountNode() {
		return 0
	}
	s.SelDepth = max(s.SelDepth, ply)
	if v, ok := s.terminal(f, ply); ok {
		return v
	}
	if v, ok := s.probeTables(&f.position, ply); ok {
		return v
	}
	pv := beta-alpha > 1
	alpha, beta = max(alpha, ply-MateValue), min(beta, MateValue-ply-1) // mate distance pruning
	if alpha >= beta {
		return alpha
	}

	var first, next chess.Move
	key := f.position.Key()
	hit, found := s.root.Table.probe(key)
	if found {
		first, next = hit.first, hit.next
		half := f.position.Halfmove()
		if v, ok := hit.settles(alpha, beta, depth, ply, half); ok && !pv || pv && int(hit.depth) >= depth && hit.provesMate(v, half) {
			return v
		}
	}

	n := f.listPairs()
	if n < 2 {
		return f.mateOrStalemate(n, ply)
	}

	s.evaluateFrame(f, hit, found)
	improving := !f.inCheck && ply >= 2 && f.eval > s.frames[ply-2].eval

	if !pv && !f.inCheck && abs(beta) < MateBound {
		estimate := f.eval
		if found {
			estimate = hit.refine(estimate)
		}
		if depth <= 6 && estimate-futilityMargin(depth, improving) >= beta { // reverse futility pruning
			return estimate
		}
		if depth <= 3 && !s.frames[ply-1].inCheck && estimate+razorMargin*depth < beta { // razoring
			if v := s.quiescence(alpha, beta, ply); v < beta || s.Stopped {
				return v
			}
			n = f.listPairs() // the frame was quiescence's
		}
		if v, ok := s.nullMove(f, estimate, beta, depth, ply); ok {
			return v
		}
	}
	if first == 0 && depth >= 3 { // internal iterative reduction
		depth--
	}
	s.scoreMoves(ply, n, first, next)
	var r result
	if pv {
		r = s.searchPV(f, n, alpha, beta, depth, ply)
	} else {
		r = s.searchNullWindow(f, n, beta, depth, ply, improving)
	}
	if s.Stopped {
		return 0
	}
	bound := boundExact
	switch {
	case r.value >= beta:
		bound = boundLower
	case r.value <= alpha:
		bound = boundUpper
	}
	if !f.inCheck && abs(r.value) < MateBound && (r.next == 0 || !tactics.Noisy(&f.position, r.next)) &&
		!(bound == boundLower && r.value <= f.eval) && !(bound == boundUpper && r.value >= f.eval) {
		s.correct.learn(&f.position, r.value-f.eval, depth)
	}
	s.root.Table.store(key, r.first, r.next, r.value, f.static, depth, bound, ply)
	return r.value
}

// evaluateFrame gives a frame its static values; what the table knows need not be
// computed again.
func (s *Searcher) evaluateFrame(f *frame, hit tableEntry, found bool) {
	switch {
	case f.inCheck:
		f.static, f.eval = -Infinite, -Infinite
		return
	case found && hit.eval != -Infinite:
		f.static = int(hit.eval)
	default:
		f.static = s.eval.Evaluate(&f.position)
	}
	f.eval = s.correct.apply(&f.position, f.static)
}

// result is a node's value with the best pair, which is banned, and the one that
// is played; either may be unknown.
type result struct {
	value       int
	first, next chess.Move
}

// razorMargin is how far below beta the evaluation has to be, for each move of
// depth, for quiescence to decide. It does not where the mover has just given check: the move
// after a sacrifice may mate, which quiescence does not see.
const razorMargin = 180

// futilityMargin is how far above beta the evaluation has to be for reverse
// futility pruning.
func futilityMargin(depth int, improving bool) int {
	margin := 55 * depth
	if improving {
		margin -= 60
	}
	return margin
}

// nullMove is null move pruning: a node is at least beta if it is so even after a
// pass. It never claims a mate.
func (s *Searcher) nullMove(f *frame, estimate, beta, depth, ply int) (int, bool) {
	p := &f.position
	us := p.Mover()
	pieces := p.Pieces(us, chess.NoRole) &^ p.Pieces(us, chess.Pawn) &^ p.Pieces(us, chess.King)
	if depth < 3 || estimate < beta || pieces == 0 || s.frames[ply-1].move == chess.NoMove {
		return 0, false
	}
	f.move, f.landed = chess.NoMove, 0
	child := &s.frames[ply+1]
	child.position = *p
	child.position.Pass()
	child.reversible, child.inCheck = 0, false
	v := -s.searchNode(-beta, 1-beta, depth-4-depth/4, ply+1)
	if s.Stopped || v < beta {
		return 0, false
	}
	return min(v, MateBound-1), true
}

// searchNullWindow searches a node with the window beta-1, beta: it fails high as
// soon as two pairs reach beta. Once two pairs are known not to be mated, others
// are left out by late move pruning, futility pruning and static exchange; late
// moves that are searched are reduced first.
func (s *Searcher) searchNullWindow(f *frame, n, beta, depth, ply int, improving bool) result {
	p := &f.position
	r := result{value: -Infinite}
	best := -Infinite
	hits := 0
	var checking tactics.Checks
	if depth <= 8 { // deeper, only a reduction asks, which does without
		checking = tactics.NewChecks(p)
	}
	for i := range n {
		if hits == 0 && i == n-1 {
			r.value = best // a single good pair would be banned
			break
		}
		m := f.pick(i, n)
		quiet := f.order[i] < orderCapture && !tactics.Noisy(p, m)
		givesCheck := checking.Gives(p, m)
		if r.value > -MateBound && !f.inCheck && !givesCheck {
			if quiet {
				limit := 4 + depth*depth
				if !improving {
					limit = 3 + depth*depth/2
				}
				late := i >= limit
				futile := f.eval+60+80*depth < beta && f.order[i] < orderLate
				if depth <= 5 && (late || futile) {
					continue
				}
			} else if depth <= 4 && int(f.order[i]) < -60*depth { // static exchange
				continue
			}
		}
		reduction := 0
		if depth >= 3 && i >= 3 && f.order[i] < orderLate {
			reduction = int(reductions[min(depth, 63)][min(i, 63)])
			if !improving {
				reduction++
			}
			if givesCheck {
				reduction--
			}
			reduction -= int(f.order[i]) / 8000
			reduction = max(0, min(reduction, depth-2))
		}
		v := s.searchPair(m, beta-1, beta, depth-1-reduction, ply)
		if reduction > 0 && v >= beta && !s.Stopped {
			v = s.searchPair(m, beta-1, beta, depth-1, ply)
		}
		if s.Stopped {
			return r
		}
		if v > best {
			r.value, best = best, v
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
			if hits++; hits == 2 {
				s.updateHistory(f.list.Slice()[:i+1], r.first, r.next, depth, ply)
				break
			}
		}
	}
	return r
}

func abs(n int) int { return max(n, -n) }
