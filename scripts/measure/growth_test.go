package measure_test

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/torture"
)

// BenchmarkGrowth measures the cost of a ply in games of several lengths. It is constant if
// the total grows linearly.
func BenchmarkGrowth(b *testing.B) {
	long, err := torture.LongGame(5000)
	if err != nil {
		b.Fatal(err)
	}
	actions := long.Actions()
	for _, row := range []struct {
		name string
		// once returns the operation to measure for a game. Its preparation is not measured.
		once func(g *game.Game) func() error
	}{
		{"play", func(g *game.Game) func() error {
			return func() error {
				_, err := game.Replay(g.Start(), g.Actions()...)
				return err
			}
		}},
		{"undo", func(g *game.Game) func() error {
			return func() error {
				for g.Undo() {
				}
				for g.Redo() {
				}
				return nil
			}
		}},
		{"fen", func(g *game.Game) func() error {
			return func() error {
				for i := range g.Len() {
					if fen := g.Entry(i).FEN(); fen == "" {
						return fmt.Errorf("no FEN after ply %d", i+1)
					}
				}
				return nil
			}
		}},
		{"repetition", func(g *game.Game) func() error {
			return func() error {
				for g.Undo() {
				}
				for i := 0; g.CanRedo(); i++ {
					if _, err := g.Preview(actions[i]); err != nil {
						return err
					}
					g.Redo()
				}
				return nil
			}
		}},
		{"pgn-out", func(g *game.Game) func() error {
			return func() error {
				if text := g.PGN(); len(text) < g.Len() {
					return fmt.Errorf("a PGN of %d bytes", len(text))
				}
				return nil
			}
		}},
		{"pgn-in", func(g *game.Game) func() error {
			text := g.PGN()
			return func() error {
				read, err := game.ParsePGN(text)
				if err == nil && read.Len() != g.Len() {
					err = fmt.Errorf("%d plies were read", read.Len())
				}
				return err
			}
		}},
	} {
		b.Run(row.name, func(b *testing.B) {
			for _, plies := range []int{10, 100, 1000, 5000} {
				name := fmt.Sprintf("%dplies", plies)
				if plies == 100 {
					name = "peer=" + name
				}
				b.Run(name, func(b *testing.B) {
					g, err := game.Replay(long.Start(), actions[:plies]...)
					if err != nil {
						b.Fatal(err)
					}
					measured := row.once(g)
					for b.Loop() {
						if err := measured(); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*plies), "ns/op")
				})
			}
		})
	}
}
