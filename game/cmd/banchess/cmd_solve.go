package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/analysis"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/internal/words"
)

func newSolve() *cobra.Command {
	var turns, number, ply int
	cmd := &cobra.Command{
		Use:   "solve [FEN | FILE]",
		Short: "Prove a forced win",
		Long: `Proves that the player to act can force mate within --turns turns, by trying every ban
and every move, and prints the proof. A turn is a move and the ban that follows it; a
ban that mates at once is one turn. If a ban is due, it also proves that the mover wins
whatever is banned. Without a forced win the exit status is 3, and the output says for
each first ban or move what refutes it.

The position is the last one of a game, or the one at --ply. If somebody resigned, the
last position is solved as it stands.

In the proof, indented lines follow the line above them. If the opponent bans the move
that comes first, play the one after "if banned".`,
		Example: `  banchess solve --turns 2 "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1 2"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := cli.ReadGame(cmd, args, number)
			if err != nil {
				return err
			}
			if g, err = cli.AtPly(cmd, g, ply); err != nil {
				return err
			}
			g, end := cli.Undecided(g)
			if r := g.Result(); r.Over() {
				return &game.Error{Code: game.CodeGameOver, Message: "the game is over (" + r.String() + ")", Hint: "give a position in which something can be played, or an earlier ply with --ply"}
			}
			if end.Over() {
				cli.TellNote(cmd, fmt.Sprintf("The game has ended (%s); this is its last position.", end))
			}
			return solve(cmd, g, turns)
		},
	}
	cli.NumberVar(cmd.Flags(), &turns, "turns", 3, 1, 32, "most turns the win may take")
	cli.NumberVar(cmd.Flags(), &number, "game", 1, 1, cli.MostGames, "number of the game in the input")
	cli.PlyFlag(cmd, &ply, "the position at this ply of the game, instead of the last")
	return cmd
}

type solutionJSON struct {
	FEN     string  `json:"fen"`
	Player  string  `json:"player"`
	Won     bool    `json:"won"`
	Lost    *bool   `json:"lost,omitempty"`  // the mover wins whatever is banned; looked at where a ban is due
	Turns   int     `json:"turns,omitempty"` // of the shortest win
	Within  int     `json:"within"`          // the turns tried
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	analysis.Proof
}

func solve(cmd *cobra.Command, g *game.Game, turns int) error {
	began := time.Now()
	bar := cli.NewBar(cmd, "proving", -1)
	found, err := engine.Solve(cmd.Context(), g, turns, nil)
	bar.Done()
	if err != nil {
		return err
	}
	p := g.Position()
	r := solutionJSON{
		FEN: g.FEN(), Player: p.ActivePlayer().String(), Won: found.Turns > 0, Turns: max(found.Turns, found.Lost),
		Within: turns, Nodes: found.Nodes, Seconds: time.Since(began).Seconds(),
	}
	lost := found.Lost > 0
	if p.Phase() == game.PhaseBan {
		r.Lost = &lost
	}
	if r.Proof, err = analysis.Prove(p, found); err != nil {
		return err
	}
	active, in := p.ActivePlayer().Name(), words.Count(r.Turns, "turn")
	said := active + " wins in " + in
	if !r.Won && lost {
		said = p.Mover().Name() + " wins in " + in + " whatever " + active + " bans"
	} else if !r.Won {
		said = active + " has no forced win in " + words.Count(turns, "turn")
	}
	cli.Answer(cmd, r, fmt.Sprintf("%s (%s, %.2f s):\n%s", said, words.Count(int(r.Nodes), "position"), r.Seconds, r.Proof.Text()))
	if !r.Won && !lost {
		return cli.ErrNegative
	}
	return nil
}
