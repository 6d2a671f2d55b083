package game_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/banchess/banchess/game"
)

// A tree holds what a PGN says beside the main line: variations, comments, glyphs,
// evaluations, clock times and drawings, about bans and moves alike.
func ExampleParseTree() {
	tree, err := game.ParseTree("1. {banning: e2e4} d4 $1 {[%eval 0.34] [%cal Gd4d5] solid} (1. c4 {also good}) 1... {banning: e7e5} *")
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := tree.Root().Next(); n != nil; n = n.Next() {
		fmt.Printf("%d %s %q\n", n.Ply(), n.SAN, n.Comment)
		for _, variation := range n.Parent().Children()[1:] {
			fmt.Printf("  or %s %q\n", variation.SAN, variation.Comment)
		}
	}
	d4 := tree.Root().Next().Next()
	fmt.Println(d4.Eval, d4.Drawings[0].From, d4.Drawings[0].To)
	// Output:
	// 1 e2e4 ""
	// 2 d4 "solid"
	//   or c4 "also good"
	// 3 e7e5 ""
	// 0.34 d4 d5
}

// A tree is edited node by node and written as PGN again.
func ExampleNode_Add() {
	g, _ := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4")
	tree := game.NewTree(g)
	better, err := tree.Root().Next().Add(game.MustParseAction("m:c2c4"))
	if err != nil {
		fmt.Println(err)
		return
	}
	better.Comment = "the better one"
	fmt.Println(tree)
	better.Promote()
	fmt.Println(tree)
	g = tree.Game(tree.End())
	fmt.Println(g)
	// Output:
	// 1. {banning: e2e4} d4 ( 1. c4 {the better one} ) *
	// 1. {banning: e2e4} c4 {the better one} ( 1. d4 ) *
	// 1. {banning: e2e4} c4
}

// A reader takes the games of a file one by one; a bad one does not keep it from
// the next.
func ExamplePGNReader() {
	file := strings.NewReader(`[White "Ada"]

1. {banning: e2e4} d4 *

[White "Bob"]

1. {banning: e2e4} e4 *

[White "Eve"]

1. {banning: a2a3} e4 1-0
`)
	r := game.NewPGNReader(file)
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(game.CodeOf(err), "in the game of line", r.Line())
			continue
		}
		fmt.Println(g.Tags.Get("White"), g.Result())
	}
	// Output:
	// Ada The game goes on
	// banned in the game of line 5
	// Eve White wins: resignation
}

// A game is text to encoding/json, its PGN; a position its FEN, an action its BCN.
func ExampleGame_MarshalText() {
	g, _ := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4")
	data, err := json.Marshal(map[string]any{"last": g.Actions()[1], "position": g.Position()})
	fmt.Println(string(data), err)

	data, _ = json.Marshal(g)
	var back game.Game
	fmt.Println(json.Unmarshal(data, &back), &back)
	// Output:
	// {"last":"m:d2d4","position":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3"} <nil>
	// <nil> 1. {banning: e2e4} d4
}

// Whoever goes on from a sync state counts the same repetitions as its sender.
func ExampleFromSyncState() {
	g, _ := game.ReplayLog(game.StartPosition(), "b:e2e4", "Nf3", "b:e7e5", "Nf6", "b:e2e4", "Ng1", "b:e7e5", "Ng8",
		"b:e2e4", "Nf3", "b:e7e5", "Nf6", "b:e2e4", "Ng1", "b:e7e5")
	text, _ := json.Marshal(g.SyncState())
	var received game.SyncState
	if err := json.Unmarshal(text, &received); err != nil {
		fmt.Println(err)
		return
	}
	h, err := game.FromSyncState(received)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = h.Play(game.MustParseAction("m:f6g8"))
	fmt.Println(h.Result())
	// Output: Draw: threefold repetition
}
