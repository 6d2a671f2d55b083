package engine

import "github.com/banchess/banchess/game/chess"

// searchPV searches a node of the principal variation. Only the second-best pair
// needs an exact value there. Of the best one, which is banned, it is enough to
// know that it is no worse, and of the others that they are no better: one full
// window and many null windows, as in plain principal-variation search.
//
// The table's next move is therefore tried before its first move. When a third
// pair turns out better than the second, the value of the best pair does matter
// and is found out then.
func (s *search) searchPV(f *frame, n, alpha, beta, depth, ply int) result {
	for i := range n {
		if f.order[i] == orderNext {
			f.order[i] = orderFirst + 1
		}
	}
	two := newBestTwo(f, alpha, beta, func(m chess.Move, low, high, less int) (int, bool) {
		v := s.pair(m, low, high, depth-1-less, ply)
		return v, !s.stopped
	})
	for i := range n {
		m := f.pick(i, n)
		less := 0
		if depth >= 3 && i >= 4 && f.order[i] < orderKiller-killers && !f.inCheck {
			less = max(0, min(int(reductions[min(depth, 63)][min(i, 63)])-1, depth-2))
		}
		if two.add(m, less); s.stopped || two.second >= beta {
			break
		}
	}
	r := result{value: two.second, first: two.bestMove, next: two.secondMove}
	if !s.stopped && two.second >= beta {
		s.refutation = [2]chess.Move{r.first, r.next}
		s.reward(f, f.list.Slice()[:n], 0)
	}
	if two.second > alpha {
		two.writeLine()
	} else {
		r.next = chess.NoMove
		if two.best <= alpha {
			r.first = chess.NoMove
		}
	}
	return r
}
