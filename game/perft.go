package game

// Perft counts the sequences of legal actions of the given length: a ban counts
// one for each pair, a move one for each legal move, promotions apart.
func Perft(p Position, depth int) int64 {
	if depth <= 0 {
		return 1
	}
	if p.Result().Over() {
		return 0
	}
	actions := p.LegalActions()
	if depth == 1 {
		return int64(len(actions))
	}
	var n int64
	for _, a := range actions {
		n += Perft(p.playLegal(a), depth-1)
	}
	return n
}
