package game

import (
	"strconv"
	"strings"

	"github.com/banchess/banchess/game/chess"
)

// The grammar of an extended FEN:
//
//	fen       = board SP mover SP castling SP enpassant SP halfmove SP fullmove SP seventh
//	board     = eight ranks, eighth rank first, joined by "/"
//	mover     = "w" | "b"
//	castling  = "-" | one or more of "KQkq", each once
//	enpassant = "-" | square
//	seventh   = ply [":" pair] [indicator] | "b:" pair [indicator]
//
// Reading is lenient in this: any run of white space separates fields, castling
// letters come in any order, a run of empty squares may be split (44 for 8), a
// wrong or missing indicator is ignored, and the seventh field may be "b:e2e4"
// (the ply then follows from the full-move number and the side). Writing is
// canonical.

// FEN returns the extended FEN, or "" for the zero Position.
func (p Position) FEN() string {
	return string(p.appendFEN(make([]byte, 0, 96), p.Result()))
}

func (p Position) appendFEN(b []byte, r Result) []byte {
	if p.n == nil {
		return b
	}
	b = append(p.n.appendFEN(b), ' ')
	b = strconv.AppendInt(b, int64(p.ply), 10)
	if p.ban.IsValid() {
		b = p.ban.AppendTo(append(b, ':'))
	}
	if r.Draw() {
		return append(b, StalemateIndicator...)
	}
	return append(b, indicatorOf(p.InCheck(), r)...)
}

// StandardFEN returns the first six fields, for other chess programs. They do not have
// the ply and the ban.
func (p Position) StandardFEN() string {
	if p.n == nil {
		return ""
	}
	return string(p.n.appendFEN(nil))
}

// appendFEN appends the six standard fields.
func (n *board) appendFEN(b []byte) []byte {
	squares := n.Board()
	return appendSix(b, &squares, n.Mover(), appendCastling(make([]byte, 0, 4), n.Castling()), n.EnPassant(), n.Halfmove(), n.Fullmove())
}

// appendSix appends the six standard fields, whatever they say.
func appendSix(b []byte, squares *[64]Piece, mover Player, castling []byte, enPassant Square, halfmove, fullmove int) []byte {
	b = append(appendBoard(b, squares), ' ', mover.String()[0], ' ')
	b = append(append(b, castling...), ' ')
	b = append(enPassant.AppendTo(b), ' ')
	b = append(strconv.AppendInt(b, int64(halfmove), 10), ' ')
	return strconv.AppendInt(b, int64(fullmove), 10)
}

func appendBoard(b []byte, squares *[64]Piece) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for _, piece := range squares[rank*8 : rank*8+8] {
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, piece.Letter())
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b
}

const castlingLetters = "KQkq"

func appendCastling(b []byte, c chess.Castling) []byte {
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

// ParseFEN reads an extended FEN and checks that the position is possible. Its error has
// CodeBadFEN and lists every fault. A FEN of six fields is refused with CodeStandardFEN;
// FromStandardFEN converts one.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) == 6 {
		extended, _ := FromStandardFEN(fen)
		return Position{}, errStandardFEN(fen, extended)
	}
	if len(fields) != 7 {
		return Position{}, errBadFEN(fen, faultFields(len(fields)))
	}
	s, faults := parseSetup(fields)
	ply, ban, plyFaults := readSeventh(fields[6], s)
	faults = append(append(faults, plyFaults...), judgePly(s, ply, ban)...)
	return newPosition(fen, s, ply, ban, faults)
}

// MustParseFEN is ParseFEN for constants in programs and tests; it panics on a
// bad FEN.
func MustParseFEN(fen string) Position { return must(ParseFEN(fen)) }

// FromStandardFEN converts a standard FEN of six fields. The result is at the ban ply
// before the next move. The ply follows from the full-move number n and the side to move:
// it is 4·(n−1)+1 for White, and 2 more for Black.
//
// Use it where people enter one position: the command line and the page convert such a
// FEN, and say so. UCI converts it without a word, because the FENs of UCI have six
// fields. Everything else refuses it, so that programs give the seventh field.
func FromStandardFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) != 6 {
		return Position{}, errBadFEN(fen, faultStandardFields(len(fields)))
	}
	s, faults := parseSetup(fields)
	ply, over := banPly(s)
	return newPosition(fen, s, ply, NoPair, append(faults, over...))
}

// banPly returns the ban ply of a full-move number and a side.
func banPly(s chess.Setup) (Ply, []*Error) {
	ply := banPlyOf(s.Mover, s.Fullmove)
	if ply+1 > MaxPly {
		return 1, []*Error{faultFullmoveTooLarge(s.Fullmove)}
	}
	return ply, nil
}

