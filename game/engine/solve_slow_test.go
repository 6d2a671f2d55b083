package engine

import (
	"context"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/internal/exhaustive"
)

// slowSolver answers as solver does, by trying everything depth first. It is what TestProofNumbers
// compares with.

// solve looks for the win of the player to act and, if it is to look for both, of
// the mover at a ban ply.
func (s *slowSolver) solve(g *game.Game, turns int, both bool) (Solution, error) {
	root := g.Position().Chess()
	solution := Solution{}
	for n := 1; n <= turns && solution.Turns == 0 && solution.Lost == 0; n++ {
		if g.Phase() == game.PhaseBan {
			switch {
			case s.banWins(&root, n-1): // the game goes on here, however often the position stood
				solution.Defence = s.proveDefence(&root, n-1)
				solution.Turns = n
			case both && s.attackWins(&root, n):
				solution.Attack = s.proveAttack(&root, n)
				solution.Lost = n
			}
		} else if m, ok := s.winningMove(&root, n); ok {
			solution.Attack = &Attack{First: game.MoveAction(m), AfterFirst: s.proveDefence(root.After(m), n-1)}
			solution.Turns = n
		}
		if s.err != nil {
			return Solution{}, s.err
		}
	}
	if both && solution.Turns == 0 && solution.Lost == 0 {
		solution.Refutations = s.refute(g, turns)
	}
	solution.Nodes = s.nodes
	return solution, s.err
}

type slowSolver struct {
	ctx     context.Context
	yield   func()
	err     error
	nodes   uint64
	known   []verdict
	earlier map[uint64]int // occurrences up to the root, by key
	banned  chess.Pair     // at the root
}

func newSlowSolver(ctx context.Context, g *game.Game, yield func()) *slowSolver {
	s := &slowSolver{ctx: ctx, yield: yield, known: make([]verdict, verdicts), earlier: map[uint64]int{}}
	s.banned, _ = g.Ban()
	root := g.Position().Chess()
	s.earlier[root.Key()]++
	keys := earlierKeys(g)
	for _, key := range keys[max(0, len(keys)-root.Halfmove()):] {
		s.earlier[key]++
	}
	return s
}

// countNode counts a node and reports whether the solver has to stop.
func (s *slowSolver) countNode() bool {
	s.nodes++
	if s.nodes%solverInterval == 0 {
		if s.yield != nil {
			s.yield()
		}
		s.err = s.ctx.Err()
	}
	return s.err != nil
}

// drawn reports a draw by rule that ends the game after a move, mate apart.
func (s *slowSolver) drawn(p *chess.Position) bool {
	return p.Halfmove() >= 100 || p.InsufficientMaterial() || s.earlier[p.Key()] >= 2
}

// lookup finds what is known of a position; the salt keeps attacks and defences
// apart.
func (s *slowSolver) lookup(p *chess.Position, salt uint64) *verdict {
	key := p.Key() ^ salt
	if half := p.Halfmove(); half > 80 {
		key ^= uint64(half) * 0x9e3779b97f4a7c15
	}
	v := &s.known[key%verdicts]
	if v.key != key {
		*v = verdict{key: key, won: unknown}
	}
	return v
}

// note records the outcome for n turns.
func (s *slowSolver) note(p *chess.Position, salt uint64, n int, won bool) bool {
	if s.err != nil {
		return false
	}
	v := s.lookup(p, salt)
	if won {
		v.won = min(v.won, int16(n))
	} else {
		v.lost = max(v.lost, int16(n+1))
	}
	return won
}

// wins tries one move of the winning side with n turns left, this one included.
func (s *slowSolver) wins(p *chess.Position, m chess.Move, n int) bool {
	next := p.After(m)
	return (n > 1 || next.InCheck()) && s.defenceWins(next, n-1)
}

// loses tries one move of the losing side when the other has n turns left.
func (s *slowSolver) loses(p *chess.Position, m chess.Move, n int) bool {
	next := p.After(m)
	_, pairs := next.Count()
	return pairs > 0 && !s.drawn(next) && s.attackWins(next, n)
}

// attackWins reports whether the mover, about to be banned a pair, wins within n
// turns: two pairs have to win.
func (s *slowSolver) attackWins(p *chess.Position, n int) bool {
	if n == 0 || s.countNode() {
		return false
	}
	if v := s.lookup(p, saltAttack); int(v.won) <= n {
		return true
	} else if int(v.lost) > n {
		return false
	}
	first, second := exhaustive.Two(exhaustive.Moves(p, true, false), func(m chess.Move) bool { return s.wins(p, m, n) })
	return s.note(p, saltAttack, n, first != 0 && second != 0)
}

