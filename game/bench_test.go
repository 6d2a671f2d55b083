package game_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	notnil "github.com/notnil/chess"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
)

// played is a random game of so many plies that has not ended.
func played(b *testing.B, plies int) *game.Game {
	b.Helper()
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 16))
		g := game.New()
		gametest.Walk(g, plies, func(legal []game.Action) game.Action { return legal[r.IntN(len(legal))] })
		if g.Len() == plies && !g.Over() {
			return g
		}
	}
	b.Fatalf("no random game has %d plies", plies)
	return nil
}

const benchPlies = 120

// BenchmarkGame measures what a move costs beside the same move in the chess library,
// which knows no bans: here there is one before each move, so that every move is two
// actions.
func BenchmarkGame(b *testing.B) {
	g := played(b, benchPlies)
	actions, pgn := g.Actions(), g.PGN()
	std := notnil.NewGame(notnil.UseNotation(notnil.UCINotation{}))
	for _, a := range actions {
		if a.IsMove() {
			if err := std.MoveStr(strings.TrimPrefix(a.String(), "m:")); err != nil {
				b.Fatal(err)
			}
		}
	}
	positions, moves := std.Positions(), std.Moves()
	written := notnil.NewGame()
	for _, m := range moves {
		if err := written.Move(m); err != nil {
			b.Fatal(err)
		}
	}
	stdPGN := written.String()

	for _, row := range []struct {
		name          string
		ours, library func() bool
	}{
		{"legal-play", func() bool {
			h := game.New()
			var legal []game.Action
			for _, a := range actions {
				if legal = h.AppendLegalActions(legal[:0]); len(legal) == 0 || h.Play(a) != nil {
					return false
				}
			}
			return true
		}, func() bool {
			h := notnil.NewGame()
			for _, m := range moves {
				if len(h.ValidMoves()) == 0 || h.Move(m) != nil {
					return false
				}
			}
			return true
		}},
		{"fen", func() bool {
			n := 0
			for i := range g.Len() {
				n += len(g.Entry(i).FEN())
			}
			return n > 0
		}, func() bool {
			n := 0
			for _, p := range positions[1:] {
				n += len(p.String())
			}
			return n > 0
		}},
		{"pgn-out", func() bool { return len(g.PGN()) > 0 }, func() bool { return len(written.String()) > 0 }},
		{"pgn-in", func() bool {
			h, err := game.ParsePGN(pgn)
			return err == nil && h.Len() == benchPlies
		}, func() bool {
			option, err := notnil.PGN(strings.NewReader(stdPGN))
			return err == nil && len(notnil.NewGame(option).Moves()) == benchPlies/2
		}},
	} {
		b.Run(row.name, func(b *testing.B) {
			for _, side := range []struct {
				name string
				once func() bool
			}{{"banchess", row.ours}, {"peer=notnil", row.library}} {
				b.Run(side.name, func(b *testing.B) {
					for b.Loop() {
						if !side.once() {
							b.Fatal("it went wrong")
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchPlies/2), "ns/op")
				})
			}
		})
	}
}

// BenchmarkMemoryGame measures the bytes that a game holds.
func BenchmarkMemoryGame(b *testing.B) {
	actions := played(b, benchPlies).Actions()
	const games = 200
	measure := func(b *testing.B, one func() any) {
		var before, after runtime.MemStats
		for b.Loop() {
			kept := make([]any, games)
			runtime.GC()
			runtime.ReadMemStats(&before)
			for i := range kept {
				kept[i] = one()
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(kept)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/games, "bytes")
	}
	b.Run("banchess", func(b *testing.B) {
		measure(b, func() any {
			g, err := game.Replay(game.StartPosition(), actions...)
			if err != nil {
				b.Fatal(err)
			}
			return g
		})
	})
	b.Run("peer=notnil", func(b *testing.B) {
		measure(b, func() any {
			g := notnil.NewGame(notnil.UseNotation(notnil.UCINotation{}))
			for _, a := range actions {
				if a.IsMove() {
					if err := g.MoveStr(strings.TrimPrefix(a.String(), "m:")); err != nil {
						b.Fatal(err)
					}
				}
			}
			return g
		})
	})
}
