package bitboard

import (
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the start of a game in extended FEN.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"

// A FENError tells everything that is wrong with a FEN.
type FENError struct {
	FEN    string
	Faults []string
}

// Error quotes the input and lists its faults.
func (e *FENError) Error() string {
	return fmt.Sprintf("bad FEN %q: %s", e.FEN, strings.Join(e.Faults, "; "))
}

// Code returns the stable code of the error, bad_fen.
func (e *FENError) Code() string { return "bad_fen" }

func (e *FENError) fault(format string, args ...any) {
	e.Faults = append(e.Faults, fmt.Sprintf(format, args...))
}

// Parse reads a FEN and validates the position.
//
// Six fields are standard chess FEN; the position then stands at the ban ply
// that its side and move number give. A seventh field is
// "ply[:pair][indicator]" or "b:pair". An indicator is ignored.
func Parse(fen string) (*Board, error) {
	e := &FENError{FEN: fen}
	fields := strings.Fields(fen)
	if len(fields) != 6 && len(fields) != 7 {
		e.fault("%d fields; want the six of standard FEN and, for Ban Chess, the ply (1, 2:e2e4)", len(fields))
		return nil, e
	}
	filled.Do(geo.fill)
	b := &Board{ep: NoSquare, history: make([]undo, 0, 512)}
	b.parsePieces(fields[0], e)
	switch fields[1] {
	case "w":
	case "b":
		b.mover = Black
	default:
		e.fault("side to move %q; want w or b", fields[1])
	}
	b.parseCastling(fields[2], e)
	if fields[3] != "-" {
		q, ok := ParseSquare(fields[3])
		if !ok {
			e.fault("en passant field %q; want a square or -", fields[3])
		} else {
			b.ep = q
		}
	}
	half, err := strconv.Atoi(fields[4])
	if err != nil || half < 0 || half > 9999 {
		e.fault("half-move clock %q; want a number from 0", fields[4])
	}
	b.halfmove = uint16(half)
	b.fullmove, err = strconv.Atoi(fields[5])
	if err != nil || b.fullmove < 1 || b.fullmove > 1<<20 {
		e.fault("full-move number %q; want a number from 1", fields[5])
	}
	if len(e.Faults) > 0 {
		return nil, e
	}
	b.validate(e)
	b.ply = 4*b.fullmove - 3 + 2*int(b.mover)
	if len(e.Faults) == 0 && len(fields) == 7 {
		b.parsePly(fields[6], e)
	}
	if len(e.Faults) > 0 {
		return nil, e
	}
	b.key = b.computeKey()
	return b, nil
}

func (b *Board) parsePieces(s string, e *FENError) {
	ranks := strings.Split(s, "/")
	if len(ranks) != 8 {
		e.fault("%d ranks; want 8", len(ranks))
		return
	}
	for i, rank := range ranks {
		file := 0
		for _, c := range []byte(rank) {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			p, ok := pieceOf(c)
			if !ok {
				e.fault("%q is no piece", c)
				return
			}
			if file < 8 {
				b.put(p, Square((7-i)*8+file))
			}
			file++
		}
		if file != 8 {
			e.fault("rank %d has %d squares; want 8", 8-i, file)
		}
	}
}

func (b *Board) parseCastling(s string, e *FENError) {
	if s == "-" {
		return
	}
	for _, c := range []byte(s) {
		i := strings.IndexByte("KQkq", c)
		if i < 0 || b.castling>>i&1 != 0 {
			e.fault("castling field %q; want some of KQkq, or -", s)
			return
		}
		b.castling |= 1 << i
	}
}

// parsePly reads the seventh field. The position is already valid.
func (b *Board) parsePly(s string, e *FENError) {
	number, pair, hasPair := strings.Cut(strings.TrimRight(s, "+#="), ":")
	if number == "b" {
		b.ply++
	} else {
		ply, err := strconv.Atoi(number)
		if err != nil || ply < 1 || ply > 1<<22 {
			e.fault("seventh field %q; want ply[:pair], such as 1 or 2:e2e4", s)
			return
		}
		b.ply = ply
		if white := ply%4 == 1 || ply%4 == 2; white != (b.mover == White) {
			e.fault("at ply %d the other side's pieces move next", ply)
			return
		}
	}
	if !hasPair {
		return
	}
	p, ok := ParsePair(pair)
	switch {
	case !ok:
		e.fault("ban %q; want two squares, such as e2e4", pair)
	case b.BanPly():
		e.fault("a ban at ply %d, which is a ban ply", b.ply)
	case !b.IsBan(p):
		e.fault("ban %s, which no legal move has", p)
	default:
		b.ban = p
	}
}

// validate finds what makes the position impossible to play from.
func (b *Board) validate(e *FENError) {
	kings := true
	for c := White; c <= Black; c++ {
		if n := b.by[c][King].Count(); n != 1 {
			e.fault("%d kings of side %s; want 1", n, c)
			kings = false
		}
	}
	if (b.by[White][Pawn]|b.by[Black][Pawn])&ends != 0 {
		e.fault("a pawn on the first or last rank")
	}
	if kings && attacked(&b.by[b.mover], b.mover, b.KingSquare(b.mover^1), b.Occupied()) {
		e.fault("the side not to move is in check")
	}
	rights := []struct {
		bit        uint8
		king, rook Square
		color      Color
	}{{whiteShort, e1, h1, White}, {whiteLong, e1, a1, White}, {blackShort, e8, h8, Black}, {blackLong, e8, a8, Black}}
	for i, r := range rights {
		if b.castling&r.bit != 0 && (b.square[r.king] != NewPiece(r.color, King) || b.square[r.rook] != NewPiece(r.color, Rook)) {
			e.fault("castling right %c without king and rook at home", "KQkq"[i])
		}
	}
	if b.ep == NoSquare {
		return
	}
	rank := 5 - 3*int(b.mover)
	behind, front := b.ep+8, b.ep-8 // seen from the mover: where the pawn came from, where it stands
	if b.mover == Black {
		behind, front = front, behind
	}
	if b.ep.Rank() != rank || b.square[b.ep] != 0 || b.square[behind&63] != 0 || b.square[front&63] != NewPiece(b.mover^1, Pawn) {
		e.fault("no pawn can have just passed the en passant square %s", b.ep)
	}
}

// FEN returns the position in extended FEN, the ply, ban and indicator in its
// seventh field.
func (b *Board) FEN() string {
	s := fmt.Sprintf("%s %d", b.ChessFEN(), b.ply)
	if b.ban != 0 {
		s += ":" + b.ban.String()
	}
	return s + b.indicator()
}

// indicator returns + for check, # for checkmate, = for a draw of any kind.
func (b *Board) indicator() string {
	var l MoveList
	b.Playable(&l)
	stuck := len(l.Slice()) == 0
	switch check := b.InCheck(); {
	case check && stuck:
		return "#"
	case stuck || b.BanPly() && b.Drawn():
		return "="
	case check:
		return "+"
	}
	return ""
}

// ChessFEN returns the six standard fields.
func (b *Board) ChessFEN() string {
	var s strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			p := b.square[rank*8+file]
			if p == 0 {
				empty++
				continue
			}
			if empty > 0 {
				s.WriteByte('0' + byte(empty))
				empty = 0
			}
			s.WriteByte(p.letter())
		}
		if empty > 0 {
			s.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			s.WriteByte('/')
		}
	}
	castling := ""
	for i, c := range "KQkq" {
		if b.castling>>i&1 != 0 {
			castling += string(c)
		}
	}
	if castling == "" {
		castling = "-"
	}
	fmt.Fprintf(&s, " %s %s %s %d %d", b.mover, castling, b.ep, b.halfmove, b.fullmove)
	return s.String()
}
