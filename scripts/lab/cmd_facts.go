package lab

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/lab/facts"
)

func newFacts() *cobra.Command {
	var path, output string
	var nodes uint64
	cmd := &cobra.Command{
		Use:   "facts",
		Short: "Write what games of self-play say of the game",
		Long: `Reads the games that games has written, searches each of White's first moves,
and writes what they say as Markdown: who wins, how games end and how long they
are, what an advantage is worth, and which first bans and moves the engine likes.
What the file says of endings, which are the matter of tables, stays.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			games, err := facts.Read(path)
			if err != nil {
				return err
			}
			found, err := facts.Gather(games)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if found.Games == 0 {
				return fmt.Errorf("%s holds no game; games plays some", path)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d games\n", found.Games)
			if nodes > 0 {
				if found.First, err = facts.FirstMoves(cmd.Context(), nodes); err != nil {
					return err
				}
			}
			var text bytes.Buffer
			if err := found.Write(&text, fmt.Sprintf("go run ./scripts lab facts --nodes %d", nodes), nodes); err != nil {
				return err
			}
			before, err := os.ReadFile(output)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			text.Write(endingsOf(before))
			return os.WriteFile(output, text.Bytes(), 0o644)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&path, "games", "facts.pgn", "file of the games")
	flags.StringVarP(&output, "output", "o", "game/engine/FACTS.md", "file to write")
	flags.Uint64Var(&nodes, "nodes", 2_000_000, "nodes for each first move; 0 leaves them out")
	return cmd
}

// endingsOf returns the part of the file that the command tables writes.
func endingsOf(text []byte) []byte {
	const title = "\n## Endings\n"
	if at := bytes.Index(text, []byte(title)); at >= 0 {
		return text[at:]
	}
	return nil
}
