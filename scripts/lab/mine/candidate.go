package mine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
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

// errNone is the error of a position that is no puzzle worth solving.
var errNone = errors.New("no puzzle")

// add adds a find, if there is one. It returns every other error.
func add(finds []Find, f Find, err error) ([]Find, error) {
	switch err {
	case nil:
		return append(finds, f), nil
	case errNone:
		return finds, nil
	}
	return nil, err
}

// two returns the scores of the two best actions, and the best.
func (m *Miner) two(ctx context.Context, g *game.Game, nodes uint64) (best game.Action, first, second engine.Score, err error) {
	r, err := m.judge.Search(ctx, g, engine.Limits{Nodes: nodes, Lines: 2}, nil)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return best, first, second, err
	}
	if len(r.Lines) < 2 {
		return best, first, second, errNone
	}
	return r.Best, r.Lines[0].Score, r.Lines[1].Score, nil
}

// candidate returns the puzzle of a position. With rare set, it ignores the kinds that every
// game has.
func (m *Miner) candidate(ctx context.Context, g *game.Game, rare bool) (Find, error) {
	p := g.Position()
	if g.Over() || !choice(p) {
		return Find{}, errNone
	}
	_, first, second, err := m.two(ctx, g, screenNodes)
	if err != nil {
		return Find{}, err
	}
	goals := goals(p, first, second)
	if len(goals) == 0 || rare && common(goals[0]) {
		return Find{}, errNone
	}
	normal, err := puzzle.Normal(p)
	if err != nil {
		return Find{}, err
	}
	found, err := m.prove(ctx, normal, goals, proofLimit)
	if err != nil {
		return Find{}, err
	}
	if dull(g, &found) {
		return Find{}, errNone
	}
	return m.finish(ctx, found)
}

// finish confirms and rates a proven puzzle.
func (m *Miner) finish(ctx context.Context, found puzzle.Puzzle) (Find, error) {
	if err := m.confirm(ctx, &found); err != nil {
		return Find{}, err
	}
	kernel, err := kernelOf(ctx, &found)
	return Find{Puzzle: found, Kernel: kernel}, err
}

// common reports whether every game has puzzles with a goal: a mate at once, or a ban against it.
func common(g puzzle.Goal) bool {
	return g.Turns == 1 && (g.Kind == puzzle.Defend || g.Kind == puzzle.Mate)
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
	switch {
	case first.Mate > 0 && first.Mate <= 5:
		if b > won || balance >= 9 {
			return nil
		}
		// The search may take a longer way, so its number is the maximum.
		list := turns(puzzle.Mate, first.Mate)
		slices.Reverse(list)
		return list
	case p.Phase() == game.PhaseBan && second.Mate < 0 && second.Mate >= -4 && a > lost:
		return []puzzle.Goal{{Kind: puzzle.Defend, Turns: -second.Mate}}
	case p.Phase() == game.PhaseMove && second.Mate < 0 && second.Mate >= -5 && a > bare:
		n := -second.Mate // or one more
		return turns(puzzle.Only, min(n+1, 5))[n-1:]
	case balance <= -5 && a >= -50 && b < lost:
		return turns(puzzle.Stalemate, 4)
	case first.Mate == 0 && a >= 120 && a-b >= 180 && b < 300 && balance < 9:
		list := turns(puzzle.Material, 3)
		for i := range list {
			list[i].Gain = puzzle.MinGain
		}
		return list
	}
	return nil
}

// turns returns the goals of a kind with one turn up to most.
func turns(kind puzzle.Kind, most int) (list []puzzle.Goal) {
	for n := 1; n <= most; n++ {
		list = append(list, puzzle.Goal{Kind: kind, Turns: n})
	}
	return list
}

