package search

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/tables"
)

// Values are centipawns from the mover's point of view. The mover being mated d moves
// from the root is -(MateValue - d).
const (
	Infinite  = 32000            // more than any value
	MateValue = 31000            // a mate that stands at the root
	MateBound = MateValue - 1000 // a value beyond it, either way, is a mate
)

// Tables know the values of positions with a few men.
type Tables interface {
	// Probe returns the value of a position before a ban; ok is false if it is not known.
	Probe(p *chess.Position) (v tables.Value, ok bool)
}

// ExactValue turns a value of the tables of endings, at a number of moves from the root, into
// one of the search.
func ExactValue(v tables.Value, ply int) int {
	switch d := ply + v.Distance(); {
	case v > 0:
		return MateValue - d
	case v < 0:
		return d - MateValue
	}
	return 0
}

// probeTables values a node by the tables of endings, if they know it and the fifty-move rule
// does not end the game before the mate.
func (s *Searcher) probeTables(p *chess.Position, ply int) (value int, ok bool) {
	if s.root.Tables == nil || p.Occupied().Count() > tables.MaxMen {
		return 0, false
	}
	v, ok := s.root.Tables.Probe(p)
	return ExactValue(v, ply), ok && p.Halfmove()+v.Distance() < 100
}
