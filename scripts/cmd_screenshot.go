package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
)

// readmePictures is the directory of the README's pictures.
const readmePictures = ".github"

func newScreenshot() *cobra.Command {
	var dir, built string
	var only []string
	cmd := &cobra.Command{
		Use:   "screenshot",
		Short: "Take the pictures of the page",
		Long: `Takes pictures of the page in real states: at work, on phones, in the dark, and
with everything failed that can fail. Without --output or --only it takes those
that the README shows, and puts them where the README has them.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			if err := needs.Ensure(ctx, w, needs.Chromium); err != nil {
				return err
			}
			pictures, err := choosePictures(only, dir == "")
			if err != nil {
				return err
			}
			if dir == "" {
				dir = readmePictures
			}
			return withSite(ctx, io.Discard, built, func(site string) error { return screenshots(ctx, w, site, dir, pictures) })
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "", "directory to write all of them to")
	cmd.Flags().StringVar(&built, "site", "", "directory of a built site, instead of building one")
	cmd.Flags().StringSliceVar(&only, "only", nil, "names of the pictures to take")
	return cmd
}

// choosePictures returns the pictures with these names. Without names it returns those
// of the README, or all.
func choosePictures(names []string, readme bool) ([]gallery.Picture, error) {
	for _, name := range names {
		if !slices.ContainsFunc(gallery.Pictures, func(p gallery.Picture) bool { return p.Name == name }) {
			return nil, fmt.Errorf("there is no picture %q", name)
		}
	}
	var chosen []gallery.Picture
	for _, p := range gallery.Pictures {
		if len(names) == 0 && (!readme || p.Shown) || slices.Contains(names, p.Name) {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

// screenshots takes pictures of the page of a built site.
func screenshots(ctx context.Context, w io.Writer, built, dir string, pictures []gallery.Picture) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	b, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	files := site.Handler(built, "/") // caches the compressed files
	for _, p := range pictures {
		text, err := p.Take(ctx, b, files)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		file := filepath.Join(dir, p.Name+".png")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(w, "%10s  %s: %s\n", site.Size(int64(len(text))), file, p.About)
	}
	return nil
}
