package main

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
)

// plyFlag adds --ply, which is 0 when it is not given.
func plyFlag(cmd *cobra.Command, ply *int, about string) {
	numberVar(cmd.Flags(), ply, "ply", 0, 1, mostGames, about) // the game says how far
}

// atPly returns a game as it stood before the action of a ply, which is what --ply
// gave. What came after can be redone.
func atPly(cmd *cobra.Command, g *game.Game, ply int) (*game.Game, error) {
	if !cmd.Flags().Changed("ply") {
		return g, nil
	}
	first, last := int(g.Start().Ply()), int(g.Ply())
	if ply < first || ply > last {
		return nil, usage("--ply %d: the game has the plies %d to %d", ply, first, last)
	}
	g, _ = undecided(g)
	for int(g.Ply()) > ply && g.Undo() {
	}
	return g, nil
}

// undecided returns a game without the end that the players gave it, by
// resignation, agreement or on time, and what it was.
func undecided(g *game.Game) (*game.Game, game.Result) {
	before := g.Clone()
	if !before.Over() || !before.Undo() || before.Len() < g.Len() {
		return g.Clone(), game.Result{}
	}
	return before, g.Result()
}
