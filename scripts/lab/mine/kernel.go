package mine

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// kernelOf returns a hash of the kernel of a puzzle: the kings, and the pieces
// without which its key does not reach the goal, or not as the only one. Puzzles with the
// same kernel, for either side and on either side of the board, are one idea.
func kernelOf(ctx context.Context, p *puzzle.Puzzle) (string, error) {
	type man struct {
		piece game.Piece
		at    game.Square
	}
	var kernel []man
	for i, piece := range p.Position.Board() {
		q := game.Square(i)
		if piece == game.NoPiece {
			continue
		}
		needed := true
		if piece.Role() != game.King {
			var err error
			if needed, err = without(ctx, p, q); err != nil {
				return "", err
			}
		}
		if needed {
			kernel = append(kernel, man{piece, q})
		}
	}
	best := turned(p.Solver(), func(turn func(game.Square) game.Square) string {
		var words []string
		for _, m := range kernel {
			own := 'x'
			if m.piece.Player() == p.Solver() {
				own = 'o'
			}
			words = append(words, fmt.Sprintf("%c%c%s", own, m.piece.Role().Letter(), turn(m.at)))
		}
		slices.Sort(words)
		return strings.Join(words, " ")
	})
	h := fnv.New64a()
	fmt.Fprint(h, p.Goal.Kind, best)
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// without reports whether the puzzle fails without the piece on a square.
func without(ctx context.Context, p *puzzle.Puzzle, q game.Square) (bool, error) {
	s := p.Position.Setup()
	s.Board[q] = game.NoPiece
	castling := ""
	for _, right := range s.Castling {
		home := map[rune]string{'K': "h1", 'Q': "a1", 'k': "h8", 'q': "a8"}[right]
		if home != q.String() {
			castling += string(right)
		}
	}
	s.Castling = castling
	rest, err := s.Position()
	if err != nil {
		return true, nil // impossible without it
	}
	if rest, err = puzzle.Normal(rest); err != nil || rest.Result().Over() {
		return true, nil
	}
	again, err := puzzle.Solve(ctx, rest, p.Goal, min(2*p.Proof+1000, 30_000))
	if ctx.Err() != nil {
		return true, ctx.Err()
	}
	return err != nil || again.Key() != p.Key(), nil
}

// line returns the main line, the same for either solver on either side of the board.
func line(p *puzzle.Puzzle) string {
	return turned(p.Solver(), func(turn func(game.Square) game.Square) (text string) {
		for _, a := range p.MainLine() {
			text += turn(a.Pair().From()).String() + turn(a.Pair().To()).String()
		}
		return text
	})
}

// turned returns what is written of squares as a White solver sees them, on the side of the
// board on which it sorts first.
func turned(solver game.Player, write func(turn func(game.Square) game.Square) string) string {
	mirrored := func(mirror game.Square) string {
		if solver == game.Black {
			mirror ^= 56
		}
		return write(func(q game.Square) game.Square { return q ^ mirror })
	}
	return min(mirrored(0), mirrored(7))
}
