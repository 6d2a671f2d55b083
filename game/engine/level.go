package engine

import (
	"math"
	"math/rand/v2"

	"github.com/banchess/banchess/game/chess"
)

// Levels is the number of strength levels; the highest is full strength.
const Levels = 8

// level limits strength by the positions looked at, by errors in judging them
// and by choices that are not seen at all. Nothing sleeps.
type level struct {
	nodes uint64
	error float64 // standard deviation of the misjudgement, centipawns
	blind float64 // probability of overlooking a choice
}

var levels = [Levels - 1]level{
	{150, 220, 0.35},
	{400, 150, 0.22},
	{1_000, 100, 0.13},
	{3_000, 65, 0.07},
	{10_000, 40, 0.03},
	{30_000, 20, 0.01},
	{120_000, 8, 0},
}

// horizon is where a weak player's sense of advantage saturates: a mate seen is
// much better than a queen won, yet within reach of a misjudgement.
const horizon = 1200

// weak weighs every choice for itself, misjudges it and takes the one that then
// looks best: the move to play or, at a ban ply, the pair to ban.
func (r *run) weak(l level) Result {
	rng := rand.New(rand.NewPCG(r.engine.options.Seed, r.root.Key()^uint64(r.banned)<<48))
	limit := l.nodes
	if r.limits.Nodes > 0 {
		limit = min(limit, r.limits.Nodes)
	}
	reached := 0
	deepest := MaxDepth
	if r.limits.Depth > 0 {
		deepest = min(deepest, r.limits.Depth)
	}
	for depth := 1; depth <= deepest && !r.stopped; depth++ {
		r.iteration = depth
		for i := range r.choices {
			c := &r.choices[i]
			var v int
			if r.banPly {
				v = r.pair(c.move, -infinite, infinite, depth-1, 0)
			} else {
				v = r.after(c.move, -infinite, infinite, depth-1, 0)
			}
			if r.stopped {
				break
			}
			c.value = v
		}
		if r.stopped {
			break
		}
		// The first depth is always finished: a player looks at every choice.
		reached, r.maxNodes = depth, limit
		r.stopped = r.nodes >= limit
	}
	seen, best := math.Inf(-1), 0
	for i, c := range r.choices {
		if !r.mayChoose(c.move) {
			continue
		}
		v := horizon*math.Tanh(float64(c.value)/horizon) + l.error*rng.NormFloat64()
		if rng.Float64() < l.blind {
			v -= 2 * horizon
		}
		if v > seen {
			seen, best = v, i
		}
	}
	value := r.valueOf(best)
	r.lines = nil
	only := line{n: 1}
	only.turns[0] = turn{move: r.choices[best].move}
	if r.banPly {
		only.turns[0] = turn{ban: r.choices[best].move.Pair()}
	}
	r.addLine(max(reached, 1), value, &only)
	r.report()
	return r.result(reached)
}

// mayChoose reports whether the limits let the player choose this action.
func (r *run) mayChoose(m chess.Move) bool {
	return r.allowed == nil || r.allowed[m.Pair()]
}

// valueOf returns the mover's value after a choice, misjudgements aside.
func (r *run) valueOf(chosen int) int {
	if !r.banPly {
		return r.choices[chosen].value
	}
	best := -infinite
	for i, c := range r.choices {
		if i != chosen {
			best = max(best, c.value)
		}
	}
	if best == -infinite { // the only pair is banned
		return r.frames[0].mateOrStalemate(1, 0)
	}
	return best
}
