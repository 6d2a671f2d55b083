package main

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
)

func newScreenshot() *cobra.Command {
	var dir, built, actions string
	cmd := &cobra.Command{
		Use:   "screenshot",
		Short: "Take the pictures of the page",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, w := cmd.Context(), cmd.OutOrStdout()
			if err := needs.Ensure(ctx, w, needs.Chromium); err != nil {
				return err
			}
			if built != "" {
				return screenshots(ctx, w, built, dir, actions)
			}
			return inTemp(func(temp string) error {
				if err := buildSite(ctx, io.Discard, temp, "", false); err != nil {
					return err
				}
				return screenshots(ctx, w, temp, dir, actions)
			})
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", ".github", "directory to write to; the README shows those in .github")
	cmd.Flags().StringVar(&built, "site", "", "directory of a built site, instead of building one")
	cmd.Flags().StringVar(&actions, "actions", pictured, "the game to show, as BCN")
	return cmd
}

// pictured is a game that shows what there is to see: moves of both sides, the
// last of them marked, a ban in force, a capture to come.
const pictured = "b:e2e4 m:d2d4 b:d7d5 m:g8f6 b:c2c4 m:b1c3 b:d7d5 m:e7e6 b:e2e4 m:c1g5 b:f8b4 m:d7d5 " +
	"b:e2e3 m:g1f3 b:f8b4 m:f8e7 b:e2e3 m:g5f6 b:e7f6"

// pictures are the views and what their files are called.
var pictures = []struct {
	name string
	view browser.View
}{
	{"desktop-light", browser.Desktop},
	{"desktop-dark", browser.View{Width: 1280, Height: 800, Dark: true}},
	{"phone-light", browser.Phone},
	{"phone-dark", browser.View{Width: 390, Height: 844, Ratio: 2, Touch: true, Dark: true}},
}

// screenshots shows a game on the page of a built site and takes its pictures.
func screenshots(ctx context.Context, w io.Writer, built, dir, actions string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	server := httptest.NewServer(site.Handler(built, "/"))
	defer server.Close()
	b, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, p := range pictures {
		text, err := picture(b, server.URL, p.view, actions)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		file := filepath.Join(dir, p.name+".png")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(w, "%10s  %s\n", site.Size(int64(len(text))), file)
	}
	return nil
}

// picture loads the game as a person would, by the field for it, so that the
// page knows of it; then it waits until nothing moves.
func picture(b *browser.Browser, url string, view browser.View, actions string) ([]byte, error) {
	view.Still = true
	p, err := b.Open(url, view)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	const board = "document.getElementById('board')"
	load := fmt.Sprintf(`(() => {
		const field = document.getElementById('pgn');
		field.value = %q;
		field.dispatchEvent(new Event('input'));
		document.getElementById('pgn-load').click();
	})()`, actions)
	// Back and forth once, so that the status tells of the game again and not of
	// its loading.
	const settle = `(() => {
		document.getElementById('undo').click();
		document.getElementById('redo').click();
		document.activeElement.blur();
		scrollTo(0, 0);
	})()`
	const frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
	for _, step := range []func() error{
		func() error { return p.Wait("document.body.dataset.boot === 'ready'") },
		func() error { return p.Eval(load, nil) },
		func() error {
			return p.Wait(fmt.Sprintf("%s.game.toJSON().actions.join(' ') === %q", board, actions))
		},
		func() error { return p.Eval(settle, nil) },
		func() error { return p.Wait("!" + board + ".state.animating") },
		// The picture of the canvas is on the screen a frame after it is drawn, and
		// the page scrolls in a frame of its own.
		func() error { return p.Eval(frames, nil) },
		func() error { return p.Eval("document.getElementById('pgn').scrollTop = 0", nil) },
		func() error { return p.Eval(frames, nil) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p.PNG()
}
