package endings

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/tables"
)

// each is how many positions to practise an ending has of either kind, tries how many random ones
// are looked at for them.
const each, tries = 8, 400_000

// Positions writes the positions to practise, a line each: the ending, the number of moves in
// which White wins, or 0 where Black holds a draw, and the FEN. White wins whatever is banned, before
// the fifty-move rule ends the game; a draw is held by one ban alone. In all of them White is to
// move. An ending that has too few positions of a kind is left out there.
func Positions(set *tables.Set, w io.Writer) error {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range append([]string{"KQK", "KRK"}, All...) {
		found := map[bool][]string{}
		for range tries {
			p, ok := placed(name, rng)
			if !ok {
				continue
			}
			moves, wins, ok := practice(set, p)
			if ok && len(found[wins]) < each {
				found[wins] = append(found[wins], fmt.Sprintf("%s %d %s\n", name, moves, p.FEN()))
			}
			if len(found[true]) == each && len(found[false]) == each {
				break
			}
		}
		for _, wins := range []bool{true, false} {
			if len(found[wins]) < each/2 {
				continue
			}
			slices.SortFunc(found[wins], func(x, y string) int {
				var a, b int
				fmt.Sscan(x[len(name):], &a)
				fmt.Sscan(y[len(name):], &b)
				return a - b
			})
			if _, err := io.WriteString(w, strings.Join(found[wins], "")); err != nil {
				return err
			}
		}
	}
	return nil
}

// placed returns a random position of an ending in which White is to move; ok is false if it is
// impossible, over, or a check.
func placed(name string, rng *rand.Rand) (p game.Position, ok bool) {
	s := game.NewSetup()
	for _, piece := range piecesOf(name) {
		q := game.Square(rng.IntN(64))
		if s.Board[q] != game.NoPiece {
			return p, false
		}
		s.Board[q] = piece
	}
	p, err := s.Position()
	return p, err == nil && !p.Result().Over() && !p.InCheck()
}

// practice reports whether a position is one to practise: in how many moves White wins, or that one
// ban alone holds the draw.
func practice(set *tables.Set, p game.Position) (moves int, wins, ok bool) {
	board := p.Chess()
	v, known := set.Probe(&board)
	if !known || v < 0 {
		return 0, false, false
	}
	if v > 0 {
		return (v.Distance() + 1) / 2, true, v.Distance() > 4 && v.Distance() < 100
	}
	var l chess.MoveList
	board.Moves(&l)
	for _, m := range l.Slice() {
		if after, _ := tables.After(set, &board, m); after > 0 {
			return 0, false, len(l.Slice()) > 4
		}
	}
	return 0, false, false
}
