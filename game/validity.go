package game

import "strconv"

// check returns every reason why the setup is no possible position, leaving out
// what depends on a field that could not be read. The chess
// library takes any board; this is what we lay on top.
func (s *setup) check() []*Error {
	var faults []*Error
	add := func(message, hint string) { faults = append(faults, fault(message, hint)) }

	kings := true
	for _, p := range []Player{White, Black} {
		n := 0
		for _, piece := range s.board {
			if piece == NewPiece(p, King) {
				n++
			}
		}
		if n != 1 {
			kings = false
			add(p.Name()+" has "+plural(n, "king"), "give each side exactly one king")
		}
	}
	for i, piece := range s.board {
		if sq := Square(i); piece.Role() == Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			add("a pawn stands on "+sq.String(), "no pawn can be on the first or the last rank")
		}
	}
	if other := s.mover.Opponent(); kings && other != NoPlayer && s.attacked(s.king(other), s.mover) {
		add(other.Name()+"'s king is in check with "+s.mover.Name()+" to move",
			"make "+other.Name()+" the side to move (and the ply agree), or take the check away")
	}
	for i, home := range castlingHome {
		if s.castling&(1<<i) == 0 {
			continue
		}
		if s.board[home.king] != NewPiece(home.player, King) || s.board[home.rook] != NewPiece(home.player, Rook) {
			letter := castlingLetters[i : i+1]
			add("the castling right "+letter+" needs "+home.player.Name()+"'s king on "+home.king.String()+" and rook on "+home.rook.String(),
				"take "+letter+" out of the castling field")
		}
	}
	if s.enPassant != NoSquare && s.mover != NoPlayer {
		if why := s.enPassantFault(); why != "" {
			add("the en passant square "+s.enPassant.String()+" is not possible: "+why, "write - there")
		}
	}
	return faults
}

// enPassantFault says why no double step can just have passed the square.
func (s *setup) enPassantFault() string {
	rank, from, to := 5, s.enPassant+8, s.enPassant-8 // Black's pawn came down from the seventh rank
	if s.mover == Black {
		rank, from, to = 2, s.enPassant-8, s.enPassant+8
	}
	stepper := s.mover.Opponent()
	switch {
	case s.enPassant.Rank() != rank:
		return "with " + s.mover.Name() + " to move it is on rank " + strconv.Itoa(rank+1)
	case s.board[to] != NewPiece(stepper, Pawn):
		return stepper.Name() + " has no pawn on " + to.String()
	case s.board[s.enPassant] != NoPiece:
		return "the square is taken"
	case s.board[from] != NoPiece:
		return "the pawn came from " + from.String() + ", which is taken"
	case s.halfmove > 0:
		return "the half-move clock is " + strconv.Itoa(s.halfmove) + ", which is 0 after a pawn's move"
	}
	return ""
}
