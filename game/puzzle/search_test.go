package puzzle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/gametest"
)

// naive is the value of a position at a ban ply to a side, by the plainest search
// there is: every pair is worth its best move, and the second-best pair counts.
type naive struct {
	side game.Player
	kind Kind
}

const (
	mated = 1000
	halve = 500
)

// end is what a game that is over is worth.
func (n naive) end(p *chess.Position, check bool) int {
	switch {
	case check && p.Mover() == n.side:
		return -mated
	case check:
		return mated
	case n.kind == Stalemate:
		return halve
	}
	return -mated
}

func (n naive) value(p *chess.Position, left int) int {
	_, pairs := p.Count()
	switch own := p.Mover() == n.side; {
	case pairs > 0 && p.InsufficientMaterial():
		return n.end(p, false)
	case pairs < 2:
		return n.end(p, p.InCheck())
	case left == 0 && n.kind == Material:
		return n.quiet(p, 0)
	case left == 0 && (own || n.kind == Mate):
		return -mated
	case own:
		left--
	}
	return n.second(p, false, func(next *chess.Position) int { return n.value(next, left) })
}

func (n naive) quiet(p *chess.Position, moves int) int {
	deeper := func(next *chess.Position) int {
		if next.Occupied().Count() == p.Occupied().Count() && next.Pieces(p.Mover(), game.Pawn).Count() == p.Pieces(p.Mover(), game.Pawn).Count() {
			return n.quiet(next, moves+1)
		}
		return n.quiet(next, moves)
	}
	_, pairs := p.Count()
	switch {
	case pairs > 0 && p.InsufficientMaterial():
		return n.end(p, false)
	case pairs < 2:
		return n.end(p, p.InCheck())
	case moves > mostQuiet:
		return Balance(p, n.side)
	case p.InCheck():
		return n.second(p, false, deeper)
	case p.Mover() == n.side:
		return max(Balance(p, n.side), n.second(p, true, deeper))
	}
	return min(Balance(p, n.side), n.second(p, true, deeper))
}

// second is the value of the second-best pair to the mover, or the worst there is
// where fewer than two pairs are loud.
func (n naive) second(p *chess.Position, loud bool, value func(*chess.Position) int) int {
	sign := 1
	if p.Mover() != n.side {
		sign = -1
	}
	var l chess.MoveList
	p.Moves(&l)
	best := map[chess.Pair]int{}
	for _, m := range l.Slice() {
		enPassant := p.At(m.From()).Role() == game.Pawn && m.To().File() != m.From().File()
		if loud && p.At(m.To()) == game.NoPiece && m.Promotion() == game.NoRole && !enPassant {
			continue
		}
		next := *p
		next.Play(m)
		v := sign * value(&next)
		if old, ok := best[m.Pair()]; !ok || v > old {
			best[m.Pair()] = v
		}
	}
	values := []int{}
	for _, v := range best {
		values = append(values, v)
	}
	slices.Sort(values)
	if len(values) < 2 {
		return -sign * 2 * mated
	}
	return sign * values[len(values)-2]
}

// TestAgreesWithNaive holds the search to the plainest one, for every kind and every
// target near what there is, at the positions of random games.
func TestAgreesWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	reached := map[Kind]int{}
	games := 400
	if testing.Short() {
		games = 100
	}
	for range games {
		g := game.New()
		gametest.Play(rng, g, 200+2*rng.IntN(150))
		if g.Over() || g.Phase() != game.PhaseBan {
			continue
		}
		p := g.Position().Chess()
		if _, pairs := p.Count(); p.Occupied().Count() > 10 || pairs > 20 {
			continue // the plainest search takes too long
		}
		for _, side := range []game.Player{game.White, game.Black} {
			for _, kind := range []Kind{Mate, Stalemate, Material} {
				left := 1
				if kind != Material && p.Mover() != side {
					left = 0
				}
				v := naive{side, kind}.value(&p, left)
				targets := []int{halve}
				if kind == Material {
					b := Balance(&p, side)
					targets = []int{v, v + 1, b - 3, b, b + 1, b + 3}
				}
				for _, target := range targets {
					if kind == Material && max(target, -target) > 100 {
						continue // a mate is more than any balance
					}
					s := newSearch(t.Context(), side, kind, 0)
					s.target = target
					if got := s.reaches(&p, left); got != (v >= target) {
						t.Errorf("%s, %s for %v: reaches %d is %v, the value is %d", g.FEN(), kind, side, target, got, v)
					}
					if v >= target {
						reached[kind]++
					}
				}
			}
		}
	}
	if reached[Material] < 10 {
		t.Errorf("too few are reached: %v", reached)
	}
	t.Log(reached)
}
