package engine

import "github.com/banchess/banchess/game/bitboard"

// Ordering scores, best first. A node needs two refutations, so both moves of
// the table come first and twice the usual number of killers is kept.
const (
	orderFirst   = 1 << 28
	orderNext    = orderFirst - 1
	orderCapture = 1 << 24
	orderKiller  = 1 << 22
	historyLimit = 1 << 14
)

const killers = 4

// frame is what the search keeps for one move depth of its current path.
type frame struct {
	list    bitboard.MoveList
	order   [bitboard.MaxMoves]int32
	killers [killers]bitboard.Move
	move    bitboard.Move // the move that led to the next frame, 0 for a pass
	eval    int
	inCheck bool
	best    line // the line of this node's value
	trial   line // the line of the pair just searched
	top     line // the line of the best pair, which the ban takes away
	second  line
}

// noisy reports whether a move captures or promotes.
func noisy(b *bitboard.Board, m bitboard.Move) bool {
	return b.At(m.To()) != 0 || m.Promotion() != bitboard.NoType ||
		m.To() == b.EnPassant() && b.At(m.From()).Type() == bitboard.Pawn
}

// listPairs fills the frame with one move for each pair, a queen's promotion
// standing for all of its pair, and returns the number of pairs.
func (s *search) listPairs(f *frame) int {
	s.board.Moves(&f.list)
	return f.dropUnderpromotions()
}

// dropUnderpromotions leaves one move for each pair in the frame's list.
func (f *frame) dropUnderpromotions() int {
	moves := f.list.Slice()
	n := 0
	for _, m := range moves {
		if t := m.Promotion(); t == bitboard.NoType || t == bitboard.Queen {
			moves[n] = m
			n++
		}
	}
	return n
}

// rate gives every listed move its ordering score.
func (s *search) rate(f *frame, n int, first, next bitboard.Move) {
	b := s.board
	history := &s.history[b.Mover()]
	for i, m := range f.list.Slice()[:n] {
		var score int32
		switch {
		case m == first:
			score = orderFirst
		case m == next:
			score = orderNext
		case noisy(b, m):
			gain := exchange(b, m)
			victim := exchangeValue[b.At(m.To()).Type()]
			score = int32(orderCapture + 8*victim + gain)
			if gain < 0 {
				score = int32(gain)
			}
		default:
			score = int32(history[m.Pair()])
			for k, killer := range f.killers {
				if m == killer {
					score = orderKiller - int32(k)
				}
			}
		}
		f.order[i] = score
	}
}

// pick moves the best of the moves from i on to place i and returns it.
func (f *frame) pick(i, n int) bitboard.Move {
	best := i
	for j := i + 1; j < n; j++ {
		if f.order[j] > f.order[best] {
			best = j
		}
	}
	moves := f.list.Slice()
	moves[i], moves[best] = moves[best], moves[i]
	f.order[i], f.order[best] = f.order[best], f.order[i]
	return moves[i]
}

// reward notes the two quiet refutations of a node, and lowers the quiet moves
// that were tried before in vain.
func (s *search) reward(f *frame, tried []bitboard.Move, depth int) {
	b := s.board
	history := &s.history[b.Mover()]
	bonus := min(depth*depth*4+40*depth, 1600)
	for _, m := range tried {
		if noisy(b, m) {
			continue
		}
		if m == s.refutation[0] || m == s.refutation[1] {
			bump(&history[m.Pair()], bonus)
			f.keepKiller(m)
		} else {
			bump(&history[m.Pair()], -bonus/2)
		}
	}
}

// bump moves a history value towards its limit on the bonus's side.
func bump(h *int16, bonus int) {
	*h += int16(bonus - int(*h)*max(bonus, -bonus)/historyLimit)
}

func (f *frame) keepKiller(m bitboard.Move) {
	for i := range f.killers {
		if f.killers[i] == m || i == killers-1 {
			copy(f.killers[1:i+1], f.killers[:i])
			f.killers[0] = m
			return
		}
	}
}

// checks are the squares from which the mover's pieces give check, by type.
type checks [8]bitboard.Bitboard

func newChecks(b *bitboard.Board) (c checks) {
	us := b.Mover()
	king := b.KingSquare(us.Other())
	occupied := b.Occupied()
	c[bitboard.Pawn] = bitboard.PawnAttacks(us.Other(), king)
	c[bitboard.Knight] = bitboard.KnightAttacks(king)
	c[bitboard.Bishop] = bitboard.BishopAttacks(king, occupied)
	c[bitboard.Rook] = bitboard.RookAttacks(king, occupied)
	c[bitboard.Queen] = c[bitboard.Bishop] | c[bitboard.Rook]
	return c
}

// gives reports whether the moved piece itself will give check.
func (c *checks) gives(b *bitboard.Board, m bitboard.Move) bool {
	return c[b.At(m.From()).Type()].Has(m.To())
}
