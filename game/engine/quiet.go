package engine

// quiet settles captures and checks before a position is evaluated. The rule is
// the same as everywhere: of all choices the best is banned and the second best
// counts. Standing pat stands for the quiet moves, of which there are more than
// one, so the evaluation is a floor; a single good capture is banned and changes
// nothing. A side in check has no such floor: all its moves are looked at, and
// with one escape it is mated.
func (s *search) quiet(alpha, beta, ply int) int {
	f := &s.frames[ply]
	f.best.n = 0
	if s.enter() {
		return 0
	}
	s.selDepth = max(s.selDepth, ply)
	b := s.board
	if v, ok := s.ended(ply, f.inCheck); ok {
		return v
	}
	if ply >= maxPly {
		return s.eval.evaluate(b)
	}
	key := b.Hash()
	hit, found := s.table.probe(key)
	if found {
		if v, ok := s.known(&hit, alpha, beta, 0, ply); ok && beta-alpha == 1 || s.promised(&hit, v) {
			return v
		}
	}

	top, second := -infinite, -infinite
	var n int
	if f.inCheck {
		if n = s.listPairs(f); n < 2 {
			return f.stuck(n, ply)
		}
		f.eval = -infinite
	} else {
		if found && hit.eval != -infinite {
			f.eval = int(hit.eval)
		} else {
			f.eval = s.eval.evaluate(b)
		}
		if f.eval >= beta {
			return f.eval
		}
		top, second = f.eval, f.eval
		alpha = max(alpha, f.eval)
		if n = s.listNoisy(f); n < 2 {
			return f.eval
		}
	}
	s.rate(f, n, hit.first, hit.next)
	for i := range n {
		m := f.pick(i, n)
		if !f.inCheck {
			gain := exchange(b, m)
			if gain < 0 || f.eval+gain+200 <= alpha {
				continue
			}
		}
		v := s.pair(m, max(alpha, second), beta, -1, ply)
		if s.stopped {
			return 0
		}
		if v > top {
			second, top = top, v
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
func (s *search) listNoisy(f *frame) int {
	s.board.Noisy(&f.list)
	return f.dropUnderpromotions()
}
