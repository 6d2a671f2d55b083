package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/selfplay"
)

func newMates() *cobra.Command {
	var (
		want   int
		nodes  uint64
		seed   uint64
		output string
	)
	cmd := &cobra.Command{
		Use:   "mates",
		Short: "Collect forced wins from games of the engine, each proven",
		Long: `Plays games and goes back from each mate through the winner's plies. A position
from which the solver proves a win in one to four turns is kept, with the length
of the shortest win.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeMates(cmd.Context(), cmd.OutOrStdout(), output, want, nodes, seed)
		},
	}
	cmd.Flags().IntVar(&want, "count", 240, "how many to collect")
	cmd.Flags().Uint64Var(&nodes, "nodes", 1500, "nodes an action of the games")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the games")
	cmd.Flags().StringVarP(&output, "output", "o", "game/engine/testdata/mates.txt", "file to write")
	return cmd
}

func writeMates(ctx context.Context, w io.Writer, output string, want int, nodes, seed uint64) error {
	mates, err := selfplay.Mates(ctx, want, nodes, seed, func(found int) { fmt.Fprintf(w, "%d found\n", found) })
	if err != nil {
		return err
	}
	var s strings.Builder
	s.WriteString("# Forced wins found in games of the engine against itself, each proven by the\n# solver: FEN | turns of the shortest win of the player to act\n")
	for _, m := range mates {
		fmt.Fprintf(&s, "%s | %d\n", m.FEN, m.Turns)
	}
	return os.WriteFile(output, []byte(s.String()), 0o644)
}
