package mine

import (
	"context"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// Limits of the searches for screening, proofs and lines.
const (
	screenNodes = 2_500
	judgeNodes  = 40_000
	proofLimit  = 100_000
	mostSteps   = 60
)

// centipawns returns a score as a number.
func centipawns(s engine.Score) int {
	switch {
	case s.Mate > 0:
		return 30_000 - s.Mate
	case s.Mate < 0:
		return -30_000 - s.Mate
	}
	return s.Centipawns
}

// two returns the scores of the two best actions, and the best.
func (m *Miner) two(ctx context.Context, g *game.Game, nodes uint64) (best game.Action, first, second engine.Score, ok bool, err error) {
	r, err := m.judge.Search(ctx, g, engine.Limits{Nodes: nodes, Lines: 2}, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || len(r.Lines) < 2 {
		return best, first, second, false, err
	}
	return r.Best, r.Lines[0].Score, r.Lines[1].Score, true, nil
}

// candidate returns the puzzle of a position, if it is one worth solving. With rare set, it
// ignores the kinds that every game has.
func (m *Miner) candidate(ctx context.Context, g *game.Game, rare bool) (Find, bool, error) {
	p := g.Position()
	if g.Over() || !choice(p) {
		return Find{}, false, nil
	}
	_, first, second, ok, err := m.two(ctx, g, screenNodes)
	if err != nil || !ok {
		return Find{}, false, err
	}
	goals := goals(p, first, second)
	if len(goals) == 0 || rare && common(goals[0]) {
		return Find{}, false, nil
	}
	normal, err := puzzle.Normal(p)
	if err != nil {
		return Find{}, false, err
	}
	found, ok, err := m.prove(ctx, normal, goals, proofLimit)
	if err != nil || !ok {
		return Find{}, false, err
	}
	if dull(g, &found) {
		return Find{}, false, nil
	}
	return m.finish(ctx, found)
}

// finish confirms and rates a proven puzzle.
func (m *Miner) finish(ctx context.Context, found puzzle.Puzzle) (Find, bool, error) {
	if ok, err := m.confirm(ctx, &found); err != nil || !ok {
		return Find{}, false, err
	}
	if ok, err := m.rate(ctx, &found); err != nil || !ok {
		return Find{}, false, err
	}
	kernel, err := kernelOf(ctx, &found)
	return Find{found, kernel}, err == nil, err
}

// common reports whether there are more than enough puzzles with a goal.
func common(g puzzle.Goal) bool {
	return g.Kind == puzzle.Defend || g.Kind == puzzle.Mate && g.Turns == 1
}

// choice reports whether the player has a choice.
func choice(p game.Position) bool {
	least := 4
	if p.InCheck() {
		least = 3
	}
	return len(p.LegalActions()) >= least
}

const (
	won  = 900  // a score that wins in any case
	lost = -450 // a score that is not worth holding
	bare = -700 // a score that is worth holding, with the only move
)

// goals returns the goals that a position may have as a puzzle, by the scores of its two
// best actions.
func goals(p game.Position, first, second engine.Score) []puzzle.Goal {
	a, b := centipawns(first), centipawns(second)
	board := p.Chess()
	balance := puzzle.Balance(&board, p.ActivePlayer())
	var list []puzzle.Goal
	add := func(kind puzzle.Kind, turns int) { list = append(list, puzzle.Goal{Kind: kind, Turns: turns}) }
	switch {
	case first.Mate > 0 && first.Mate <= 5:
		if b > won || balance >= 9 {
			return nil
		}
		// The search may take a longer way, so its number is the maximum.
		for n := first.Mate; n >= 1; n-- {
			add(puzzle.Mate, n)
		}
	case p.Phase() == game.PhaseBan && second.Mate < 0 && second.Mate >= -4 && a > lost:
		add(puzzle.Defend, -second.Mate)
	case p.Phase() == game.PhaseMove && second.Mate < 0 && second.Mate >= -5 && a > bare:
		add(puzzle.Only, -second.Mate)
		if second.Mate > -5 {
			add(puzzle.Only, 1-second.Mate)
		}
	case balance <= -5 && a >= -50 && b < lost:
		for n := 1; n <= 4; n++ {
			add(puzzle.Stalemate, n)
		}
	case first.Mate == 0 && a >= 120 && a-b >= 180 && b < 300 && balance < 9:
		for n := 1; n <= 3; n++ {
			list = append(list, puzzle.Goal{Kind: puzzle.Material, Turns: n, Gain: puzzle.MinGain})
		}
	}
	return list
}

// prove returns the puzzle of the first goal that can be proven.
func (m *Miner) prove(ctx context.Context, p game.Position, goals []puzzle.Goal, limit uint64) (found puzzle.Puzzle, ok bool, err error) {
	for _, goal := range goals {
		found, err = puzzle.Solve(ctx, p, goal, limit)
		for err != nil && goal.Kind == puzzle.Material && goal.Gain < 4 && game.CodeOf(err) == puzzle.CodeUnproven {
			goal.Gain++ // more than one may gain a little
			found, err = puzzle.Solve(ctx, p, goal, limit)
		}
		if ctx.Err() != nil {
			return found, false, ctx.Err()
		}
		if err != nil {
			continue
		}
		for goal.Kind == puzzle.Material && goal.Gain < puzzle.MaxGain {
			goal.Gain++
			more, err := puzzle.Solve(ctx, p, goal, limit)
			if err != nil {
				break
			}
			found = more
		}
		if goal.Kind == puzzle.Material && !shown(&found) {
			continue // a longer line may show it
		}
		return found, puzzle.Size(found.Line) <= mostSteps, ctx.Err()
	}
	return found, false, nil
}

// dull reports whether a puzzle is not interesting. The game is in its state before the
// puzzle.
func dull(g *game.Game, p *puzzle.Puzzle) bool {
	key, line := p.Key(), p.MainLine()
	last, moved := g.LastMove()
	var captured bool
	if moved {
		for i := g.Len() - 1; i >= 0 && i >= g.Len()-2; i-- {
			if e := g.Entry(i); e.Action.IsMove() {
				captured = e.IsCapture()
			}
		}
	}
	if obvious(p) {
		return true
	}
	start := p.Position.Chess()
	switch p.Goal.Kind {
	case puzzle.Material, puzzle.Only:
		if moved && key.Pair().To() == last.To() && (captured || key.IsBan()) {
			return true // it recaptures, or bans a recapture
		}
	case puzzle.Defend:
		if p.Goal.Turns == 1 && checks(p.Position) <= 1 {
			return true
		}
	}
	if p.Goal.Kind != puzzle.Material {
		return false
	}
	// A hanging piece. A protected one may be interesting if a ban prevents
	// the recapture.
	m, ok := key.Move()
	if !ok {
		return false
	}
	target := puzzle.Balance(&start, p.Solver()) + p.Goal.Gain
	start.Play(m)
	return puzzle.Balance(&start, p.Solver()) >= target && (len(line) < 2 || line[1].Pair().To() != m.To())
}

// obvious reports whether the key is a ban that anybody would play first: it prevents the
// capture of a queen or a rook, or a promotion to a queen.
func obvious(p *puzzle.Puzzle) bool {
	if p.Position.Phase() != game.PhaseBan || p.Goal.Kind == puzzle.Mate {
		return false
	}
	pair := p.Key().Pair()
	switch p.Position.PieceAt(pair.To()).Role() {
	case game.Rook, game.Queen:
		return true
	}
	last := pair.To().Rank() == 0 || pair.To().Rank() == 7
	return last && p.Position.PieceAt(pair.From()).Role() == game.Pawn
}

// shown reports whether the main line ends with the material won.
func shown(p *puzzle.Puzzle) bool {
	start := p.Position.Chess()
	target := puzzle.Balance(&start, p.Solver()) + p.Goal.Gain
	g := game.NewFrom(p.Position)
	for _, a := range p.MainLine() {
		if g.Play(a) != nil {
			return false
		}
	}
	end := g.Position().Chess()
	return g.Result().Winner == p.Solver() || puzzle.Balance(&end, p.Solver()) >= target
}

// checks counts the mover's pairs that give check.
func checks(p game.Position) int {
	board := p.Chess()
	n := 0
	for _, pair := range p.LegalBans() {
		next := board
		m := pair.Promoting(game.NoRole)
		if board.At(pair.From()).Role() == game.Pawn && (pair.To().Rank() == 0 || pair.To().Rank() == 7) {
			m = pair.Promoting(game.Queen)
		}
		if next.Play(m); next.InCheck() {
			n++
		}
	}
	return n
}

// confirm checks by a longer search that the key is good beyond the horizon of the
// proof, and that the other actions are not.
func (m *Miner) confirm(ctx context.Context, p *puzzle.Puzzle) (bool, error) {
	if p.Goal.Kind == puzzle.Mate {
		return true, nil
	}
	m.judge.Clear()
	best, first, second, ok, err := m.two(ctx, game.NewFrom(p.Position), judgeNodes)
	if err != nil || !ok || best != p.Key() {
		return false, err
	}
	a, b := centipawns(first), centipawns(second)
	switch p.Goal.Kind {
	case puzzle.Material:
		return a >= 150 && a-b >= 180 && b < 250, nil
	case puzzle.Stalemate:
		return a >= -50 && b <= lost, nil
	}
	return a > lost || p.Goal.Kind == puzzle.Only && a > bare, nil
}
