// Package proof decides whether a side wins within a number of turns, whatever the other
// plays and bans, without evaluation or pruning.
package proof

import (
	"context"
	"math"

	"github.com/banchess/banchess/game/chess"
)

// verdict is what the solver knows of a position: a win within won turns, none within
// fewer than lost turns, and what was left to show of a win within a number of turns.
type verdict struct {
	key              uint64
	won, lost, turns int16
	need, risk       int32
}

// unknown stands for a win that was not found.
const unknown = math.MaxInt16

// The table of verdicts grows with the search: a short proof needs little memory, a long one
// half the nodes if it has more.
const (
	fewest = 1 << 18
	most   = 1 << 20
)

// Interval is the number of nodes between two checks of the context.
const Interval = 256

// A Solver decides who wins positions that follow a root, and remembers what it has found.
type Solver struct {
	ctx     context.Context
	yield   func()
	err     error
	nodes   uint64
	checked uint64 // of them when the context was looked at
	known   []verdict
	earlier map[uint64]int // occurrences up to the root, by key
}

// New returns a solver for a root and what follows it. The keys are those of the positions of the
// game before the root, the last one last. The yield, which may be nil, is called every Interval
// nodes.
func New(ctx context.Context, root *chess.Position, keys []uint64, yield func()) *Solver {
	s := &Solver{ctx: ctx, yield: yield, known: make([]verdict, fewest), earlier: map[uint64]int{root.Key(): 1}}
	for _, key := range keys[max(0, len(keys)-root.Halfmove()):] {
		s.earlier[key]++
	}
	return s
}

// Nodes returns how many positions were searched.
func (s *Solver) Nodes() uint64 { return s.nodes }

// Err returns the context's error once it has ended the search; what is decided then is wrong.
func (s *Solver) Err() error { return s.err }

// countNode counts a node and reports whether the solver has to stop.
func (s *Solver) countNode() bool {
	s.nodes++
	if s.nodes-s.checked >= Interval {
		s.checked += Interval
		if s.yield != nil {
			s.yield()
		}
		s.err = s.ctx.Err()
		if len(s.known) < most && s.nodes > 2*uint64(len(s.known)) {
			s.grow()
		}
	}
	return s.err != nil
}

// Drawn reports a draw by rule that ends the game after a move, mate apart.
func (s *Solver) Drawn(p *chess.Position) bool {
	return p.Halfmove() >= 100 || p.InsufficientMaterial() || s.earlier[p.Key()] >= 2
}

// key names a position in the tables; the salt keeps attacks and defences apart.
func (s *Solver) key(p *chess.Position, salt uint64) uint64 {
	key := p.Key() ^ salt
	if half := p.Halfmove(); half > 80 {
		key ^= uint64(half) * 0x9e3779b97f4a7c15
	}
	return key
}

// places returns where what is known of a position may be.
func (s *Solver) places(key uint64) (at, beside *verdict) {
	i := key % uint64(len(s.known))
	return &s.known[i], &s.known[i^1]
}

// grow doubles the table of verdicts.
func (s *Solver) grow() {
	old := s.known
	s.known = make([]verdict, 2*len(old))
	for _, v := range old {
		s.store(v)
	}
}

// lookup returns what is known of a position.
func (s *Solver) lookup(p *chess.Position, salt uint64) verdict {
	key := s.key(p, salt)
	switch at, beside := s.places(key); key {
	case at.key:
		return *at
	case beside.key:
		return *beside
	}
	return verdict{key: key, won: unknown}
}

// note records the outcome for n turns.
func (s *Solver) note(p *chess.Position, salt uint64, n int, won bool) {
	v := s.lookup(p, salt)
	if won {
		v.won = min(v.won, int16(n))
	} else {
		v.lost = max(v.lost, int16(n+1))
	}
	s.store(v)
}

// store replaces what is known of a position or, of two others that share its places, what was
// found with fewer turns.
func (s *Solver) store(v verdict) {
	at, beside := s.places(v.key)
	if at.key != v.key && (beside.key == v.key || beside.depth() < at.depth()) {
		at = beside
	}
	*at = v
}

// depth returns the greatest number of turns of what is known.
func (v *verdict) depth() int16 {
	depth := max(v.turns, v.lost-1)
	if v.won != unknown {
		depth = max(depth, v.won)
	}
	return depth
}

const (
	saltAttack  = 0x5851f42d4c957f2d
	saltDefence = 0x14057b7ef767814f
)

// AttackWins reports whether the mover, about to be banned a pair, wins within n
// turns: two pairs have to win.
func (s *Solver) AttackWins(p *chess.Position, n int) bool {
	return n > 0 && s.decide(p, saltAttack, n)
}

// KnowsAttack reports whether AttackWins is known to be true, without a search.
func (s *Solver) KnowsAttack(p *chess.Position, n int) bool {
	return int(s.lookup(p, saltAttack).won) <= n
}

// KnowsDefence reports whether DefenceWins is known to be true, without a search.
func (s *Solver) KnowsDefence(p *chess.Position, n int) bool {
	return int(s.lookup(p, saltDefence).won) <= n
}

// decide reports whether the attacker wins within n turns.
func (s *Solver) decide(p *chess.Position, salt uint64, n int) bool {
	v := s.lookup(p, salt)
	won, lost := int(v.won) <= n, int(v.lost) > n
	if won || lost {
		return !s.countNode() && won
	}
	need, _ := s.prove(p, salt, n, endless, endless)
	return s.err == nil && (need == 0) == (salt == saltAttack)
}

// DefenceWins reports whether the side that has just moved, and now bans, wins
// within n more turns: all pairs but one have to lose, and the ban takes that
// one away.
func (s *Solver) DefenceWins(p *chess.Position, n int) bool {
	if s.Drawn(p) {
		_, pairs := p.Count()
		return !s.countNode() && pairs == 0 && p.InCheck()
	}
	return s.BanWins(p, n)
}

// BanWins is DefenceWins where the game is not drawn.
func (s *Solver) BanWins(p *chess.Position, n int) bool {
	switch _, pairs := p.Count(); {
	case pairs <= 1:
		return !s.countNode() && p.InCheck()
	case n == 0:
		s.countNode()
		return false
	}
	return s.decide(p, saltDefence, n)
}
