package proof

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// The solver searches by proof numbers (depth-first, df-pn). At every node the side to move has
// to succeed with two pairs, since one of them is banned: the attacker with two that win, the
// defender with two that hold.
//
// The need of a node says how much is left to show until that side has succeeded: what the
// best two pairs need together. Its risk says how much is left until it has failed, which it
// has when all pairs but one have: the greatest of their risks but one, and two for each other
// pair that is open. A sum would count positions twice that are reached by several moves. The
// search goes where the least is needed. A need of 0 is success, a risk of 0 is failure.

// endless is the need or risk of what cannot be.
const endless = 1 << 30

// option is a move at a node, with the numbers of the node after it for the other side.
type option struct {
	move       chess.Move
	need, risk int
}

// other returns the salt of the side that moves next.
func other(salt uint64) uint64 { return salt ^ saltAttack ^ saltDefence }

// decided returns the need and risk of a node for the side to move where it is known
// whether the attacker wins.
func decided(salt uint64, won bool) (need, risk int) {
	if won == (salt == saltAttack) {
		return 0, endless
	}
	return endless, 0
}

// prove searches a node until its need or its risk reaches a limit, and returns both. The game
// is not over there, and n is not 0.
func (s *Solver) prove(p *chess.Position, salt uint64, n, maxNeed, maxRisk int) (need, risk int) {
	if s.countNode() {
		return 1, 1
	}
	left := n // turns after a move
	if salt == saltAttack {
		left--
	}
	if left == 0 {
		won := s.matesAtOnce(p)
		s.note(p, salt, n, won)
		return decided(salt, won)
	}
	options := s.options(p, other(salt), left)
	for {
		sums := addUp(options)
		need, risk = sums.need(), sums.risk()
		if need >= maxNeed || risk >= maxRisk || need == 0 || risk == 0 {
			break
		}
		next, nextNeed, nextRisk := sums.next(maxNeed, maxRisk)
		next.need, next.risk = s.prove(p.After(next.move), other(salt), left, nextNeed, nextRisk)
		if s.err != nil {
			return 1, 1
		}
	}
	if need == 0 || risk == 0 {
		s.note(p, salt, n, (need == 0) == (salt == saltAttack))
	} else {
		v := s.lookup(p, salt)
		v.turns, v.need, v.risk = int16(n), int32(need), int32(risk)
		s.store(v)
	}
	return need, risk
}

// Winning returns a move with which the mover wins within n turns, of another pair than the one
// that is banned, or chess.NoMove. It searches where the least is needed, as at any node.
func (s *Solver) Winning(p *chess.Position, banned chess.Pair, n int) chess.Move {
	var l chess.MoveList
	p.Moves(&l)
	var options []option
	for _, m := range l.Slice() {
		if m.Pair() == banned {
			continue
		}
		// With no turn left, a win is decided by the rules.
		if need, risk := s.estimate(p.After(m), saltDefence, n-1); n > 1 || risk == 0 {
			options = append(options, option{m, need, risk})
		}
	}
	for s.err == nil {
		best, rival := &option{risk: endless}, endless // the numbers are the other side's
		for i := range options {
			if o := &options[i]; o.risk < best.risk {
				best, rival = o, best.risk
			} else {
				rival = min(rival, o.risk)
			}
		}
		if best.risk == 0 || best.move == chess.NoMove {
			return best.move
		}
		best.need, best.risk = s.prove(p.After(best.move), saltDefence, n-1, endless, patience(rival))
	}
	return chess.NoMove
}

// options lists the moves of a node with what is known after each, as far as the second
// pair with which the side to move has succeeded.
func (s *Solver) options(p *chess.Position, salt uint64, n int) []option {
	var l chess.MoveList
	p.Moves(&l)
	moves := l.Slice()
	options := make([]option, 0, len(moves))
	found := chess.NoPair
	for _, m := range moves {
		need, risk := s.estimate(p.After(m), salt, n)
		options = append(options, option{m, need, risk})
		if risk > 0 || m.Pair() == found {
			continue
		}
		if found != chess.NoPair {
			break
		}
		found = m.Pair()
	}
	return options
}