// prove returns the puzzle of the first goal that can be proven.
func (m *Miner) prove(ctx context.Context, p game.Position, goals []puzzle.Goal, limit uint64) (puzzle.Puzzle, error) {
	for _, goal := range goals {
		found, err := puzzle.Solve(ctx, p, goal, limit)
		for err != nil && goal.Kind == puzzle.Material && goal.Gain < 4 && game.CodeOf(err) == puzzle.CodeUnproven {
			goal.Gain++ // more than one may gain a little
			found, err = puzzle.Solve(ctx, p, goal, limit)
		}
		if ctx.Err() != nil {
			return found, ctx.Err()
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
		if puzzle.Size(found.Line) > mostSteps {
			break
		}
		return found, ctx.Err()
	}
	return puzzle.Puzzle{}, errNone
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
	if obvious(p, true) {
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

// obvious reports whether anybody looks at the key first:
//   - a ban of a capture of a queen or a rook, or of a promotion to a queen
//   - a mate in one turn by the only check or one of two
//   - a ban of the king's only move, before a mate
//   - a ban against a mate, of the only check, of the only capture with check, of a queen's capture
//     beside the king, or of the capture of a man that nothing protects
//   - such a capture, where it prevents a mate
//   - the only capture, or that of a queen, where material is won
//
// Early in a game there is less to choose from: one of two checks, or a queen beside the king,
// is not obvious there.
func obvious(p *puzzle.Puzzle, isEarly bool) bool {
	pair, kind := p.Key().Pair(), p.Goal.Kind
	isBan := p.Position.Phase() == game.PhaseBan
	switch {
	case kind == puzzle.Mate:
		if isBan {
			return aloneOfKing(p.Position, pair)
		}
		return p.Goal.Turns == 1 && givesCheck(p.Position, pair) && (checks(p.Position) == 1 || checks(p.Position) == 2 && !isEarly)
	case kind == puzzle.Material && !isBan:
		return p.Position.PieceAt(pair.To()).Role() == game.Queen || captures(p.Position, pair) && count(p.Position, captures) == 1
	case kind == puzzle.Only && hangs(p.Position, pair):
		return true
	case kind == puzzle.Defend:
		both := func(at game.Position, pair game.Pair) bool { return captures(at, pair) && givesCheck(at, pair) }
		if givesCheck(p.Position, pair) && checks(p.Position) == 1 || hangs(p.Position, pair) ||
			both(p.Position, pair) && (count(p.Position, both) == 1 || !isEarly && besideKing(p.Position, pair)) {
			return true
		}
	}
	if !isBan {
		return false
	}
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
	g, err := game.Replay(p.Position, p.MainLine()...)
	if err != nil {
		return false
	}
	end := g.Position().Chess()
	return g.Result().Winner == p.Solver() || puzzle.Balance(&end, p.Solver()) >= target
}

// checks counts the mover's pairs that give check.
func checks(p game.Position) int { return count(p, givesCheck) }

// count counts the mover's pairs that do something.
func count(p game.Position, does func(game.Position, game.Pair) bool) (n int) {
	for _, a := range p.LegalActions() {
		if (a.Promotion() == game.NoRole || a.Promotion() == game.Queen) && does(p, a.Pair()) {
			n++
		}
	}
	return n
}

// givesCheck reports whether a move of a pair gives check, a pawn as a queen.
func givesCheck(p game.Position, pair game.Pair) bool {
	board, m := p.Chess(), pair.Promoting(game.NoRole)
	if board.At(pair.From()).Role() == game.Pawn && (pair.To().Rank() == 0 || pair.To().Rank() == 7) {
		m = pair.Promoting(game.Queen)
	}
	board.Play(m)
	return board.InCheck()
}

// aloneOfKing reports whether a pair is the only one of the king that moves it.
func aloneOfKing(p game.Position, pair game.Pair) bool {
	return p.PieceAt(pair.From()).Role() == game.King &&
		count(p, func(p game.Position, other game.Pair) bool { return other.From() == pair.From() }) == 1
}

// besideKing reports whether a pair brings a queen beside the king of the side that bans.
func besideKing(p game.Position, pair game.Pair) bool {
	board := p.Chess()
	king := board.King(p.Mover().Opponent())
	return p.PieceAt(pair.From()).Role() == game.Queen && chess.KingAttacks(king)&(1<<pair.To()) != 0
}

// matesLater reports whether the line of a puzzle of material ends where a ban mates.
func matesLater(p *puzzle.Puzzle) bool {
	g, err := game.Replay(p.Position, p.MainLine()...)
	if p.Goal.Kind != puzzle.Material || err != nil || g.ActivePlayer() != p.Solver() {
		return false
	}
	return slices.ContainsFunc(g.LegalActions(), func(a game.Action) bool {
		next := g.Clone()
		return a.IsBan() && next.Play(a) == nil && next.Result().Winner == p.Solver()
	})
}

// hangs reports whether a pair captures a man that nothing protects, other than a pawn.
func hangs(p game.Position, pair game.Pair) bool {
	board := p.Chess()
	captured := board.At(pair.To())
	if captured == game.NoPiece || captured.Role() == game.Pawn {
		return false
	}
	return board.Attackers(pair.To(), captured.Player(), board.Occupied()&^(1<<pair.From())) == 0
}

// captures reports whether a move of a pair captures, but not en passant.
func captures(p game.Position, pair game.Pair) bool { return p.PieceAt(pair.To()) != game.NoPiece }

// confirm checks by a longer search that the key is good beyond the horizon of the
// proof, and that the other actions are not.
func (m *Miner) confirm(ctx context.Context, p *puzzle.Puzzle) error {
	if p.Goal.Kind == puzzle.Mate {
		return nil
	}
	m.judge.Clear()
	best, first, second, err := m.two(ctx, game.NewFrom(p.Position), judgeNodes)
	if err != nil {
		return err
	}
	a, b := centipawns(first), centipawns(second)
	good := a > lost || p.Goal.Kind == puzzle.Only && a > bare
	switch p.Goal.Kind {
	case puzzle.Material:
		good = a >= 150 && a-b >= 180 && b < 250
	case puzzle.Stalemate:
		good = a >= -50 && b <= lost
	}
	if !good || best != p.Key() {
		return errNone
	}
	return nil
}
