package search

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// quiescence searches captures and promotions until a position is quiet enough to
// evaluate. As everywhere the second-best choice counts. Standing pat stands for
// two quiet moves, so that a single good capture, which is banned, changes
// nothing. In check there is no standing pat: all moves are searched, and with one
// escape the side is mated.
func (s *Searcher) quiescence(alpha, beta, ply int) int {
	f := &s.frames[ply]
	f.pv.n = 0
	if s.CountNode() {
		return 0
	}
	s.SelDepth = max(s.SelDepth, ply)
	p := &f.position
	if v, ok := s.terminal(f, ply); ok {
		return v
	}
	if ply >= maxPly {
		return s.eval.Evaluate(p)
	}
	key := p.Key()
	hit, found := s.root.Table.probe(key)
	if found {
		half := p.Halfmove()
		if v, ok := hit.settles(alpha, beta, 0, ply, half); ok && beta-alpha == 1 || hit.provesMate(v, half) {
			return v
		}
	}

	s.evaluateFrame(f, hit, found)
	start := alpha
	best, second := -Infinite, -Infinite
	var n int
	if f.inCheck {
		if n = f.listPairs(); n < 2 {
			return f.mateOrStalemate(n, ply)
		}
		s.scoreMoves(ply, n, hit.first, hit.next)
	} else {
		best = f.eval
		if found {
			best = hit.refine(best)
		}
		if best >= beta {
			if !found {
				s.root.Table.store(key, 0, 0, best, f.static, 0, boundLower, ply)
			}
			return best
		}
		second = best
		alpha = max(alpha, best)
		n = f.listGains(alpha, hit.first, hit.next)
	}
	r := result{}
	for i := range n {
		if best <= alpha && i == n-1 {
			second = best // a single good pair would be banned
			break
		}
		m := f.pick(i, n)
		v := s.searchPair(m, max(alpha, second), beta, -1, ply)
		if s.Stopped {
			return 0
		}
		if v > best {
			best, second = v, best
			if v > alpha {
				r.first, r.next = m, r.first
			}
		} else if v > second {
			second = v
			if v > alpha {
				r.next = m
			}
		}
		if second >= beta {
			break
		}
	}
	bound := boundExact
	switch {
	case second >= beta:
		bound = boundLower
	case second <= start:
		bound, r = boundUpper, result{}
	}
	s.root.Table.store(key, r.first, r.next, second, f.static, 0, bound, ply)
	return second
}

// deltaMargin is what a capture may gain beyond its material.
const deltaMargin = 200

// listGains fills the frame with the pairs that capture or promote to a queen, as
// far as they may raise alpha: static exchange leaves out those that lose
// material or win too little (delta pruning). It scores their order.
func (f *frame) listGains(alpha int, first, next chess.Move) int {
	p := &f.position
	p.Noisy(&f.list)
	moves := f.list.Slice()[:f.dropUnderpromotions()]
	need := alpha - deltaMargin - f.eval // more than this
	n := 0
	for _, m := range moves {
		victim := tactics.Value[p.At(m.To()).Role()]
		if m.Promotion() == chess.NoRole && max(victim, tactics.Value[chess.Pawn]) <= need {
			continue
		}
		gain := tactics.Exchange(p, m)
		if gain < 0 || gain <= need {
			continue
		}
		order := 8*victim + gain
		if m == first || m == next {
			order += orderCapture
		}
		moves[n], f.order[n] = m, int32(order)
		n++
	}
	return n
}
