package puzzle

import (
	"context"
	"errors"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// A Reason is why an action is wrong.
type Reason string

// The reasons.
const (
	// Over: the action ends the game, but not in the way that the goal asks for.
	Over Reason = "over"
	// NoCheck: the move should mate, but gives no check.
	NoCheck Reason = "no_check"
	// WaysOut: the move should mate, but Ways pairs get out of its check.
	WaysOut Reason = "ways_out"
	// Escapes: the opponent is not mated in the turns that are left.
	Escapes Reason = "escapes"
	// Slower: it also mates, but in Turns turns from the start of the puzzle; Ways pairs
	// hold out until then.
	Slower Reason = "slower"
	// Mated: the opponent mates in Turns turns.
	Mated Reason = "mated"
	// WinsLess: it gains only Gain of the Wanted pawns.
	WinsLess Reason = "wins_less"
	// NoDraw: the opponent prevents the draw, and is Gain pawns ahead after the line.
	NoDraw Reason = "no_draw"
	// NotKnown: the search would take too long.
	NotKnown Reason = "not_known"
	// Draws: the ban that has to follow leaves the opponent no legal move.
	Draws Reason = "draws"
)

// A Refutation shows why an action is wrong. Everything that it says is proven by the
// search that proves puzzles.
type Refutation struct {
	Reason Reason
	// Line is what follows the action: after a move the solver's best ban, then the
	// opponent's best reply, and, if it is proven, what both play until the mate or until
	// the gain is on the board.
	Line         []game.Action
	Turns, Ways  int
	Gain, Wanted int       // in pawns
	Takes        game.Role // the piece that the reply captures

	solver game.Player
	start  game.Position // after the action
	goal   Goal
}

// Bounds of the searches of a refutation, in positions.
const (
	refuteLimit = 200_000
	slowerLimit = 20_000 // for a mate that takes longer, which need not be known
)

// Refute refutes an action that is legal in the attempt's position and wrong. It does not
// change the attempt. The error is that of an illegal action, or that of the context.
func (a *Attempt) Refute(ctx context.Context, action game.Action) (Refutation, error) {
	after, err := a.game.Position().Play(action)
	if err != nil {
		return Refutation{}, err
	}
	solver := a.puzzle.Solver()
	r := Refutation{Reason: NotKnown, Wanted: a.puzzle.Goal.Gain, solver: solver, start: after, goal: a.puzzle.Goal}
	if after.Result().Over() {
		r.Reason = Over
		return r, nil
	}
	f := refuter{ctx: ctx, puzzle: a.puzzle, solver: solver, board: after.Chess(), left: a.left - 1}
	f.ban, _ = action.Ban()
	switch a.puzzle.Goal.Kind {
	case Mate:
		err = f.mate(&r)
	case Defend, Only:
		err = f.mated(&r, a.left)
	case Material:
		err = f.material(&r)
	case Stalemate:
		err = f.stalemate(&r)
	}
	if errors.Is(err, errLimit) {
		err = nil
		if len(r.Line) == 0 {
			r.Reason = NotKnown
		}
	}
	if err != nil {
		return Refutation{}, err
	}
	f.takes(&r)
	return r, nil
}

// refuter looks for what follows a wrong action.
type refuter struct {
	ctx    context.Context
	puzzle *Puzzle
	solver game.Player
	board  chess.Position // after the action; the opponent moves next
	ban    game.Pair      // in force if the action was a ban
	ways   int            // pairs that escape was to choose from
	left   int            // turns of the solver after the one that the action is of
}

// prover returns a prover of a side's goal from the position of the puzzle's start.
func (f *refuter) prover(side game.Player, goal Goal) *prover {
	v := &prover{search: newSearch(f.ctx, side, goal.Kind, refuteLimit), goal: goal, solver: side, single: true}
	start := f.puzzle.Position.Chess()
	v.target = v.balance(&start) + goal.Gain
	return v
}

// actionsOf returns the first actions of a line.
func actionsOf(steps []Step) (actions []game.Action) {
	for ; len(steps) > 0 && steps[0].Action != Any; steps = steps[0].Next {
		actions = append(actions, steps[0].Action)
	}
	return actions
}

// escape returns the solver's ban after a move, and the reply of the opponent that keeps the
// solver from a goal; and after it the one ban that does so, if another would not. Of several
// replies it returns the one that takes most.
func (f *refuter) escape(v *prover) (actions []game.Action) {
	left := f.left
	var replies []chess.Move // a pair each
	for _, m := range v.moves(&f.board) {
		if n := len(replies); n > 0 && replies[n-1].Pair() == m.Pair() {
			continue
		}
		next := f.board.After(m)
		good := left == 0 && v.kind == Mate || !v.reaches(next, left)
		if left == 0 && v.kind == Material {
			good = !v.settled(next, quietIn(&f.board, m))
		}
		if v.err != nil {
			return nil
		}
		if good {
			replies = append(replies, m)
		}
	}
	f.ways = len(replies)
	worth := func(m chess.Move) int { return values[f.board.At(m.To()).Role()] }
	best := func(without game.Pair) (m chess.Move) {
		m = chess.NoMove
		for _, other := range replies {
			if other.Pair() != without && (m == chess.NoMove || worth(other) > worth(m)) {
				m = other
			}
		}
		return m
	}
	banned := f.ban
	if banned == game.NoPair {
		first := best(game.NoPair)
		if first == chess.NoMove {
			return nil
		}
		banned = first.Pair()
		actions = append(actions, game.BanAction(banned))
	}
	reply := best(banned)
	if reply == chess.NoMove {
		return nil
	}
	actions = append(actions, game.MoveAction(reply))
	next := *f.board.After(reply)
	if over, _ := v.ended(&next); over || left == 0 {
		return actions
	}
	// One ban alone may keep the goal off.
	if first, second := v.two(&next, func(m chess.Move) bool { return v.after(&next, m, left-1) }); first != chess.NoMove && second == chess.NoMove {
		actions = append(actions, game.BanAction(first.Pair()))
	}
	return actions
}

// leavesNone reports whether the ban that has to follow a move leaves the opponent, who is not
// in check, no move.
func (f *refuter) leavesNone() bool {
	over, _ := f.prover(f.solver, f.puzzle.Goal).ended(&f.board)
	return over && f.ban == game.NoPair && !f.board.InCheck() && !f.board.InsufficientMaterial()
}

// mate says that a mate is slower, or how the opponent escapes.
func (f *refuter) mate(r *Refutation) error {
	if f.leavesNone() {
		r.Reason = Draws
		r.Line = f.lastBan(&f.board)
		return nil
	}
	if f.ban == game.NoPair && f.left == 0 {
		r.Reason = NoCheck
		if f.board.InCheck() {
			_, pairs := f.board.Count()
			r.Reason, r.Ways = WaysOut, pairs
		}
		v := f.prover(f.solver, f.puzzle.Goal)
		r.Line = f.escape(v)
		return v.err
	}
	r.Reason = Escapes
	slower := f.prover(f.solver, f.puzzle.Goal)
	slower.limit = slowerLimit
	for more := 1; more <= 2 && slower.err == nil && r.Reason == Escapes; more++ {
		if f.reaches(slower, f.left+more) {
			r.Reason, r.Turns = Slower, f.puzzle.Goal.Turns+more
		}
	}
	v := f.prover(f.solver, f.puzzle.Goal)
	r.Line = f.escape(v)
	r.Ways = f.ways
	return v.err
}

// reaches reports whether the solver reaches the goal after the action, with so many turns
// left.
func (f *refuter) reaches(v *prover, left int) bool {
	first, second := v.refuters(&f.board, left)
	if v.err != nil {
		return false
	}
	if f.ban == game.NoPair {
		return second == chess.NoMove // one of them is banned
	}
	return first == chess.NoMove || second == chess.NoMove && first.Pair() == f.ban
}

// mated shows how the opponent mates, within so many turns.
func (f *refuter) mated(r *Refutation, most int) error {
	v := f.prover(f.solver.Opponent(), Goal{Kind: Mate, Turns: most})
	mates := func(turns int) bool {
		first, second := v.two(&f.board, func(m chess.Move) bool { return m.Pair() != f.ban && v.after(&f.board, m, turns-1) })
		return second != chess.NoMove || f.ban != game.NoPair && first != chess.NoMove
	}
	for turns := 1; turns <= most && v.err == nil; turns++ {
		if !mates(turns) {
			continue
		}
		r.Reason, r.Turns = Mated, turns
		at := place{f.board, game.PhaseMove, f.ban, turns}
		if f.ban == game.NoPair {
			at.ban = v.hardest(&f.board, turns)
			r.Line = append(r.Line, game.BanAction(at.ban))
		}
		r.Line = append(r.Line, actionsOf(v.build(at))...)
		return v.err
	}
	return v.err
}

// mostLost is the largest loss that is looked for, in pawns.
const mostLost = 9

// material says how much less is won, and how.
func (f *refuter) material(r *Refutation) error {
	if f.leavesNone() {
		r.Reason = Draws
		r.Line = f.lastBan(&f.board)
		return nil
	}
	r.Reason = WinsLess
	for gain := f.puzzle.Goal.Gain - 1; ; gain-- {
		goal := Goal{Kind: Material, Turns: f.puzzle.Goal.Turns, Gain: gain}
		if v := f.prover(f.solver, goal); gain >= -mostLost && !f.reaches(v, f.left) {
			if v.err != nil {
				return v.err
			}
			continue
		}
		r.Gain = gain
		r.Line = f.playedOut(gain)
		return nil
	}
}

// stalemate shows how the opponent avoids the draw, and how far ahead it is then.
func (f *refuter) stalemate(r *Refutation) error {
	v := f.prover(f.solver, f.puzzle.Goal)
	r.Reason, r.Line = NoDraw, f.escape(v)
	board := f.board
	for _, a := range r.Line {
		if m, ok := a.Move(); ok {
			board.Play(m)
		}
	}
	r.Gain = Balance(&board, f.solver.Opponent())
	return v.err
}

// takes notes what the first reply captures.
func (f *refuter) takes(r *Refutation) {
	for _, a := range r.Line {
		if m, ok := a.Move(); ok {
			r.Takes = f.board.At(m.To()).Role()
			return
		}
	}
}
