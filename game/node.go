package game

import (
	"strings"

	"github.com/notnil/chess"
)

// castling holds the castling rights as four bits, in the order of
// castlingLetters.
type castling uint8

const castlingLetters = "KQkq"

func (c castling) String() string {
	if c == 0 {
		return "-"
	}
	var b []byte
	for i := range castlingLetters {
		if c&(1<<i) != 0 {
			b = append(b, castlingLetters[i])
		}
	}
	return string(b)
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
// ban. The position before a ban and the one after it share a node, so the legal
// moves are worked out once for both. A node never changes.
type node struct {
	setup
	std   *chess.Position // the authority for what is legal
	moves []legalMove
	pairs []Ban // the moves' pairs, each once, in the order of moves
	check bool
}

// legalMove is a legal move beside the library's own, which carries the tags
// (capture, en passant, castling, check) that playing it needs.
type legalMove struct {
	Move
	std *chess.Move
}

// emptyNode stands behind the zero Position.
var emptyNode = &node{}

// newNode asks the chess library for the legal moves of a validated setup.
func newNode(s setup) (*node, error) {
	std := new(chess.Position)
	if err := std.UnmarshalText([]byte(s.fen())); err != nil {
		return nil, &Error{Code: CodeBadFEN, Message: "the position cannot be set up: " + err.Error(), Input: s.fen()}
	}
	n := &node{setup: s, std: std}
	n.check = s.attacked(s.king(s.mover), s.mover.Opponent())
	n.list()
	return n, nil
}

// list fills in moves and pairs.
func (n *node) list() {
	std := n.std.ValidMoves()
	n.moves = make([]legalMove, len(std))
	n.pairs = make([]Ban, 0, len(std))
	for i, m := range std {
		lm := Move{Pair{Square(m.S1()), Square(m.S2())}, roleOfStd(m.Promo())}
		n.moves[i] = legalMove{lm, m}
		// The library lists the promotions of a pair one after the other.
		if k := len(n.pairs); k == 0 || n.pairs[k-1].Pair != lm.Pair {
			n.pairs = append(n.pairs, Ban{lm.Pair})
		}
	}
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

// find returns the legal move m.
func (n *node) find(m Move) (legalMove, bool) {
	for _, lm := range n.moves {
		if lm.Move == m {
			return lm, true
		}
	}
	return legalMove{}, false
}

// hasPair reports whether a legal move has the pair.
func (n *node) hasPair(p Pair) bool {
	for _, b := range n.pairs {
		if b.Pair == p {
			return true
		}
	}
	return false
}

// play returns the node after a legal move of n.
func (n *node) play(m legalMove) *node {
	after := &node{setup: n.after(m), std: n.std.Update(m.std), check: m.std.HasTag(chess.Check)}
	after.list()
	return after
}

// after moves the pieces on our own board, which answers "what stands where"
// without a search through the library's twelve bitboards.
func (n *node) after(m legalMove) setup {
	s := n.setup
	piece := s.board[m.From]
	if piece.Role() == Pawn || s.board[m.To] != NoPiece {
		s.halfmove = 0
	} else {
		s.halfmove++
	}
	s.board[m.From] = NoPiece
	s.board[m.To] = piece
	switch {
	case m.Promotion != NoRole:
		s.board[m.To] = NewPiece(s.mover, m.Promotion)
	case m.std.HasTag(chess.EnPassant):
		s.board[SquareAt(m.To.File(), m.From.Rank())] = NoPiece
	case m.std.HasTag(chess.KingSideCastle):
		s.board[m.To+1], s.board[m.To-1] = NoPiece, s.board[m.To+1]
	case m.std.HasTag(chess.QueenSideCastle):
		s.board[m.To-2], s.board[m.To+1] = NoPiece, s.board[m.To-2]
	}
	s.castling &^= lostWith(m.From) | lostWith(m.To)
	s.enPassant = NoSquare
	if piece.Role() == Pawn && (m.To == m.From+16 || m.From == m.To+16) {
		s.enPassant = (m.From + m.To) / 2
	}
	if s.mover == Black {
		s.fullmove++
	}
	s.mover = s.mover.Opponent()
	return s
}

// king returns the square of the player's king, NoSquare without one.
func (s *setup) king(p Player) Square {
	for i, piece := range s.board {
		if piece == NewPiece(p, King) {
			return Square(i)
		}
	}
	return NoSquare
}

var (
	knightSteps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps   = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
)

// attackers returns the squares from which the player's pieces attack sq. The
// library tells check only together with a legal move; validation, and clients
// that show who gives check, need it of a position as it stands.
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

func (s *setup) attacked(sq Square, by Player) bool { return len(s.attackers(sq, by)) > 0 }

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
