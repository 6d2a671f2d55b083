package search

import "github.com/banchess/banchess/game/chess"

// searchPV searches a node of the principal variation. Only the second-best pair
// needs an exact value. The best is banned, and a null window shows that it is no
// worse; null windows show that the others are no better.
//
// The table's next move is therefore tried before its first. When a third pair
// turns out better than the second, the best pair's value is needed after all and
// searched then (BestTwo).
func (s *Searcher) searchPV(f *frame, n, alpha, beta, depth, ply int) result {
	for i := range n {
		if f.order[i] == orderNext {
			f.order[i] = orderFirst + 1
		}
	}
	two := s.bestTwo(alpha, beta, depth, ply)
	tried := 0
	for i := range n {
		m := f.pick(i, n)
		tried = i + 1
		reduction := 0
		if f.order[i] < orderLate {
			reduction = f.reduction(i, depth)
		}
		if two.Add(m, reduction); s.Stopped || two.Second >= beta {
			break
		}
	}
	r := result{value: two.Second, first: two.BestMove, next: two.SecondMove}
	if !s.Stopped && two.Second >= beta {
		s.updateHistory(f.list.Slice()[:tried], r.first, r.next, depth, ply)
	}
	if two.Second > alpha {
		two.writeLine()
	} else {
		r.next = chess.NoMove
		if two.Best <= alpha {
			r.first = chess.NoMove
		}
	}
	return r
}

// reduction is late move reduction in the principal variation, by place in the
// order. In check all moves are searched alike.
func (f *frame) reduction(place, depth int) int {
	if depth < 3 || place < 4 || f.inCheck {
		return 0
	}
	return max(0, min(int(reductions[min(depth, 63)][min(place, 63)])-1, depth-2))
}
