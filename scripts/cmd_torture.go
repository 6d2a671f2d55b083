package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/torture"
)

func newTorture() *cobra.Command {
	var first uint64
	var limit torture.Limit
	var about strings.Builder
	var names []string
	for _, p := range torture.Parts {
		fmt.Fprintf(&about, "\n  %-8s %s", p.Name, p.About)
		names = append(names, p.Name)
	}
	cmd := &cobra.Command{
		Use:   "torture [part...]",
		Short: "Go through what is promised, at random, for as long as wanted",
		Long: `Runs each part, or those that are named, for as long as --time says. A part is a
list of rounds, each of which follows from its seed; what fails is written with the
command that runs it again.
` + about.String(),
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			for _, arg := range args {
				if !slices.Contains(names, arg) {
					return fmt.Errorf("there is no part %q; there are %s", arg, strings.Join(names, ", "))
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit.Time == 0 && limit.Rounds == 0 && len(args) != 1 {
				return errors.New("a part that runs for ever lets no other begin: name one, or give --time or --rounds")
			}
			failed := 0
			for _, p := range torture.Parts {
				if len(args) > 0 && !slices.Contains(args, p.Name) {
					continue
				}
				total, err := p.Run(cmd.Context(), cmd.OutOrStdout(), first, limit)
				if err != nil {
					return err
				}
				failed += total.Failed
			}
			if failed > 0 {
				return fmt.Errorf("%d rounds failed", failed)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&limit.Time, "time", time.Minute, "how long each part runs, 0 for ever")
	flags.IntVar(&limit.Rounds, "rounds", 0, "how many rounds each part has at the most, 0 for any number")
	flags.Uint64Var(&first, "seed", 1, "seed of the first round; those after it have the next ones")
	return cmd
}
