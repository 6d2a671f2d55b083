package engine

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/search"
	"github.com/banchess/banchess/game/internal/exhaustive"
)

// choice is an action at the root with what the last iterations said of it.
type choice struct {
	move  chess.Move // a pair's queen promotion stands for the pair at a ban ply
	value int        // for the mover; an upper bound for all but the best
	line  []search.Turn
}

// run is one call of Search.
type run struct {
	*search.Searcher
	engine  *Engine
	helpers *helpers
	counted atomic.Uint64 // nodes, for other threads to read
	game    *game.Game
	root    chess.Position
	banned  chess.Pair // in force at the root
	limits  Limits
	clock
	banPly  bool
	choices []choice // in the order in which they are searched
	allowed map[chess.Pair]bool
	lines   []Info
	value   int // of the last finished iteration, for the mover
	reached int // the choice that is searched, or was when the search was stopped

	tellBound func(Info) // ReportBound of the engine, in the thread that decides
}

func newRun(e *Engine, s *search.Searcher, ctx context.Context, g *game.Game, limits Limits, yield func()) *run {
	r := &run{Searcher: s, engine: e, helpers: new(helpers), game: g, root: g.Position().Chess(), limits: limits, banPly: g.Phase() == game.PhaseBan}
	r.banned, _ = g.Ban()
	if yield == nil {
		yield = exhaustive.Yield
	}
	r.clock = clock{ctx: ctx, yield: yield, now: e.now, begun: e.now(), budget: limits.budget(g.ActivePlayer(), r.banPly, e.options.Overhead)}
	r.start, r.lastYield = r.begun, r.begun
	if limits.Ponder == nil {
		r.startClock()
	}
	begin := search.Root{Position: r.root, Earlier: earlierKeys(g), Table: e.table, Poll: r.checkTime}
	if limits.strength() == Levels {
		begin.Tables = e.options.Tables
	}
	s.Start(begin)
	s.MaxNodes = limits.Nodes
	r.listChoices()
	return r
}

// earlierKeys returns the keys of the positions that stood after each move of a
// game, the start position's first, without the current one's.
func earlierKeys(g *game.Game) []uint64 {
	current := g.Start().Chess()
	var keys []uint64
	for _, e := range g.History() {
		if e.Action.IsMove() {
			keys = append(keys, current.Key())
			current = e.After.Chess()
		}
	}
	return keys
}

// total returns the nodes of all threads.
func (r *run) total() uint64 { return r.Nodes + r.helpers.total() }

// listChoices collects the choices: pairs at a ban ply, moves at a move ply.
func (r *run) listChoices() {
	if len(r.limits.Only) > 0 {
		r.allowed = map[chess.Pair]bool{}
	}
	for _, a := range r.limits.Only {
		r.allowed[a.Pair()] = true
	}
	if r.banPly {
		for _, m := range r.Pairs() {
			r.choices = append(r.choices, choice{move: m})
		}
		return
	}
	for _, m := range r.Moves() {
		if m.Pair() != r.banned && (r.allowed == nil || slices.Contains(r.limits.Only, game.MoveAction(m))) {
			r.choices = append(r.choices, choice{move: m})
		}
	}
}

// deepen is iterative deepening: it searches to one depth after the other until a
// limit is reached.
func (r *run) deepen() Result {
	depth := MaxDepth
	if r.limits.Depth > 0 {
		depth = min(depth, r.limits.Depth)
	}
	reached := 0
	r.tellBound = r.engine.ReportBound
	told := r.result(0)
	for d := 1; d <= depth; d++ {
		r.Iteration = d
		if !r.iterate(d) {
			break
		}
		reached = d
		r.report()
		told = r.result(d)
		if r.enough(d) {
			break
		}
	}
	result := r.result(reached)
	if result.Best != told.Best || result.Score != told.Score {
		r.report() // what an iteration has found that was stopped
	}
	return result
}

