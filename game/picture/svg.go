package picture

import (
	"fmt"
	"math"
	"strings"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
)

// SVG returns the position of a game as a drawing. Error: CodeBadTheme, CodeBadPieces.
func SVG(g *game.Game, o Options) (string, error) {
	s, err := newScene(g, o)
	if err != nil {
		return "", err
	}
	w := svgWriter{}
	w.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" role="img" aria-label="%s" %s>`, side, escape(title(g)), assets.RoundStrokes)
	w.define(s.items)
	for i := range s.items {
		w.item(&s.items[i])
	}
	w.printf("</svg>\n")
	return w.text.String(), nil
}

// title says what is to be seen, for those who do not see it.
func title(g *game.Game) string {
	words := g.ActivePlayer().Name() + " to " + g.Phase().String()
	if r := g.Result(); r.Over() {
		words = r.String()
	}
	if ban, ok := g.Ban(); ok {
		words += ", " + ban.String() + " is banned"
	}
	return words + ": " + g.Position().StandardFEN()
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace

type svgWriter struct{ text strings.Builder }

func (w *svgWriter) printf(format string, args ...any) { fmt.Fprintf(&w.text, format, args...) }

// define draws each kind of piece once, for use wherever one stands, and the glow.
func (w *svgWriter) define(items []item) {
	drawn := map[game.Piece]bool{}
	w.printf("<defs>")
	for i := range items {
		if items[i].glow {
			c := assets.CheckColor
			w.printf(`<radialGradient id="check"><stop offset="%[2]g" stop-color="#%[1]x"/><stop offset="1" stop-color="#%[1]x" stop-opacity="0"/></radialGradient>`, []byte{c.R, c.G, c.B}, glowInner)
		}
		piece := items[i].piece
		if piece == game.NoPiece || drawn[piece] {
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
		w.printf(`<circle cx="%g" cy="%g" r="%d" fill="url(#check)"/>`, i.at.X, i.at.Y, glowRadius)
		return
	case i.piece != game.NoPiece:
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
func pieceName(p game.Piece) string {
	return p.Player().String()[:1] + strings.ToUpper(string(p.Role().Letter()))
}
