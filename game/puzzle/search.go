package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/internal/exhaustive"
)

// search tries everything to find whether a side reaches a goal. Its nodes are ban
// plies. Two of the side's pairs have to succeed there, since one will be banned; of
// the other side's pairs all but one, which the side bans.
type search struct {
	ctx    context.Context
	side   game.Player
	kind   Kind // Mate, Material or Stalemate
	target int  // for Material: the side's balance in the end
	limit  uint64

	nodes uint64
	err   error
	known map[question]bool
}

// question is a node and the turns that are left to the side.
type question struct {
	key  uint64
	left int
}

// mostKnown bounds what a search remembers, some 100 MB: a file may ask for anything.
const mostKnown = 2 << 20

// errLimit ends a search that has looked at as many positions as it may.
var errLimit = errors.New("the proof is too large")

// interval is the number of nodes between two looks at the context.
const interval = 1024

func newSearch(ctx context.Context, side game.Player, kind Kind, limit uint64) *search {
	return &search{ctx: ctx, side: side, kind: kind, limit: limit, known: map[question]bool{}}
}

// stop counts a node and reports whether the search has to end.
func (s *search) stop() bool {
	s.nodes++
	if s.err == nil && s.limit > 0 && s.nodes > s.limit {
		s.err = errLimit
	}
	if s.err == nil && s.nodes%interval == 0 {
		exhaustive.Yield()
		s.err = s.ctx.Err()
	}
	return s.err != nil
}

// ended reports whether the game is over, or will be by the ban that has to come,
// and whether the side has its goal then.
func (s *search) ended(p *chess.Position) (over, reached bool) {
	_, pairs := p.Count()
	switch {
	case pairs > 0 && p.InsufficientMaterial():
		return true, s.kind == Stalemate
	case pairs > 1:
		return false, false
	case p.InCheck():
		return true, p.Mover() != s.side
	}
	return true, s.kind == Stalemate
}

// reaches reports whether the side reaches its goal from a ban ply on, with so many
// turns left.
func (s *search) reaches(p *chess.Position, left int) bool {
	if s.stop() {
		return false
	}
	over, reached := s.ended(p)
	own := p.Mover() == s.side
	switch {
	case over:
		return reached
	case left > 0:
	case s.kind == Material:
		return s.settled(p, 0)
	case own || s.kind == Mate:
		return false
	}
	q := question{p.Key(), left}
	if known, ok := s.known[q]; ok {
		return known
	}
	if own {
		_, second := s.two(p, func(m chess.Move) bool { return s.after(p, m, left-1) })
		reached = second != chess.NoMove
	} else {
		_, second := s.refuters(p, left)
		reached = second == chess.NoMove
	}
	if s.err == nil {
		if len(s.known) == mostKnown {
			clear(s.known)
		}
		s.known[q] = reached
	}
	return reached && s.err == nil
}

// after reports whether the side reaches its goal after a move of its own, with so
// many turns left then.
func (s *search) after(p *chess.Position, m chess.Move, left int) bool {
	next := p.After(m)
	return (left > 0 || s.kind != Mate || next.InCheck()) && s.reaches(next, left)
}

// refuters returns moves of up to two pairs of the other side that keep the side
// from its goal.
func (s *search) refuters(p *chess.Position, left int) (first, second chess.Move) {
	if left == 0 && s.kind == Material {
		if !p.InCheck() && s.balance(p) < s.target {
			m := s.moves(p)
			return m[0], m[len(m)-1] // whatever it does, short of what is worse for it
		}
		return s.twoOf(s.loud(p), func(m chess.Move) bool { return !s.settled(p.After(m), quietIn(p, m)) })
	}
	return s.two(p, func(m chess.Move) bool { return !s.reaches(p.After(m), left) })
}

// mostQuiet bounds the moves out of check among captures, so that checks that answer
// checks come to an end.
const mostQuiet = 4

// quietIn is 1 for a move that captures nothing and promotes nothing.
func quietIn(p *chess.Position, m chess.Move) int {
	if p.At(m.To()) != chess.NoPiece || m.Promotion() != chess.NoRole {
		return 0
	}
	return 1
}

// settled reports whether the side has its balance when all captures are played out.
// A mover who is not in check may stop capturing. quiet counts the moves before this
// that were no captures.
func (s *search) settled(p *chess.Position, quiet int) bool {
	if s.stop() {
		return false
	}
	if over, reached := s.ended(p); over {
		return reached
	}
	has := s.balance(p) >= s.target
	own := p.Mover() == s.side
	if has == own && !p.InCheck() || quiet > mostQuiet {
		return has
	}
	_, second := s.twoOf(s.loud(p), func(m chess.Move) bool { return s.settled(p.After(m), quiet+quietIn(p, m)) == own })
	if second != chess.NoMove {
		return own
	}
	return !own && s.err == nil
}

// loud are the moves that settled looks at: captures and promotions, and in check
// all.
func (s *search) loud(p *chess.Position) []chess.Move {
	if p.InCheck() {
		return s.moves(p)
	}
	var l chess.MoveList
	p.Noisy(&l)
	moves := slices.Clone(l.Slice())
	worth := func(m chess.Move) int { return values[p.At(m.To()).Role()] + values[m.Promotion()] }
	slices.SortStableFunc(moves, func(x, y chess.Move) int {
		return cmp.Or(cmp.Compare(worth(y.Pair().Promoting(chess.NoRole)), worth(x.Pair().Promoting(chess.NoRole))), cmp.Compare(x.Pair(), y.Pair()), cmp.Compare(worth(y), worth(x)))
	})
	return moves
}

// values are what the pieces count, in pawns.
var values = [8]int{game.Pawn: 1, game.Knight: 3, game.Bishop: 3, game.Rook: 5, game.Queen: 9}

// balance is what the side has more than the other, in pawns.
func (s *search) balance(p *chess.Position) int { return Balance(p, s.side) }

// Balance returns how much more material a side has than the other, in pawns: a knight
// and a bishop count 3, a rook 5, a queen 9.
func Balance(p *chess.Position, side game.Player) int {
	sum := 0
	for role := game.Pawn; role <= game.King; role++ {
		sum += values[role] * (p.Pieces(side, role).Count() - p.Pieces(side.Opponent(), role).Count())
	}
	return sum
}

// two returns a move each of the first two pairs for which some move has a property.
func (s *search) two(p *chess.Position, has func(chess.Move) bool) (first, second chess.Move) {
	return s.twoOf(s.moves(p), has)
}

func (s *search) twoOf(moves []chess.Move, has func(chess.Move) bool) (first, second chess.Move) {
	return exhaustive.Two(moves, func(m chess.Move) bool { return has(m) && s.err == nil })
}

// moves lists the legal moves in the order worth trying.
func (s *search) moves(p *chess.Position) []chess.Move {
	return exhaustive.Moves(p, p.Mover() == s.side, s.kind == Material)
}
