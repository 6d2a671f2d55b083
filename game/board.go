package game

import (
	"slices"
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
	// library is the position in the chess library, or nil: then list makes one from the FEN.
	library library
}

// library lists the legal moves of a position of the chess library. It is a function, and not
// that position, because the linker keeps the methods of all types to which a value in an
// interface leads: they would be a tenth of the WebAssembly.
type library func() *legalList

// legalList is the library's list of the legal moves of a position.
type legalList struct {
	moves []Move
	pairs []Pair                 // the moves' pairs, each once, in the order of moves
	after func(move int) library // the position after the move with that index
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
	if n.library != nil {
		return n.library()
	}
	p := new(notnil.Position)
	if n.Mover() == NoPlayer || p.UnmarshalText(n.appendFEN(make([]byte, 0, 96))) != nil {
		return &legalList{} // the board of the zero Position: others were validated, or came about by legal moves
	}
	return listOf(p)
}

// listOf lists the legal moves of a position of the library.
func listOf(p *notnil.Position) *legalList {
	std := p.ValidMoves()
	l := &legalList{moves: make([]Move, len(std)), pairs: make([]Pair, 0, len(std))}
	for i, m := range std {
		l.moves[i] = chess.NewMove(Square(m.S1()), Square(m.S2()), roleOfStd[m.Promo()])
		// The library lists the promotions of a pair one after the other.
		if pair := l.moves[i].Pair(); len(l.pairs) == 0 || l.pairs[len(l.pairs)-1] != pair {
			l.pairs = append(l.pairs, pair)
		}
	}
	l.after = func(move int) library {
		return func() *legalList { return listOf(p.Update(std[move])) }
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
		if i := slices.Index(l.moves, m); i >= 0 {
			after.library = l.after(i)
		}
	}
	return after
}

// bare reports whether the player has nothing but the king.
func (n *board) bare(p Player) bool { return n.Pieces(p, NoRole).Count() == 1 }
