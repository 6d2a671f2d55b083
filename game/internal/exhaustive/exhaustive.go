// Package exhaustive holds what the searches share that try everything.
package exhaustive

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/banchess/banchess/game/chess"
)

// Moves lists the legal moves, those of one pair next to each other, queens first, in
// the order worth trying: for the attacker checks, and those that leave few pairs; for
// the defender captures, and those that leave many. An attacker who wants material
// begins with captures.
func Moves(p *chess.Position, attacks, material bool) []chess.Move {
	type ranked struct {
		move chess.Move
		rank int
	}
	var l chess.MoveList
	p.Moves(&l)
	list := make([]ranked, 0, 64)
	for _, m := range l.Slice() {
		if n := len(list); n > 0 && list[n-1].move.Pair() == m.Pair() {
			list = append(list, ranked{m, list[n-1].rank})
			continue
		}
		next, captures := p.After(m), p.At(m.To()) != chess.NoPiece
		_, rank := next.Count()
		switch {
		case !attacks && captures:
			rank = -rank - 300
		case !attacks:
			rank = -rank
		case !next.InCheck() && material && captures:
			rank -= 50
		case !next.InCheck():
			rank += 300
		}
		list = append(list, ranked{m, rank})
	}
	slices.SortStableFunc(list, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.move.Pair(), y.move.Pair()))
	})
	moves := make([]chess.Move, len(list))
	for i, r := range list {
		moves[i] = r.move
	}
	return moves
}

// Two returns a move each of the first two pairs for which some move has a property.
func Two(moves []chess.Move, has func(chess.Move) bool) (first, second chess.Move) {
	for _, m := range moves {
		if first != chess.NoMove && m.Pair() == first.Pair() || !has(m) {
			continue
		}
		if first != chess.NoMove {
			return first, m
		}
		first = m
	}
	return first, chess.NoMove
}

// Yield lets other goroutines run in WebAssembly, where none is interrupted: one of them may end
// the context of a search. Elsewhere it does nothing, because a goroutine that yields there
// waits for all that are busy.
func Yield() {
	if runtime.GOARCH == "wasm" {
		runtime.Gosched()
	}
}
