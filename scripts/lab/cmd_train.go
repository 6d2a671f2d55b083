package lab

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
)

// newTrain returns the command that runs game/engine/internal/train, a package that nothing outside
// game/engine may import.
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