// estimate returns the need and the risk of a node before it is searched: what is known of it,
// or about how many moves have to be answered. What the rules decide counts as a node.
func (s *Solver) estimate(p *chess.Position, salt uint64, n int) (need, risk int) {
	check := p.InCheck()
	_, pairs := p.Count()
	if drawn := s.Drawn(p); drawn || pairs <= 1 {
		s.nodes++
		return decided(salt, salt == saltDefence && check && (pairs == 0 || !drawn))
	}
	switch v := s.lookup(p, salt); {
	case int(v.won) <= n:
		return decided(salt, true)
	case int(v.lost) > n:
		return decided(salt, false)
	case v.need > 0 && int(v.turns) == n: // what is not known has no numbers
		return int(v.need), int(v.risk)
	}
	if salt == saltDefence {
		if !check {
			pairs *= 4
		}
		return 2, pairs - 1
	}
	if n > 1 {
		return 2, pairs - 1
	}
	var l chess.MoveList
	checks := len(tactics.PossibleChecks(p, &l))
	if checks < 2 { // and two have to mate
		return decided(salt, false)
	}
	return 2, checks - 1
}

// matesAtOnce decides an attacker's node with one turn left: two pairs have to mate.
func (s *Solver) matesAtOnce(p *chess.Position) bool {
	var list chess.MoveList
	moves := tactics.PossibleChecks(p, &list)
	found := chess.NoPair
	for i, m := range moves {
		if found == chess.NoPair && i == len(moves)-1 {
			return false
		}
		next := p.After(m)
		if m.Pair() == found || !next.InCheck() {
			continue
		}
		s.nodes++
		if _, pairs := next.Count(); pairs == 0 || pairs == 1 && !s.Drawn(next) {
			if found != chess.NoPair {
				return true
			}
			found = m.Pair()
		}
	}
	return false
}

// pairSum is what a node needs to succeed with a pair, of which the best move counts, and to
// fail with it, for which all of its moves have to.
type pairSum struct {
	need, risk int
	option     *option // the best move
}

// sums are a node's numbers added up: the three pairs with the least need, the greatest two
// risks, and the number of pairs with a risk.
type sums struct {
	best       [3]pairSum
	most, more int
	open       int
}

// addUp adds the options of a node up. The options of one pair are next to each other.
func addUp(options []option) sums {
	s := sums{best: [3]pairSum{{need: endless}, {need: endless}, {need: endless}}}
	for i := 0; i < len(options); {
		p := pairSum{need: endless}
		for pair := options[i].move.Pair(); i < len(options) && options[i].move.Pair() == pair; i++ {
			o := &options[i] // the numbers are the other side's
			if o.risk < p.need {
				p.need, p.option = o.risk, o
			}
			p.risk = min(endless, p.risk+o.need)
		}
		for i := range s.best {
			if p.need < s.best[i].need {
				copy(s.best[i+1:], s.best[i:])
				s.best[i] = p
				break
			}
		}
		if p.risk > 0 {
			s.open++
		}
		s.more = max(s.more, min(s.most, p.risk))
		s.most = max(s.most, p.risk)
	}
	return s
}

func (s *sums) need() int { return min(endless, s.best[0].need+s.best[1].need) }

// risk leaves out the greatest, since the node fails with one pair that succeeds.
func (s *sums) risk() int {
	if s.more == 0 || s.more == endless {
		return s.more
	}
	return s.more + 2*(s.open-2)
}

// next returns the option to search next, and its limits: it is searched until the node has
// reached one of its own, or another option needs clearly less.
func (s *sums) next(maxNeed, maxRisk int) (o *option, nextNeed, nextRisk int) {
	chosen, beside, rival := s.best[0], s.best[1], s.best[1]
	if chosen.need == 0 {
		chosen, beside, rival = s.best[1], s.best[0], s.best[2]
	}
	o = chosen.option
	return o, max(o.need+1, maxRisk-2*(s.open-2)), min(maxNeed-beside.need, patience(rival.need))
}

// patience returns the need up to which an option is searched when a rival has the need given:
// a twelfth more than that, since changing often costs more than it saves.
func patience(rival int) int { return min(endless, rival+rival/12+1) }
