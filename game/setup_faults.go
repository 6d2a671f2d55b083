package game

import "github.com/banchess/banchess/game/chess"

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
