package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/internal/exhaustive"
)

// A Solution is the answer to whether the player to act can force mate within
// a number of turns.
type Solution struct {
	// Turns is the length of the shortest win, or 0 without a win within the limit.
	// It counts as Score.Mate does.
	Turns int
	// Lost is the length of the shortest win of the mover at a ban ply, whatever is
	// banned there, or 0 without a win within the limit.
	Lost int
	// Attack is the proof at a move ply, and of Lost; Defence the proof at a ban ply.
	Attack  *Attack
	Defence *Defence
	// Refutations answer every first action when there is no win of either side.
	Refutations []Refutation
	Nodes       uint64
}

// An Attack says how the winning side plays at a ban ply of the other: First
// or, should its pair be banned, Second. At a move ply with the ban known, First
// is enough and Second is no action.
type Attack struct {
	First, Second           game.Action
	AfterFirst, AfterSecond *Defence
}

// A Defence follows a move of the winning side: it bans a pair, and every move
// that is left to the other side loses. With no replies the ban mates. A move
// that mates by itself has a nil Defence after it.
type Defence struct {
	Ban     game.Action
	Replies []Reply
}

// A Reply is a move of the losing side and what refutes it.
type Reply struct {
	Move   game.Action
	Attack *Attack
}

// A Refutation says why an action does not win in time: the other side may play
// any of the replies that the ban leaves, of which there is one more than can be
// banned. With none, the action ends the game or leaves no check.
type Refutation struct {
	Action  game.Action
	Replies []game.Action
}

// Best returns the first action of the win, or no action without a win.
func (s *Solution) Best() game.Action {
	switch {
	case s.Turns == 0:
		return game.Action{}
	case s.Attack != nil:
		return s.Attack.First
	case s.Defence != nil:
		return s.Defence.Ban
	}
	return game.Action{}
}

// MaxTurns is the longest win that Solve looks for.
const MaxTurns = 1000

// Solve looks for a forced win of the player to act in a game, in at most the
// given number of turns, from 1 to MaxTurns; at a ban ply also for one of the mover,
// whatever is banned. It searches by proof numbers (see proof.go), without
// evaluation or pruning. The yield, which may be nil, is called every few hundred
// positions. Errors: CodeBadLimit, and the context's when that ends first.
//
// Repetition within the proof is not looked at, since the shortest win never comes
// back to a position. A position that stood twice in the game before is drawn.
func Solve(ctx context.Context, g *game.Game, turns int, yield func()) (Solution, error) {
	if turns < 1 || turns > MaxTurns {
		return Solution{}, outside(CodeBadLimit, "the number of turns", turns, fmt.Sprintf("from 1 to %d", MaxTurns))
	}
	return newSolver(ctx, g, yield).solve(g, turns, true)
}

