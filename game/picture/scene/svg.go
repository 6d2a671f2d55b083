package scene

import (
	"fmt"
	"math"
	"strings"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
	"github.com/banchess/banchess/game/chess"
)

// SVG returns a position as a drawing. Error: CodeBadTheme, CodeBadPieces.
func SVG(p *Position, o Options) (string, error) {
	l, err := newLook(o)
	if err != nil {
		return "", err
	}
	s := l.scene(p, 0, o)
	w := svgWriter{}
	w.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" role="img" aria-label="%s" %s>`, side, escape(p.Title), assets.RoundStrokes)
	w.define(s.items)
	for i := range s.items {
		w.item(&s.items[i])
	}
	w.printf("</svg>\n")
	return w.text.String(), nil
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace

type svgWriter struct{ text strings.Builder }

func (w *svgWriter) printf(format string, args ...any) { fmt.Fprintf(&w.text, format, args...) }

// glow is how raster.Canvas.Glow fades, as stops between which it is nearly straight.
var glow = [...]struct{ at, opacity float64 }{{raster.GlowInner, 1}, {0.45, 0.9}, {0.54, 0.76}, {0.82, 0.22}, {0.92, 0.08}, {1, 0}}

// define draws each kind of piece once, for use wherever one stands, and the glow.
func (w *svgWriter) define(items []item) {
	drawn := map[chess.Piece]bool{}
	w.printf("<defs>")
	for i := range items {
		if items[i].glow {
			c := assets.CheckColor
			w.printf(`<radialGradient id="check">`)
			for _, stop := range glow {
				w.printf(`<stop offset="%.3g" stop-color="#%x" stop-opacity="%g"/>`, stop.at, []byte{c.R, c.G, c.B}, stop.opacity)
			}
			w.printf("</radialGradient>")
		}
		piece := items[i].piece
		if piece == chess.NoPiece || drawn[piece] {
			continue
		}
		drawn[piece] = true
		w.printf(`<g id="%s">`, pieceName(piece))
		w.shapes(items[i].shapes)
		w.printf("</g>")
	}
	w.printf("</defs>")
}

func (w *svgWriter) item(i *item) {
	switch {
	case i.glow:
		w.printf(`<circle cx="%g" cy="%g" r="%d" fill="url(#check)"/>`, i.at.X, i.at.Y, 50)
		return
	case i.piece != chess.NoPiece:
		w.printf(`<use href="#%s"%s/>`, pieceName(i.piece), transform(i))
		return
	}
	w.printf("<g%s", transform(i))
	if i.opacity < 1 {
		w.printf(` opacity="%g"`, i.opacity)
	}
	w.printf(">")
	w.shapes(i.shapes)
	w.printf("</g>")
}

// transform returns the attribute that brings an item's units to the picture's.
func transform(i *item) string {
	var steps []string
	if i.at != (assets.Point{}) {
		steps = append(steps, fmt.Sprintf("translate(%.6g %.6g)", i.at.X, i.at.Y))
	}
	if i.angle != 0 {
		steps = append(steps, fmt.Sprintf("rotate(%.5g)", i.angle*180/math.Pi))
	}
	if i.scale != 1 {
		steps = append(steps, fmt.Sprintf("scale(%g)", i.scale))
	}
	if steps == nil {
		return ""
	}
	return ` transform="` + strings.Join(steps, " ") + `"`
}

func (w *svgWriter) shapes(shapes []assets.Shape) {
	for _, s := range shapes {
		w.text.WriteString(s.SVG())
	}
}

// pieceName is a piece's name in assets: "wK", "bP".
func pieceName(p chess.Piece) string {
	return p.Player().String()[:1] + strings.ToUpper(string(p.Role().Letter()))
}
