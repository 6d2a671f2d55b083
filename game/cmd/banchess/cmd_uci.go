package main

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"

	"github.com/banchess/banchess/game/uci"
)

func newUCI() *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "The engine, for chess programs that speak UCI",
		Long: `Speaks the Universal Chess Interface on standard input and output. In "position …
moves" each entry is an action by the parity of its ply: a2a3 is a ban where a
ban is due and a move where a move is. bestmove is a ban or a move likewise.

The option Threads lets several threads search.

"position fen" takes the seventh field of a Ban Chess FEN too; one of six fields
stands at the ban. Beside the protocol there are "go perft N", "bench [DEPTH]", "d"
and "eval". bestmove is (none) where nothing can be played, and where the last
position was refused; an info string says why.`,
		Args:        cli.NoArguments,
		Annotations: map[string]string{cli.NoJSON: "uci speaks UCI; for JSON there is the command json"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{Version: thisBuild().Version})
		},
	}
}
