package puzzle_test

import (
	"context"
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// A position becomes a puzzle if one action alone reaches the goal: here the queen's
// check, after which the only way out is banned.
func ExampleSolve() {
	p := game.MustParseFEN("rnb1kbnr/p1pp1ppp/1p3q2/4p3/1P1PP3/P7/2P2PPP/RNBQKBNR b KQkq - 0 1 4:f8b4")
	mate, err := puzzle.Solve(context.Background(), p, puzzle.Goal{Kind: puzzle.Mate, Turns: 1}, 0)
	fmt.Println(mate.Key(), err)
	_, err = puzzle.Solve(context.Background(), p, puzzle.Goal{Kind: puzzle.Stalemate, Turns: 1}, 0)
	fmt.Println(game.CodeOf(err))
	// Output:
	// m:f6f2 <nil>
	// unproven
}

// An attempt judges what the solver plays and answers for the opponent.
func ExampleAttempt() {
	p, err := puzzle.Parse("mnsjrx5;400;mate 2;checkmate-by-ban endgame first-ban mate mate-in-2 quiet-ban;64;2b3k1/1pp2pp1/8/1P4Kp/1P4P1/7P/5q2/7r w - - 0 1 1;b5b6 g5h5 h1h3 f2h4 h5h4")
	if err != nil {
		panic(err)
	}
	attempt := puzzle.NewAttempt(&p)
	fmt.Println(p.Solver().Name(), "to act:", p.Goal.Words())
	for _, typed := range []string{"b:g4h5", "b:b5b6", "m:f2h4", "b:h5h4"} {
		right, err := attempt.Try(game.MustParseAction(typed))
		fmt.Println(typed, right, err, attempt.Game().Len())
	}
	fmt.Println(attempt.Done(), attempt.Game().Result())
	// Output:
	// Black to act: mate in 2 turns
	// b:g4h5 false <nil> 0
	// b:b5b6 true <nil> 3
	// m:f2h4 true <nil> 4
	// b:h5h4 true <nil> 5
	// true Black wins: checkmate by ban
}
