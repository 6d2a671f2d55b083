package game

import (
	"sync/atomic"

	notnil "github.com/notnil/chess"

	"github.com/banchess/banchess/game/chess"
)

// board is the chess position below a Position, with the chess library's list of
// its legal moves. The position before a ban and the one after it share a board.
// The list is made when somebody first asks; nothing else in a board changes.
type board struct {
	chess.Position
	check bool
	known atomic.Pointer[legalList]
	// std is the library's position, or nil: then list makes one from the FEN.
	std *notnil.Position
}

// legalList is the library's list of the legal moves of a position.
type legalList struct {
	std   *notnil.Position
	moves []legalMove
	pairs []Pair // the moves' pairs, each once, in the order of moves
}

// legalMove is a legal move with the library's own value for it, which carries
// the tags that the library needs to play it.
type legalMove struct {
	Move
	std *notnil.Move
}

// newBoard returns the board of a validated position. The chess library reads it when
// somebody first asks for its list: that takes ten times as long as all else.
func newBoard(p chess.Position) *board { return &board{Position: p, check: p.InCheck()} }

func (n *board) legal() *legalList {
	if l := n.known.Load(); l != nil {
		return l
	}
	l := n.list()
	n.known.Store(l)
	return l
}

func (n *board) list() *legalList {
	l := &legalList{std: n.std}
	if n.Mover() == NoPlayer { // the board of the zero Position
		return l
	}
	if l.std == nil {
		l.std = new(notnil.Position)
		if l.std.UnmarshalText(n.appendFEN(make([]byte, 0, 96))) != nil {
			return l // cannot be: the position was validated, or came about by legal moves
		}
	}
	std := l.std.ValidMoves()
	l.moves = make([]legalMove, len(std))
	l.pairs = make([]Pair, 0, len(std))
	for i, m := range std {
		move := chess.NewMove(Square(m.S1()), Square(m.S2()), roleOfStd[m.Promo()])
		l.moves[i] = legalMove{move, m}
		// The library lists the promotions of a pair one after the other.
		if k := len(l.pairs); k == 0 || l.pairs[k-1] != move.Pair() {
			l.pairs = append(l.pairs, move.Pair())
		}
	}
	return l
}

// roleOfStd is the role that a promotion of the library stands for.
var roleOfStd = [...]Role{notnil.Queen: Queen, notnil.Rook: Rook, notnil.Bishop: Bishop, notnil.Knight: Knight}

// hasOther reports whether a legal move has another pair than p; with NoPair,
// whether there is any legal move.
func (n *board) hasOther(p Pair) bool {
	_, pairs := n.Count()
	return pairs > 1 || pairs == 1 && !n.HasPair(p)
}

// play returns the board after a legal move of n. If n's list is known, the
// library plays the move too, which costs less than reading a FEN later.
func (n *board) play(m Move) *board {
	after := &board{Position: n.Position}
	after.Play(m)
	after.check = after.InCheck()
	if l := n.known.Load(); l != nil {
		for _, lm := range l.moves {
			if lm.Move == m {
				after.std = l.std.Update(lm.std)
			}
		}
	}
	return after
}

// bare reports whether the player has nothing but the king.
func (n *board) bare(p Player) bool { return n.Pieces(p, NoRole).Count() == 1 }
