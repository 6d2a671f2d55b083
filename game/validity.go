package game

import (
	"strconv"

	"github.com/banchess/banchess/game/chess"
)

// judge returns every reason why a setup is no possible position, leaving out
// what depends on a field that could not be read.
func judge(s chess.Setup) []*Error {
	p := chess.NewPosition(s)
	var faults []*Error
	add := func(message, hint string) { faults = append(faults, fault(message, hint)) }

	kings := true
	for _, player := range []Player{White, Black} {
		if n := p.Pieces(player, King).Count(); n != 1 {
			kings = false
			add(player.Name()+" has "+plural(n, "king"), "give each side exactly one king")
		}
	}
	for i, piece := range s.Board {
		if sq := Square(i); piece.Role() == Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			add("a pawn stands on "+sq.String(), "no pawn can be on the first or the last rank")
		}
	}
	if other := s.Mover.Opponent(); kings && other != NoPlayer && p.Attackers(p.King(other), s.Mover, p.Occupied()) != 0 {
		add(other.Name()+"'s king is in check with "+s.Mover.Name()+" to move",
			"make "+other.Name()+" the side to move (and the ply agree), or take the check away")
	}
	for i, home := range chess.CastlingHomes {
		if s.Castling&(1<<i) == 0 {
			continue
		}
		if p.At(home.King) != NewPiece(home.Player, King) || p.At(home.Rook) != NewPiece(home.Player, Rook) {
			letter := castlingLetters[i : i+1]
			add("the castling right "+letter+" needs "+home.Player.Name()+"'s king on "+home.King.String()+" and rook on "+home.Rook.String(),
				"take "+letter+" out of the castling field")
		}
	}
	if s.EnPassant != NoSquare && s.Mover != NoPlayer {
		if why := enPassantFault(s); why != "" {
			add("the en passant square "+s.EnPassant.String()+" is not possible: "+why, "write - there")
		}
	}
	return faults
}

// enPassantFault says why no double step can just have passed the square.
func enPassantFault(s chess.Setup) string {
	rank, from, to := 5, s.EnPassant+8, s.EnPassant-8 // Black's pawn came down from the seventh rank
	if s.Mover == Black {
		rank, from, to = 2, s.EnPassant-8, s.EnPassant+8
	}
	stepper := s.Mover.Opponent()
	switch {
	case s.EnPassant.Rank() != rank:
		return "with " + s.Mover.Name() + " to move it is on rank " + strconv.Itoa(rank+1)
	case s.Board[to] != NewPiece(stepper, Pawn):
		return stepper.Name() + " has no pawn on " + to.String()
	case s.Board[s.EnPassant] != NoPiece:
		return "the square is taken"
	case s.Board[from] != NoPiece:
		return "the pawn came from " + from.String() + ", which is taken"
	case s.Halfmove > 0:
		return "the half-move clock is " + strconv.Itoa(s.Halfmove) + ", which is 0 after a pawn's move"
	}
	return ""
}
