package bitboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"
)

// TestAgreesWithNotnil compares the legal moves of random positions, and the
// FEN after each of them, with another implementation of chess.
func TestAgreesWithNotnil(t *testing.T) {
	randomGames(t, visits(10_000), func(b *Board) {
		opt, err := chess.FEN(b.ChessFEN())
		if err != nil {
			t.Fatal(err)
		}
		theirs := chess.NewGame(opt).Position()
		var l MoveList
		b.Moves(&l)
		after := make([]string, 0, len(l.Slice()))
		for _, m := range l.Slice() {
			b.Move(m)
			after = append(after, m.String()+" "+b.ChessFEN())
			b.Undo()
		}
		var want []string
		for _, m := range theirs.ValidMoves() {
			want = append(want, m.String()+" "+theirs.Update(m).String())
		}
		slices.Sort(after)
		slices.Sort(want)
		if !slices.Equal(after, want) {
			t.Fatalf("%s:\n%s\nwant\n%s", b.FEN(), strings.Join(after, "\n"), strings.Join(want, "\n"))
		}
	})
}
