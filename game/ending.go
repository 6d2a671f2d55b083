package game

// Result returns how the game stands. An ending on the board comes before
// everything else; where several draws hold at once the reason is the first of
// stalemate, threefold repetition, fifty-move rule, insufficient material.
//
// Insufficient material is the standard chess list. A ban can mate with less
// (a lone bishop may, when the last flight square is banned), but the game ends
// all the same, as it does in the original.
func (g *Game) Result() Result {
	if r := g.now().Result; r.Over() {
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

// resultOf is Position.Result of a position that has occurred that often.
func resultOf(p Position, occurrences int) Result {
	r := p.Result()
	switch r.Reason {
	case NotOver, FiftyMoveRule, InsufficientMaterial:
		if occurrences >= 3 {
			return Result{NoPlayer, ThreefoldRepetition}
		}
	}
	return r
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Result().Over() }

// InCheck reports whether the mover's king is attacked.
func (g *Game) InCheck() bool { return g.Position().InCheck() }

// Resign ends the game: the player loses. Either player may at any time.
// Errors: CodeGameOver, CodeBadPlayer.
func (g *Game) Resign(p Player) error {
	if p != White && p != Black {
		return nobodyResigns.error()
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
		return nobodyTimedOut.error()
	}
	return g.decide(g.timeOut(p))
}

func (g *Game) timeOut(p Player) Result {
	if g.Position().board().bare(p.Opponent()) {
		return Result{NoPlayer, TimeoutInsufficientMaterial}
	}
	return Result{p.Opponent(), Timeout}
}

// EndAs ends the game as the players had ended it when it was written down: by
// resignation, agreement or time-out. Errors: CodeGameOver, CodeBadPlayer for a
// resignation or a time-out without a winner, and CodeBadReason for a result that
// this game cannot have, or that only the board gives.
func (g *Game) EndAs(r Result) error {
	if _, err := ParseReason(string(r.Reason)); err != nil {
		return err
	}
	if !r.Reason.IsDecision() {
		return errBoardEnding(r.Reason)
	}
	if g.Over() {
		return g.decide(r) // which says so
	}
	can := r
	switch {
	case r.Reason == Resignation && r.Winner == NoPlayer:
		return nobodyResigns.error()
	case r.Reason == Timeout && r.Winner == NoPlayer:
		return nobodyTimedOut.error()
	case r.Reason == Agreement:
		can.Winner = NoPlayer
	case r.Reason == Timeout:
		can = g.timeOut(r.Winner.Opponent())
	case r.Reason == TimeoutInsufficientMaterial:
		if can = g.timeOut(White); can.Reason != r.Reason {
			can = g.timeOut(Black)
		}
	}
	if can != r {
		return errOtherEnding(r)
	}
	return g.decide(r)
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
