package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/release"
	"github.com/banchess/banchess/scripts/stage"
)

func newRelease() *cobra.Command {
	var o release.Options
	cmd := &cobra.Command{
		Use:   "release",
		Short: "Make every file of a release, the same bytes on every run",
		Args:  cobra.NoArgs,
		// Also of the commands below.
		PersistentPreRunE: func(*cobra.Command, []string) error { return release.CheckVersion(o.Version) },
		RunE: inRoot(func(ctx context.Context, w io.Writer, root string) error {
			if err := pinGo(ctx, root); err != nil {
				return err
			}
			o.Root, o.Log = root, w
			o.Types = func(ctx context.Context, dir string) error {
				_, err := declareTypes(ctx, w, root, dir)
				return err
			}
			return release.Make(ctx, o)
		}),
	}
	cmd.PersistentFlags().StringVar(&o.Version, "version", "", "the version, as its tag: v1.2.3 (required)")
	cmd.PersistentFlags().StringVarP(&o.Dir, "output", "o", "dist-release", "the release's directory; to make one, it must be missing or empty")
	// The flag is defined in the line above.
	_ = cmd.MarkPersistentFlagRequired("version")
	cmd.AddCommand(newNotes(&o), newPublish(&o), newNPM(&o))
	return cmd
}

func newNotes(o *release.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "notes",
		Short: "Print what CHANGELOG.md says of the version",
		Args:  cobra.NoArgs,
		RunE: inRoot(func(_ context.Context, w io.Writer, root string) error {
			notes, err := release.Notes(root, o.Version)
			if err == nil {
				fmt.Fprintln(w, notes)
			}
			return err
		}),
	}
}

func newPublish(o *release.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "publish",
		Short: "Publish the release's files on GitHub, under its tag",
		Long: `Makes the release on GitHub with every file of its directory and what CHANGELOG.md
says of the version, by GitHub's own command gh, which must be there and signed in
(GH_TOKEN). The tag must exist. A version such as v1.2.3-rc.1 is marked as not final.`,
		Args: cobra.NoArgs,
		RunE: inRoot(func(ctx context.Context, w io.Writer, root string) error {
			notes, err := release.Notes(root, o.Version)
			if err != nil {
				return err
			}
			args, err := release.PublishArgs(o.Dir, o.Version, notes)
			if err != nil {
				return err
			}
			return stage.Command{Args: args}.Run(ctx, w)
		}),
	}
}

func newNPM(o *release.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "npm",
		Short: "Publish the npm package of a release, if this place may",
		Long: `Publishes the package in the release's directory to npm, with provenance. Who
may publish is set outside: a token in NODE_AUTH_TOKEN, or trusted publishing,
which is between npm and the workflow and said here by NPM_TRUSTED_PUBLISHING.
Without either, nothing is published, and that is not an error.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args, err := release.NPMArgs(o.Dir, o.Version)
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			if os.Getenv("NODE_AUTH_TOKEN") == "" && os.Getenv("NPM_TRUSTED_PUBLISHING") == "" {
				fmt.Fprintln(w, "not published to npm: neither a token (NODE_AUTH_TOKEN) nor trusted publishing (NPM_TRUSTED_PUBLISHING) is set up")
				return nil
			}
			return stage.Command{Args: args}.Run(cmd.Context(), w)
		},
	}
}

// pinGo makes all later go commands use the Go release of the line toolchain in
// go.mod, which the go command downloads if necessary. The bytes of a release
// depend on its compiler.
func pinGo(ctx context.Context, root string) error {
	out, err := stage.Command{Dir: root, Args: []string{"go", "mod", "edit", "-json"}}.Output(ctx)
	if err != nil {
		return err
	}
	var mod struct{ Toolchain string }
	if err := json.Unmarshal([]byte(out), &mod); err != nil {
		return fmt.Errorf("go mod edit: %w", err)
	}
	if mod.Toolchain == "" {
		return errors.New("go.mod has no line toolchain: a release is made by one release of Go, and that says which")
	}
	return os.Setenv("GOTOOLCHAIN", mod.Toolchain)
}