// banPlyOf is banPly for any number and side. A fault in these is reported elsewhere.
func banPlyOf(mover Player, fullmove int) Ply {
	ply := Ply(4*max(0, fullmove-1) + 1)
	if mover == Black {
		ply += 2
	}
	return ply
}

// newPosition returns the position that the fields of a FEN describe, or an error
// with the faults.
func newPosition(fen string, s chess.Setup, ply Ply, ban Pair, faults []*Error) (Position, error) {
	if len(faults) > 0 {
		return Position{}, errBadFEN(fen, faults...)
	}
	n := newBoard(chess.NewPosition(s))
	if ban.IsValid() && !n.HasPair(ban) {
		return Position{}, errBadFEN(fen, faultBan(ban, n.legal().pairs))
	}
	return Position{n: n, ply: ply, ban: ban}, nil
}

// parseSetup reads the six standard fields. If the board can be read it also
// judges the position, so that the error tells both kinds of faults.
func parseSetup(fields []string) (s chess.Setup, faults []*Error) {
	s.EnPassant = NoSquare
	faults = parseBoard(fields[0], &s.Board)
	boardRead := len(faults) == 0
	add := func(fault *Error) { faults = append(faults, fault) }

	switch fields[1] {
	case "w":
		s.Mover = White
	case "b":
		s.Mover = Black
	default:
		add(faultField("side to move", fields[1]))
	}
	if fields[2] != "-" {
		for i := 0; i < len(fields[2]); i++ {
			k := strings.IndexByte(castlingLetters, fields[2][i])
			if k < 0 || s.Castling&(1<<k) != 0 {
				add(faultField("castling field", fields[2]))
				s.Castling = 0
				break
			}
			s.Castling |= 1 << k
		}
	}
	if fields[3] != "-" {
		var err error
		if s.EnPassant, err = chess.ParseSquare(fields[3]); err != nil {
			add(faultField("en passant field", fields[3]))
		}
	}
	var ok bool
	if s.Halfmove, ok = parseCount(fields[4]); !ok {
		add(faultField("half-move clock", fields[4]))
	}
	if s.Fullmove, ok = parseCount(fields[5]); !ok || s.Fullmove < 1 {
		add(faultField("full-move number", fields[5]))
	}
	if boardRead {
		faults = append(faults, judge(s)...)
	}
	return s, faults
}

func parseBoard(text string, squares *[64]Piece) []*Error {
	var faults []*Error
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return []*Error{faultRanks(len(ranks))}
	}
	for i, rank := range ranks {
		number, file, end := 8-i, 0, 0
		for ; end < len(rank); end++ {
			c := rank[end]
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			piece := chess.PieceOf(c)
			if piece == NoPiece {
				break
			}
			if file < 8 {
				squares[(number-1)*8+file] = piece
			}
			file++
		}
		switch {
		case end < len(rank):
			faults = append(faults, faultRankText(number, rank[end:]))
		case file != 8:
			faults = append(faults, faultRankLength(number, file))
		}
	}
	return faults
}

// readSeventh reads the ply, 0 where it does not read, and the ban.
func readSeventh(text string, s chess.Setup) (Ply, Pair, []*Error) {
	field, _ := cutIndicator(text)
	plyText, banText, hasBan := strings.Cut(field, ":")
	var ply Ply
	var faults []*Error
	if plyText == "b" && hasBan {
		ply, faults = banPly(s)
		if ply++; ply.Mover() != s.Mover { // side or number do not read, and that is reported there
			ply = 0
		}
	} else if n, ok := parseCount(plyText); ok && Ply(n).IsValid() {
		ply = Ply(n)
	} else {
		return 0, NoPair, []*Error{faultField("seventh field", text)}
	}
	if !hasBan {
		return ply, NoPair, faults
	}
	ban, err := ParsePair(banText)
	if err != nil {
		faults = append(faults, faultBanText(quote(banText), plyText))
	}
	return ply, ban, faults
}

// judgePly returns every reason why ply and ban do not go with the side to move.
func judgePly(s chess.Setup, ply Ply, ban Pair) []*Error {
	var faults []*Error
	if s.Mover != NoPlayer && ply > 0 && ply.Mover() != s.Mover {
		faults = append(faults, faultPlySide(ply, s.Mover))
	}
	if ban.IsValid() && ply.Phase() == PhaseBan {
		faults = append(faults, faultBanPly(ply, ban))
	}
	return faults
}
