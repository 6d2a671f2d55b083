package engine

import (
	"context"
	"slices"
	"time"

	"github.com/banchess/banchess/game/bitboard"
)

// choice is an action at the root with what the last iterations said of it.
type choice struct {
	move  bitboard.Move // a pair's queen promotion stands for the pair at a ban ply
	value int           // for the mover; an upper bound for all but the best
	line  line
}

// run is one call of Search.
type run struct {
	*search
	engine  *Engine
	limits  Limits
	start   time.Time
	budget  budget
	banPly  bool
	choices []choice // in the order in which they are searched
	allowed map[bitboard.Pair]bool
	lines   []Info
	value   int // of the last finished iteration, for the mover
}

func newRun(e *Engine, ctx context.Context, board *bitboard.Board, limits Limits, yield func()) *run {
	s := e.search
	s.board, s.table = board, e.table
	s.table.nextSearch()
	s.nodes, s.maxNodes, s.selDepth, s.stopped = 0, limits.Nodes, 0, false
	s.ctx, s.yield, s.now = ctx, yield, e.now
	r := &run{search: s, engine: e, limits: limits, banPly: board.BanPly()}
	r.start = e.now()
	s.lastYield = r.start
	s.deadline = time.Time{}
	r.budget = limits.budget(board.Active(), e.options.Overhead)
	s.onLook = nil
	if limits.Ponder == nil {
		r.startClock()
	} else {
		s.onLook = func() { r.pondering() }
	}
	for i := range s.history {
		for j := range s.history[i] {
			s.history[i][j] /= 4
		}
	}
	s.frames[0].inCheck, s.frames[0].eval = board.InCheck(), -infinite
	if !s.frames[0].inCheck {
		s.frames[0].eval = s.eval.evaluate(board)
	}
	r.list()
	return r
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

// list collects the choices: pairs at a ban ply, moves at a move ply.
func (r *run) list() {
	f := &r.frames[0]
	if len(r.limits.Only) > 0 {
		r.allowed = map[bitboard.Pair]bool{}
	}
	var only []bitboard.Move
	for _, a := range r.limits.Only {
		only = append(only, a.Move)
		r.allowed[a.Move.Pair()] = true
	}
	if r.banPly {
		n := r.listPairs(f)
		r.rateAll(f, n)
		for i := range n {
			r.choices = append(r.choices, choice{move: f.pick(i, n)})
		}
		return
	}
	r.board.Playable(&f.list)
	n := len(f.list.Slice())
	r.rateAll(f, n)
	for i := range n {
		if m := f.pick(i, n); only == nil || slices.Contains(only, m) {
			r.choices = append(r.choices, choice{move: m})
		}
	}
}

func (r *run) rateAll(f *frame, n int) {
	hit, _ := r.table.probe(r.board.Key())
	r.rate(f, n, hit.first, hit.next)
}

// deepen searches to one depth after the other until a limit is reached.
func (r *run) deepen() Result {
	depth := MaxDepth
	if r.limits.Depth > 0 {
		depth = min(depth, r.limits.Depth)
	}
	reached := 0
	for d := 1; d <= depth; d++ {
		r.iteration = d
		if !r.iterate(d) {
			break
		}
		reached = d
		r.report()
		if r.enough(d) {
			break
		}
	}
	return r.result(reached)
}

// enough reports whether the result of an iteration makes another one
// pointless, or too late, for a search on a clock.
func (r *run) enough(depth int) bool {
	r.look()
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

// iterate searches the root to a depth. It reports false when it was stopped
// before it had a result.
func (r *run) iterate(depth int) bool {
	want := min(r.engine.options.Lines, len(r.choices))
	last := r.lines
	r.lines = nil
	if r.banPly {
		if !r.iterateBans(depth, want) {
			r.lines = last
			return !r.stopped
		}
		return true
	}
	var best bitboard.Move
	if len(last) > 0 {
		best = last[0].Actions[0].Move
	}
	for i := range want {
		r.aspire(depth, r.choices[i].value, func(alpha, beta int) int {
			return r.searchMoves(depth, i, alpha, beta)
		})
		if r.stopped && last != nil && (i > 0 || r.choices[0].move == best) {
			// Nothing better was found; the rest of the last iteration stands.
			r.lines = append(r.lines, last[i:]...)
			return false
		}
		c := &r.choices[i]
		if r.stopped && c.line.n == 0 {
			return len(r.lines) > 0 // not even one move was searched
		}
		if i == 0 && last != nil && r.value > mateBound && c.value < r.value {
			// A mate once found stays found.
			r.toFront(best)
			r.lines = last
			return true
		}
		if i == 0 {
			r.value = c.value
		}
		r.addLine(depth, c.value, &c.line)
		if r.stopped {
			return true
		}
	}
	// A later search may find an earlier line's rest better than its first.
	found := r.choices[:want]
	descending := func(x, y choice) int { return y.value - x.value }
	if !slices.IsSortedFunc(found, descending) {
		slices.SortStableFunc(found, descending)
		r.lines, r.value = nil, found[0].value
		for i := range found {
			r.addLine(depth, found[i].value, &found[i].line)
		}
	}
	return true
}

// aspire searches with a window around the expected value and widens it until
// the value is inside. It reports false when it was stopped.
func (r *run) aspire(depth, expected int, search func(alpha, beta int) int) bool {
	alpha, beta := -infinite, infinite
	width := 30
	if depth >= 5 && abs(expected) < mateBound {
		alpha, beta = expected-width, expected+width
	}
	for {
		v := search(alpha, beta)
		if r.stopped {
			return false
		}
		switch width *= 3; {
		case v <= alpha && alpha > -infinite:
			if alpha = v - width; width > 1000 {
				alpha = -infinite
			}
		case v >= beta && beta < infinite:
			if beta = v + width; width > 1000 {
				beta = infinite
			}
		default:
			return true
		}
	}
}

// searchMoves is the root at a move ply: plain principal-variation search over
// the choices from the given one on. The best is moved to its place.
func (r *run) searchMoves(depth, from, alpha, beta int) int {
	best := -infinite
	for i := from; i < len(r.choices); i++ {
		m := r.choices[i].move
		v := 0
		if i > from {
			if v = r.after(m, alpha, alpha+1, depth-1, 0); v <= alpha || r.stopped {
				if r.stopped {
					break
				}
				best = max(best, v)
				continue
			}
		}
		v = r.after(m, alpha, beta, depth-1, 0)
		if r.stopped {
			break
		}
		if v > best {
			best = v
		}
		if v > alpha || i == from {
			c := r.choices[i]
			c.value = v
			c.line.set(step{ban: r.board.Banned(), move: m}, &r.frames[1].best)
			copy(r.choices[from+1:i+1], r.choices[from:i])
			r.choices[from] = c
		}
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	return best
}

// iterateBans is an iteration at a ban ply. Two values say everything: the ban
// of the best pair leaves the second-best value, any other ban leaves the best.
func (r *run) iterateBans(depth, want int) bool {
	f := &r.frames[0]
	if len(r.choices) == 1 {
		r.value = f.stuck(1, 0)
		r.addLine(depth, r.value, &f.best)
		return true
	}
	var d duel
	exact := want > 1 || r.allowed != nil
	finished := r.aspire(depth, r.value, func(alpha, beta int) int {
		d = newDuel(f, alpha, beta, func(m bitboard.Move, low, high, less int) (int, bool) {
			v := r.pair(m, low, high, depth-1-less, 0)
			return v, !r.stopped
		})
		for _, c := range r.choices {
			if d.try(c.move, 0); r.stopped || d.second >= beta {
				break
			}
		}
		if !r.stopped && d.second < beta && exact && d.topIsBound {
			d.beta = infinite
			d.weighTop(max(alpha, d.second))
		}
		return d.second
	})
	if !finished && depth > 1 && (d.secondMove == 0 || d.second <= max(d.alpha, r.value, -mateBound)) {
		// The pairs that were not reached may be better: the last iteration
		// stands, unless the mover was found to have more than it said.
		return false
	}
	if depth > 1 && r.value < -mateBound && d.second > r.value {
		return false // a mate once found stays found
	}
	d.top = max(d.top, d.second) // two searches of one pair may disagree a little
	if d.topMove == 0 {
		// Stopped before anything was known: the ordering's first pair it is.
		d.topMove = r.choices[0].move
		f.top.n = 0
	}
	if !finished && (d.secondMove == 0 || d.second < -mateBound) {
		d.second = r.eval.evaluate(r.board)
		d.top = d.second
	}
	if d.secondMove != 0 {
		r.toFront(d.topMove)
		r.toFront(d.secondMove)
	}
	r.value = d.second
	d.writeLine()
	if f.best.n == 0 {
		f.best.n = 1
		f.best.steps[0] = step{ban: d.topMove.Pair()}
	}
	if r.allowed == nil || r.allowed[d.topMove.Pair()] {
		r.addLine(depth, d.second, &f.best)
	}
	var other line
	for _, c := range r.choices {
		if len(r.lines) >= want {
			break
		}
		if p := c.move.Pair(); p != d.topMove.Pair() && (r.allowed == nil || r.allowed[p]) {
			other.copyFrom(&f.top)
			other.n = max(1, other.n)
			other.steps[0].ban = p
			r.addLine(depth, d.top, &other)
		}
	}
	return len(r.lines) > 0
}

// toFront moves a pair to the front of the choices.
func (r *run) toFront(m bitboard.Move) {
	for i, c := range r.choices {
		if c.move == m {
			copy(r.choices[1:i+1], r.choices[:i])
			r.choices[0] = c
			return
		}
	}
}

func (r *run) addLine(depth, value int, l *line) {
	r.lines = append(r.lines, Info{
		Depth: depth, SelDepth: r.selDepth, Line: len(r.lines) + 1, Score: newScore(value, r.banPly),
		Nodes: r.nodes, HashFull: r.table.full(), Time: r.now().Sub(r.start), Actions: r.complete(l),
	})
}

// complete spells a line out and adds the ban that ends the game after it, unless
// a rule has ended it.
func (r *run) complete(l *line) []Action {
	actions := l.actions(r.banPly)
	b := r.board
	for _, a := range actions {
		a.Play(b)
	}
	played := len(actions)
	if b.BanPly() && b.InCheck() && !Over(b) {
		if left := Actions(b); len(left) == 1 {
			actions = append(actions, left[0])
		}
	}
	for range played {
		b.Undo()
	}
	return actions
}

func (r *run) report() {
	if r.engine.Report == nil {
		return
	}
	for _, info := range r.lines {
		r.engine.Report(info)
	}
}

func (r *run) result(depth int) Result {
	result := Result{Depth: depth, Nodes: r.nodes, Lines: slices.Clone(r.lines)}
	if len(r.lines) == 0 || len(r.lines[0].Actions) == 0 {
		result.Best = Action{Ban: r.banPly, Move: r.choices[0].move}
		return result
	}
	best := r.lines[0]
	result.Best, result.Score = best.Actions[0], best.Score
	if len(best.Actions) > 1 {
		result.Reply = best.Actions[1]
	}
	return result
}
