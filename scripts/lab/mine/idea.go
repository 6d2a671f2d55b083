package mine

import (
	"context"
	"fmt"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// ideaOf returns what happens in the main line of a puzzle, without the squares: the goal, and
// for each of the solver's actions who moves, what is captured, and how the squares lie to the
// king that it is about, on whichever side of the board. Of a defence it returns also what the
// opponent does in the mate that it prevents. Men that only stand by do not matter.
func ideaOf(p *puzzle.Puzzle) string {
	actor, line := p.Solver(), p.MainLine()
	var threat []game.Action
	if p.Goal.Kind == puzzle.Defend || p.Goal.Kind == puzzle.Only {
		threat = threatOf(p)
	}
	var best string
	for mirror := range 2 {
		var b strings.Builder
		fmt.Fprint(&b, p.Goal.Kind, p.Goal.Turns)
		for _, one := range []struct {
			actor game.Player
			line  []game.Action
		}{{actor, line}, {actor.Opponent(), threat}} {
			g := game.NewFrom(p.Position)
			for _, a := range one.line {
				if g.ActivePlayer() == one.actor {
					b.WriteString(ideaOfAction(g, p, a, mirror == 1))
				}
				if g.Play(a) != nil {
					break
				}
			}
		}
		if text := b.String(); best == "" || text < best {
			best = text
		}
	}
	return best
}

// threatOf returns the mate that a defence prevents, after another action.
func threatOf(p *puzzle.Puzzle) []game.Action {
	for _, a := range p.Position.LegalActions() {
		if a == p.Key() {
			continue
		}
		if r, err := puzzle.NewAttempt(p).Refute(context.Background(), a); err == nil && r.Reason == puzzle.Mated {
			return append([]game.Action{a}, r.Line...)
		}
	}
	return nil
}

// ideaOfAction returns one action of the solver.
func ideaOfAction(g *game.Game, p *puzzle.Puzzle, a game.Action, mirrored bool) string {
	board := g.Position().Chess()
	target := p.Solver().Opponent() // who is mated
	switch p.Goal.Kind {
	case puzzle.Defend, puzzle.Only, puzzle.Stalemate:
		target = p.Solver()
	}
	king, pair := board.King(target), a.Pair()
	apart := func(q game.Square) string {
		file, rank := q.File()-king.File(), q.Rank()-king.Rank()
		if mirrored {
			file = -file
		}
		if p.Solver() == game.Black {
			rank = -rank
		}
		const far = 3 // beyond it the direction counts alone
		return fmt.Sprintf("%+d%+d", min(max(file, -far), far), min(max(rank, -far), far))
	}
	kind := "m"
	if a.IsBan() {
		kind = "b"
	}
	from, to := board.At(pair.From()), board.At(pair.To())
	return fmt.Sprintf(" %s%c%s%s%c", kind, from.Role().Letter(), apart(pair.To()), distance(king, pair.From()), to.Role().Letter())
}

// distance tells a man next to the king from one far away.
func distance(king, q game.Square) string {
	file, rank := king.File()-q.File(), king.Rank()-q.Rank()
	if max(file, -file, rank, -rank) <= 2 {
		return "n"
	}
	return "f"
}
