package lab

import (
	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/lab/opponent"
	"github.com/banchess/banchess/scripts/needs"
)

func newWorker(with withSite) *cobra.Command {
	var built string
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Speak UCI as the engine in a browser",
		Long: `Speaks as much UCI as a match needs for the engine as a page has it: the class
Engine of the JavaScript library, which searches in a worker of Chromium. A search
is limited by movetime, nodes or depth. The way to the browser and back comes on
top of its time: play a match with

  --first "go run ./scripts lab worker" --grace 400ms`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
			if err := needs.Ensure(ctx, cmd.ErrOrStderr(), needs.Chromium); err != nil {
				return err
			}
			return with(ctx, built, func(dir string) error { return opponent.ServeWorker(ctx, in, out, dir) })
		},
	}
	cmd.Flags().StringVar(&built, "site", "", "directory of a built site, instead of building one")
	return cmd
}
