package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/site"
)

func newBuild() *cobra.Command {
	var dir, version, summary, url string
	var sealed, types bool
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Write the static site, print its sizes, fail over budget",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if summary != "" {
				f, err := os.OpenFile(summary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
				if err != nil {
					return err
				}
				defer f.Close()
				fmt.Fprintln(f, "```")
				defer fmt.Fprintln(f, "```")
				w = io.MultiWriter(w, f)
			}
			if err := buildSite(cmd.Context(), w, dir, version, url, types); err != nil || !sealed {
				return err
			}
			return site.Seal(dir)
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "dist", "directory to write to; an earlier build there is replaced")
	cmd.Flags().StringVar(&version, "version", "", "what banchess.version answers (default: from version control)")
	cmd.Flags().StringVar(&url, "url", "", "address that the site will have, for what chats show with a link to it")
	cmd.Flags().BoolVar(&types, "types", false, "write the library's TypeScript declarations too, which takes Node and npm")
	cmd.Flags().BoolVar(&sealed, "sealed", false, "name the files by their content, for a server that lets them be cached")
	cmd.Flags().StringVar(&summary, "summary", "", "Markdown file to add what is printed to")
	return cmd
}

// buildSite builds the site of the current module into dir, optionally with the
// library's declarations, prints the table of sizes and checks the budgets.
func buildSite(ctx context.Context, w io.Writer, dir, version, url string, types bool) error {
	root, err := site.FindRoot(ctx)
	if err != nil {
		return err
	}
	if version == "" {
		version = site.Version(ctx, root)
	}
	list, err := site.Build(ctx, site.Options{Root: root, Dir: dir, Version: version, URL: url, Log: w})
	if err != nil {
		return err
	}
	if types {
		if list, err = declareTypes(ctx, w, root, dir); err != nil {
			return err
		}
	}
	verdicts, err := site.Judge(ctx, root, dir, list)
	if err != nil {
		return err
	}
	return site.Print(w, list, verdicts)
}

// usable returns the error of a build for a user who only wants to see the site: a site
// over budget is not an error then.
func usable(err error) error {
	if errors.Is(err, site.ErrOverBudget) {
		return nil
	}
	return err
}

// withSite calls do with the directory of a built site: the one that is named, or one
// that is built for it, whatever its size.
func withSite(ctx context.Context, w io.Writer, built string, do func(dir string) error) error {
	if built != "" {
		dir, err := filepath.Abs(built)
		if err != nil {
			return err
		}
		return do(dir)
	}
	return inTemp(func(temp string) error {
		if err := usable(buildSite(ctx, w, temp, "", "", false)); err != nil {
			return err
		}
		return do(temp)
	})
}

// inTemp calls do with a new temporary directory and removes it afterwards.
func inTemp(do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "banchess-")
	if err != nil {
		return fmt.Errorf("a place for temporary files: %w", err)
	}
	defer os.RemoveAll(dir)
	return do(dir)
}
