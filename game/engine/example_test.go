package engine_test

import (
	"context"
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// The engine answers for a game, at a ban ply with a ban and at a move ply with a
// move.
func ExampleEngine_Search() {
	g, err := game.ReplayLog(game.StartPosition(), "b:a2a3", "e4", "b:a7a6", "h6", "b:a2a3", "Qf3", "b:a7a6", "h5", "b:a2a3", "Qxf7+")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := engine.New(engine.Options{})
	found, err := e.Search(context.Background(), g, engine.Limits{Depth: 4}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Best, found.Score)
	fmt.Println(g.Play(found.Best), g.Result())
	// Output:
	// b:e8f7 mate 1
	// <nil> White wins: checkmate by ban
}

// Solve proves a win against every ban and every move: here White, about to move,
// plays the checking move and bans the king's capture, the only way out.
func ExampleSolve() {
	g, err := game.ReplayLog(game.StartPosition(), "b:a2a3", "e4", "b:a7a6", "h6", "b:a2a3", "Qf3", "b:a7a6", "h5", "b:a2a3")
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, err := engine.Solve(context.Background(), g, 3, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(solution.Turns, solution.Best(), solution.Attack.AfterFirst.Ban)
	// Output:
	// 1 m:f3f7 b:e8f7
}
