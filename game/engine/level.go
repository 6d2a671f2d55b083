package engine

import (
	"math"
	"math/rand/v2"

	"github.com/banchess/banchess/game/chess"
)

// Levels is the number of strength levels; the highest is full strength.
const Levels = 8

// level limits strength by nodes, by errors of evaluation and by choices that are
// overlooked.
type level struct {
	nodes uint64
	error float64 // standard deviation of a choice's value, centipawns
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

// horizon is what a weak player takes the largest advantage for, so that even a
// mate is near enough to other values to be missed.
const horizon = 1200

// playWeakly searches every choice with a full window, adds the level's error to
// its value and takes the best: the move to play or, at a ban ply, the pair to ban.
// The lines are what the player would choose first, second and so on; their scores
// are without the errors, so that a line may stand above a better one.
func (r *run) playWeakly(l level) Result {
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
				v = r.searchPair(c.move, -infinite, infinite, depth-1, 0)
			} else {
				v = r.searchMove(c.move, -infinite, infinite, depth-1, 0)
			}
			if r.stopped {
				break
			}
			c.value = v
		}
		if r.stopped {
			break
		}
		// The first depth is always finished, so that every choice has a value.
		reached, r.maxNodes = depth, limit
		r.stopped = r.nodes >= limit
	}
	type liking struct {
		choice int
		value  float64 // with the errors
	}
	var likings []liking
	for i, c := range r.choices {
		if !r.mayChoose(c.move) {
			continue
		}
		v := horizon*math.Tanh(float64(c.value)/horizon) + l.error*rng.NormFloat64()
		if rng.Float64() < l.blind {
			v -= 2 * horizon
		}
		likings = append(likings, liking{i, v})
	}
	sortStable(likings, func(x, y *liking) bool { return x.value > y.value })
	r.lines = nil
	for _, x := range likings[:min(max(1, r.limits.Lines), len(likings))] {
		only := line{n: 1}
		only.turns[0] = turn{move: r.choices[x.choice].move}
		if r.banPly {
			only.turns[0] = turn{ban: r.choices[x.choice].move.Pair()}
		}
		r.addLine(max(reached, 1), r.valueOf(x.choice), &only)
	}
	r.report()
	return r.result(reached)
}

// mayChoose reports whether the limits let the player choose this action.
func (r *run) mayChoose(m chess.Move) bool {
	return r.allowed == nil || r.allowed[m.Pair()]
}

// valueOf returns the mover's value after a choice, without the errors.
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
