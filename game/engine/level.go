package engine

import (
	"math/rand/v2"

	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/search"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// Levels is the number of strength levels; the highest is full strength. How each does
// against the one below stands in LEVELS.md.
const Levels = 21

// level limits strength as people are limited: by how far they look, and by what they
// overlook. Time plays no part, so that a level is as strong on every machine.
type level struct {
	depth    int // moves; 0: no limit
	nodes    uint64
	overlook float64 // probability of overlooking a choice that is quiet
}

var levels = [Levels - 1]level{
	{1, 2_000, 0.88},
	{1, 2_000, 0.79},
	{1, 2_000, 0.72},
	{1, 2_000, 0.60},
	{1, 2_000, 0.53},
	{1, 2_000, 0.40},
	{1, 2_000, 0.27},
	{2, 20_000, 0.28},
	{2, 20_000, 0.112},
	{0, 920, 0},
	{0, 1_550, 0},
	{0, 2_550, 0},
	{0, 4_300, 0},
	{0, 7_100, 0},
	{0, 11_900, 0},
	{0, 24_000, 0},
	{0, 43_000, 0},
	{0, 78_000, 0},
	{0, 140_000, 0},
	{0, 250_000, 0},
}

// strength returns the level, full strength's too.
func (l *Limits) strength() int {
	if l.Level == 0 {
		return Levels
	}
	return l.Level
}

// forgetStronger keeps a level from reading what a stronger one has left in the table.
// Entries of the next level may stay, unless that is full strength: a player between
// two levels plays now the one, now the other.
func (e *Engine) forgetStronger(level int) {
	if e.strongest > level+1 || e.strongest == Levels && level < Levels {
		e.Clear()
	}
	e.strongest = max(e.strongest, level)
}

// playAt searches and chooses as a level does.
func (r *run) playAt(l level) Result {
	rng := rand.New(rand.NewPCG(r.engine.options.Seed, r.root.Key()^uint64(r.banned)<<48))
	// A tenth more or less, so that games differ. What was spent on a proof is not counted.
	if n := r.Nodes + l.nodes*9/10 + rng.Uint64N(l.nodes/5); r.limits.Nodes == 0 || r.limits.Nodes > n {
		r.limits.Nodes = n
	}
	if d := r.limits.Depth; l.depth > 0 && (d == 0 || d > l.depth) {
		r.limits.Depth = l.depth
	}
	if l.overlook > 0 {
		return r.playBlindly(l.overlook, rng)
	}
	r.MaxNodes = r.limits.Nodes
	return r.deepen()
}

// playBlindly searches every choice with a full window and takes the best of those that
// it does not overlook: the move to play or, at a ban ply, the pair to ban. Captures and
// promotions are overlooked less often. When it overlooks everything, the best is as good
// as any other way to go on.
//
// The lines are what the player would choose first, second and so on; their scores are
// those of the search, so that a line may stand above a better one.
func (r *run) playBlindly(overlook float64, rng *rand.Rand) Result {
	r.MaxNodes = 0 // the first depth is always finished, so that every choice has a value
	reached := 0
	for depth := 1; depth <= r.limits.Depth && !r.Stopped; depth++ {
		r.Iteration = depth
		for i := range r.choices {
			c := &r.choices[i]
			var v int
			if r.banPly {
				v = r.PairValue(c.move, -search.Infinite, search.Infinite, depth-1)
			} else {
				v = r.MoveValue(c.move, -search.Infinite, search.Infinite, depth-1)
			}
			if r.Stopped {
				break
			}
			c.value = v
		}
		if r.Stopped {
			break
		}
		reached, r.MaxNodes = depth, r.limits.Nodes
		r.Stopped = r.Nodes >= r.MaxNodes
	}
	type liking struct{ choice, value int } // the value less for what is overlooked
	var likings []liking
	for i, c := range r.choices {
		if !r.mayChoose(c.move) {
			continue
		}
		p := overlook
		if tactics.Noisy(&r.root, c.move) {
			p *= p
		}
		if rng.Float64() < p {
			c.value -= 2 * search.Infinite
		}
		likings = append(likings, liking{i, c.value})
	}
	sortStable(likings, func(x, y *liking) bool { return x.value > y.value })
	r.lines = nil
	for _, x := range likings[:min(max(1, r.limits.Lines), len(likings))] {
		m := r.choices[x.choice].move
		only := search.Turn{Move: m}
		if r.banPly {
			only = search.Turn{Ban: m.Pair()}
		}
		r.addLine(max(reached, 1), r.valueOf(x.choice), []search.Turn{only})
	}
	r.report()
	return r.result(reached)
}

// mayChoose reports whether the limits let the player choose this action.
func (r *run) mayChoose(m chess.Move) bool {
	return r.allowed == nil || r.allowed[m.Pair()]
}

// valueOf returns the mover's value after a choice.
func (r *run) valueOf(chosen int) int {
	if !r.banPly {
		return r.choices[chosen].value
	}
	best := -search.Infinite
	for i, c := range r.choices {
		if i != chosen {
			best = max(best, c.value)
		}
	}
	if best == -search.Infinite { // the only pair is banned
		return r.noPairLeft()
	}
	return best
}
