package game

import (
	"strings"
	"sync/atomic"

	"github.com/notnil/chess"
)

// castling holds the castling rights as four bits, in the order of
// castlingLetters.
type castling uint8

const castlingLetters = "KQkq"

func (c castling) String() string { return string(c.appendTo(nil)) }

func (c castling) appendTo(b []byte) []byte {
	if c == 0 {
		return append(b, '-')
	}
	for i := range castlingLetters {
		if c&(1<<i) != 0 {
			b = append(b, castlingLetters[i])
		}
	}
	return b
}

// castlingHome gives, for each right, the king's and the rook's home squares.
var castlingHome = [4]struct {
	player     Player
	king, rook Square
}{
	{White, 4, 7}, {White, 4, 0}, {Black, 60, 63}, {Black, 60, 56},
}

// lostWith returns the rights that end when a piece leaves or reaches sq.
func lostWith(sq Square) castling {
	if r := sq.Rank(); r != 0 && r != 7 {
		return 0
	}
	var c castling
	for i, home := range castlingHome {
		if sq == home.king || sq == home.rook {
			c |= 1 << i
		}
	}
	return c
}

// setup is what the first six fields of a FEN say, possible or not.
type setup struct {
	board              [64]Piece
	mover              Player
	castling           castling
	enPassant          Square
	halfmove, fullmove int
}

// node is a board position: everything about a Position but the ply and the
// ban. The position before a ban and the one after it share a node, so whatever
// is worked out about it is worked out once for both. A node never changes but
// for what it comes to know about itself.
type node struct {
	setup
	check bool

	// known is the list of the legal moves, once somebody has asked for it. Most
	// questions (may this one be played, is there any) do not need it: see quick.go.
	known atomic.Pointer[legalList]
	// witness is a legal pair found on the way, as a hint where to look first.
	witness atomic.Uint32
	// std is the library's position if it came with the node; otherwise it is
	// made from the FEN when the list is asked for.
	std *chess.Position
}

// legalList is the library's list of the legal moves of a position.
type legalList struct {
	std   *chess.Position
	moves []legalMove
	pairs []Ban // the moves' pairs, each once, in the order of moves
}

// legalMove is a legal move beside the library's own, which carries the tags
// that the library needs to play it.
type legalMove struct {
	Move
	std *chess.Move
}

// newNode sets a validated position up with the chess library.
func newNode(s setup) (*node, error) {
	std := new(chess.Position)
	if err := std.UnmarshalText([]byte(s.fen())); err != nil {
		return nil, &Error{Code: CodeBadFEN, Message: "the position cannot be set up: " + err.Error(), Input: s.fen()}
	}
	return &node{setup: s, std: std, check: s.inCheck(s.mover)}, nil
}

// legal returns the library's list of the legal moves.
func (n *node) legal() *legalList {
	if l := n.known.Load(); l != nil {
		return l
	}
	l := n.list()
	n.known.Store(l)
	return l
}

func (n *node) list() *legalList {
	l := &legalList{std: n.std}
	if n.mover == NoPlayer { // the node of the zero Position
		return l
	}
	if l.std == nil {
		l.std = new(chess.Position)
		if l.std.UnmarshalText(n.appendFEN(make([]byte, 0, 96))) != nil {
			return l // cannot be: the position came about by legal moves
		}
	}
	std := l.std.ValidMoves()
	l.moves = make([]legalMove, len(std))
	l.pairs = make([]Ban, 0, len(std))
	for i, m := range std {
		lm := Move{Pair{Square(m.S1()), Square(m.S2())}, roleOfStd(m.Promo())}
		l.moves[i] = legalMove{lm, m}
		// The library lists the promotions of a pair one after the other.
		if k := len(l.pairs); k == 0 || l.pairs[k-1].Pair != lm.Pair {
			l.pairs = append(l.pairs, Ban{lm.Pair})
		}
	}
	return l
}

func roleOfStd(t chess.PieceType) Role {
	switch t {
	case chess.Queen:
		return Queen
	case chess.Rook:
		return Rook
	case chess.Bishop:
		return Bishop
	case chess.Knight:
		return Knight
	}
	return NoRole
}

// find returns the legal move m out of the list.
func (l *legalList) find(m Move) (legalMove, bool) {
	for _, lm := range l.moves {
		if lm.Move == m {
			return lm, true
		}
	}
	return legalMove{}, false
}

