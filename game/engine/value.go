package engine

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/tables"
)

// Values are centipawns from the mover's point of view. The mover being mated d moves
// from the root is -(mateValue - d).
const (
	infinite  = 32000            // above any value
	mateValue = 31000            // that of a mover who has mated
	mateBound = mateValue - 1000 // beyond it a value is a mate
)

// A Prober knows the values of positions with a few men.
type prober interface {
	// Probe returns the value of a position before a ban; ok is false if it is not known.
	Probe(p *chess.Position) (v tables.Value, ok bool)
}

// exactValue turns a value of the tables of endings into one of the search.
func exactValue(v tables.Value, ply int) int {
	switch d := ply + v.Distance(); {
	case v > 0:
		return mateValue - d
	case v < 0:
		return d - mateValue
	}
	return 0
}

// probeTables values a node by the tables of endings, if they know it and the fifty-move rule
// does not end the game before the mate.
func (s *search) probeTables(p *chess.Position, ply int) (value int, ok bool) {
	if s.root.tables == nil || p.Occupied().Count() > tables.MaxMen {
		return 0, false
	}
	v, ok := s.root.tables.Probe(p)
	return exactValue(v, ply), ok && p.Halfmove()+v.Distance() < 100
}
