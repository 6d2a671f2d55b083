package engine

import (
	"context"
	"slices"

	"github.com/banchess/banchess/game"
)

// solveMate answers a search that asks for a mate with the proof, if there is one
// and half of the time and nodes are enough to find it: the rest is for a search.
func (r *run) solveMate(turns int) (Result, bool) {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	if r.budget.hard > 0 && !r.deadline.IsZero() {
		r.deadline = r.start.Add(r.budget.hard / 2)
	}
	solution, err := newSolver(ctx, r.game, func() {
		r.nodes += solverInterval
		if r.checkTime(); r.stopped || r.maxNodes > 0 && r.nodes >= r.maxNodes/2 {
			cancel()
		}
	}).solve(r.game, min(turns, MaxTurns), false)
	if r.limits.Ponder == nil {
		r.setDeadline()
	}
	r.stopped = r.ctx.Err() != nil
	if err != nil || solution.Turns == 0 {
		return Result{}, false
	}
	best := solution.Best()
	if len(r.limits.Only) > 0 && !slices.Contains(r.limits.Only, best) {
		return Result{}, false
	}
	r.nodes = solution.Nodes
	r.lines = []Info{{
		Depth: 2 * solution.Turns, SelDepth: 2 * solution.Turns, Line: 1, Score: Score{Mate: solution.Turns}, Nodes: r.nodes,
		Time: r.now().Sub(r.begun), Actions: solution.Line(),
	}}
	r.report()
	result := r.result(2 * solution.Turns)
	result.Proven = true
	return result, true
}

// Line follows the proof along its first replies, from the first action on. It is
// empty where the player to act does not win and, at a ban ply, the mover neither.
func (s *Solution) Line() []game.Action {
	var actions []game.Action
	attack, defence := s.Attack, s.Defence
	for {
		if attack != nil {
			actions = append(actions, attack.First)
			defence = attack.AfterFirst
		}
		if defence == nil {
			return actions
		}
		actions = append(actions, defence.Ban)
		if len(defence.Replies) == 0 {
			return actions
		}
		reply := defence.Replies[0]
		// The other side bans the first choice of the answer; the second is played.
		attack = &Attack{First: reply.Attack.Second, AfterFirst: reply.Attack.AfterSecond}
		actions = append(actions, reply.Move, game.BanAction(reply.Attack.First.Pair()))
	}
}
