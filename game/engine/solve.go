package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/proof"
	"github.com/banchess/banchess/game/internal/exhaustive"
)

// A Solution is the answer to whether the player to act can force mate within
// a number of turns.
type Solution struct {
	// Turns is the length of the shortest win, or 0 without a win within the limit.
	// It counts as Score.Mate does.
	Turns int
	// Lost is the length of the shortest win of the mover at a ban ply, whatever is
	// banned there, or 0 without a win within the limit.
	Lost int
	// Attack is the proof at a move ply, and of Lost; Defence the proof at a ban ply.
	Attack  *Attack
	Defence *Defence
	// Refutations answer every first action when there is no win of either side.
	Refutations []Refutation
	Nodes       uint64
}

// An Attack says how the winning side plays at a ban ply of the other: First
// or, should its pair be banned, Second. At a move ply with the ban known, First
// is enough and Second is no action.
type Attack struct {
	First, Second           game.Action
	AfterFirst, AfterSecond *Defence
}

// A Defence follows a move of the winning side: it bans a pair, and every move
// that is left to the other side loses. With no replies the ban mates. A move
// that mates by itself has a nil Defence after it.
type Defence struct {
	Ban     game.Action
	Replies []Reply
}

// A Reply is a move of the losing side and what refutes it.
type Reply struct {
	Move   game.Action
	Attack *Attack
}

// A Refutation says why an action does not win in time: the other side may play
// any of the replies that the ban leaves, of which there is one more than can be
// banned. With none, the action ends the game or leaves no check.
type Refutation struct {
	Action  game.Action
	Replies []game.Action
}

