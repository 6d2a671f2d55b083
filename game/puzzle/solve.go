package puzzle

import (
	"context"
	"fmt"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// place is where the solver is to act, and how many turns are left then, the one
// that begins here included.
type place struct {
	board chess.Position
	phase game.Phase
	ban   game.Pair // in force at a move
	left  int
}

// prover answers which actions of the solver reach the goal.
type prover struct {
	*search
	goal   Goal
	solver game.Player
	steps  int  // of the line that is built
	single bool // the line has no alternatives
}

func newProver(ctx context.Context, p game.Position, goal Goal, limit uint64) *prover {
	v := &prover{goal: goal, solver: p.ActivePlayer()}
	switch goal.Kind {
	case Defend, Only: // the opponent's mate, which the solver has to prevent
		v.search = newSearch(ctx, v.solver.Opponent(), Mate, limit)
	default:
		v.search = newSearch(ctx, v.solver, goal.Kind, limit)
	}
	board := p.Chess()
	v.target = v.balance(&board) + goal.Gain
	return v
}

func placeOf(p game.Position, left int) place {
	ban, _ := p.Ban()
	return place{p.Chess(), p.Phase(), ban, left}
}

// defends reports whether the goal is to keep the opponent from a mate.
func (v *prover) defends() bool { return v.goal.Kind == Defend || v.goal.Kind == Only }

// goodMoves lists what reaches the goal at a move.
func (v *prover) goodMoves(at place) []chess.Move {
	var good []chess.Move
	for _, m := range v.moves(&at.board) {
		if m.Pair() == at.ban {
			continue
		}
		reached := false
		if v.defends() {
			reached = !v.reaches(at.board.After(m), at.left)
		} else {
			reached = v.after(&at.board, m, at.left-1)
		}
		if reached {
			good = append(good, m)
		}
	}
	return good
}

// goodBan returns the ban that reaches the goal, where a single one does; all
// reports that every ban does.
func (v *prover) goodBan(at place) (ban game.Pair, all bool) {
	board := &at.board
	if over, reached := v.ended(board); over {
		if reached = reached != v.defends(); !reached {
			return game.NoPair, false
		}
		return game.NoPair, true // the only one there is
	}
	var first, second chess.Move
	if v.defends() {
		// The mate that is to be kept off begins with the opponent's next move.
		first, second = v.two(board, func(m chess.Move) bool { return v.after(board, m, at.left-1) })
	} else {
		first, second = v.refuters(board, at.left-1)
	}
	switch {
	case second != chess.NoMove:
		return game.NoPair, false
	case first == chess.NoMove:
		return game.NoPair, true
	}
	return first.Pair(), false
}

// good lists the actions of the solver that reach the goal, or Any where every ban
// does.
func (v *prover) good(at place) []game.Action {
	if at.phase == game.PhaseMove {
		var actions []game.Action
		for _, m := range v.goodMoves(at) {
			actions = append(actions, game.MoveAction(m))
		}
		return actions
	}
	switch ban, all := v.goodBan(at); {
	case all:
		return []game.Action{Any}
	case ban != game.NoPair:
		return []game.Action{game.BanAction(ban)}
	}
	return nil
}

// Solve finds the line of a position and a goal. A limit other than 0 bounds the number
// of positions that it looks at. The code of its error is CodeUnproven if there is not
// exactly one action that reaches the goal; if the context ends first, the error is that
// of the context.
func Solve(ctx context.Context, p game.Position, goal Goal, limit uint64) (Puzzle, error) {
	puzzle := Puzzle{Position: p, Goal: goal, Rating: MinRating}
	if !goal.IsValid() {
		return puzzle, bad(goal.String(), "there is no such goal", "see Goal")
	}
	if p.Result().Over() {
		return puzzle, bad(p.FEN(), "the game is over", "give a position in which something can be played")
	}
	if err := puzzle.fits(); err != nil {
		return puzzle, err
	}
	v := newProver(ctx, p, goal, limit)
	nodes, err := v.proveKey(p)
	if err != nil {
		return puzzle, err
	}
	puzzle.Line = v.build(placeOf(p, goal.Turns))
	if v.err == nil && (Size(puzzle.Line) > MaxSteps || v.steps > MaxSteps) {
		v.err = unproven("the line has more than %d actions", MaxSteps)
	}
	puzzle.Proof = nodes + v.nodes
	return puzzle, v.err
}

func unproven(format string, args ...any) error {
	return &game.Error{Code: CodeUnproven, Message: fmt.Sprintf(format, args...), Hint: "leave the puzzle out, or change its goal"}
}

// proveKey proves that one action alone reaches the goal. It returns the number of
// positions that other searches than its own looked at.
func (v *prover) proveKey(p game.Position) (nodes uint64, err error) {
	key := v.good(placeOf(p, v.goal.Turns))
	if v.err != nil {
		return 0, v.err
	}
	if err := single(key, p, v.goal); err != nil {
		return 0, err
	}
	switch v.goal.Kind {
	case Mate:
		for turns := 1; turns < v.goal.Turns; turns++ {
			if len(v.good(placeOf(p, turns))) > 0 {
				return 0, unproven("there is a mate in %d", turns)
			}
		}
	case Stalemate:
		if b := v.balance(new(p.Chess())); b > -5 {
			return 0, unproven("the solver is not five pawns behind, but %d ahead", b)
		}
	case Material:
		// The others may not come near either.
		lower := newProver(v.ctx, p, v.goal, v.limit)
		lower.target--
		key = lower.good(placeOf(p, v.goal.Turns))
		nodes = lower.nodes
		if lower.err != nil {
			return nodes, lower.err
		}
		if err := single(key, p, v.goal); err != nil {
			return nodes, err
		}
	}
	return nodes, v.err
}

// single reports the fault of what should be the one action out of several.
func single(actions []game.Action, p game.Position, goal Goal) error {
	switch n := len(p.LegalActions()); {
	case n < 2:
		return unproven("there is nothing to choose: one action is legal")
	case len(actions) == 0:
		return unproven("no action reaches the goal %q", goal)
	case len(actions) > 1 || actions[0] == Any:
		return unproven("more than one action reaches the goal %q", goal)
	}
	return nil
}

func (v *prover) full() bool {
	v.steps++
	return v.err != nil || v.steps > MaxSteps
}

// build returns the steps of a place where the solver acts.
func (v *prover) build(at place) []Step {
	if v.full() {
		return nil
	}
	if at.phase == game.PhaseBan {
		return v.bans(at)
	}
	var steps []Step
	moves := v.goodMoves(at)
	lengths := make(map[chess.Move]int, len(moves))
	for _, m := range moves {
		lengths[m] = v.length(at.left, func(n int) bool { return n > 0 && v.after(&at.board, m, n-1) })
	}
	slices.SortStableFunc(moves, func(x, y chess.Move) int { return lengths[x] - lengths[y] })
	for _, m := range moves {
		s := Step{Action: game.MoveAction(m)}
		next := place{*at.board.After(m), game.PhaseBan, game.NoPair, at.left}
		if _, pairs := next.board.Count(); pairs > 0 && !next.board.InsufficientMaterial() && !v.restsAfterMove(next) {
			s.Next = v.build(next)
		}
		steps = append(steps, s)
		if v.single {
			break
		}
	}
	return steps
}

// restsAfterMove reports whether the line ends with a move: any ban will do, and
// there is nothing left to find.
func (v *prover) restsAfterMove(at place) bool {
	if v.goal.Kind == Mate || v.goal.Kind == Stalemate {
		return false
	}
	if v.goal.Kind == Material && v.balance(&at.board) < v.target && at.left > 1 {
		return false
	}
	_, all := v.goodBan(at)
	return all
}

// restsAfterBan reports whether the line ends with a ban although the game goes on.
func (v *prover) restsAfterBan(at place) bool {
	return v.defends() || v.goal.Kind == Material && (v.balance(&at.board) >= v.target || at.left <= 1)
}

// bans are the steps where the solver bans.
func (v *prover) bans(at place) []Step {
	ban, all := v.goodBan(at)
	if over, _ := v.ended(&at.board); over {
		if m := v.moves(&at.board); len(m) > 0 {
			return []Step{{Action: game.BanAction(m[0].Pair())}}
		}
		return nil
	}
	step := func(a game.Action, without game.Pair) Step {
		s := Step{Action: a}
		if !v.restsAfterBan(at) {
			s.Next = v.reply(at, without)
		}
		return s
	}
	switch {
	case ban != game.NoPair:
		return []Step{step(game.BanAction(ban), ban)}
	case !all:
		return nil // the context has ended
	}
	// Any ban does. The reply that holds out longest is named, so that the reply to
	// any other can be that one.
	best, ok := v.stubborn(at, game.NoPair)
	if !ok {
		return nil
	}
	first := step(game.BanAction(best.Pair()), best.Pair())
	if v.single {
		return []Step{first}
	}
	return []Step{first, step(Any, game.NoPair)}
}

// reply returns the opponent's reply to a ban and the ban after it, with what the
// solver answers.
func (v *prover) reply(at place, banned game.Pair) []Step {
	if v.full() {
		return nil
	}
	m, ok := v.stubborn(at, banned)
	if !ok {
		return nil
	}
	s := Step{Action: game.MoveAction(m)}
	board := *at.board.After(m)
	_, pairs := board.Count()
	if pairs == 0 || board.InsufficientMaterial() {
		return []Step{s}
	}
	ban := v.hardest(&board, at.left-1)
	next := Step{Action: game.BanAction(ban)}
	if pairs > 1 {
		next.Next = v.build(place{board, game.PhaseMove, ban, at.left - 1})
	}
	s.Next = []Step{next}
	return []Step{s}
}

// stubborn returns the opponent's move that makes it hardest for the solver: the
// longest way, then the fewest ways.
func (v *prover) stubborn(at place, banned game.Pair) (best chess.Move, ok bool) {
	most := 0
	for _, m := range v.moves(&at.board) {
		if m.Pair() == banned {
			continue
		}
		next := at.board.After(m)
		hard := 1000*v.length(at.left-1, func(n int) bool { return v.reaches(next, n) }) - len(v.winners(next, at.left-1)) + 500
		if v.goal.Kind == Material {
			hard = 500 - len(v.winners(next, at.left-1)) - 10*v.balance(next)
		}
		if !ok || hard > most {
			best, most, ok = m, hard, true
		}
	}
	return best, ok
}

// length is the fewest turns within which something is reached.
func (v *prover) length(most int, reached func(n int) bool) int {
	if v.goal.Kind == Material || v.defends() {
		return most // fewer turns are another question
	}
	for n := range most {
		if reached(n) {
			return n
		}
	}
	return most
}

// winners are the moves of the solver, at a ban of the opponent, that reach the goal.
func (v *prover) winners(p *chess.Position, left int) []chess.Move {
	if over, _ := v.ended(p); over {
		return nil
	}
	return v.goodMoves(place{*p, game.PhaseMove, game.NoPair, left})
}

// hardest returns the ban of the opponent that makes it hardest for the solver: of
// the pairs that reach the goal, the one without which the way is longest.
func (v *prover) hardest(p *chess.Position, left int) game.Pair {
	winners := v.winners(p, left)
	if len(winners) == 0 {
		moves := v.moves(p)
		return moves[0].Pair()
	}
	lengths := make([]int, len(winners))
	for i, m := range winners {
		lengths[i] = v.length(left, func(n int) bool { return n > 0 && v.after(p, m, n-1) })
	}
	best, most := game.NoPair, -1
	for i, m := range winners {
		if i > 0 && winners[i-1].Pair() == m.Pair() {
			continue
		}
		rest, ways := left+1, 0
		for j, other := range winners {
			if other.Pair() != m.Pair() {
				rest, ways = min(rest, lengths[j]), ways+1
			}
		}
		if hard := 1000*rest - ways; hard > most {
			best, most = m.Pair(), hard
		}
	}
	return best
}

// sameActions reports whether a list of steps has just these actions: Any, of which
// some bans may be named too.
func sameActions(steps []Step, good []game.Action) bool {
	var named []game.Action
	for _, s := range steps {
		if s.Action == Any {
			return slices.Equal(good, []game.Action{Any})
		}
		named = append(named, s.Action)
	}
	if len(named) != len(good) {
		return false
	}
	for _, a := range good {
		if !slices.Contains(named, a) {
			return false
		}
	}
	return true
}
