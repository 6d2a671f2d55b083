package lab

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
)

// newTune runs a program in the engine's folder, which knows the meaning of the weights: a
// package below game/engine/internal cannot be imported from anywhere else.
func newTune() *cobra.Command {
	return &cobra.Command{
		Use:                "tune [flags]",
		Short:              "Fit the engine's evaluation to positions of games it played against itself",
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			program := []string{"go", "run", "github.com/banchess/banchess/game/engine/internal/fit"}
			return stage.Command{Args: append(program, args...)}.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
}