// iterate searches the root to a depth. It reports false when it was stopped
// before it had a result.
func (r *run) iterate(depth int) bool {
	want := min(max(1, r.limits.Lines), len(r.choices))
	last := r.lines
	r.lines = nil
	if r.banPly {
		if !r.iterateBans(depth, want) {
			r.lines = last
			return !r.Stopped
		}
		return true
	}
	var best chess.Move
	if len(last) > 0 {
		best, _ = last[0].Actions[0].Move()
	}
	for i := range want {
		r.searchAspiration(depth, r.choices[i].value, func(alpha, beta int) int {
			return r.searchMoves(depth, i, alpha, beta)
		})
		if r.Stopped && last != nil && (i > 0 || r.choices[0].move == best) {
			// Nothing better was found.
			if i == 0 {
				last = r.avoidMate(last)
			}
			r.fillLines(last, want)
			return false
		}
		c := &r.choices[i]
		if r.Stopped && len(c.line) == 0 {
			return len(r.lines) > 0 // not even one move was searched
		}
		if i == 0 && last != nil && r.value > search.MateBound && c.value < r.value {
			// A mate once found stays found.
			r.toFront(best)
			r.lines = last
			return true
		}
		if i == 0 {
			r.value = c.value
		}
		r.addLine(depth, c.value, c.line)
		if r.Stopped {
			r.fillLines(last, want)
			return true
		}
	}
	// A later search may find an earlier line's rest better than its first.
	found := r.choices[:want]
	if sortStable(found, func(x, y *choice) bool { return x.value > y.value }) {
		r.lines, r.value = nil, found[0].value
		for i := range found {
			r.addLine(depth, found[i].value, found[i].line)
		}
	}
	return true
}

// avoidMate returns the lines of the last iteration. If this iteration has found that the best of them
// loses to a mate, and was stopped before it had another, a move that it has not searched replaces the best.
func (r *run) avoidMate(last []Info) []Info {
	if refuted := r.choices[0].value < -search.MateBound && r.value >= -search.MateBound; !refuted || r.reached == 0 || r.reached >= len(r.choices) {
		return last
	}
	other := last[0]
	m := r.choices[r.reached].move
	other.Score, other.Nodes, other.Time = newScore(r.Evaluate(&r.root), r.banPly), r.total(), r.now().Sub(r.begun)
	other.Actions = []game.Action{game.MoveAction(m)}
	r.toFront(m)
	return append([]Info{other}, last[1:]...)
}

// searchAspiration searches with a window around the expected value and widens it
// until the value is inside. It reports false when it was stopped.
func (r *run) searchAspiration(depth, expected int, searchWindow func(alpha, beta int) int) bool {
	alpha, beta := -search.Infinite, search.Infinite
	width := 30
	if depth >= 5 && abs(expected) < search.MateBound {
		alpha, beta = expected-width, expected+width
	}
	for {
		v := searchWindow(alpha, beta)
		if r.Stopped {
			return false
		}
		switch width *= 3; {
		case v <= alpha && alpha > -search.Infinite:
			if alpha = v - width; width > 1000 {
				alpha = -search.Infinite
			}
		case v >= beta && beta < search.Infinite:
			if beta = v + width; width > 1000 {
				beta = search.Infinite
			}
		default:
			return true
		}
	}
}