// solve looks for the win of the player to act and, if it is to look for both, of
// the mover at a ban ply.
func (s *solver) solve(g *game.Game, turns int, both bool) (Solution, error) {
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

// verdict is what the solver knows of a position: a win within won turns, none within
// fewer than lost turns, and what was left to show of a win within a number of turns.
type verdict struct {
	key              uint64
	won, lost, turns int16
	need, risk       int32
}

// unknown stands for a win that was not found.
const unknown = MaxTurns + 1

const verdicts = 1 << 18

// solverInterval is the number of nodes between two checks of the context.
const solverInterval = 256

type solver struct {
	ctx     context.Context
	yield   func()
	err     error
	nodes   uint64
	checked uint64 // of them when the context was looked at
	known   []verdict
	earlier map[uint64]int // occurrences up to the root, by key
	banned  chess.Pair     // at the root
}

func newSolver(ctx context.Context, g *game.Game, yield func()) *solver {
	s := &solver{ctx: ctx, yield: yield, known: make([]verdict, verdicts), earlier: map[uint64]int{}}
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
func (s *solver) countNode() bool {
	s.nodes++
	if s.nodes-s.checked >= solverInterval {
		s.checked += solverInterval
		if s.yield != nil {
			s.yield()
		}
		s.err = s.ctx.Err()
	}
	return s.err != nil
}

// drawn reports a draw by rule that ends the game after a move, mate apart.
func (s *solver) drawn(p *chess.Position) bool {
	return p.Halfmove() >= 100 || p.InsufficientMaterial() || s.earlier[p.Key()] >= 2
}

// key names a position in the tables; the salt keeps attacks and defences apart.
func (s *solver) key(p *chess.Position, salt uint64) uint64 {
	key := p.Key() ^ salt
	if half := p.Halfmove(); half > 80 {
		key ^= uint64(half) * 0x9e3779b97f4a7c15
	}
	return key
}

// lookup returns what is known of a position.
func (s *solver) lookup(p *chess.Position, salt uint64) verdict {
	key := s.key(p, salt)
	if v := s.known[key%verdicts]; v.key == key {
		return v
	}
	return verdict{key: key, won: unknown}
}

// note records the outcome for n turns.
func (s *solver) note(p *chess.Position, salt uint64, n int, won bool) {
	v := s.lookup(p, salt)
	if won {
		v.won = min(v.won, int16(n))
	} else {
		v.lost = max(v.lost, int16(n+1))
	}
	s.known[v.key%verdicts] = v
}

const (
	saltAttack  = 0x5851f42d4c957f2d
	saltDefence = 0x14057b7ef767814f
)

// wins tries one move of the winning side with n turns left, this one included.
func (s *solver) wins(p *chess.Position, m chess.Move, n int) bool {
	next := p.After(m)
	return (n > 1 || next.InCheck()) && s.defenceWins(next, n-1)
}

// loses tries one move of the losing side when the other has n turns left.
func (s *solver) loses(p *chess.Position, m chess.Move, n int) bool {
	next := p.After(m)
	_, pairs := next.Count()
	return pairs > 0 && !s.drawn(next) && s.attackWins(next, n)
}

// attackWins reports whether the mover, about to be banned a pair, wins within n
// turns: two pairs have to win.
func (s *solver) attackWins(p *chess.Position, n int) bool {
	return n > 0 && s.decide(p, saltAttack, n)
}

// decide reports whether the attacker wins within n turns.
func (s *solver) decide(p *chess.Position, salt uint64, n int) bool {
	v := s.lookup(p, salt)
	won, lost := int(v.won) <= n, int(v.lost) > n
	if won || lost {
		return !s.countNode() && won
	}
	need, _ := s.prove(p, salt, n, endless, endless)
	return s.err == nil && (need == 0) == (salt == saltAttack)
}

// defenceWins reports whether the side that has just moved, and now bans, wins
// within n more turns: all pairs but one have to lose, and the ban takes that
// one away.
func (s *solver) defenceWins(p *chess.Position, n int) bool {
	if s.drawn(p) {
		_, pairs := p.Count()
		return !s.countNode() && pairs == 0 && p.InCheck()
	}
	return s.banWins(p, n)
}

// banWins is defenceWins where the game is not drawn.
func (s *solver) banWins(p *chess.Position, n int) bool {
	switch _, pairs := p.Count(); {
	case pairs <= 1:
		return !s.countNode() && p.InCheck()
	case n == 0:
		s.countNode()
		return false
	}
	return s.decide(p, saltDefence, n)
}

// holding returns moves of up to two pairs that do not lose within n turns.
func (s *solver) holding(p *chess.Position, n int) (first, second chess.Move) {
	return exhaustive.Two(exhaustive.Moves(p, false, false), func(m chess.Move) bool { return !s.loses(p, m, n) })
}

// winningMove finds the winning move at a move ply.
func (s *solver) winningMove(p *chess.Position, n int) (chess.Move, bool) {
	for _, m := range exhaustive.Moves(p, true, false) {
		if m.Pair() != s.banned && s.wins(p, m, n) {
			return m, true
		}
	}
	return 0, false
}

// proveDefence builds the proof after a winning move. The position is known to
// be won within n more turns.
func (s *solver) proveDefence(p *chess.Position, n int) *Defence {
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
func (s *solver) proveAttack(p *chess.Position, n int) *Attack {
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
func (s *solver) refute(g *game.Game, n int) []Refutation {
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
func (s *solver) holdingAfter(root game.Position, a game.Action, n int) (first, second chess.Move) {
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
