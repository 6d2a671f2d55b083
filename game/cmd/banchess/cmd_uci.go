package main

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/uci"
)

func newUCI() *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "The engine, for chess programs that speak UCI",
		Long: `Speaks the Universal Chess Interface on standard input and output. In "position …
moves" each entry is an action by the parity of its ply: a2a3 is a ban where a
ban is due and a move where a move is. bestmove is a ban or a move likewise.`,
		Args:        noArguments,
		Annotations: map[string]string{noJSON: "uci speaks UCI; for JSON there is the command json"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return uci.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), uci.Config{Version: thisBuild().Version})
		},
	}
}
