package report

import (
	"context"
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// verifyNodes is how many positions a search visits that a claim is held against: more
// than any search that the claim was made from.
const verifyNodes = 4 * larger

// Verify holds the claim of an explanation against the rules: a mate of up to three
// turns is proven by engine.Solve, a line is played, and pieces are counted on the
// board. With a look that is not nil, it also plays longer mates and what follows a loss
// of material out, and holds the claim against searches that see more than those it was
// made from. The error says what is not true.
func (e *Explanation) Verify(ctx context.Context, look LookFunc) error {
	before, after := e.c.Game, e.c.Game.Clone()
	if err := after.Play(e.c.Action); err != nil {
		return err
	}
	for _, t := range []threat{e.ofReply, e.ofBetter} {
		if err := t.verify(ctx, look); err != nil {
			return err
		}
	}
	switch e.Kind {
	case AllowsMate:
		return verifyMate(ctx, look, after, e.Player.Opponent(), e.Turns)
	case MissesMate:
		if err := verifyMate(ctx, look, before, e.Player, e.Turns); err != nil || look == nil {
			return err
		}
		now, err := look(after, verifyNodes)
		if n := mateOf(e.Player, now.Eval); err == nil && n > 0 && n <= e.Turns {
			return fmt.Errorf("the mate is still there: %v", now.Eval)
		}
		return err
	case Stalemate:
		if err := playAll(after, e.Line); err != nil {
			return err
		}
		if r := after.Result(); !r.Reason.IsStalemate() {
			return fmt.Errorf("the line ends as %v", r)
		}
	case LosesMaterial:
		if err := e.verifyMaterial(look, after, after, e.Player); err != nil || len(e.Other) == 0 {
			return err
		}
		return e.verifyThreats(look)
	case MissesMaterial:
		return e.verifyMaterial(look, before, after, e.Player.Opponent())
	case WastesBan:
		return e.verifyWaste(look)
	case LeavesThreat:
		return after.Play(e.Line[0])
	case TwoThreats, ForcesBan:
		return e.verifyThreats(look)
	case Numbers:
		if len(e.Other) > 0 {
			return e.verifyThreats(look)
		}
	}
	return nil
}

// verifyWaste holds against larger searches that what is banned is no threat.
func (e *Explanation) verifyWaste(look LookFunc) error {
	g := e.c.Game.Clone()
	if err := playAll(g, e.c.threat()); err != nil || look == nil {
		return err
	}
	spared, err := look(g, verifyNodes)
	if err != nil {
		return err
	}
	was, err := look(e.c.Game, verifyNodes)
	if err == nil && chancesOf(e.Player, spared.Eval) < chancesOf(e.Player, was.Eval) {
		return fmt.Errorf("what is banned is a threat: %v, not %v", spared.Eval, was.Eval)
	}
	return err
}

// verifyThreats plays both moves, and checks with larger searches that the banned one is not the
// weaker threat, and that each still costs at least an inaccuracy. For Numbers any cost will do, and
// if the banned one has to be banned, the other one may cost nothing.
func (e *Explanation) verifyThreats(look LookFunc) error {
	var left [2]float64 // of the chances, after either move
	for i, actions := range [][]game.Action{append([]game.Action{e.c.Action}, e.Line...), e.Other} {
		g := e.c.Game.Clone()
		if err := playAll(g, actions); err != nil {
			return err
		}
		if look == nil {
			continue
		}
		at, err := look(g, verifyNodes)
		if err != nil {
			return err
		}
		left[i] = chancesOf(e.Player, at.Eval)
	}
	sum, most, cost := chancesOf(e.Player, e.Before)+chancesOf(e.Player, e.After), max(left[0], left[1]), inaccuracy
	if e.Kind == Numbers {
		cost = 0
	}
	switch {
	case look == nil:
	case e.Kind != TwoThreats && (e.Kind != Numbers || e.mustBan) && left[1] > left[0]:
		return fmt.Errorf("the other move is the better one to ban: %.2f or %.2f", left[0], left[1])
	case !e.mustBan && 2*most > sum:
		before, err := look(e.c.Game, verifyNodes)
		if err == nil && most > chancesOf(e.Player, before.Eval)-cost {
			err = fmt.Errorf("one of the moves costs little: %v, then chances of %.2f or %.2f", before.Eval, left[0], left[1])
		}
		return err
	}
	return nil
}

// verifyMaterial counts the pieces after the line, which begins at a game. It holds what
// the loser loses against larger searches, and plays on after the line.
func (e *Explanation) verifyMaterial(look LookFunc, g, after *game.Game, loser game.Player) error {
	g = g.Clone()
	if err := playAll(g, e.Line); err != nil {
		return err
	}
	if err := e.countOnBoard(g); err != nil || look == nil {
		return err
	}
	was, is, err := e.fall(look, after, verifyNodes)
	if err == nil && !e.isLoss(was, is, loser) {
		was, is, err = e.fall(look, after, 4*verifyNodes) // evaluations vary: the larger search has the last word
	}
	switch {
	case err != nil:
		return err
	case !e.isLoss(was, is, loser):
		return fmt.Errorf("nothing is lost: %v, then %v", was.Eval, is.Eval)
	}
	for _, nodes := range []uint64{Nodes, larger} { // what small searches play may lose what was won
		if err = e.playOn(look, g.Clone(), nodes, loser, was.Eval, is.Eval); err == nil {
			return nil
		}
	}
	return err
}

// fall looks at the positions before and after the action.
func (e *Explanation) fall(look LookFunc, after *game.Game, nodes uint64) (was, is Look, err error) {
	if was, err = look(e.c.Game, nodes); err == nil {
		is, err = look(after, nodes)
	}
	return was, is, err
}

// isLoss reports whether evaluations fall by a fifth at least of the points that are claimed.
func (e *Explanation) isLoss(was, is Look, loser game.Player) bool {
	fell := sign(e.Player) * (was.Eval.Centipawns - is.Eval.Centipawns)
	return was.Eval.Mate != 0 || is.Eval.Mate != 0 || fell >= 20*e.lostBy(loser).net()
}

// playOn plays on after the line of a claim of material, by searches of so many positions. It
// returns an error if in the end the loser is better off, with half of what is lost back.
func (e *Explanation) playOn(look LookFunc, g *game.Game, nodes uint64, loser game.Player, was, is game.Eval) error {
	for i := 0; i < window && !g.Over(); i++ {
		now, err := look(g, nodes)
		if err != nil {
			return err
		}
		if err := g.Play(now.Line[0]); err != nil {
			return err
		}
	}
	points, left := e.lostBy(loser).net(), e.gone(g, loser).net()
	if 2*left >= points {
		return nil
	}
	at, err := look(g, verifyNodes)
	if err == nil && 2*chancesOf(loser, at.Eval) > chancesOf(loser, was)+chancesOf(loser, is) {
		return fmt.Errorf("only %d of %d points are lost in the end, at %v", left, points, at.Eval)
	}
	return err
}

// verifyMate proves that a player mates in so many turns.
func verifyMate(ctx context.Context, look LookFunc, g *game.Game, player game.Player, turns int) error {
	if turns <= 3 {
		s, err := engine.Solve(ctx, g, turns, nil)
		n := s.Turns
		if player != g.ActivePlayer() {
			n = s.Lost
		}
		if err == nil && n == 0 {
			return fmt.Errorf("there is no mate in %d", turns)
		}
		return err
	}
	if look == nil {
		return nil
	}
	start := g
	g = g.Clone()
	for limit := 4*turns + 8; !g.Over() && limit > 0; limit-- {
		now, err := look(g, larger)
		if err != nil {
			return err
		}
		if err := g.Play(now.Line[0]); err != nil {
			return err
		}
	}
	if r := g.Result(); r.Winner != player {
		if s, err := engine.Solve(ctx, start, turns, nil); err != nil || max(s.Turns, s.Lost) > 0 {
			return err // searches may not find again what one has seen
		}
		return fmt.Errorf("the mate in %d, played out, ends as: %v", turns, r)
	}
	return nil
}

// lostBy returns what a player loses by the claim.
func (e *Explanation) lostBy(player game.Player) end {
	if player != e.Player {
		return end{lost: e.Won, won: e.Lost}
	}
	return end{lost: e.Lost, won: e.Won}
}

// gone returns what a player has lost and won on the board of a game since the action.
func (e *Explanation) gone(g *game.Game, player game.Player) (at end) {
	of := func(owner game.Player) (roles []game.Role) {
		for role := game.Pawn; role < game.King; role++ {
			piece := game.NewPiece(owner, role)
			for range count(e.c.Game.Position(), piece) - count(g.Position(), piece) {
				roles = append(roles, role)
			}
		}
		return roles
	}
	at.lost, at.won = without(of(player), of(player.Opponent()))
	return at
}

// countOnBoard holds the claim against the pieces that are gone in a game since the action.
func (e *Explanation) countOnBoard(g *game.Game) error {
	gone := e.gone(g, e.Player)
	if fmt.Sprint(gone.lost, gone.won) != fmt.Sprint(e.Lost, e.Won) {
		return fmt.Errorf("gone are %v and %v, not %v and %v", gone.lost, gone.won, e.Lost, e.Won)
	}
	if net := gone.net(); (net > 0) != (e.Kind == LosesMaterial) {
		return fmt.Errorf("%d points are lost", net)
	}
	return nil
}
