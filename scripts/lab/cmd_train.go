package lab

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
)

// newTrain runs a program in the engine's folder, which knows the inputs of the network: a package
// below game/engine/internal cannot be imported from anywhere else.
func newTrain() *cobra.Command {
	return &cobra.Command{
		Use:                "train [flags]",
		Short:              "Train the network of the engine's evaluation on positions of games it played against itself",
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			program := []string{"go", "run", "github.com/banchess/banchess/game/engine/internal/train"}
			return stage.Command{Args: append(program, args...)}.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
}
