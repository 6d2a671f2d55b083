package engine

import (
	"slices"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/search"
)

// A Bound says on which side of a score the value of the line's first action lies, by this
// search. Another action may be better, and a deeper search may find another value.
type Bound int8

const (
	AtMost  Bound = -1 // the value is the score or less
	AtLeast Bound = 1  // the value is the score or more
)

// A bound is told at once when it is a pawn or more away from the last iteration's
// score, and otherwise from some seconds on.
const (
	boundNews  = 100 // centipawns
	boundAfter = 3 * time.Second
)

// reportBound tells that the value of a line for the mover is at least or at most so much.
func (r *run) reportBound(depth, value int, bound Bound, line []search.Turn) {
	if r.tellBound == nil || r.limits.Lines > 1 || r.allowed != nil && r.banPly || r.Stopped {
		return
	}
	if abs(value-r.value) < boundNews && r.now().Sub(r.begun) < boundAfter {
		return
	}
	if r.banPly {
		bound = -bound
	}
	i := r.info(depth, value, line)
	i.Bound = bound
	r.tellBound(i)
}

func (r *run) addLine(depth, value int, line []search.Turn) {
	r.lines = append(r.lines, r.info(depth, value, line))
}

func (r *run) info(depth, value int, line []search.Turn) Info {
	return Info{
		Depth: depth, SelDepth: r.SelDepth, Line: len(r.lines) + 1, Score: newScore(value, r.banPly),
		Nodes: r.total(), HashFull: r.engine.table.Full(), Time: r.now().Sub(r.begun), Actions: r.complete(value, line),
	}
}

// fillLines takes from the last iteration the lines of moves that this one has not
// come to.
func (r *run) fillLines(last []Info, want int) {
	for _, line := range last {
		if len(r.lines) < want && !slices.ContainsFunc(r.lines, func(l Info) bool { return l.Actions[0] == line.Actions[0] }) {
			line.Line = len(r.lines) + 1
			r.lines = append(r.lines, line)
		}
	}
}

// complete spells a line out. It adds the ban that ends the game after a line to mate, unless
// a rule has ended it.
func (r *run) complete(value int, line []search.Turn) []game.Action {
	actions := r.actions(line)
	if abs(value) < search.MateBound {
		return actions
	}
	g := r.game.Clone()
	for _, a := range actions {
		if g.Play(a) != nil {
			return actions
		}
	}
	if g.Phase() == game.PhaseBan && g.InCheck() && !g.Over() {
		if left := g.AppendLegalActions(nil); len(left) == 1 {
			actions = append(actions, left[0])
		}
	}
	return actions
}

// actions spells a line out as bans and moves. At a move ply the first ban is
// already in force.
func (r *run) actions(line []search.Turn) []game.Action {
	var actions []game.Action
	for i, t := range line {
		if t.Ban != chess.NoPair && (r.banPly || i > 0) {
			actions = append(actions, game.BanAction(t.Ban))
		}
		if t.Move != chess.NoMove {
			actions = append(actions, game.MoveAction(t.Move))
		}
	}
	return actions
}

func (r *run) report() {
	if r.engine.Report == nil {
		return
	}
	nodes, passed := uint64(0), time.Duration(0)
	for _, info := range r.lines {
		nodes, passed = max(nodes, info.Nodes), max(passed, info.Time) // a line may be of an earlier iteration
		info.Nodes, info.Time = nodes, passed
		r.engine.Report(info)
	}
}

func (r *run) result(depth int) Result {
	result := Result{Depth: depth, Nodes: r.total(), Time: r.now().Sub(r.begun), Lines: slices.Clone(r.lines)}
	result.Best = r.best()
	if len(r.lines) > 0 {
		best := r.lines[0]
		result.Score = best.Score
		if len(best.Actions) > 1 {
			result.Reply = best.Actions[1]
		}
	}
	return result
}

// best returns the best action so far, at first that of the ordering.
func (r *run) best() game.Action {
	if len(r.lines) > 0 && len(r.lines[0].Actions) > 0 {
		return r.lines[0].Actions[0]
	}
	first := r.choices[0].move
	if r.banPly {
		return game.BanAction(first.Pair())
	}
	return game.MoveAction(first)
}
