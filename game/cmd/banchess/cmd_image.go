package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/picture"
)

// imageFormats are the formats of image, by the ends of file names.
var imageFormats = []string{"svg", "png", "gif"}

type image struct {
	format, output, below string
	arrows                []string
	ply, number, size     int
	delay                 time.Duration
	options               picture.Options
}

func newImage() *cobra.Command {
	var i image
	cmd := &cobra.Command{
		Use:   "image [FEN | FILE]",
		Short: "Draw a position as SVG or PNG, or a game as an animated GIF",
		Long: `Draws a position, or, as gif, every position of a game one after the other. The
picture looks as on the page: it shows the board, the last move, a check, the ban in
force, and the circles and arrows of a PGN (at most 500 for each position). The input
is an extended FEN, a file in any format that convert reads, or standard input. Of a
game it draws the last position, or the one before the action at --ply.

The name of --output decides the format, unless you give --to.`,
		Example: `  banchess image game.pgn -o game.gif
  banchess image --below black --arrow e7e5 -o position.png "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3"`,
		Annotations: map[string]string{cli.NoJSON: "a picture is no JSON"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := i.check(cmd); err != nil {
				return err
			}
			g, err := cli.ReadGame(cmd, args, i.number)
			if err != nil {
				return err
			}
			if g, err = cli.AtPly(cmd, g, i.ply); err != nil {
				return err
			}
			draw := func(w io.Writer) error { return i.draw(cmd.Context(), w, g) }
			if i.output != "" {
				return file.Write(i.output, draw)
			}
			w := bufio.NewWriter(cmd.OutOrStdout())
			return errors.Join(draw(w), w.Flush())
		},
	}
	flags := cmd.Flags()
	flags.VarP(cli.FileName(&i.output), "output", "o", "file to write to instead of standard output")
	cli.ChoiceVar(cmd, &i.format, "to", "", imageFormats, "format; without it, the name of --output decides, or svg")
	cli.NumberVar(flags, &i.size, "size", 0, picture.MinSize, picture.MaxSize, "width in pixels; without it, 800 for png and 400 for gif")
	cli.ChoiceVar(cmd, &i.below, "below", "white", []string{"white", "black"}, "side at the bottom")
	cli.ChoiceVar(cmd, &i.options.Theme, "theme", picture.Themes()[0], picture.Themes(), "theme of the board")
	cli.ChoiceVar(cmd, &i.options.Pieces, "pieces", picture.PieceSets()[0], picture.PieceSets(), "set of pieces")
	flags.BoolVar(&i.options.NoCoordinates, "no-coordinates", false, "leave out the coordinates")
	flags.StringSliceVar(&i.arrows, "arrow", nil, "arrows to draw: e2e4, or b:e2e4 for a barred one")
	cli.DurationIn(flags, &i.delay, "delay", time.Second, picture.MinDelay, picture.MaxDelay, "how long each position of a gif stands")
	cli.PlyFlag(cmd, &i.ply, "ply to draw; a gif ends there")
	cli.NumberVar(flags, &i.number, "game", 1, 1, cli.MostGames, "number of the game in the input")
	return cmd
}

func (i *image) check(cmd *cobra.Command) error {
	if i.output == "-" {
		i.output = ""
	}
	if i.format == "" {
		i.format = cmp.Or(strings.TrimPrefix(strings.ToLower(filepath.Ext(i.output)), "."), imageFormats[0])
	}
	switch i.format {
	case "gif":
		i.size = cmp.Or(i.size, 400)
	case "png":
		i.size = cmp.Or(i.size, 800)
	case "svg":
		if i.size != 0 {
			return cli.Usagef("--size %d: an svg has any size; give it with png or gif", i.size)
		}
	default:
		return cli.Usagef("--output %s: %q is not a format of pictures; name a file that ends in one of %s, or give --to", i.output, i.format, strings.Join(imageFormats, ", "))
	}
	if i.format != "gif" && cmd.Flags().Changed("delay") {
		return cli.Usagef("--delay %v: a %s stands still; give it with gif", i.delay, i.format)
	}
	i.options.Below = game.MustParsePlayer(i.below)
	if i.format != "svg" && i.output == "" && term.Is(cmd.OutOrStdout()) {
		return cli.Usagef("a terminal shows no %s: name a file with --output", i.format)
	}
	i.options.Arrows = nil
	for _, text := range i.arrows {
		pair, barred := strings.CutPrefix(text, "b:")
		p, err := game.ParsePair(strings.TrimPrefix(pair, "m:"))
		if err != nil {
			return cli.Usagef("--arrow: %w", err)
		}
		arrow := picture.Arrow{Pair: p}
		if barred {
			arrow.Kind = assets.HintBan
		}
		i.options.Arrows = append(i.options.Arrows, arrow)
	}
	return nil
}

func (i *image) draw(ctx context.Context, w io.Writer, g *game.Game) error {
	switch i.format {
	case "png":
		return picture.PNG(ctx, w, g, i.size, i.options)
	case "gif":
		return picture.GIF(ctx, w, g, i.size, i.delay, i.options)
	}
	text, err := picture.SVG(g, i.options)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}
