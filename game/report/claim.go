package report

import (
	"slices"

	"github.com/banchess/banchess/game"
)

// claim says that a player, the loser, loses material in a line and not in another one.
type claim struct {
	line, other []game.Action
	loser       game.Player
	bad, good   game.Eval // of both lines
	end                   // where the loss is seen
}

// window is how many actions after a claim what is lost has to stay lost.
const window = 8

// decided is how few chances decide a game.
const decided = 0.1

// longestClaim returns how many actions show a claim of so many points at the most: a
// pawn that is gone after five moves explains little.
func longestClaim(points int) int {
	switch {
	case points >= 3:
		return 10
	case points == 2:
		return 8
	}
	return 5
}

// isTrue reports whether both lines show the claim, and further looks confirm it.
func (e *Explanation) isTrue(c *claim) bool {
	good, bad := chancesOf(c.loser, c.good), chancesOf(c.loser, c.bad)
	if len(c.other) == 0 || c.good.Mate != 0 || c.bad.Mate != 0 || good-bad < inaccuracy {
		return false
	}
	if chancesOf(e.Player, e.Before) < decided || chancesOf(e.Player, e.After) > 1-decided {
		return false // a larger search often finds that as much is won or lost there
	}
	p := e.c.Game.Position()
	margin := (good - bad) / 3
	for range 2 {
		if !c.find(ends(p, c.line, c.loser)) || !c.differs(ends(p, c.other, c.loser)) {
			return false
		}
		if c.net() < 3 && good-bad < blunder {
			return false // a larger search often thinks better of a pawn that costs little
		}
		at, ok := e.look(Nodes, c.line[:c.length]...)
		if !ok || chancesOf(c.loser, at.Eval) > bad+margin {
			return false
		}
		line := append(slices.Clone(c.line[:c.length]), at.Line...)
		if c.stays(ends(p, line, c.loser)) {
			return e.isForced(c, bad+margin) && e.isSpared(c, good-margin) && e.isSeen(confirming(good-bad), margin)
		}
		c.line = line // which knows better what is lost
	}
	return false
}

// isForced reports whether the loser has no better answer to the first move of the winner.
func (e *Explanation) isForced(c *claim, bad float64) bool {
	for i, a := range c.line[:c.length-1] {
		if a.IsMove() && (e.c.Game.Ply()+game.Ply(i)).Mover() != c.loser {
			at, ok := e.look(Nodes, c.line[:i+1]...)
			return ok && chancesOf(c.loser, at.Eval) <= bad
		}
	}
	return true
}

// isSpared reports whether the winner has no better answer to the first action of the
// other line.
func (e *Explanation) isSpared(c *claim, good float64) bool {
	at, ok := e.look(Nodes, c.other[:1]...)
	line := append(slices.Clone(c.other[:1]), at.Line...)
	return ok && chancesOf(c.loser, at.Eval) >= good && c.differs(ends(e.c.Game.Position(), line, c.loser))
}

// isSeen reports whether searches of so many positions see what the player gives away, but
// for a margin.
func (e *Explanation) isSeen(nodes uint64, margin float64) bool {
	before, ok := e.look(nodes)
	if !ok || chancesOf(e.Player, before.Eval) < chancesOf(e.Player, e.Before)-margin {
		return false
	}
	after, ok := e.look(nodes, e.c.Action)
	return ok && chancesOf(e.Player, after.Eval) <= chancesOf(e.Player, e.After)+margin
}

// find finds the first place of a line at which the loser is to move, what is lost stays
// lost, and agrees with what the evaluation drops by; a later one where half as much
// again is lost. The place is quiet, or the line goes on for long enough to show it.
func (c *claim) find(line []end) bool {
	// In hundredths of a pawn, as far as material goes.
	drop := sign(c.loser) * (clamp(c.good.Centipawns) - clamp(c.bad.Centipawns))
	best := end{}
	for _, e := range line {
		net := e.net()
		agrees := 250*net >= drop && 100*net <= drop+drop/2+50
		if net < 1 || 2*net < 3*best.net() || e.after.Mover() != c.loser || !agrees || e.length > longestClaim(net) {
			continue
		}
		if c.end = e; c.isShown(line[len(line)-1]) && c.stays(line) {
			best = e
		}
	}
	c.end = best
	return best.length > 0
}

func clamp(centipawns int) int { return max(-2000, min(centipawns, 2000)) }

// isShown reports whether a line goes on for long enough after the claim to show it, or
// is quiet there or at its last place.
func (c *claim) isShown(last end) bool {
	return last.length >= c.length+window || isQuiet(last.after) || isQuiet(c.after)
}

// stays reports whether what is lost stays lost in a line, but for a pawn of a piece.
func (c *claim) stays(line []end) bool {
	for _, lost := range c.window(line) {
		if lost < c.net() && (lost < c.net()-1 || lost < 2) {
			return false
		}
	}
	return true
}

// differs reports whether another line spares at least half of what is claimed. What is
// taken back at once is not lost.
func (c *claim) differs(other []end) bool {
	all := c.window(other)
	for i, lost := range all {
		if next := min(i+1, len(all)-1); 2*min(lost, all[next]) > c.net() {
			return false
		}
	}
	return len(other) > 0
}

// window returns what is lost at the places of a line where the loser is to move, from the
// claim on, for so many actions as have to show it.
func (c *claim) window(line []end) (lost []int) {
	for _, e := range line {
		if e.length >= c.length && e.length <= c.length+window && e.after.Mover() == c.loser {
			lost = append(lost, e.net())
		}
	}
	return lost
}

// told returns the actions of the line as far as the last capture that counts.
func (c *claim) told(p game.Position) []game.Action {
	places := ends(p, c.line[:c.length], c.loser)
	i := len(places) - 1
	for i > 0 && slices.Equal(places[i-1].lost, c.lost) && slices.Equal(places[i-1].won, c.won) {
		i--
	}
	return c.line[:places[i].length]
}
