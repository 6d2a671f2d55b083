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
// wrong or missing indicator is ignored, and the
// seventh field may be "b:e2e4" (the ply then follows from the full-move number
// and the side). Writing is canonical.

// FEN returns the extended FEN, or "" for the zero Position.
func (p Position) FEN() string {
	if p.n == nil {
		return ""
	}
	return string(p.appendFEN(make([]byte, 0, 96), p.Result()))
}

func (p Position) appendFEN(b []byte, r Result) []byte {
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

// StandardFEN returns the first six fields, what other chess programs read. The
// ply and the ban are lost.
func (p Position) StandardFEN() string {
	if p.n == nil {
		return ""
	}
	return string(p.n.appendFEN(nil))
}

// appendFEN appends the six standard fields.
func (n *node) appendFEN(b []byte) []byte {
	squares := n.Board()
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
	if n.Mover() == Black {
		b = append(b, " b "...)
	} else {
		b = append(b, " w "...)
	}
	b = append(appendCastling(b, n.Castling()), ' ')
	b = append(n.EnPassant().AppendTo(b), ' ')
	b = append(strconv.AppendInt(b, int64(n.Halfmove()), 10), ' ')
	return strconv.AppendInt(b, int64(n.Fullmove()), 10)
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

// ParseFEN reads an extended FEN and checks that it is a possible position. Its
// error, with CodeBadFEN, lists every fault found. A six-field FEN is refused
// with CodeStandardFEN: FromStandardFEN converts one.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) == 6 {
		hint := "add the ply as the seventh field"
		if standard, err := FromStandardFEN(fen); err == nil {
			hint += ": " + strconv.Quote(standard.FEN())
		} else {
			hint += ": 1 or a later odd number for a ban, an even one for a move"
		}
		return Position{}, &Error{
			Code:    CodeStandardFEN,
			Message: quote(fen) + " is a standard FEN of six fields; Ban Chess needs a seventh",
			Hint:    hint,
			Input:   fen,
		}
	}
	if len(fields) != 7 {
		return Position{}, badFEN(fen, []*Error{fault("it has "+plural(len(fields), "field")+" instead of 7",
			"write board, side to move, castling, en passant, half-move clock, full-move number and ply, separated by spaces")})
	}
	s, faults := parseSetup(fields)
	ply, ban, plyFaults := parseSeventh(fields[6], s)
	return newPosition(fen, s, ply, ban, append(faults, plyFaults...))
}

// MustParseFEN is ParseFEN for constants in programs and tests; it panics on a
// bad FEN.
func MustParseFEN(fen string) Position { return must(ParseFEN(fen)) }

// FromStandardFEN converts a standard FEN of six fields. The position stands at
// the ban ply before the next move: the ply follows from the full-move number
// and the side to move (4·(n−1)+1 for White, +3 for Black).
func FromStandardFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) != 6 {
		return Position{}, badFEN(fen, []*Error{fault("it has "+plural(len(fields), "field")+" instead of the 6 of a standard FEN",
			"give the six standard fields; a FEN of seven is read by ParseFEN (new BanChess in JavaScript)")})
	}
	s, faults := parseSetup(fields)
	ply, over := banPly(s)
	return newPosition(fen, s, ply, NoPair, append(faults, over...))
}

// banPly returns the ban ply of a full-move number and a side.
func banPly(s chess.Setup) (Ply, []*Error) {
	if s.Fullmove < 1 || s.Mover == NoPlayer {
		return 1, nil // the fault is in that field, and reported there
	}
	ply := Ply(4*(s.Fullmove-1) + 1)
	if s.Mover == Black {
		ply += 2
	}
	if ply+1 > MaxPly {
		return 1, []*Error{fault("the full-move number "+strconv.Itoa(s.Fullmove)+" gives a ply beyond "+strconv.Itoa(MaxPly),
			"give a smaller full-move number")}
	}
	return ply, nil
}

// newPosition makes the position out of fields that were read, unless there
// are faults.
func newPosition(fen string, s chess.Setup, ply Ply, ban Pair, faults []*Error) (Position, error) {
	if len(faults) > 0 {
		return Position{}, badFEN(fen, faults)
	}
	n, err := newNode(chess.NewPosition(s))
	if err != nil {
		return Position{}, err
	}
	if ban.IsValid() && !n.HasPair(ban) {
		hint := "the side to move has no legal move at all; leave the ban out"
		if pairs := n.legal().pairs; len(pairs) > 0 {
			hint = "ban one of " + somePairs(pairs)
		}
		return Position{}, badFEN(fen, []*Error{fault("the ban "+ban.String()+" is not one of a legal move", hint)})
	}
	return Position{n: n, ply: ply, ban: ban}, nil
}

func badFEN(fen string, faults []*Error) *Error {
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = f.Error()
	}
	return &Error{
		Code:    CodeBadFEN,
		Message: "the FEN " + quote(fen) + " is not possible: " + strings.Join(texts, ". Also, "),
		Input:   fen,
		Faults:  faults,
	}
}

