package lab

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/lab/tablebase"
)

func newTables() *cobra.Command {
	return &cobra.Command{
		Use:   "tables [MEN...]",
		Short: "Make exact tables of endings and tell what they say",
		Long: `Makes the tables of all endings of three men, or of those that are named, of up to
four, such as KBNK or KRKP, and writes what they say as a Markdown table. Captures
and promotions lead to other tables, which are made too. Three men take a second or
less, four without pawns some twenty seconds, KPKP with all that it leads to some
minutes.

Positions are those at a ban ply in which the game is not over. Mirrored ones count
once, and those with a right to capture en passant are left out of the counts,
though not of the tables. A longest win counts the winner's moves. The fifty-move
rule and repetition are not looked at.`,
		Example: "  go run ./scripts lab tables KBNK KBBK KNNK",
		RunE: func(cmd *cobra.Command, men []string) error {
			if len(men) == 0 {
				men = []string{"KQK", "KRK", "KBK", "KNK", "KPK"}
			}
			return writeTables(cmd.Context(), cmd.OutOrStdout(), men)
		},
	}
}

// writeTables writes a row for each requested ending, as soon as it is
// known.
func writeTables(ctx context.Context, w io.Writer, men []string) error {
	for _, name := range men { // check all before anything is written
		if _, err := new(tablebase.Set).Add(name); err != nil {
			return err
		}
	}
	var set tablebase.Set
	fmt.Fprint(w, tablebase.Heading)
	for _, name := range men {
		t, err := set.Add(name)
		if err != nil {
			return err
		}
		if !set.Make(func() bool { return ctx.Err() != nil }) {
			return ctx.Err()
		}
		facts, err := tablebase.Collect(t)
		if err != nil {
			return err
		}
		fmt.Fprint(w, facts.Row())
	}
	return nil
}
