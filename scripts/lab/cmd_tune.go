package lab

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/stage"
)

// newTune and newTrain run programs in the engine's folder, which know the meaning of the
// weights: a package below game/engine/internal cannot be imported from anywhere else.
func newTune() *cobra.Command {
	return program("tune", "fit", "Fit the engine's evaluation to positions of games it played against itself")
}

func newTrain() *cobra.Command {
	return program("train", "train", "Train a network for the engine's evaluation on such positions (a trial)")
}

func program(name, folder, short string) *cobra.Command {
	return &cobra.Command{
		Use:                name + " [flags]",
		Short:              short,
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			program := []string{"go", "run", "github.com/banchess/banchess/game/engine/internal/" + folder}
			return stage.Command{Args: append(program, args...)}.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
}
