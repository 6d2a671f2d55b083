package engine

import "github.com/banchess/banchess/game/bitboard"

// step is a turn of a line: the pair that is banned and the move that is played
// instead. A line that ends in a ban has a step without a move.
type step struct {
	ban  bitboard.Pair
	move bitboard.Move
}

// line is a principal variation from some node on.
type line struct {
	n     int
	steps [maxPly]step
}

// set makes the line a first step and what follows it.
func (l *line) set(first step, rest *line) {
	l.steps[0] = first
	l.n = 1 + copy(l.steps[1:], rest.steps[:rest.n])
}

func (l *line) copyFrom(o *line) {
	l.n = copy(l.steps[:], o.steps[:o.n])
}

// actions spells a line out as bans and moves. At a move ply the first ban is
// already in force.
func (l *line) actions(banPly bool) []Action {
	var actions []Action
	for i, s := range l.steps[:l.n] {
		if s.ban != 0 && (banPly || i > 0) {
			actions = append(actions, Action{Ban: true, Move: bitboard.Move(s.ban)})
		}
		if s.move != 0 {
			actions = append(actions, Action{Move: s.move})
		}
	}
	return actions
}
