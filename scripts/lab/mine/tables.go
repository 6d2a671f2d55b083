package mine

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/tables"
)

// Endings are the exact tables from which puzzles are taken.
var Endings = []string{"KNNK", "KRKN", "KRKB", "KQKR"}

// tablePuzzles is how many puzzles a number of a run has.
const tablePuzzles = 3

// Tables returns the source of endings of a few men. The table of a number's ending says
// which action alone keeps the win or the draw, without a bound of turns; the prover then
// finds a goal within a few turns that the action alone reaches.
func (m *Miner) Tables() (Source, error) {
	var set tables.Set
	var tables []*tables.Table
	for _, name := range Endings {
		t, err := set.Add(name)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	set.Make()
	return func(ctx context.Context, number int) ([]Find, error) {
		t := tables[(number-1)%len(tables)]
		rng := rand.New(rand.NewPCG(m.seed, uint64(number)|1<<40))
		var finds []Find
		for range 200_000 {
			board, ok := t.Position(rng.IntN(t.Len()))
			if !ok || len(finds) == tablePuzzles {
				continue
			}
			d := drawing{setupOf(&board), rng}
			p, ok := d.finish(board.Mover(), rng.IntN(2) == 0)
			if !ok || !choice(p) {
				continue
			}
			f, err := m.ending(ctx, &set, p)
			if finds, err = add(finds, f, err); err != nil {
				return nil, err
			}
		}
		return finds, nil
	}, nil
}

// setupOf returns a position as a set-up.
func setupOf(p *chess.Position) game.Setup {
	s := game.NewSetup()
	for q := range chess.Square(64) {
		s.Board[q] = p.At(q)
	}
	return s
}

// ending returns the puzzle of a position of the tables, if one action alone keeps what the
// position is worth to the player.
func (m *Miner) ending(ctx context.Context, set *tables.Set, p game.Position) (Find, error) {
	key, goal := only(set, p)
	if goal.Turns == 0 || goal.Turns > mostTableTurns {
		return Find{}, errNone
	}
	found, err := m.prove(ctx, p, []puzzle.Goal{goal}, proofLimit)
	if err != nil {
		return Find{}, err
	}
	if found.Key() != key || obvious(&found, false) {
		return Find{}, errNone
	}
	kernel, err := kernelOf(ctx, &found)
	return Find{Puzzle: found, Kernel: kernel}, err
}

// mostTableTurns bounds the goals of endings: longer ones take too long to prove.
const mostTableTurns = 4

// outcome is what an action leads to for the player who acts: a win (1), a draw or a loss (-1),
// and how many moves the winner still has to make.
type outcome struct {
	action game.Action
	result int
	moves  int
}

// only returns the one action that keeps the win, or the draw, of the player who is to act, and
// the goal that it reaches. The goal has no turns if there is not exactly one.
func only(set *tables.Set, p game.Position) (key game.Action, goal puzzle.Goal) {
	all, known := outcomes(set, p)
	if !known {
		return key, goal
	}
	best := slices.MaxFunc(all, func(x, y outcome) int { return x.result - y.result })
	if best.result < 0 {
		return key, goal
	}
	longest := 0 // of the losses after the other actions
	for _, o := range all {
		if o.action != best.action && o.result == best.result {
			return key, goal
		}
		if o.result < 0 {
			longest = max(longest, o.moves)
		} else if o.action != best.action && best.result == 0 {
			return key, goal
		}
	}
	isBan := best.action.IsBan()
	switch {
	case best.result == 1 && isBan:
		goal = puzzle.Goal{Kind: puzzle.Mate, Turns: best.moves + 1} // the ban is a turn
	case best.result == 1:
		goal = puzzle.Goal{Kind: puzzle.Mate, Turns: best.moves}
	case isBan:
		goal = puzzle.Goal{Kind: puzzle.Defend, Turns: longest}
	default:
		goal = puzzle.Goal{Kind: puzzle.Only, Turns: longest}
	}
	return best.action, goal
}

// outcomes returns what each action leads to, by the tables.
func outcomes(set *tables.Set, p game.Position) (all []outcome, known bool) {
	board := p.Chess()
	banned, _ := p.Ban()
	var pairs []outcome // a move of each pair, the best for the mover
	var l chess.MoveList
	board.Moves(&l)
	for _, move := range l.Slice() {
		v, known := set.Probe(board.After(move)) // for the opponent, who moves next
		if !known {
			return nil, false
		}
		o := outcome{action: game.MoveAction(move), moves: (v.Distance() + 1) / 2}
		switch {
		case v > 0:
			o.result = -1
		case v < 0:
			o.result, o.moves = 1, 1+v.Distance()/2
		}
		if move.Pair() != banned {
			all = append(all, o)
		}
		if n := len(pairs); n > 0 && pairs[n-1].action.Pair() == move.Pair() {
			if better(o, pairs[n-1]) {
				pairs[n-1] = o
			}
		} else {
			pairs = append(pairs, o)
		}
	}
	if p.Phase() == game.PhaseMove {
		return all, true
	}
	// After a ban the mover plays the best of the other pairs.
	all = nil
	for i, ban := range pairs {
		o := outcome{action: game.BanAction(ban.action.Pair())}
		found := false
		var best outcome
		for j, other := range pairs {
			if j != i && (!found || better(other, best)) {
				best, found = other, true
			}
		}
		switch {
		case found:
			o.result, o.moves = -best.result, best.moves
		case board.InCheck():
			o.result = 1
		}
		all = append(all, o)
	}
	return all, true
}

// better reports whether an outcome is better for its player: an earlier win, a later loss.
func better(x, y outcome) bool {
	if x.result != y.result {
		return x.result > y.result
	}
	return x.result > 0 && x.moves < y.moves || x.result < 0 && x.moves > y.moves
}
