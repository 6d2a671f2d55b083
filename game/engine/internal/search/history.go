package search

import (
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/tactics"
)

// historyLimit bounds the values of a history.
const historyLimit = 1 << 14

// landing is a piece and the square it goes to. The zero landing stands for no
// move: before the root, or a pass.
type landing uint16

const landings = 1 << 10

func landingOf(piece chess.Piece, m chess.Move) landing {
	return landing(piece&15)<<6 | landing(m.To()&63)
}

// history holds a value for each quiet move. It goes up when the move refutes a node, and
// down when the move is tried before the two that refute it.
type history struct {
	pairs [2][4096]int16            // by mover and pair
	after [landings][landings]int16 // by an earlier move of the line and the move itself
}

// fade makes what earlier searches learnt count less. Replies stay as they are:
// they depend less on the position, and there are many.
func (h *history) fade() {
	for i := range h.pairs {
		for j := range h.pairs[i] {
			h.pairs[i][j] /= 4
		}
	}
}

// nodeHistory is those parts of a history that count at one node.
type nodeHistory struct {
	pairs *[4096]int16
	reply *[landings]int16 // to the opponent's last move
	plan  *[landings]int16 // after the mover's own last move
}

func (s *Searcher) historyAt(ply int) nodeHistory {
	h := &s.history
	return nodeHistory{
		pairs: &h.pairs[s.frames[ply].position.Mover().Index()],
		reply: &h.after[s.landedBefore(ply, 1)],
		plan:  &h.after[s.landedBefore(ply, 2)],
	}
}

// landedBefore returns the landing some moves before a node.
func (s *Searcher) landedBefore(ply, moves int) landing {
	if ply < moves {
		return 0
	}
	return s.frames[ply-moves].landed
}

// score is what a quiet move is ordered by.
func (c *nodeHistory) score(piece chess.Piece, m chess.Move) int32 {
	l := landingOf(piece, m)
	return int32(c.pairs[m.Pair()]) + (int32(c.reply[l])+int32(c.plan[l]))/2
}

func (c *nodeHistory) add(piece chess.Piece, m chess.Move, bonus int) {
	l := landingOf(piece, m)
	addBonus(&c.pairs[m.Pair()], bonus)
	addBonus(&c.reply[l], bonus)
	addBonus(&c.plan[l], bonus)
}

// addBonus adds to a history value, the less the nearer it is to its limit.
func addBonus(h *int16, bonus int) {
	*h += int16(bonus - int(*h)*abs(bonus)/historyLimit)
}

// updateHistory raises the history of a node's two refutations if they are quiet,
// and makes them killers; it lowers that of the quiet moves tried before them.
func (s *Searcher) updateHistory(tried []chess.Move, first, next chess.Move, depth, ply int) {
	f := &s.frames[ply]
	p := &f.position
	c := s.historyAt(ply)
	bonus := min(depth*depth*4+40*depth, 1600)
	for _, m := range tried {
		if tactics.Noisy(p, m) {
			continue
		}
		if m == first || m == next {
			c.add(p.At(m.From()), m, bonus)
			f.keepKiller(m)
		} else {
			c.add(p.At(m.From()), m, -bonus/2)
		}
	}
}

func (f *frame) keepKiller(m chess.Move) {
	for i := range f.killers {
		if f.killers[i] == m || i == killers-1 {
			copy(f.killers[1:i+1], f.killers[:i])
			f.killers[0] = m
			return
		}
	}
}
