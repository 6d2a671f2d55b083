package report

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// points are what pieces count in a claim, by role.
var points = [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9, chess.King: 0}

// end is a place after a move of a line: what a player has lost and won until then,
// without what is made up for.
type end struct {
	length    int // actions of the line until there
	after     game.Position
	lost, won []game.Role
}

// net returns the points that the player has lost in all.
func (e end) net() (sum int) {
	for _, r := range e.lost {
		sum += points[r]
	}
	for _, r := range e.won {
		sum -= points[r]
	}
	return sum
}

// ends plays a line and returns, for each move, what a player has lost and won after
// it, until a promotion or an action that is not legal.
func ends(p game.Position, line []game.Action, player game.Player) (all []end) {
	var lost, won []game.Role
	for i, a := range line {
		next, err := p.Play(a)
		if err != nil || a.Promotion() != game.NoRole {
			break
		}
		if r := captured(p, a); r != game.NoRole {
			if p.ActivePlayer() == player {
				won = append(won, r)
			} else {
				lost = append(lost, r)
			}
		}
		if p = next; a.IsMove() {
			e := end{length: i + 1, after: p}
			e.lost, e.won = without(lost, won)
			all = append(all, e)
		}
	}
	return all
}

// captured returns what an action captures, NoRole for nothing.
func captured(p game.Position, a game.Action) game.Role {
	m, ok := a.Move()
	if !ok {
		return game.NoRole
	}
	if taken := p.PieceAt(m.To()); taken != game.NoPiece {
		return taken.Role()
	}
	if m.To() == p.EnPassant() && p.PieceAt(m.From()).Role() == game.Pawn {
		return game.Pawn
	}
	return game.NoRole
}

// without takes out of both lists what makes up for something in the other, pieces of
// the same points, and returns the dearest first.
func without(lost, won []game.Role) (l, w []game.Role) {
	var of [2][game.King + 1]int
	for i, list := range [...][]game.Role{lost, won} {
		for _, r := range list {
			of[i][r]++
		}
	}
	for _, pair := range [...][2]game.Role{ // the same pieces before others
		{game.Pawn, game.Pawn}, {game.Knight, game.Knight}, {game.Bishop, game.Bishop}, {game.Rook, game.Rook}, {game.Queen, game.Queen},
		{game.Knight, game.Bishop}, {game.Bishop, game.Knight},
	} {
		n := min(of[0][pair[0]], of[1][pair[1]])
		of[0][pair[0]] -= n
		of[1][pair[1]] -= n
	}
	for r := game.Queen; r >= game.Pawn; r-- {
		for ; of[0][r] > 0; of[0][r]-- {
			l = append(l, r)
		}
		for ; of[1][r] > 0; of[1][r]-- {
			w = append(w, r)
		}
	}
	return l, w
}

// isQuiet reports whether no capture gains anything at a ban ply, where the side to
// move has moves to choose from.
func isQuiet(p game.Position) bool {
	board := p.Chess()
	if _, pairs := board.Count(); pairs < 2 {
		return false
	}
	s := settling{left: 20_000}
	gain := s.gain(&board, 8)
	return gain == 0 && s.left > 0
}

// settling plays captures out. It looks at so many positions at the most.
type settling struct{ left int }

// gain returns the points that the side to move gains by captures at a ban ply, of
// which the best is banned; 0 where it had better not capture.
func (s *settling) gain(p *chess.Position, depth int) int {
	if s.left--; s.left <= 0 {
		return 0
	}
	if depth == 0 {
		s.left = 0 // it cannot be said
		return 0
	}
	var l chess.MoveList
	p.Noisy(&l)
	var pair chess.Pair // of the best
	first, second := 0, 0
	for _, m := range l.Slice() {
		next := *p
		next.Play(m)
		v := points[p.At(m.To()).Role()]
		if m.To() == p.EnPassant() && p.At(m.From()).Role() == chess.Pawn {
			v = points[chess.Pawn]
		}
		if r := m.Promotion(); r != chess.NoRole {
			v += points[r] - points[chess.Pawn]
		}
		v -= s.gain(&next, depth-1)
		switch {
		case v <= second:
		case m.Pair() == pair:
			first = max(first, v)
		case v > first:
			first, second, pair = v, first, m.Pair()
		default:
			second = v
		}
	}
	return second
}
