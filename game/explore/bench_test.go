package explore_test

import (
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
)

// BenchmarkExplore looks a position up in the opening book, beside a look into a map of
// as many positions. The most that it may take is 50 ms.
func BenchmarkExplore(b *testing.B) {
	book, err := explore.ReadBook(assets.Book)
	if err != nil {
		b.Fatal(err)
	}
	start := game.StartPosition()
	positions := map[uint64]*explore.Found{}
	for i := range uint64(book.Len()) {
		positions[i*0x9e3779b97f4a7c15] = &explore.Found{}
	}
	found := book.At(start)
	positions[start.Hash()] = &found
	b.Run("lookup", func(b *testing.B) {
		for b.Loop() {
			if len(book.At(start).Rows) == 0 {
				b.Fatal("the book has no bans at the start")
			}
		}
	})
	b.Run("peer=map", func(b *testing.B) {
		for b.Loop() {
			if len(positions[start.Hash()].Rows) == 0 {
				b.Fatal("the map has none")
			}
		}
	})
}

// BenchmarkExploreGames looks up a position that 10,000 games have, beside the most that it
// may take.
func BenchmarkExploreGames(b *testing.B) {
	const most = 50e6 // nanoseconds
	var games explore.Games
	g := game.New()
	for _, text := range []string{"b:e2e4", "m:d2d4", "b:d7d5"} {
		if err := g.Play(game.MustParseAction(text)); err != nil {
			b.Fatal(err)
		}
	}
	tree := game.NewTree(g)
	for range 10_000 {
		games.Add(tree)
	}
	b.Run("lookup", func(b *testing.B) {
		for b.Loop() {
			if games.At(game.StartPosition(), explore.Filter{Opponent: "a"}).Total.Games() == games.Len() {
				b.Fatal("nobody has a name")
			}
			games.At(game.StartPosition(), explore.Filter{})
		}
	})
	b.Run("peer=limit", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(most, "ns/op")
	})
}