func fault(message, hint string) *Error {
	return &Error{Code: CodeBadFEN, Message: message, Hint: hint}
}

// parseSetup reads the six standard fields and checks that what they say is
// possible, as far as it could be read: every fault is wanted, of either kind.
func parseSetup(fields []string) (chess.Setup, []*Error) {
	s := chess.Setup{EnPassant: NoSquare}
	faults := parseBoard(fields[0], &s.Board)
	boardRead := len(faults) == 0
	add := func(message, hint string) { faults = append(faults, fault(message, hint)) }

	switch fields[1] {
	case "w":
		s.Mover = White
	case "b":
		s.Mover = Black
	default:
		add("the side to move is "+quote(fields[1]), "write w or b")
	}
	if fields[2] != "-" {
		for i := 0; i < len(fields[2]); i++ {
			k := strings.IndexByte(castlingLetters, fields[2][i])
			if k < 0 || s.Castling&(1<<k) != 0 {
				add("the castling field is "+quote(fields[2]), "write - or some of KQkq, each once")
				s.Castling = 0
				break
			}
			s.Castling |= 1 << k
		}
	}
	if fields[3] != "-" {
		var err error
		if s.EnPassant, err = chess.ParseSquare(fields[3]); err != nil {
			add("the en passant field is "+quote(fields[3]), "write - or the square that a pawn has just passed, such as e3")
		}
	}
	var ok bool
	if s.Halfmove, ok = parseCount(fields[4]); !ok {
		add("the half-move clock is "+quote(fields[4]), "write a whole number from 0")
	}
	if s.Fullmove, ok = parseCount(fields[5]); !ok || s.Fullmove < 1 {
		add("the full-move number is "+quote(fields[5]), "write a whole number from 1")
	}
	if boardRead {
		faults = append(faults, judge(s)...)
	}
	return s, faults
}

func parseBoard(text string, board *[64]Piece) []*Error {
	var faults []*Error
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return []*Error{fault("the board has "+plural(len(ranks), "rank")+" instead of 8", "separate eight ranks by /")}
	}
	for i, rank := range ranks {
		number, file := 8-i, 0
		bad := ""
		for j := 0; j < len(rank) && bad == ""; j++ {
			c := rank[j]
			switch {
			case c >= '1' && c <= '8':
				file += int(c - '0')
			case strings.IndexByte("PNBRQKpnbrqk", c) >= 0:
				if file < 8 {
					board[(number-1)*8+file] = PieceOf(c)
				}
				file++
			default:
				bad = "has " + quote(rank[j:]) + " where a piece or a number is due"
			}
		}
		if bad == "" && file != 8 {
			bad = "has " + plural(file, "square") + " instead of 8"
		}
		if bad != "" {
			faults = append(faults, fault("rank "+strconv.Itoa(number)+" "+bad,
				"use PNBRQK, pnbrqk and the digits 1 to 8 for runs of empty squares"))
		}
	}
	return faults
}

// parseSeventh reads the ply and the ban.
func parseSeventh(text string, s chess.Setup) (Ply, Pair, []*Error) {
	field, _ := cutIndicator(text)
	if banText, found := strings.CutPrefix(field, "b:"); found {
		ban, err := ParsePair(banText)
		ply, faults := banPly(s)
		if err != nil {
			faults = append(faults, fault("the ban in the seventh field is "+quote(banText), "write a pair of squares such as b:e2e4"))
		}
		return ply + 1, ban, faults
	}
	plyText, banText, hasBan := strings.Cut(field, ":")
	n, ok := parseCount(plyText)
	ply := Ply(n)
	if !ok || !ply.IsValid() {
		return 1, NoPair, []*Error{fault("the seventh field is "+quote(text),
			"write the ply from 1 on, and after a colon the ban in force at an even ply, such as 2:e2e4")}
	}
	var faults []*Error
	if s.Mover != NoPlayer && ply.Mover() != s.Mover {
		faults = append(faults, fault("at ply "+ply.String()+" "+ply.Mover().Name()+"'s pieces move next, not "+s.Mover.Name()+"'s",
			"White's move next at plies 1, 2, 5, 6, 9 …, Black's at 3, 4, 7, 8 …: change the side or the ply"))
	}
	if !hasBan {
		return ply, NoPair, faults
	}
	ban, err := ParsePair(banText)
	if err != nil {
		return ply, NoPair, append(faults, fault("the ban in the seventh field is "+quote(banText), "write a pair of squares such as "+plyText+":e2e4"))
	}
	if ply.Phase() == PhaseBan {
		return ply, NoPair, append(faults, fault("ply "+ply.String()+" is a ban ply, yet a ban is in force",
			"leave out :"+ban.String()+", or make it ply "+(ply+1).String()))
	}
	return ply, ban, faults
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
