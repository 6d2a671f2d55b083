package game

// Result returns how the game stands. An ending on the board comes before
// everything else; where several draws hold at once the reason is the first of
// stalemate, threefold repetition, fifty-move rule, insufficient material.
//
// Insufficient material is the standard chess list. A ban can mate with less
// (a lone bishop may, when the last flight square is banned), but the game ends
// all the same, as it does in the original.
func (g *Game) Result() Result {
	if r := g.resultAt(g.at); r.Over() {
		return r
	}
	if g.decided.Over() {
		return g.decided
	}
	if g.clock != nil {
		return g.clock.verdict(g)
	}
	return Result{}
}

// resultAt returns how the game stood on the board after i actions.
func (g *Game) resultAt(i int) Result {
	if i == 0 {
		return g.start.Result()
	}
	return g.played[i-1].result
}

// resultOf is Position.Result of a position that has occurred that often.
func resultOf(p Position, seen int) Result {
	r := p.Result()
	switch r.Reason {
	case NotOver, FiftyMoveRule, InsufficientMaterial:
		if seen >= 3 {
			return Result{NoPlayer, ThreefoldRepetition}
		}
	}
	return r
}

// seenAt returns how often the board position after i actions had occurred.
func (g *Game) seenAt(i int) int {
	if i == 0 {
		return 1
	}
	return g.played[i-1].seen
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Result().Over() }

// InCheck reports whether the mover's king is attacked.
func (g *Game) InCheck() bool { return g.Position().InCheck() }

// InCheckmate reports whether the game has ended by checkmate, by a move or by
// a ban.
func (g *Game) InCheckmate() bool {
	r := g.resultAt(g.at).Reason
	return r == Checkmate || r == CheckmateByBan
}

// InStalemate reports whether the game has ended by stalemate, by a move or by
// a ban.
func (g *Game) InStalemate() bool {
	r := g.resultAt(g.at).Reason
	return r == Stalemate || r == StalemateByBan
}

// InDraw reports whether the game has ended without a winner, for whatever
// reason.
func (g *Game) InDraw() bool { return g.Result().Draw() }

// InThreefoldRepetition reports whether the board position has occurred three
// times, counted at ban plies.
func (g *Game) InThreefoldRepetition() bool { return g.seenAt(g.at) >= 3 }

// InsufficientMaterial reports whether the pieces are on the standard list of
// those that cannot mate.
func (g *Game) InsufficientMaterial() bool { return g.Position().node().InsufficientMaterial() }

// FiftyMoveRule reports whether each side has moved fifty times without a
// capture or a pawn move.
func (g *Game) FiftyMoveRule() bool { return g.Position().node().Halfmove() >= 100 }

// Resign ends the game: the player loses. Either player may at any time.
// Errors: CodeGameOver, CodeBadPlayer.
func (g *Game) Resign(p Player) error {
	if p != White && p != Black {
		return &Error{Code: CodeBadPlayer, Message: "nobody resigns", Hint: "name White or Black"}
	}
	return g.decide(Result{p.Opponent(), Resignation})
}

// AgreeDraw ends the game in a draw that both players want. Error:
// CodeGameOver.
func (g *Game) AgreeDraw() error { return g.decide(Result{NoPlayer, Agreement}) }

// TimeOut ends the game because the player's time has run out: the opponent
// wins, or it is a draw when the opponent has a bare king. A Game with a Clock
// does it by itself. Errors: CodeGameOver, CodeBadPlayer.
func (g *Game) TimeOut(p Player) error {
	if p != White && p != Black {
		return &Error{Code: CodeBadPlayer, Message: "nobody's time has run out", Hint: "name White or Black"}
	}
	return g.decide(g.timeOut(p))
}

func (g *Game) timeOut(p Player) Result {
	if g.Position().node().bare(p.Opponent()) {
		return Result{NoPlayer, TimeoutInsufficientMaterial}
	}
	return Result{p.Opponent(), Timeout}
}

func (g *Game) decide(r Result) error {
	if now := g.Result(); now.Over() {
		return g.Position().refuse(NewBan(0, 1), now).of("")
	}
	g.decided = r
	if g.clock != nil {
		g.clock.Pause()
	}
	return nil
}
