package mine

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/gametest/tablebase"
	"github.com/banchess/banchess/game/puzzle"
)

// Endings are the exact tables from which puzzles are taken.
var Endings = []string{"KNNK", "KRKN", "KRKB", "KQKR", "KBNK"}

// tablePuzzles is how many puzzles a number of a run has.
const tablePuzzles = 3

// Tables returns the source of endings of a few men. The table of a number's ending says
// which action alone keeps the win or the draw, without a bound of turns; the prover then
// finds a goal within a few turns that the action alone reaches.
func (m *Miner) Tables() (Source, error) {
	var set tablebase.Set
	var tables []*tablebase.Table
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
			if err == nil {
				finds = append(finds, f)
			} else if err != errNone {
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
func (m *Miner) ending(ctx context.Context, set *tablebase.Set, p game.Position) (Find, error) {
	key, worth := only(set, p)
	if key == (game.Action{}) {
		return Find{}, errNone
	}
	goals := turns(puzzle.Mate, 5)
	if worth == 0 {
		goals = turns(puzzle.Only, 5)
		if key.IsBan() {
			goals = turns(puzzle.Defend, 5)
		}
	}
	found, err := m.prove(ctx, p, goals, proofLimit)
	if err != nil {
		return Find{}, err
	}
	if found.Key() != key || obvious(&found) {
		return Find{}, errNone
	}
	kernel, err := kernelOf(ctx, &found)
	return Find{Puzzle: found, Kernel: kernel}, err
}

// only returns the one action that keeps the win of the player who is to act, and 1, or the
// one that keeps the draw, and 0; no action if there is not exactly one.
func only(set *tablebase.Set, p game.Position) (key game.Action, worth int) {
	board := p.Chess()
	var pairs []game.Pair
	var values []int // what each pair is worth to the mover at best: 1, 0 or -1
	ban, _ := p.Ban()
	var moves []game.Action // at a move, each with its value
	var results []int
	var l chess.MoveList
	board.Moves(&l)
	for _, move := range l.Slice() {
		v, known := set.Probe(board.After(move))
		if !known {
			return key, 0
		}
		result := -sign(int(v)) // v is that of the opponent, who moves next
		if i := slices.Index(pairs, move.Pair()); i < 0 {
			pairs, values = append(pairs, move.Pair()), append(values, result)
		} else {
			values[i] = max(values[i], result)
		}
		if move.Pair() != ban {
			moves, results = append(moves, game.MoveAction(move)), append(results, result)
		}
	}
	if p.Phase() == game.PhaseMove {
		return single(moves, results)
	}
	// After a ban the mover plays the best of the other pairs; the banner wants it to be low.
	var bans []game.Action
	var kept []int
	for i, pair := range pairs {
		best := -2
		for j, v := range values {
			if j != i {
				best = max(best, v)
			}
		}
		if best == -2 { // no move is left
			best = 0
			if board.InCheck() {
				best = -1
			}
		}
		bans, kept = append(bans, game.BanAction(pair)), append(kept, -best)
	}
	return single(bans, kept)
}

func sign(n int) int { return max(-1, min(1, n)) }

// single returns the one action with the highest result, if that is a win or a draw.
func single(actions []game.Action, results []int) (key game.Action, worth int) {
	best := slices.Max(append(results, -1))
	n := 0
	for i, r := range results {
		if r == best {
			key, n = actions[i], n+1
		}
	}
	if n != 1 || best < 0 {
		return game.Action{}, 0
	}
	return key, best
}