// searchMoves is the root at a move ply: principal-variation search over the
// choices from a place on. The best is moved to that place.
func (r *run) searchMoves(depth, from, alpha, beta int) int {
	best, low, high := -search.Infinite, alpha, beta
	for i := from; i < len(r.choices); i++ {
		m := r.choices[i].move
		r.reached = i
		v := 0
		if i > from {
			reduction := r.Reduction(m, i-from, depth)
			v = r.MoveValue(m, alpha, alpha+1, depth-1-reduction)
			if reduction > 0 && v > alpha && !r.Stopped {
				v = r.MoveValue(m, alpha, alpha+1, depth-1)
			}
			if v <= alpha || r.Stopped {
				if r.Stopped {
					break
				}
				best = max(best, v)
				continue
			}
		}
		v = r.MoveValue(m, alpha, beta, depth-1)
		if r.Stopped {
			break
		}
		if v > best {
			best = v
		}
		if i == from && v < -search.MateBound {
			alpha = min(alpha, v) // what comes next is better if it is not mated, however bad
		}
		if v > alpha || i == from {
			c := r.choices[i]
			c.value = v
			c.line = append([]search.Turn{{Ban: r.banned, Move: m}}, r.Line()...)
			copy(r.choices[from+1:i+1], r.choices[from:i])
			r.choices[from] = c
		}
		if i == from && v <= low {
			r.reportBound(depth, v, AtMost, r.choices[from].line)
		}
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	if best >= high {
		r.reportBound(depth, best, AtLeast, r.choices[from].line)
	}
	return best
}

// iterateBans is an iteration at a ban ply. Two values are enough: the ban of the
// best pair leaves the second-best value, any other ban leaves the best.
func (r *run) iterateBans(depth, want int) bool {
	if len(r.choices) == 1 {
		r.value = r.noPairLeft()
		r.addLine(depth, r.value, []search.Turn{{Ban: r.choices[0].move.Pair()}})
		return true
	}
	var d search.BestTwo
	low := 0 // of the window
	exact := want > 1 || r.allowed != nil
	finished := r.searchAspiration(depth, r.value, func(alpha, beta int) int {
		low = alpha
		d = r.BestTwo(alpha, beta, depth)
		for i, c := range r.choices {
			if d.Add(c.move, r.Reduction(c.move, i, depth)); r.Stopped || d.Second >= beta {
				break
			}
		}
		if !r.Stopped && d.Second < beta && exact {
			d.Resolve()
		}
		switch {
		case d.Second >= beta:
			r.reportBound(depth, d.Second, AtLeast, r.banLine(&d))
		case d.Second <= alpha:
			r.reportBound(depth, d.Second, AtMost, r.banLine(&d))
		}
		return d.Second
	})
	if !finished && depth > 1 && (d.SecondMove == 0 || d.Second <= max(low, r.value, -search.MateBound)) {
		// The pairs that were not reached may be better: the last iteration
		// stands, unless the mover was found to have more than it said.
		return false
	}
	if depth > 1 && r.value < -search.MateBound && d.Second > r.value {
		return false // a mate once found stays found
	}
	other := append([]search.Turn(nil), d.BestLine()...) // the line after any ban but the best
	if len(other) == 0 {
		other = make([]search.Turn, 1)
	}
	d.Best = max(d.Best, d.Second) // two searches of one pair may disagree a little
	if d.BestMove == 0 {
		// Stopped before anything was known: the ordering's first pair it is.
		d.BestMove = r.choices[0].move
	}
	if !finished && (d.SecondMove == 0 || d.Second < -search.MateBound) {
		d.Second = r.Evaluate(&r.root)
		d.Best = d.Second
	}
	if d.SecondMove != 0 {
		r.toFront(d.BestMove)
		r.toFront(d.SecondMove)
	}
	r.value = d.Second
	if r.mayChoose(d.BestMove) {
		r.addLine(depth, d.Second, r.banLine(&d))
	}
	for _, c := range r.choices {
		if len(r.lines) >= want {
			break
		}
		if p := c.move.Pair(); p != d.BestMove.Pair() && r.mayChoose(c.move) {
			other[0].Ban = p
			r.addLine(depth, d.Best, other)
		}
	}
	return len(r.lines) > 0
}

// banLine returns the root's line at a ban ply. It is the ban alone where no more is
// known, and the ordering's first where no pair is good enough.
func (r *run) banLine(d *search.BestTwo) []search.Turn {
	if line := d.Line(); len(line) > 0 {
		return line
	}
	return []search.Turn{{Ban: cmp.Or(d.BestMove, r.choices[0].move).Pair()}}
}

// noPairLeft returns the mover's value when its only pair is banned.
func (r *run) noPairLeft() int {
	if r.root.InCheck() {
		return -search.MateValue
	}
	return 0
}

// sortStable sorts a short list and reports whether it was in another order. What
// package slices has for this is large, and compiled anew for each type.
func sortStable[T any](list []T, before func(x, y *T) bool) (changed bool) {
	for i := range list {
		for ; i > 0 && before(&list[i], &list[i-1]); i-- {
			list[i], list[i-1] = list[i-1], list[i]
			changed = true
		}
	}
	return changed
}

// toFront moves a pair to the front of the choices.
func (r *run) toFront(m chess.Move) {
	for i, c := range r.choices {
		if c.move == m {
			copy(r.choices[1:i+1], r.choices[:i])
			r.choices[0] = c
			return
		}
	}
}