// Best returns the first action of the win, or no action without a win.
func (s *Solution) Best() game.Action {
	switch {
	case s.Turns == 0:
		return game.Action{}
	case s.Attack != nil:
		return s.Attack.First
	case s.Defence != nil:
		return s.Defence.Ban
	}
	return game.Action{}
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

// MaxTurns is the longest win that Solve looks for.
const MaxTurns = 1000

// Solve looks for a forced win of the player to act in a game, in at most the
// given number of turns, from 1 to MaxTurns; at a ban ply also for one of the mover,
// whatever is banned. It searches by proof numbers, without
// evaluation or pruning. The yield, which may be nil, is called every few hundred
// positions. Errors: CodeBadLimit, and the context's when that ends first.
//
// Repetition within the proof is not looked at, since the shortest win never comes
// back to a position. A position that stood twice in the game before is drawn.
func Solve(ctx context.Context, g *game.Game, turns int, yield func()) (Solution, error) {
	if turns < 1 || turns > MaxTurns {
		return Solution{}, outside(CodeBadLimit, "the number of turns", turns, fmt.Sprintf("from 1 to %d", MaxTurns))
	}
	return newProver(ctx, g, yield).solve(g, turns, true)
}

// A prover builds the proofs of what a decider has found.
type prover struct {
	decider
	banned chess.Pair // at the root
}

// A decider says who wins; a *proof.Solver is one. The tests have another.
type decider interface {
	AttackWins(p *chess.Position, n int) bool
	DefenceWins(p *chess.Position, n int) bool
	BanWins(p *chess.Position, n int) bool
	Winning(p *chess.Position, banned chess.Pair, n int) chess.Move
	KnowsAttack(p *chess.Position, n int) bool
	KnowsDefence(p *chess.Position, n int) bool
	Drawn(p *chess.Position) bool
	Nodes() uint64
	Err() error
}

func newProver(ctx context.Context, g *game.Game, yield func()) *prover {
	banned, _ := g.Ban()
	root := g.Position().Chess()
	if yield == nil {
		yield = exhaustive.Yield
	}
	return &prover{proof.New(ctx, &root, earlierKeys(g), yield), banned}
}

// solve looks for the win of the player to act and, if it is to look for both, of
// the mover at a ban ply.
func (s *prover) solve(g *game.Game, turns int, both bool) (Solution, error) {
	root := g.Position().Chess()
	solution := Solution{}
	for n := 1; n <= turns && solution.Turns == 0 && solution.Lost == 0; n++ {
		if g.Phase() == game.PhaseBan {
			switch {
			case s.BanWins(&root, n-1): // the game goes on here, however often the position stood
				solution.Defence = s.proveDefence(&root, n-1)
				solution.Turns = n
			case both && s.AttackWins(&root, n):
				solution.Attack = s.proveAttack(&root, n)
				solution.Lost = n
			}
		} else if m := s.Winning(&root, s.banned, n); m != chess.NoMove {
			solution.Attack = &Attack{First: game.MoveAction(m), AfterFirst: s.proveDefence(root.After(m), n-1)}
			solution.Turns = n
		}
		if s.Err() != nil {
			return Solution{}, s.Err()
		}
	}
	if both && solution.Turns == 0 && solution.Lost == 0 {
		solution.Refutations = s.refute(g, turns)
	}
	solution.Nodes = s.Nodes()
	return solution, s.Err()
}

// wins tries one move of the winning side with n turns left, this one included.
func (s *prover) wins(p *chess.Position, m chess.Move, n int) bool {
	next := p.After(m)
	return (n > 1 || next.InCheck()) && s.DefenceWins(next, n-1)
}

// loses tries one move of the losing side when the other has n turns left.
func (s *prover) loses(p *chess.Position, m chess.Move, n int) bool {
	next := p.After(m)
	_, pairs := next.Count()
	return pairs > 0 && !s.Drawn(next) && s.AttackWins(next, n)
}

// holding returns moves of up to two pairs that do not lose within n turns.
func (s *prover) holding(p *chess.Position, n int) (first, second chess.Move) {
	return exhaustive.Two(exhaustive.Moves(p, false, false), func(m chess.Move) bool { return !s.loses(p, m, n) })
}

// proveDefence builds the proof after a winning move. The position is known to
// be won within n more turns.
func (s *prover) proveDefence(p *chess.Position, n int) *Defence {
	var l chess.MoveList
	p.Moves(&l)
	moves := slices.Clone(l.Slice())
	if len(moves) == 0 || s.Err() != nil {
		return nil
	}
	ban := moves[0].Pair()
	if _, pairs := p.Count(); pairs > 1 {
		ban = s.toBan(p, n)
	}
	d := &Defence{Ban: game.BanAction(ban)}
	for _, m := range moves {
		if m.Pair() != ban {
			d.Replies = append(d.Replies, Reply{game.MoveAction(m), s.proveAttack(p.After(m), n)})
		}
	}
	return d
}

// toBan returns the pair to ban where all moves but those of one pair lose within n turns. It
// searches until one pair is left that may hold.
func (s *prover) toBan(p *chess.Position, n int) chess.Pair {
	last := chess.NoPair // of those that may hold
	moves := exhaustive.Moves(p, false, false)
	for _, m := range moves {
		if last == chess.NoPair || !s.KnowsAttack(p.After(m), n) {
			last = m.Pair()
		}
	}
	for _, m := range moves {
		if m.Pair() != last && !s.KnowsAttack(p.After(m), n) && !s.loses(p, m, n) {
			return m.Pair()
		}
	}
	return last
}

// proveAttack builds the proof for a mover known to win within n turns, as
// quickly as it can.
func (s *prover) proveAttack(p *chess.Position, n int) *Attack {
	for k := 1; k < n; k++ {
		if s.AttackWins(p, k) {
			n = k
		}
	}
	var moves []chess.Move // those known to win come first
	all := exhaustive.Moves(p, true, false)
	for _, m := range all {
		if s.KnowsDefence(p.After(m), n-1) {
			moves = append(moves, m)
		}
	}
	first, second := exhaustive.Two(append(moves, all...), func(m chess.Move) bool { return s.wins(p, m, n) })
	if second == 0 {
		return nil // the context has ended
	}
	return &Attack{
		First: game.MoveAction(first), AfterFirst: s.proveDefence(p.After(first), n-1),
		Second: game.MoveAction(second), AfterSecond: s.proveDefence(p.After(second), n-1),
	}
}

// refute answers every action of the player to act, none of which wins within n
// turns.
func (s *prover) refute(g *game.Game, n int) []Refutation {
	var answers []Refutation
	for _, a := range g.AppendLegalActions(nil) {
		answer := Refutation{Action: a}
		first, second := s.holdingAfter(g.Position(), a, n-1)
		for _, m := range []chess.Move{first, second} {
			if m != 0 {
				answer.Replies = append(answer.Replies, game.MoveAction(m))
			}
		}
		answers = append(answers, answer)
	}
	return answers
}

// holdingAfter returns the replies that hold after a first action: two pairs
// after a move, since one will be banned, and one after a ban.
func (s *prover) holdingAfter(root game.Position, a game.Action, n int) (first, second chess.Move) {
	p := root.Chess()
	if m, ok := a.Move(); ok {
		p.Play(m)
		if s.Drawn(&p) {
			return chess.NoMove, chess.NoMove
		}
		return s.holding(&p, n)
	}
	first, second = s.holding(&p, n)
	if first.Pair() == a.Pair() {
		return second, chess.NoMove
	}
	return first, chess.NoMove
}

// solveMate answers a search that asks for a mate with the proof, if there is one
// and half of the time and nodes are enough to find it: the rest is for a search.
func (r *run) solveMate(turns int) (Result, bool) {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	if r.budget.hard > 0 && !r.deadline.IsZero() {
		r.deadline = r.start.Add(r.budget.hard / 2)
	}
	solution, err := newProver(ctx, r.game, func() {
		r.Nodes += proof.Interval
		if r.checkTime(); r.Stopped || r.MaxNodes > 0 && r.Nodes >= r.MaxNodes/2 {
			cancel()
		}
	}).solve(r.game, min(turns, MaxTurns), false)
	if r.limits.Ponder == nil {
		r.setDeadline()
	}
	r.Stopped = r.ctx.Err() != nil
	if err != nil || solution.Turns == 0 {
		return Result{}, false
	}
	best := solution.Best()
	if len(r.limits.Only) > 0 && !slices.Contains(r.limits.Only, best) {
		return Result{}, false
	}
	r.Nodes = solution.Nodes
	r.lines = []Info{{
		Depth: 2 * solution.Turns, SelDepth: 2 * solution.Turns, Line: 1, Score: Score{Mate: solution.Turns}, Nodes: r.Nodes,
		Time: r.now().Sub(r.begun), Actions: solution.Line(),
	}}
	r.report()
	result := r.result(2 * solution.Turns)
	result.Proven = true
	return result, true
}
