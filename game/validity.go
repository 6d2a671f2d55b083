package game

import "github.com/banchess/banchess/game/chess"

// judge returns every reason why a setup is not a possible position. It leaves
// out what depends on a field that could not be read.
func judge(s chess.Setup) []*Error {
	p := chess.NewPosition(s)
	var faults []*Error
	add := func(s sentence, args ...any) { faults = append(faults, s.with(args...)) }

	kings := true
	for _, player := range []Player{White, Black} {
		if n := p.Pieces(player, King).Count(); n != 1 {
			kings = false
			add(faultKings, "player", player, "n", n, "s", plural(n))
		}
	}
	for i, piece := range s.Board {
		if sq := Square(i); piece.Role() == Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			add(faultPawn, "square", sq)
		}
	}
	if other := s.Mover.Opponent(); kings && other != NoPlayer && p.Attackers(p.King(other), s.Mover, p.Occupied()) != 0 {
		add(faultOtherInCheck, "player", other, "mover", s.Mover)
	}
	for i, home := range chess.CastlingHomes() {
		if s.Castling&(1<<i) == 0 {
			continue
		}
		if p.At(home.King) != NewPiece(home.Player, King) || p.At(home.Rook) != NewPiece(home.Player, Rook) {
			add(faultCastlingRight, "right", castlingLetters[i:i+1], "player", home.Player, "king", home.King, "rook", home.Rook)
		}
	}
	if s.EnPassant != NoSquare && s.Mover != NoPlayer {
		if why := enPassantFault(s); why != "" {
			add(faultEnPassantSquare, "square", s.EnPassant, "why", why)
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
		return fill(whyWrongRank, "mover", s.Mover, "rank", rank+1)
	case s.Board[to] != NewPiece(stepper, Pawn):
		return fill(whyNoPawn, "stepper", stepper, "to", to)
	case s.Board[s.EnPassant] != NoPiece:
		return whyOccupied
	case s.Board[from] != NoPiece:
		return fill(whyOriginOccupied, "from", from)
	case s.Halfmove > 0:
		return fill(whyClockRuns, "n", s.Halfmove)
	}
	return ""
}
