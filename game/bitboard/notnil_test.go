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

func notnilPerft(p *chess.Position, depth int) int {
	moves := p.ValidMoves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += notnilPerft(p.Update(m), depth-1)
	}
	return n
}

func BenchmarkKiwipeteNotnil(b *testing.B) {
	opt, err := chess.FEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		n += notnilPerft(chess.NewGame(opt).Position(), 3)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
