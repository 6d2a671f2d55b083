package engine

// quiescence searches captures and promotions until a position is quiet enough to
// evaluate. As everywhere the second-best choice counts. Standing pat stands for
// two quiet moves, so that a single good capture, which is banned, changes
// nothing. In check there is no standing pat: all moves are searched, and with one
// escape the side is mated.
func (s *search) quiescence(alpha, beta, ply int) int {
	f := &s.frames[ply]
	f.pv.n = 0
	if s.countNode() {
		return 0
	}
	s.selDepth = max(s.selDepth, ply)
	p := &f.position
	if v, ok := s.terminal(f, ply); ok {
		return v
	}
	if ply >= maxPly {
		return s.eval.Evaluate(p)
	}
	key := p.Key()
	hit, found := s.table.probe(key)
	if found {
		half := p.Halfmove()
		if v, ok := hit.settles(alpha, beta, 0, ply, half); ok && beta-alpha == 1 || hit.provesMate(v, half) {
			return v
		}
	}

	best, second := -infinite, -infinite
	var n int
	if f.inCheck {
		if n = f.listPairs(); n < 2 {
			return f.mateOrStalemate(n, ply)
		}
		f.eval = -infinite
	} else {
		if found && hit.eval != -infinite {
			f.eval = int(hit.eval)
		} else {
			f.eval = s.eval.Evaluate(p)
		}
		if f.eval >= beta {
			return f.eval
		}
		best, second = f.eval, f.eval
		alpha = max(alpha, f.eval)
		if n = f.listNoisy(); n < 2 {
			return f.eval
		}
	}
	s.scoreMoves(f, n, hit.first, hit.next)
	for i := range n {
		m := f.pick(i, n)
		if !f.inCheck {
			gain := see(p, m)
			if gain < 0 || f.eval+gain+200 <= alpha { // losing captures, delta pruning
				continue
			}
		}
		v := s.searchPair(m, max(alpha, second), beta, -1, ply)
		if s.stopped {
			return 0
		}
		if v > best {
			second, best = best, v
		} else {
			second = max(second, v)
		}
		if second >= beta {
			break
		}
	}
	return second
}

// listNoisy fills the frame with the pairs that capture or promote to a queen.
func (f *frame) listNoisy() int {
	f.position.Noisy(&f.list)
	return f.dropUnderpromotions()
}
