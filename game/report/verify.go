package report

import (
	"context"
	"errors"
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// verifyNodes is how many positions a search visits that a claim is held against.
const verifyNodes = 4 * Nodes

// Verify holds the claim of an explanation against the rules: a mate of up to three
// turns is proven by engine.Solve, a line is played, and pieces are counted on the
// board. With a Looker, that is not nil, it also plays longer mates out, and holds the
// claim against searches that see more than those it was made from. The error says what
// is not true.
func (e *Explanation) Verify(ctx context.Context, l *Looker) error {
	before, after := e.c.Game, e.c.Game.Clone()
	if err := after.Play(e.c.Action); err != nil {
		return err
	}
	switch e.Kind {
	case AllowsMate:
		return l.verifyMate(ctx, after, e.Player.Opponent(), e.Turns)
	case MissesMate:
		if err := l.verifyMate(ctx, before, e.Player, e.Turns); err != nil {
			return err
		}
		if l == nil {
			return nil
		}
		now, err := l.value(ctx, after)
		if n := mateOf(e.Player, now); err == nil && n > 0 && n <= e.Turns {
			return fmt.Errorf("the mate is still there: %v", now)
		}
		return err
	case Stalemate:
		for _, a := range e.Line {
			if err := after.Play(a); err != nil {
				return err
			}
		}
		if r := after.Result(); !r.Reason.IsStalemate() {
			return fmt.Errorf("the line ends as %v", r)
		}
		return nil
	case LosesMaterial, MissesMaterial:
		at := after.Clone()
		if e.Kind == MissesMaterial {
			at = before.Clone()
		}
		if err := e.countOnBoard(at); err != nil {
			return err
		}
	case WastesBan:
		g := before.Clone()
		for _, a := range e.c.Threat() {
			if err := g.Play(a); err != nil {
				return err
			}
		}
		if l == nil {
			return nil
		}
		spared, err := l.value(ctx, g)
		if err != nil {
			return err
		}
		was, err := l.value(ctx, before)
		if err == nil && chancesOf(e.Player, spared) < chancesOf(e.Player, was) {
			return fmt.Errorf("what is banned is a threat: %v, not %v", spared, was)
		}
		return err
	case LeavesThreat:
		return after.Play(e.Line[0])
	default:
		return nil
	}
	if l == nil {
		return nil
	}
	was, err := l.value(ctx, before)
	if err != nil {
		return err
	}
	is, err := l.value(ctx, after)
	points := max((end{lost: e.Lost, won: e.Won}).net(), (end{lost: e.Won, won: e.Lost}).net())
	if fell := sign(e.Player) * (was.Centipawns - is.Centipawns); err == nil && was.Mate == 0 && is.Mate == 0 && 20*points > fell {
		return fmt.Errorf("nothing is lost: %v, then %v", was, is)
	}
	return err
}

// value returns what a larger search says of a position.
func (l *Looker) value(ctx context.Context, g *game.Game) (game.Eval, error) {
	if g.Over() {
		return ended(g.Result()), nil
	}
	l.engine.Clear()
	found, err := l.engine.Search(ctx, g, engine.Limits{Nodes: verifyNodes}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return EvalOf(found.Score, g.ActivePlayer()), err
}

// verifyMate proves that a player mates in so many turns.
func (l *Looker) verifyMate(ctx context.Context, g *game.Game, player game.Player, turns int) error {
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
	if l == nil {
		return nil
	}
	g = g.Clone()
	for limit := 4*turns + 8; !g.Over() && limit > 0; limit-- {
		l.engine.Clear()
		found, err := l.engine.Search(ctx, g, engine.Limits{Nodes: verifyNodes}, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if err := g.Play(found.Best); err != nil {
			return err
		}
	}
	if r := g.Result(); r.Winner != player {
		return fmt.Errorf("the mate in %d, played out, ends as: %v", turns, r)
	}
	return nil
}

// countOnBoard plays the line from a game on and counts the pieces that are gone since
// the action.
func (e *Explanation) countOnBoard(g *game.Game) error {
	for _, a := range e.Line {
		if err := g.Play(a); err != nil {
			return err
		}
	}
	gone := func(owner game.Player) (roles []game.Role) {
		for role := game.Pawn; role < game.King; role++ {
			piece := game.NewPiece(owner, role)
			for range count(e.c.Game.Position(), piece) - count(g.Position(), piece) {
				roles = append(roles, role)
			}
		}
		return roles
	}
	lost, won := without(gone(e.Player), gone(e.Player.Opponent()))
	if fmt.Sprint(lost, won) != fmt.Sprint(e.Lost, e.Won) {
		return fmt.Errorf("gone are %v and %v, not %v and %v", lost, won, e.Lost, e.Won)
	}
	if net := (end{lost: lost, won: won}).net(); (net > 0) != (e.Kind == LosesMaterial) {
		return fmt.Errorf("%d points are lost", net)
	}
	return nil
}
