package search

import "github.com/banchess/banchess/game/chess"

// A Turn is a part of a line: the pair that is banned and the move that is played
// instead. A line that ends in a ban has a turn without a move.
type Turn struct {
	Ban  chess.Pair
	Move chess.Move
}

// line is a principal variation from some node on.
type line struct {
	n     int
	turns [maxPly]Turn
}

// set makes the line a first turn and what follows it.
func (l *line) set(first Turn, rest *line) {
	l.turns[0] = first
	l.n = 1 + copy(l.turns[1:], rest.turns[:rest.n])
}

func (l *line) copyFrom(o *line) {
	l.n = copy(l.turns[:], o.turns[:o.n])
}

// slice returns the turns. The next search overwrites them.
func (l *line) slice() []Turn { return l.turns[:l.n] }
