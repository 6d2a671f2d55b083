package engine

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/eval"
)

// A Searcher searches what follows the moves of a root. Start is called first. What it learns
// about the order of moves and about the evaluation stays until Clear.
type search struct {
	root    root
	eval    eval.Evaluator
	history history
	correct correction
	frames  [maxPly + 8]frame // the first is the root's

	nodes    uint64 // visited since Start
	maxNodes uint64 // the search stops there; 0: no limit
	selDepth int    // moves of the longest line since Start

	iteration int // depth of the iteration under way, which the caller sets

	// Stopped ends the search. The values that it returns from then on mean nothing.
	stopped bool
}

// A Root is the position where a search begins, with what the search uses.
type root struct {
	position chess.Position
	earlier  []uint64 // keys of the positions of the game before it, the last one last
	table    *table   // may be shared with other threads
	tables   prober   // of endings, or nil
	poll     func()   // called every PollInterval nodes; it may set Stopped
}

// PollInterval is the number of nodes between two calls of Poll.
const pollInterval = 512

// Start makes a root the one to search. No node of it has been visited yet.
func (s *search) start(r root) {
	s.root = r
	s.nodes, s.maxNodes, s.selDepth, s.iteration, s.stopped = 0, 0, 0, 0, false
	s.history.fade()
	f := &s.frames[0]
	f.position = r.position
	f.reversible = min(len(r.earlier), f.position.Halfmove())
	f.inCheck = f.position.InCheck()
	s.evaluateFrame(f, tableEntry{}, false)
}

// Clear forgets everything but the table.
func (s *search) clear() {
	clear(s.history.pairs[:])
	clear(s.history.after[:])
	clear(s.correct[:])
	for i := range s.frames {
		s.frames[i].killers = [killers]chess.Move{}
	}
}

// CountNode counts a node, calls Poll when it is time to, and reports whether the search has to
// stop.
func (s *search) countNode() bool {
	s.nodes++
	if s.nodes%pollInterval == 0 {
		s.root.poll()
	}
	if s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// Evaluate returns the static value of a position to its mover.
func (s *search) evaluate(p *chess.Position) int { return s.eval.Evaluate(p) }

// Pairs returns a move of each pair of the root, the likely best first. A queen's promotion
// stands for its pair. The slice is overwritten by the next call, as that of Moves is.
func (s *search) pairs() []chess.Move { return s.orderRoot(s.frames[0].listPairs()) }

// Moves returns the moves of the root, the likely best first.
func (s *search) moves() []chess.Move {
	f := &s.frames[0]
	f.position.Moves(&f.list)
	return s.orderRoot(len(f.list.Slice()))
}

// orderRoot sorts the moves that are listed at the root.
func (s *search) orderRoot(n int) []chess.Move {
	f := &s.frames[0]
	hit, _ := s.root.table.probe(f.position.Key())
	s.scoreMoves(0, n, hit.first, hit.next)
	for i := range n {
		f.pick(i, n)
	}
	return f.list.Slice()[:n]
}

// MoveValue returns the value of a move of the root to its mover, searched to a depth after the
// move. Values up to alpha are upper bounds, from beta on lower bounds.
func (s *search) moveValue(m chess.Move, alpha, beta, depth int) int {
	return s.searchMove(m, alpha, beta, depth, 0)
}

// Line returns the line that follows the move of the last MoveValue. It is overwritten by the
// next search, as the lines of a BestTwo are.
func (s *search) line() []turn { return s.frames[1].pv.slice() }

// PairValue is MoveValue for a pair: it is the value of the best piece if a pawn promotes.
func (s *search) pairValue(m chess.Move, alpha, beta, depth int) int {
	return s.searchPair(m, alpha, beta, depth, 0)
}

// BestTwo returns a ranking, empty yet, of pairs of the root, which are searched to a depth.
func (s *search) bestTwo(alpha, beta, depth int) bestTwo {
	return newBestTwo(&s.frames[0], alpha, beta, func(m chess.Move, low, high, reduction int) (int, bool) {
		v := s.searchPair(m, low, high, depth-1-reduction, 0)
		return v, !s.stopped
	})
}

// Reduction returns by how many moves of depth a move or pair of the root is searched less at
// first, by its place in the order: 0 unless it is late and quiet.
func (s *search) reduction(m chess.Move, place, depth int) int {
	f := &s.frames[0]
	if noisy(&f.position, m) {
		return 0
	}
	return f.reduction(place, depth)
}
