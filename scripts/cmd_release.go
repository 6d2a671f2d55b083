package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/release"
	"github.com/banchess/banchess/scripts/site"
)

func newRelease() *cobra.Command {
	var o release.Options
	cmd := &cobra.Command{
		Use:   "release",
		Short: "Make every file of a release, the same bytes on every run",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Root, err = site.FindRoot(cmd.Context()); err != nil {
				return err
			}
			o.Log = cmd.OutOrStdout()
			return release.Make(cmd.Context(), o)
		},
	}
	cmd.PersistentFlags().StringVar(&o.Version, "version", "", "the version, as its tag: v1.2.3 (required)")
	cmd.Flags().StringVarP(&o.Dir, "output", "o", "dist-release", "directory to write to; must be missing or empty")
	// The flag is defined in the line above.
	_ = cmd.MarkPersistentFlagRequired("version")
	cmd.AddCommand(newNotes(&o))
	return cmd
}

func newNotes(o *release.Options) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "notes",
		Short: "Print what CHANGELOG.md says of the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := release.CheckVersion(o.Version); err != nil {
				return err
			}
			root, err := site.FindRoot(cmd.Context())
			if err != nil {
				return err
			}
			notes, err := release.Notes(root, o.Version)
			if err != nil {
				return err
			}
			return writeOut(cmd.OutOrStdout(), output, notes+"\n")
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write to instead of printing")
	return cmd
}

// writeOut writes text to a file, or to w where no file is named.
func writeOut(w io.Writer, file, text string) error {
	if file == "" {
		_, err := fmt.Fprint(w, text)
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
