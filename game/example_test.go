package game_test

import (
	"fmt"

	"github.com/banchess/banchess/game"
)

func Example() {
	g := game.New()
	fmt.Println(g.Ply(), g.ActivePlayer(), g.Phase())

	_ = g.Play(game.MustParseAction("b:e2e4")) // Black bans e2-e4
	fmt.Println(g.FEN())

	err := g.Play(game.MustParseAction("m:e2e4"))
	fmt.Println(game.CodeOf(err), "-", err)

	_ = g.Play(game.MustParseAction("m:d2d4"))
	fmt.Println(g.Movetext())
	// Output:
	// 1 black ban
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4
	// banned - e2-e4 is banned at ply 2 (Black banned it); try e2e3, a2a3, a2a4, b1a3 …
	// 1. {banning: e2e4} d4
}

func ExampleParsePGN() {
	g, err := game.ParsePGN("1. {banning: a2a3} e4 {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7 {banning: e8f7}")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Result())
	fmt.Println(g.BCN()[9:])

	_, err = game.ParsePGN("1. {banning: e2e4} e4")
	fmt.Println(err)
	// Output:
	// White wins: checkmate by ban
	// [m:f3f7+ b:e8f7#]
	// line 1, column 20: "e4": e2-e4 is banned at ply 2 (Black banned it); try e2e3, a2a3, a2a4, b1a3 …
}

func ExamplePosition_ASCII() {
	g, _ := game.NewFromFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4")
	fmt.Print(g.ASCII())
	// Output:
	//    +-------------------------+
	//  8 |  r  n  b  q  k  b  n  r |
	//  7 |  p  p  p  p  p  p  p  p |
	//  6 |  .  .  .  .  .  .  .  . |
	//  5 |  .  .  .  .  .  .  .  . |
	//  4 |  .  .  .  . [.] .  .  . |
	//  3 |  .  .  .  .  .  .  .  . |
	//  2 |  P  P  P  P [P] P  P  P |
	//  1 |  R  N  B  Q  K  B  N  R |
	//    +-------------------------+
	//       a  b  c  d  e  f  g  h
}

func ExampleFromStandardFEN() {
	p, err := game.FromStandardFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	fmt.Println(p, err)
	// Output:
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 3 <nil>
}

func ExampleSetup() {
	s := game.NewSetup()
	s.Board[game.MustParseSquare("e1")] = game.NewPiece(game.White, game.King)
	s.Castling = "K"
	_, err := s.Position()
	for _, fault := range err.(*game.Error).Faults {
		fmt.Println(fault)
	}

	s.Board[game.MustParseSquare("e8")] = game.NewPiece(game.Black, game.King)
	s.Board[game.MustParseSquare("h1")] = game.NewPiece(game.White, game.Rook)
	p, _ := s.Position()
	fmt.Println(p.FEN())
	// Output:
	// Black has 0 kings; give each side exactly one king
	// the castling right K needs White's king on e1 and rook on h1; take K out of the castling field
	// 4k3/8/8/8/8/8/8/4K2R w K - 0 1 1
}

// BCN writes one action; the indicators of a game say whether checks are marked.
func ExampleParseAction() {
	ban, err := game.ParseAction("b:e2e4")
	move := game.NewMove(game.MustParseSquare("e7"), game.MustParseSquare("e8"), game.Queen)
	fmt.Println(ban.Pair(), ban.Phase(), move, err)
	_, err = game.ParseAction("e2e4")
	fmt.Println(game.CodeOf(err))

	g, _ := game.ReplayLog(game.StartPosition(), "b:a2a3", "e4", "b:a7a6", "d5", "b:a2a3", "Bb5+")
	fmt.Println(g.BCN()[5], g.ActionLog()[5])
	g.Indicators = game.Indicators{}
	fmt.Println(g.BCN()[5], g.ActionLog()[5])
	// Output:
	// e2e4 ban m:e7e8q <nil>
	// bad_bcn
	// m:f1b5+ Bb5+
	// m:f1b5 Bb5
}
