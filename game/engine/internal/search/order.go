package search

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// The scores that moves are ordered by: the moves of the table, good captures by
// victim and static exchange, killers, history, losing captures. A node needs two
// refutations, so the table has two moves and there are twice the usual killers.
const (
	orderFirst   = 1 << 28
	orderNext    = orderFirst - 1
	orderCapture = 1 << 24
	orderKiller  = 1 << 22
)

const killers = 4

// A move ordered below orderLate is neither from the table, nor a good capture, nor a
// killer.
const orderLate = orderKiller - killers

// frame is what the search keeps for one move depth of its current path.
type frame struct {
	position   chess.Position
	reversible int // how many moves back a repetition may lie

	list    chess.MoveList
	order   [chess.MaxMoves]int32
	killers [killers]chess.Move
	move    chess.Move // the move that led to the next frame, 0 for a pass
	landed  landing    // of that move
	static  int        // the evaluation, -infinite in check
	eval    int        // corrected by what the search has learnt
	inCheck bool
	pv      line // the line of this node's value
	trial   line // the line of the pair just searched
	best    line // the line of the best pair, which the ban takes away
	second  line
}

// listPairs fills the frame with one move for each pair, a queen's promotion
// standing for all of its pair, and returns the number of pairs.
func (f *frame) listPairs() int {
	f.position.Moves(&f.list)
	return f.dropUnderpromotions()
}

// lastStep are the ranks from which pawns promote, White's and Black's.
var lastStep = [2]chess.Bitboard{0xff << 48, 0xff << 8}

// dropUnderpromotions leaves one move for each pair in the frame's list.
func (f *frame) dropUnderpromotions() int {
	moves := f.list.Slice()
	if us := f.position.Mover(); f.position.Pieces(us, chess.Pawn)&lastStep[us.Index()] == 0 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		if t := m.Promotion(); t == chess.NoRole || t == chess.Queen {
			moves[n] = m
			n++
		}
	}
	return n
}

// scoreMoves gives every listed move of a node its ordering score.
func (s *Searcher) scoreMoves(ply, n int, first, next chess.Move) {
	f := &s.frames[ply]
	p := &f.position
	history := s.historyAt(ply)
	for i, m := range f.list.Slice()[:n] {
		var score int32
		switch {
		case m == first:
			score = orderFirst
		case m == next:
			score = orderNext
		case tactics.Noisy(p, m):
			gain := tactics.Exchange(p, m)
			victim := tactics.Value[p.At(m.To()).Role()]
			score = int32(orderCapture + 8*victim + gain)
			if gain < 0 {
				score = int32(gain)
			}
		default:
			score = history.score(p.At(m.From()), m)
			if m == f.killers[3] {
				score = orderKiller - 3
			}
			if m == f.killers[2] {
				score = orderKiller - 2
			}
			if m == f.killers[1] {
				score = orderKiller - 1
			}
			if m == f.killers[0] {
				score = orderKiller
			}
		}
		f.order[i] = score
	}
}

// pick moves the best of the moves from i on to place i and returns it.
func (f *frame) pick(i, n int) chess.Move {
	// The first of equals wins: its place is in the low bits. No branch is taken,
	// which is slow in WebAssembly.
	key := int64(-1 << 62)
	order := f.order[i:n]
	j := 0
	for ; j+4 <= len(order); j += 4 {
		four := order[j : j+4 : j+4]
		key = max(key, int64(four[0])<<8|int64(255-j), int64(four[1])<<8|int64(254-j),
			int64(four[2])<<8|int64(253-j), int64(four[3])<<8|int64(252-j))
	}
	for ; j < len(order); j++ {
		key = max(key, int64(order[j])<<8|int64(255-j))
	}
	best := i + 255 - int(key&255)
	moves := f.list.Slice()
	moves[i], moves[best] = moves[best], moves[i]
	f.order[i], f.order[best] = f.order[best], f.order[i]
	return moves[i]
}
