package game

import (
	"math"
	"math/bits"

	"github.com/banchess/banchess/game/chess"
)

// Perft counts the lines of exactly depth actions. At a ban ply each pair is one action;
// at a move ply each legal move is one, and each promotion counts separately. As engines
// do, Perft ends a line at checkmate and stalemate, also by ban, but not at a draw by
// rule. DivideRules ends it at every ending.
//
// A number too large for the result is given as math.MaxUint64; from the start position
// this happens at 15 actions. A depth beyond MaxPerft counts as MaxPerft.
func Perft(p Position, depth int) uint64 {
	c := counter{}
	depth = min(depth, MaxPerft)
	switch {
	case depth <= 0:
		return 1
	case p.n == nil:
		return 0
	case p.Phase() == PhaseBan:
		return c.bans(&p.n.Position, depth)
	}
	return c.moves(&p.n.Position, p.ban, depth-1)
}

// MaxPerft is the greatest depth: nobody can wait for so many actions in a game that
// leaves a choice.
const MaxPerft = 64

// Share is the part of a perft count that begins with one action. Lines is bounded as the
// result of Perft is.
type Share struct {
	Action Action `json:"action"`
	Lines  uint64 `json:"lines"`
}

// Divide splits Perft by the first action. A few thousand times a second it calls more
// with the number of first actions that are counted and their total number. If more
// returns false, Divide stops and done is false. A nil more never stops it.
func Divide(p Position, depth int, more func(counted, of int) bool) (shares []Share, done bool) {
	c := counter{more: more}
	depth = min(depth, MaxPerft)
	if depth < 1 {
		return nil, true
	}
	var sum uint64
	byPair := map[Pair]uint64{} // at a ban ply: what follows the moves of a pair
	for _, a := range p.appendLegal(nil) {
		shares = append(shares, Share{a, 1})
	}
	if p.Phase() == PhaseBan && depth > 1 {
		var l chess.MoveList
		p.n.Moves(&l)
		c.of = len(l.Slice())
		for _, m := range l.Slice() {
			n := c.after(p.n.Position, m, depth-2)
			c.counted++
			byPair[m.Pair()] = addLines(byPair[m.Pair()], n)
			sum = addLines(sum, n)
			c.stop()
		}
	}
	for i := range shares {
		a := &shares[i]
		if m, ok := a.Action.Move(); ok {
			c.counted, c.of = i, len(shares)
			c.stop()
			a.Lines = c.after(p.n.Position, m, depth-1)
		} else if depth > 1 {
			if a.Lines = sum; sum < math.MaxUint64 {
				a.Lines -= byPair[a.Action.Pair()]
			}
		}
	}
	return shares, !c.stopped
}

// DivideRules counts like Divide, but ends a line at every ending that a Position knows.
// It is slow, because it asks the chess library for each list of moves.
func DivideRules(p Position, depth int, more func(counted, of int) bool) (shares []Share, done bool) {
	c := counter{more: more}
	depth = min(depth, MaxPerft)
	if depth < 1 {
		return nil, true
	}
	actions := p.LegalActions()
	for i, a := range actions {
		c.counted, c.of = i, len(actions)
		shares = append(shares, Share{a, c.byRules(p.playLegal(a), depth-1)})
	}
	return shares, !c.stopped
}

// A counter is one count under way.
type counter struct {
	more        func(counted, of int) bool
	counted, of int // first moves, or with all endings first actions
	stopped     bool
}

// stop reports whether the count was told to stop, now or before.
func (c *counter) stop() bool {
	c.stopped = c.stopped || c.more != nil && !c.more(c.counted, c.of)
	return c.stopped
}

// askedDepth is the number of actions that are counted without asking more, which
// takes some hundred microseconds.
const askedDepth = 4

// bans counts from a ban ply. The position after a move is the same whatever was
// banned before it, so each move is followed once and counted for every ban that
// allows it.
func (c *counter) bans(p *chess.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	moves, pairs := p.Count()
	switch {
	case pairs == 0:
		return 0
	case depth == 1:
		return uint64(pairs)
	case depth == 2:
		return uint64(moves) * uint64(pairs-1)
	case pairs == 1 || depth > askedDepth && c.stop():
		return 0
	}
	return multiplyLines(c.moves(p, NoPair, depth-2), uint64(pairs-1))
}

// multiplyLines multiplies a count of lines, bounded as Perft's result is.
func multiplyLines(a, b uint64) uint64 {
	more, product := bits.Mul64(a, b)
	if more > 0 {
		return math.MaxUint64
	}
	return product
}

// addLines adds two counts of lines, bounded as Perft's result is.
func addLines(a, b uint64) uint64 {
	sum, more := bits.Add64(a, b, 0)
	if more > 0 {
		return math.MaxUint64
	}
	return sum
}

// moves adds up what follows each move that is not banned, to a depth counted
// from the ban after it.
func (c *counter) moves(p *chess.Position, ban Pair, depth int) uint64 {
	var l chess.MoveList
	var after chess.Position // not in the loop, where it would be allocated
	p.Moves(&l)
	n := uint64(0)
	for _, m := range l.Slice() {
		if m.Pair() != ban && !c.stopped {
			after = *p
			after.Play(m)
			n = addLines(n, c.bans(&after, depth))
		}
	}
	return n
}

// after counts what follows a move, from the ban after it.
func (c *counter) after(p chess.Position, m Move, depth int) uint64 {
	p.Play(m)
	return c.bans(&p, depth)
}

func (c *counter) byRules(p Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case p.Result().Over() || depth > 2 && c.stop():
		return 0
	}
	actions := p.actions()
	if depth == 1 {
		return uint64(len(actions))
	}
	n := uint64(0)
	for _, a := range actions {
		n += c.byRules(p.playLegal(a), depth-1)
	}
	return n
}
