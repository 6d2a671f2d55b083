package engine

import (
	"context"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/internal/exhaustive"
)

// slowSolver decides as proof.Solver does, by trying everything depth first. It is what
// TestProofNumbers compares with.
type slowSolver struct {
	prover  // of this decider
	ctx     context.Context
	err     error
	nodes   uint64
	known   []slowVerdict
	earlier map[uint64]int // occurrences up to the root, by key
}

// slowVerdict is a win within won turns, and none within fewer than lost turns.
type slowVerdict struct {
	key       uint64
	won, lost int
}

const (
	slowVerdicts = 1 << 18
	slowAttack   = 0x5851f42d4c957f2d
	slowDefence  = 0x14057b7ef767814f
)

func newSlowSolver(ctx context.Context, g *game.Game) *slowSolver {
	s := &slowSolver{ctx: ctx, known: make([]slowVerdict, slowVerdicts), earlier: map[uint64]int{}}
	s.decider = s
	s.banned, _ = g.Ban()
	root := g.Position().Chess()
	s.earlier[root.Key()]++
	keys := earlierKeys(g)
	for _, key := range keys[max(0, len(keys)-root.Halfmove()):] {
		s.earlier[key]++
	}
	return s
}

func (s *slowSolver) Nodes() uint64 { return s.nodes }
func (s *slowSolver) Err() error    { return s.err }

// countNode counts a node and reports whether the solver has to stop.
func (s *slowSolver) countNode() bool {
	if s.nodes++; s.nodes%256 == 0 {
		s.err = s.ctx.Err()
	}
	return s.err != nil
}

// Drawn reports a draw by rule that ends the game after a move, mate apart.
func (s *slowSolver) Drawn(p *chess.Position) bool {
	return p.Halfmove() >= 100 || p.InsufficientMaterial() || s.earlier[p.Key()] >= 2
}

// decide looks up whether there is a win within n turns, or finds out.
func (s *slowSolver) decide(p *chess.Position, salt uint64, n int, find func() bool) bool {
	key := p.Key() ^ salt // which keeps attacks and defences apart
	if half := p.Halfmove(); half > 80 {
		key ^= uint64(half) * 0x9e3779b97f4a7c15
	}
	look := func() *slowVerdict {
		v := &s.known[key%slowVerdicts]
		if v.key != key {
			*v = slowVerdict{key: key, won: MaxTurns + 1}
		}
		return v
	}
	if v := look(); v.won <= n || v.lost > n {
		return v.won <= n
	}
	won := find()
	if s.err != nil {
		return false
	}
	if v := look(); won {
		v.won = min(v.won, n)
	} else {
		v.lost = max(v.lost, n+1)
	}
	return won
}

func (s *slowSolver) AttackWins(p *chess.Position, n int) bool {
	return n > 0 && !s.countNode() && s.decide(p, slowAttack, n, func() bool {
		_, second := exhaustive.Two(exhaustive.Moves(p, true, false), func(m chess.Move) bool { return s.wins(p, m, n) })
		return second != 0
	})
}

func (s *slowSolver) DefenceWins(p *chess.Position, n int) bool {
	if s.Drawn(p) {
		_, pairs := p.Count()
		return !s.countNode() && pairs == 0 && p.InCheck()
	}
	return s.BanWins(p, n)
}

func (s *slowSolver) BanWins(p *chess.Position, n int) bool {
	if s.countNode() {
		return false
	}
	switch _, pairs := p.Count(); {
	case pairs <= 1:
		return p.InCheck()
	case n == 0:
		return false
	}
	return s.decide(p, slowDefence, n, func() bool {
		_, second := s.holding(p, n)
		return second == 0
	})
}

func (s *slowSolver) Winning(p *chess.Position, banned chess.Pair, n int) chess.Move {
	for _, m := range exhaustive.Moves(p, true, false) {
		if m.Pair() != banned && s.wins(p, m, n) {
			return m
		}
	}
	return chess.NoMove
}

// The slow solver searches whatever is asked.
func (s *slowSolver) KnowsAttack(*chess.Position, int) bool  { return false }
func (s *slowSolver) KnowsDefence(*chess.Position, int) bool { return false }
