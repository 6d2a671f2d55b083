package puzzle

import (
	"context"
	"errors"
	"fmt"

	"github.com/banchess/banchess/game"
)

// Verify proves a puzzle by exhaustive search. It proves that only the first action
// reaches the goal, whatever the opponent does, and that wherever the solver acts, the
// line has exactly the actions that still reach it. It returns the number of positions
// that it looked at. The code of its error is CodeUnproven if the claim is not true;
// otherwise the error is that of the context.
func (p *Puzzle) Verify(ctx context.Context) (nodes uint64, err error) {
	if err := p.fits(); err != nil {
		return 0, err
	}
	if p.Position.Result().Over() || !p.Goal.IsValid() || len(p.Line) != 1 {
		return 0, unproven("the puzzle %s is not complete", p.ID())
	}
	v := newProver(ctx, p.Position, p.Goal, 0)
	more, err := v.proveKey(p.Position)
	if err == nil {
		err = v.check(p.Position, p.Line, p.Goal.Turns)
	}
	if err == nil {
		err = v.err
	}
	if e, ok := errors.AsType[*game.Error](err); ok && e.Code == CodeUnproven {
		named := *e
		named.Message = fmt.Sprintf("the puzzle %s is not true: %s", p.ID(), e.Message)
		err = &named
	}
	return more + v.nodes, err
}

// check goes through a line and holds it to what the prover finds.
func (v *prover) check(p game.Position, steps []Step, left int) error {
	mine := p.ActivePlayer() == v.solver
	at := placeOf(p, left)
	if mine {
		good := v.good(at)
		if v.err != nil {
			return v.err
		}
		if len(good) == 1 && good[0] == Any && len(steps) == 1 && len(p.LegalActions()) == 1 {
			good = p.LegalActions()
		}
		if !sameActions(steps, good) {
			return unproven("at %s the line has not just the actions that reach the goal", p.FEN())
		}
	}
	for _, s := range steps {
		if err := v.step(p, s, steps, at); err != nil {
			return err
		}
	}
	return nil
}

func (v *prover) step(p game.Position, s Step, beside []Step, at place) error {
	a := s.Action
	if a == Any {
		for _, other := range p.LegalActions() {
			if _, named := find(beside[:len(beside)-1], other); !named {
				a = other
			}
		}
	}
	next, err := p.Play(a)
	if err != nil {
		return err
	}
	mine, left := p.ActivePlayer() == v.solver, at.left
	if mine && a.IsBan() {
		left = at.left - 1 // a turn ends with its ban
	}
	over := next.Result().Over()
	rests := over
	if mine && !over {
		here := place{next.Chess(), next.Phase(), game.NoPair, at.left}
		if a.IsMove() {
			rests = v.restsAfterMove(here)
		} else {
			rests = v.restsAfterBan(here)
		}
	}
	if v.err != nil {
		return v.err
	}
	if rests != (len(s.Next) == 0) {
		return unproven("after %s at %s the line does not end where it should", a, p.FEN())
	}
	if rests {
		return nil
	}
	return v.check(next, s.Next, left)
}
