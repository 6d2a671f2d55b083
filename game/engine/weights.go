package engine

// startWeights are the weights before any game was played: material, a pull to
// the centre, and a guess at the rest.
func startWeights() *[terms]weight {
	w := new([terms]weight)
	set := func(term, middle, end int) { w[term] = weight(middle<<16 + end) }
	material := [6][2]int{{90, 120}, {330, 300}, {340, 310}, {480, 540}, {980, 980}, {0, 0}}
	pull := [6][2]int{{3, 2}, {9, 7}, {5, 4}, {1, 1}, {2, 5}, {-12, 10}}
	for t := range 6 {
		for rank := range 8 {
			for file := range 4 {
				near := 6 - max(2*(3-file), max(2*rank-7, 7-2*rank)) + min(file, 3) // 0 at the rim
				m, e := material[t][0]+pull[t][0]*near/2, material[t][1]+pull[t][1]*near/2
				if t == 0 {
					m, e = m+3*(rank-1), e+6*(rank-1)
				}
				if t == 5 {
					m -= 12 * rank
				}
				set(termSquare+t*32+rank*4+file, m, e)
			}
		}
	}
	for _, m := range []struct{ term, n, step, middle int }{{termKnight, 9, 8, 4}, {termBishop, 14, 6, 6}, {termRook, 15, 4, 7}, {termQueen, 28, 3, 10}} {
		for i := range m.n {
			set(m.term+i, (i-m.middle)*m.step, (i-m.middle)*m.step)
		}
	}
	set(termPair, 30, 40)
	set(termOpen, 25, 15)
	set(termHalfOpen, 12, 8)
	for rank := range 8 {
		set(termPassed+rank, 3*rank*rank/2, 4*rank*rank/2)
		set(termFreePassed+rank, rank*rank/2, 2*rank*rank)
		set(termSupported+rank, 4+2*rank, 3+2*rank)
	}
	set(termIsolated, -12, -14)
	set(termDoubled, -10, -18)
	for i := range 4 {
		set(termShield+i, 14*i, 0)
	}
	for role := range roles {
		for i := range 9 {
			set(termEscape+role*9+i, 8*min(i, 4)-32, 8*min(i, 4)-32)
		}
		for i := range 8 {
			set(termRing+role*8+i, -6*i*i/2, -2*i)
			set(termChecks+role*8+i, -14*i*(role+1)*2/3, -8*i)
		}
		for i := range 4 {
			set(termCheckBy+role*4+i, -10, -6)
		}
		set(termPawnHits+role, -20-20*role, -20-15*role)
		set(termMinorHits+role, -15-15*role, -15-15*role)
		for i := range 5 {
			set(termHanging+role*5+i, -12*i-15*i*role, -12*i-15*i*role)
			set(termOnce+role*5+i, -4*i-6*i*role, -4*i-6*i*role)
		}
	}
	set(termTempo, 15, 10)
	set(termInCheck, -30, -20)
	return w
}