// play returns the node after a legal move of n. The library follows where the
// list is known; where it is not, it is asked again when it is needed.
func (n *node) play(m Move) *node {
	after := &node{setup: n.after(m)}
	after.check = after.inCheck(after.mover)
	if l := n.known.Load(); l != nil {
		if lm, ok := l.find(m); ok {
			after.std = l.std.Update(lm.std)
		}
	}
	return after
}

// after moves the pieces on our own board, which answers "what stands where"
// without a search through the library's twelve bitboards.
func (s *setup) after(m Move) setup {
	t := *s
	piece := s.board[m.From]
	role := piece.Role()
	if role == Pawn || s.board[m.To] != NoPiece {
		t.halfmove = 0
	} else {
		t.halfmove++
	}
	t.board[m.From] = NoPiece
	t.board[m.To] = piece
	switch {
	case m.Promotion != NoRole:
		t.board[m.To] = NewPiece(s.mover, m.Promotion)
	case role == Pawn && m.To == s.enPassant && m.From.File() != m.To.File():
		t.board[SquareAt(m.To.File(), m.From.Rank())] = NoPiece
	case role == King && m.To == m.From+2:
		t.board[m.To+1], t.board[m.To-1] = NoPiece, s.board[m.To+1]
	case role == King && m.From == m.To+2:
		t.board[m.To-2], t.board[m.To+1] = NoPiece, s.board[m.To-2]
	}
	t.castling &^= lostWith(m.From) | lostWith(m.To)
	t.enPassant = NoSquare
	if role == Pawn && (m.To == m.From+16 || m.From == m.To+16) {
		t.enPassant = (m.From + m.To) / 2
	}
	if s.mover == Black {
		t.fullmove++
	}
	t.mover = s.mover.Opponent()
	return t
}

// king returns the square of the player's king, NoSquare without one.
func (s *setup) king(p Player) Square {
	king := NewPiece(p, King)
	for i, piece := range s.board {
		if piece == king {
			return Square(i)
		}
	}
	return NoSquare
}

var (
	knightSteps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps   = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
)

// attackers returns the squares from which the player's pieces attack sq, for
// clients that show who gives check.
func (s *setup) attackers(sq Square, by Player) []Square {
	if !sq.IsValid() {
		return nil
	}
	var from []Square
	add := func(file, rank int, roles ...Role) bool { // reports whether the square is taken
		at := SquareAt(file, rank)
		if at == NoSquare {
			return true
		}
		for _, r := range roles {
			if s.board[at] == NewPiece(by, r) {
				from = append(from, at)
			}
		}
		return s.board[at] != NoPiece
	}
	file, rank := sq.File(), sq.Rank()
	for _, step := range knightSteps {
		add(file+step[0], rank+step[1], Knight)
	}
	behind := -1 // a white pawn attacks upwards, so it stands below
	if by == Black {
		behind = 1
	}
	add(file-1, rank+behind, Pawn)
	add(file+1, rank+behind, Pawn)
	for i, step := range kingSteps {
		add(file+step[0], rank+step[1], King)
		slider := Rook
		if i%2 == 1 {
			slider = Bishop
		}
		for k := 1; !add(file+k*step[0], rank+k*step[1], slider, Queen); k++ {
		}
	}
	return from
}

// bare reports whether the player has nothing but the king.
func (s *setup) bare(p Player) bool {
	for _, piece := range s.board {
		if piece.Player() == p && piece.Role() != King {
			return false
		}
	}
	return true
}

// insufficient is the standard list: bare kings, one minor piece in all, or
// only bishops, all on squares of one colour.
func (s *setup) insufficient() bool {
	var knights, light, dark int
	for i, piece := range s.board {
		switch piece.Role() {
		case Pawn, Rook, Queen:
			return false
		case Knight:
			knights++
		case Bishop:
			if Square(i).isDark() {
				dark++
			} else {
				light++
			}
		}
	}
	return knights+light+dark <= 1 || knights == 0 && (light == 0 || dark == 0)
}

// same reports whether two board positions are the same in the sense of the
// threefold repetition: board, mover, castling rights, en passant square.
func (s *setup) same(t *setup) bool {
	return s.board == t.board && s.mover == t.mover && s.castling == t.castling && s.enPassant == t.enPassant
}

// fen returns the six standard fields.
func (s *setup) fen() string { return string(s.appendFEN(nil)) }

// fieldsOf splits a FEN at its spaces.
func fieldsOf(fen string) []string { return strings.Fields(fen) }
