package game

import (
	"strconv"

	"github.com/banchess/banchess/game/chess"
)

// Setup is a position that somebody sets up, possible or not: it can have everything that
// the fields of a FEN can say. Edit it at will. Position then makes a position of it, or
// reports everything that is wrong with it. NewSetup returns an empty one. A Setup is a
// value, so a copy is independent.
type Setup struct {
	Board     [64]Piece // all 64 squares, a1 first, h8 last
	Mover     Player    // whose pieces move next
	Castling  string    // some of "KQkq"; "" or "-" for none
	EnPassant Square    // the square that a double step has just passed, or NoSquare
	Halfmove  int       // moves since the last capture or pawn move
	Fullmove  int       // from 1, counted up after Black's move
	Ply       Ply       // 0 stands for the ban before the next move, or for that move if Ban is set
	Ban       Pair      // the ban in force at a move, or NoPair
}

// NewSetup returns an empty board with White to move.
func NewSetup() Setup {
	return Setup{Mover: White, Castling: "-", EnPassant: NoSquare, Fullmove: 1}
}

// Setup returns a copy of the position that can be edited.
func (p Position) Setup() Setup {
	return Setup{
		Board: p.Board(), Mover: p.Mover(), Castling: p.Castling(), EnPassant: p.EnPassant(),
		Halfmove: p.HalfmoveClock(), Fullmove: p.FullmoveNumber(), Ply: p.ply, Ban: p.ban,
	}
}

// Position returns the position that is set up. If the position is not possible, the
// error has CodeBadFEN and lists every fault.
func (s Setup) Position() (Position, error) { return ParseFEN(s.FEN()) }

// FEN returns the extended FEN of the set-up, possible or not.
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

// atStart is how many pieces of a role a side begins with.
var atStart = [...]int{Knight: 2, Bishop: 2, Rook: 2, Queen: 1}

// judge returns every reason why a setup is not a possible position. It leaves
// out what depends on a field that could not be read.
func judge(s chess.Setup) []*Error {
	p := chess.NewPosition(s)
	var faults []*Error
	add := func(fault *Error) { faults = append(faults, fault) }

	kings := true
	for _, player := range []Player{White, Black} {
		if n := p.Pieces(player, King).Count(); n != 1 {
			kings = false
			add(faultKings(player, n))
		}
		promoted := 0
		for role := Knight; role <= Queen; role++ {
			promoted += max(0, p.Pieces(player, role).Count()-atStart[role])
		}
		switch men, pawns := p.Pieces(player, NoRole).Count(), p.Pieces(player, Pawn).Count(); {
		case men > 16:
			add(faultMen(player, men))
		case pawns+promoted > 8:
			add(faultPromoted(player, pawns, promoted))
		}
	}
	for i, piece := range s.Board {
		if sq := Square(i); piece.Role() == Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			add(faultPawn(sq))
		}
	}
	if other := s.Mover.Opponent(); kings && other != NoPlayer && p.Attackers(p.King(other), s.Mover, p.Occupied()) != 0 {
		add(faultOtherInCheck(s.Mover))
	}
	for i, home := range chess.CastlingHomes() {
		if s.Castling&(1<<i) == 0 {
			continue
		}
		if p.At(home.King) != NewPiece(home.Player, King) || p.At(home.Rook) != NewPiece(home.Player, Rook) {
			add(faultCastlingRight(castlingLetters[i:i+1], home.Player, home.King, home.Rook))
		}
	}
	if s.EnPassant != NoSquare && s.Mover != NoPlayer {
		if why := enPassantFault(s); why != "" {
			add(faultEnPassantSquare(s.EnPassant, why))
		}
	}
	return faults
}

// enPassantFault says why no double step can just have passed the square, or "".
func enPassantFault(s chess.Setup) string {
	rank, from, to := 5, s.EnPassant+8, s.EnPassant-8 // Black's pawn came down from the seventh rank
	if s.Mover == Black {
		rank, from, to = 2, s.EnPassant-8, s.EnPassant+8
	}
	stepper := s.Mover.Opponent()
	switch {
	case s.EnPassant.Rank() != rank:
		return whyWrongRank(s.Mover, rank+1)
	case s.Board[to] != NewPiece(stepper, Pawn):
		return whyNoPawn(stepper, to)
	case s.Board[s.EnPassant] != NoPiece:
		return whyOccupied()
	case s.Board[from] != NoPiece:
		return whyOriginOccupied(from)
	case s.Halfmove > 0:
		return whyClockRuns(s.Halfmove)
	}
	return ""
}
