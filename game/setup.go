package game

import "strconv"

// Setup is a position as somebody sets it up, possible or not: what the fields of
// a FEN can say. Edit it at will; Position makes it a position, or says all that
// is wrong with it. NewSetup gives an empty one. It is a value: a copy is a set-up
// of its own.
type Setup struct {
	Board     [64]Piece // a1 first, h8 last
	Mover     Player    // whose pieces move next
	Castling  string    // some of "KQkq"; "" or "-" for none
	EnPassant Square    // that a double step has just passed, or NoSquare
	Halfmove  int       // moves since the last capture or pawn move
	Fullmove  int       // from 1, counted up after Black's move
	Ply       Ply       // 0: the ban before the next move, or the move if there is a ban
	Ban       Pair      // in force at a move, or NoPair
}

// NewSetup returns an empty board with White to move.
func NewSetup() Setup {
	return Setup{Mover: White, Castling: "-", EnPassant: NoSquare, Fullmove: 1}
}

// Setup returns the position as one to edit.
func (p Position) Setup() Setup {
	return Setup{
		Board: p.Board(), Mover: p.Mover(), Castling: p.Castling(), EnPassant: p.EnPassant(),
		Halfmove: p.HalfmoveClock(), Fullmove: p.FullmoveNumber(), Ply: p.ply, Ban: p.ban,
	}
}

// Position returns the position that is set up. If it is not possible, the error,
// with CodeBadFEN, lists every fault.
func (s Setup) Position() (Position, error) { return ParseFEN(s.FEN()) }

// FEN returns the extended FEN of what is set up.
func (s Setup) FEN() string {
	castling := append(make([]byte, 0, 4), s.Castling...)
	if s.Castling == "" {
		castling = append(castling, '-')
	}
	b := appendSix(make([]byte, 0, 96), &s.Board, s.Mover, castling, s.EnPassant, s.Halfmove, s.Fullmove)
	ply := s.Ply
	if ply == 0 {
		ply = banPlyOf(s.Mover, s.Fullmove)
		if s.Ban != NoPair {
			ply++
		}
	}
	b = strconv.AppendInt(append(b, ' '), int64(ply), 10)
	if s.Ban != NoPair {
		b = s.Ban.AppendTo(append(b, ':'))
	}
	return string(b)
}

// String returns the FEN.
func (s Setup) String() string { return s.FEN() }
