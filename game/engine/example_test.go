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
	e, err := engine.New(engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
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

// Report tells each line of each iteration while a search goes on; a line is a list
// of actions, bans and moves by turns.
func ExampleEngine_report() {
	e, err := engine.New(engine.Options{Hash: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	e.Report = func(i engine.Info) {
		legal, err := game.Replay(game.StartPosition(), i.Actions...)
		fmt.Println(i.Depth, i.Line, err, legal.Len() == len(i.Actions))
	}
	_, err = e.Search(context.Background(), game.New(), engine.Limits{Depth: 1, Lines: 2}, nil)
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 1 <nil> true
	// 1 2 <nil> true
}

// A level plays worse than the engine can, and the same again for the same seed.
func ExampleLimits() {
	e, err := engine.New(engine.Options{Hash: 1, Seed: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		found, err := e.Search(context.Background(), game.New(), engine.Limits{Level: 1}, nil)
		fmt.Println(found.Best.IsBan(), len(found.Lines), err)
	}
	_, err = e.Search(context.Background(), game.New(), engine.Limits{Level: 22}, nil)
	fmt.Println(err)
	// Output:
	// true 1 <nil>
	// true 1 <nil>
	// the limit Level is 22; give the limit Level from 1 to 21, or 0 for full strength
}
