// Package gametest helps to test what plays Ban Chess: games at random, and an
// [Oracle] that knows the rules a second time.
//
// It does not import package game, so that the tests of that package can use it.
package gametest

import (
	"fmt"
	"math/rand/v2"

	"github.com/banchess/banchess/game/chess"
)

// Starts are extended FENs from which random games soon reach promotions, mates,
// castling, en passant and bare kings.
var Starts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 7 27",
	"8/P6k/8/8/8/8/7K/8 w - - 0 1 2",
	"8/8/8/3k4/8/3K4/8/1Q6 w - - 95 80 317",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4",
}

// Game is a *game.Game.
type Game[A Action, P Board] interface {
	Len() int
	Actions() []A
	LegalActions() []A
	Play(A) error
	Position() P
}

// Action is a game.Action.
type Action interface {
	fmt.Stringer
	IsMove() bool
	Pair() chess.Pair
	Promotion() chess.Role
}

// Board is a game.Position.
type Board interface {
	PieceAt(chess.Square) chess.Piece
}

// Walk plays legal actions until the game is over or has this many of them. The
// function picks each.
func Walk[A Action, P Board](g Game[A, P], plies int, pick func(legal []A) A) {
	for g.Len() < plies {
		legal := g.LegalActions()
		if len(legal) == 0 {
			return
		}
		if a := pick(legal); g.Play(a) != nil {
			panic(fmt.Sprintf("%v is listed and refused at %v", a, g.Position()))
		}
	}
}

// Play walks at random. Every third move captures or promotes if it can, so that
// games reach every part of the rules.
func Play[A Action, P Board](r *rand.Rand, g Game[A, P], plies int) {
	Walk(g, plies, func(legal []A) A {
		if legal[0].IsMove() && r.IntN(3) == 0 {
			for _, a := range legal {
				if a.Promotion() != chess.NoRole || g.Position().PieceAt(a.Pair().To()) != chess.NoPiece {
					return a
				}
			}
		}
		return legal[r.IntN(len(legal))]
	})
}

// Shuffle walks at random, and most moves go back where the piece came from, which
// repeats positions.
func Shuffle[A Action, P Board](r *rand.Rand, g Game[A, P], plies int) {
	Walk(g, plies, func(legal []A) A {
		played := g.Actions()
		if i := len(played) - 4; legal[0].IsMove() && i >= 0 && r.IntN(8) != 0 {
			last := played[i].Pair()
			for _, a := range legal {
				if a.Pair() == chess.NewPair(last.To(), last.From()) {
					return a
				}
			}
		}
		return legal[r.IntN(len(legal))]
	})
}
