package main

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"

	"github.com/banchess/banchess/game/uci"
)

func newUCI() *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "Run the engine, for chess programs that speak UCI",
		Long: `Speaks the Universal Chess Interface on standard input and output. Bans and moves
alternate in "position … moves": a2a3 is a ban if a ban is due, and a move if a move
is. The same is true of bestmove.

"position fen" accepts the seventh field of a Ban Chess FEN; with six fields, a ban is
due. There are four more commands: "go perft N", "bench [DEPTH]", "d" and "eval".
bestmove is (none) if nothing can be played or the last position was refused; an info
string says why. The option Threads sets how many threads search.`,
		Args:        cli.NoArguments,
		Annotations: map[string]string{cli.NoJSON: "uci speaks UCI; for JSON there is the command json"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{Version: thisBuild().Version})
		},
	}
}