// defenceWins reports whether the side that has just moved, and now bans, wins
// within n more turns: all pairs but one have to lose, and the ban takes that
// one away.
func (s *slowSolver) defenceWins(p *chess.Position, n int) bool {
	if s.drawn(p) {
		_, pairs := p.Count()
		return !s.countNode() && pairs == 0 && p.InCheck()
	}
	return s.banWins(p, n)
}

// banWins is defenceWins where the game is not drawn.
func (s *slowSolver) banWins(p *chess.Position, n int) bool {
	if s.countNode() {
		return false
	}
	switch _, pairs := p.Count(); {
	case pairs <= 1:
		return p.InCheck()
	case n == 0:
		return false
	}
	if v := s.lookup(p, saltDefence); int(v.won) <= n {
		return true
	} else if int(v.lost) > n {
		return false
	}
	_, second := s.holding(p, n)
	return s.note(p, saltDefence, n, second == 0)
}

// holding returns moves of up to two pairs that do not lose within n turns.
func (s *slowSolver) holding(p *chess.Position, n int) (first, second chess.Move) {
	return exhaustive.Two(exhaustive.Moves(p, false, false), func(m chess.Move) bool { return !s.loses(p, m, n) })
}

// winningMove finds the winning move at a move ply.
func (s *slowSolver) winningMove(p *chess.Position, n int) (chess.Move, bool) {
	for _, m := range exhaustive.Moves(p, true, false) {
		if m.Pair() != s.banned && s.wins(p, m, n) {
			return m, true
		}
	}
	return 0, false
}

// proveDefence builds the proof after a winning move. The position is known to
// be won within n more turns.
func (s *slowSolver) proveDefence(p *chess.Position, n int) *Defence {
	var l chess.MoveList
	p.Moves(&l)
	moves := slices.Clone(l.Slice())
	if len(moves) == 0 || s.err != nil {
		return nil
	}
	ban := moves[0].Pair()
	if _, pairs := p.Count(); pairs > 1 {
		if hold, _ := s.holding(p, n); hold != 0 {
			ban = hold.Pair()
		}
	}
	d := &Defence{Ban: game.BanAction(ban)}
	for _, m := range moves {
		if m.Pair() != ban {
			d.Replies = append(d.Replies, Reply{game.MoveAction(m), s.proveAttack(p.After(m), n)})
		}
	}
	return d
}

// proveAttack builds the proof for a mover known to win within n turns, as
// quickly as it can.
func (s *slowSolver) proveAttack(p *chess.Position, n int) *Attack {
	for k := 1; k < n; k++ {
		if s.attackWins(p, k) {
			n = k
		}
	}
	first, second := exhaustive.Two(exhaustive.Moves(p, true, false), func(m chess.Move) bool { return s.wins(p, m, n) })
	if second == 0 {
		return nil // the context has ended
	}
	return &Attack{
		First: game.MoveAction(first), AfterFirst: s.proveDefence(p.After(first), n-1),
		Second: game.MoveAction(second), AfterSecond: s.proveDefence(p.After(second), n-1),
	}
}

// refute answers every action of the player to act, none of which wins within n
// turns.
func (s *slowSolver) refute(g *game.Game, n int) []Refutation {
	var answers []Refutation
	for _, a := range g.AppendLegalActions(nil) {
		answer := Refutation{Action: a}
		first, second := s.holdingAfter(g.Position(), a, n-1)
		for _, m := range []chess.Move{first, second} {
			if m != 0 {
				answer.Replies = append(answer.Replies, game.MoveAction(m))
			}
		}
		answers = append(answers, answer)
	}
	return answers
}

// holdingAfter returns the replies that hold after a first action: two pairs
// after a move, since one will be banned, and one after a ban.
func (s *slowSolver) holdingAfter(root game.Position, a game.Action, n int) (first, second chess.Move) {
	p := root.Chess()
	if m, ok := a.Move(); ok {
		p.Play(m)
		if s.drawn(&p) {
			return chess.NoMove, chess.NoMove
		}
		return s.holding(&p, n)
	}
	first, second = s.holding(&p, n)
	if first.Pair() == a.Pair() {
		return second, chess.NoMove
	}
	return first, chess.NoMove
}
