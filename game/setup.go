package game

import (
	"strconv"
	"strings"
)

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

// ParseSetup reads a FEN of six or seven fields that may describe an impossible
// position. Its error, with CodeBadFEN, lists every field that does not read.
func ParseSetup(fen string) (Setup, error) {
	fields := strings.Fields(fen)
	if len(fields) != 6 && len(fields) != 7 {
		return Setup{}, errBadFEN(fen, faultFields(len(fields)))
	}
	six, _, faults := readSetup(fields)
	s := Setup{
		Board: six.Board, Mover: six.Mover, Castling: string(appendCastling(nil, six.Castling)), EnPassant: six.EnPassant,
		Halfmove: six.Halfmove, Fullmove: six.Fullmove,
	}
	if len(fields) == 7 {
		var more []*Error
		s.Ply, s.Ban, more = readSeventh(fields[6], six)
		faults = append(faults, more...)
	}
	if len(faults) > 0 {
		return Setup{}, errBadFEN(fen, faults...)
	}
	return s, nil
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

const noLetter Piece = 7 // of no role; a "." is written for it

// FEN returns the extended FEN of what is set up. What no FEN can say stands as
// "?" in it.
func (s Setup) FEN() string {
	for i, piece := range s.Board {
		if piece != NewPiece(piece.Player(), piece.Role()) {
			s.Board[i] = noLetter
		}
	}
	b := appendBoard(make([]byte, 0, 96), &s.Board)
	switch s.Mover {
	case White:
		b = append(b, " w "...)
	case Black:
		b = append(b, " b "...)
	default:
		b = append(b, " ? "...)
	}
	castling := strings.Join(strings.Fields(s.Castling), "?")
	if castling == "" {
		castling = "-"
	}
	b = append(append(b, castling...), ' ')
	if s.EnPassant > NoSquare {
		b = append(b, '?')
	} else {
		b = s.EnPassant.AppendTo(b)
	}
	b = strconv.AppendInt(append(b, ' '), int64(s.Halfmove), 10)
	b = strconv.AppendInt(append(b, ' '), int64(s.Fullmove), 10)
	return string(s.appendSeventh(append(b, ' ')))
}

// String returns the FEN.
func (s Setup) String() string { return s.FEN() }

// MarshalText writes the FEN, possible or not; without a ply and a ban it has six
// fields. What no FEN can say is refused with CodeBadFEN.
func (s Setup) MarshalText() ([]byte, error) {
	fen := s.FEN()
	if s.Ply == 0 && s.Ban == NoPair {
		fen = fen[:strings.LastIndexByte(fen, ' ')]
	}
	read, err := ParseSetup(fen)
	switch {
	case err != nil:
		return nil, err
	case read.Ban != s.Ban:
		return nil, errBadFEN(fen, faultBanText(strconv.Itoa(int(s.Ban)), read.Ply.String()))
	}
	return []byte(fen), nil
}

// UnmarshalText reads as ParseSetup does; a failed call leaves s as it was.
func (s *Setup) UnmarshalText(text []byte) error {
	read, err := ParseSetup(string(text))
	if err == nil {
		*s = read
	}
	return err
}

func (s Setup) appendSeventh(b []byte) []byte {
	ply := s.Ply
	if ply == 0 { // as banPly has it, but for a number that is too large
		ply = Ply(4*max(0, s.Fullmove-1) + 1)
		if s.Mover == Black {
			ply += 2
		}
		if s.Ban != NoPair {
			ply++
		}
	}
	b = strconv.AppendInt(b, int64(ply), 10)
	if s.Ban != NoPair {
		b = s.Ban.AppendTo(append(b, ':'))
	}
	return b
}
