package lab

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/lab/selfplay"
)

func newWorth() *cobra.Command {
	var positions int
	var nodes uint64
	cmd := &cobra.Command{
		Use:   "worth FILE",
		Short: "Measure what a ban is worth, by the phase of the game",
		Long:  "Searches random positions at ban plies of games of self-play, and compares the best ban with one that takes nothing.",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			games, err := selfplay.Read(args[0])
			if err != nil {
				return err
			}
			return selfplay.Worth(cmd.Context(), cmd.OutOrStdout(), games, positions, nodes)
		},
	}
	cmd.Flags().IntVar(&positions, "positions", 1000, "how many of each phase")
	cmd.Flags().Uint64Var(&nodes, "nodes", 30_000, "positions that are searched for each")
	return cmd
}
