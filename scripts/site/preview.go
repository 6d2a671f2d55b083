package site

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/picture"
)

// previewName is the picture that readers of links show beside the title of the page.
const previewName = "preview.png"

// The size of the picture in pixels, which is what such readers ask for.
const (
	previewWidth  = 1200
	previewHeight = 630
)

// writePreview adds to the page what a link to it is shown with: tags of Open Graph, and a
// picture. Most programs that show links take only absolute addresses, so a site whose address
// is unknown has neither.
func writePreview(o Options) error {
	if o.URL == "" {
		return nil
	}
	base, err := url.Parse(o.URL)
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || base.RawQuery != "" || base.Fragment != "" {
		return fmt.Errorf("%q is not the address of a site: give one such as https://example.org/banchess/", o.URL)
	}
	address := strings.TrimSuffix(base.String(), "/") + "/"
	file := filepath.Join(o.Dir, "index.html")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	description := pageDescription.FindSubmatch(text)
	if description == nil {
		return fmt.Errorf("the page has no description")
	}
	var tags bytes.Buffer
	for _, tag := range [][2]string{
		{"og:type", "website"}, {"og:title", "Ban Chess"}, {"og:description", html.UnescapeString(string(description[1]))}, {"og:url", address},
		{"og:image", address + previewName}, {"og:image:width", fmt.Sprint(previewWidth)}, {"og:image:height", fmt.Sprint(previewHeight)},
		{"og:image:alt", "A board on which a ban is checkmate"}, {"twitter:card", "summary_large_image"},
	} {
		fmt.Fprintf(&tags, "\n<meta property=\"%s\" content=\"%s\">", tag[0], html.EscapeString(tag[1]))
	}
	if err := os.WriteFile(file, bytes.Replace(text, description[0], append(description[0], tags.Bytes()...), 1), 0o644); err != nil {
		return err
	}
	drawing, err := drawPreview()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.Dir, previewName), drawing, 0o644)
}

var pageDescription = regexp.MustCompile(`<meta name="description" content="([^"]*)">`)

// drawPreview draws a mate by ban, and beside it a king that is barred.
func drawPreview() ([]byte, error) {
	g, err := game.ReplayLog(game.StartPosition(), "b:a2a3", "e4", "b:a7a6", "h6", "b:a2a3", "Qf3", "b:a7a6", "h5", "b:a2a3", "Qxf7+", "b:e8f7")
	if err != nil {
		return nil, err
	}
	board, err := picture.Image(g, previewHeight, picture.Options{})
	if err != nil {
		return nil, err
	}
	pieces, err := assets.Pieces(assets.PieceSets[0])
	if err != nil {
		return nil, err
	}
	var ground, disc, bar assets.Path
	ground.Polygon(assets.Point{}, assets.Point{X: previewWidth}, assets.Point{X: previewWidth, Y: previewHeight}, assets.Point{Y: previewHeight})
	disc.Circle(0, 0, 60)
	bar.MoveTo(-36, 36)
	bar.LineTo(36, -36)
	c := raster.New(previewWidth, previewHeight)
	c.Paint(assets.Shape{Path: ground, Fill: color.NRGBA{0x24, 0x22, 0x1f, 0xff}}, raster.Transform{Scale: 1})
	const left = previewWidth - previewHeight
	for _, s := range pieces["bK"].Shapes {
		c.Paint(s, raster.Transform{Scale: 4.2, X: left/2 - 210, Y: previewHeight/2 - 210})
	}
	for _, s := range []assets.Shape{{Path: disc, Stroke: assets.HaloColor, Width: 32}, {Path: disc, Fill: assets.HaloColor, Stroke: assets.BanColor, Width: 20}, {Path: bar, Stroke: assets.BanColor, Width: 20}} {
		c.Paint(s, raster.Transform{Scale: 1.2, X: left/2 + 130, Y: previewHeight/2 + 120})
	}
	c.Lay(board, left, 0, 1)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, c.Image())
	return out.Bytes(), err
}
