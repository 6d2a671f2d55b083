package puzzle

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// longestPlayOut bounds the actions that show how material changes hands.
const longestPlayOut = 16

// playedOut returns what both sides play after a wrong action, until the solver has gained on the
// board what is proven: the solver reaches that gain, and no more. It ends early where a search is
// too large.
func (f *refuter) playedOut(gain int) (line []game.Action) {
	goal := f.puzzle.Goal
	goal.Gain = gain
	least := f.prover(f.solver, goal)
	goal.Gain++
	more := f.prover(f.solver, goal)
	p, left, banned, quiet := f.board, f.left, f.ban, 0
	for len(line) < longestPlayOut {
		own := p.Mover() == f.solver
		// holds reports whether the solver has a prover's gain after a move.
		holds := func(v *prover, m chess.Move) bool {
			next := p.After(m)
			switch {
			case own && left > 1:
				return v.reaches(next, left-1)
			case !own && left > 0:
				return v.reaches(next, left)
			}
			return v.settled(next, quiet+quietIn(&p, m))
		}
		moves := more.moves(&p)
		if left == 0 && len(line) > 1 {
			moves = more.loud(&p)
		}
		// What the mover may play without giving up the gain, and what would do better.
		var good []chess.Move
		better := chess.NoMove
		for _, m := range moves {
			has, hasMore := gain < -mostLost || holds(least, m), holds(more, m)
			if least.err != nil || more.err != nil {
				return line
			}
			if own == has && own == hasMore {
				better = m
			}
			if own && has || !own && !hasMore {
				good = append(good, m)
			}
		}
		most := func(without game.Pair) chess.Move { return capturesMost(&p, good, without) }
		if banned == game.NoPair {
			ban := better
			if ban == chess.NoMove {
				ban = most(game.NoPair)
			}
			if ban == chess.NoMove || most(ban.Pair()) == chess.NoMove {
				return line
			}
			banned = ban.Pair()
			line = append(line, game.BanAction(banned))
		}
		m := most(banned)
		if m == chess.NoMove {
			return line
		}
		line = append(line, game.MoveAction(m))
		if own {
			left = max(left-1, 0)
		}
		quiet += quietIn(&p, m)
		p = *p.After(m)
		banned = game.NoPair
		if over, _ := more.ended(&p); over {
			return append(line, f.lastBan(&p)...)
		}
		if balance := least.balance(&p); balance == least.target || gain < -mostLost && balance < least.target {
			return line
		}
	}
	return line
}

// lastBan returns the ban of the only pair there is, after which the game is over.
func (f *refuter) lastBan(p *chess.Position) []game.Action {
	var l chess.MoveList
	p.Moves(&l)
	if len(l.Slice()) == 0 || p.InsufficientMaterial() {
		return nil
	}
	return []game.Action{game.BanAction(l.Slice()[0].Pair())}
}

// capturesMost returns the move that captures most, without a pair.
func capturesMost(p *chess.Position, moves []chess.Move, without game.Pair) chess.Move {
	best := chess.NoMove
	worth := func(m chess.Move) int { return values[p.At(m.To()).Role()] }
	for _, m := range moves {
		if m.Pair() != without && (best == chess.NoMove || worth(m) > worth(best)) {
			best = m
		}
	}
	return best
}
