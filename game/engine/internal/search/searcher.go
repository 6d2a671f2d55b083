package search

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/eval"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// A Searcher searches what follows the moves of a root. The zero Searcher is ready for Start,
// Clear and Evaluate; the other methods need a root. What a Searcher learns about the order of
// moves and about the evaluation stays until Clear.
type Searcher struct {
	Nodes     uint64 // visited since Start
	MaxNodes  uint64 // the search stops there; 0: no limit
	SelDepth  int    // moves of the longest line since Start
	Iteration int    // depth of the iteration under way, which the caller sets

	// Stopped ends the search. What it returns from then on says nothing.
	Stopped bool

	root    Root
	eval    eval.Evaluator
	history history
	correct correction
	frames  [maxPly + 8]frame // the first is the root's
}

// A Root is the position where a search begins, and what the search needs to know of the rest.
type Root struct {
	Position chess.Position
	Earlier  []uint64 // keys of the earlier positions of the game, the latest at the end
	Table    *Table   // other searchers may use it at the same time
	Tables   Tables   // of endings, or nil
	Poll     func()   // called every PollInterval nodes; it may set Stopped
}

// PollInterval is the number of nodes between two calls of Poll.
const PollInterval = 512

// Start begins the search of a root: it sets every count to 0.
func (s *Searcher) Start(r Root) {
	s.root = r
	s.Nodes, s.MaxNodes, s.SelDepth, s.Iteration, s.Stopped = 0, 0, 0, 0, false
	s.history.fade()
	f := &s.frames[0]
	f.position = r.Position
	f.reversible = min(len(r.Earlier), f.position.Halfmove())
	f.inCheck = f.position.InCheck()
	s.evaluateFrame(f, tableEntry{}, false)
}

// Clear forgets what earlier searches have learnt. It does not clear the table.
func (s *Searcher) Clear() {
	clear(s.history.pairs[:])
	clear(s.history.after[:])
	clear(s.correct[:])
	for i := range s.frames {
		s.frames[i].killers = [killers]chess.Move{}
	}
}

// CountNode counts a node and reports whether the search has to stop.
func (s *Searcher) CountNode() bool {
	s.Nodes++
	if s.Nodes%PollInterval == 0 {
		s.root.Poll()
	}
	if s.MaxNodes > 0 && s.Nodes >= s.MaxNodes {
		s.Stopped = true
	}
	return s.Stopped
}

// Evaluate returns the static value of a position to its mover, without a search.
func (s *Searcher) Evaluate(p *chess.Position) int { return s.eval.Evaluate(p) }

// Pairs returns a move of each pair of the root, the most promising first. A promotion to a
// queen stands for its pair. The next call of Pairs or Moves overwrites the slice.
func (s *Searcher) Pairs() []chess.Move { return s.orderRoot(s.frames[0].listPairs()) }

// Moves returns the moves of the root, the most promising first.
func (s *Searcher) Moves() []chess.Move {
	f := &s.frames[0]
	f.position.Moves(&f.list)
	return s.orderRoot(len(f.list.Slice()))
}

// orderRoot sorts the moves that are listed at the root.
func (s *Searcher) orderRoot(n int) []chess.Move {
	f := &s.frames[0]
	hit, _ := s.root.Table.probe(f.position.Key())
	s.scoreMoves(0, n, hit.first, hit.next)
	for i := range n {
		f.pick(i, n)
	}
	return f.list.Slice()[:n]
}

// MoveValue returns the value of a move of the root to its mover. It searches the position
// after the move to a depth. Values up to alpha are upper bounds, from beta on lower bounds.
func (s *Searcher) MoveValue(m chess.Move, alpha, beta, depth int) int {
	return s.searchMove(m, alpha, beta, depth, 0)
}

// Line returns the principal variation after the move of the last MoveValue. The next search
// overwrites it.
func (s *Searcher) Line() []Turn { return s.frames[1].pv.slice() }

// PairValue returns the value of a pair of the root, as MoveValue does that of a move. The
// value of a promotion is that of the best piece.
func (s *Searcher) PairValue(m chess.Move, alpha, beta, depth int) int {
	return s.searchPair(m, alpha, beta, depth, 0)
}

// BestTwo returns an empty ranking of the root's pairs, for a search of the root to a depth.
func (s *Searcher) BestTwo(alpha, beta, depth int) BestTwo {
	return s.bestTwo(alpha, beta, depth, 0)
}

// Reduction returns the late move reduction of a move of the root, by its place in the order:
// how many moves less deep it is searched at first.
func (s *Searcher) Reduction(m chess.Move, place, depth int) int {
	f := &s.frames[0]
	if tactics.Noisy(&f.position, m) {
		return 0
	}
	return f.reduction(place, depth)
}
