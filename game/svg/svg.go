// Package svg draws a position of Ban Chess as a picture in SVG, as the page shows
// it: the board, the last move, a check, the ban in force with its barred arrow,
// arrows, coordinates, from either side and in each theme.
//
// The drawings are those of package assets. A picture stands for itself: it names
// no other file and holds no script. It is 800 units wide, a square 100.
package svg

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
)

// CodeBadTheme is the code of the error about a theme that there is not.
const CodeBadTheme game.Code = "bad_theme"

// Options say how a position is drawn. The zero Options draw it from White's side,
// in the first theme, with coordinates.
type Options struct {
	// Below is the side at the bottom; NoPlayer means White.
	Below game.Player
	// Theme is the name of one of assets.Themes; "" means the first.
	Theme string
	// NoCoordinates leaves out the names of files and ranks.
	NoCoordinates bool
	// LastMove is marked, if it is a pair.
	LastMove game.Pair
	// Arrows are drawn over the pieces.
	Arrows []Arrow
}

// Arrow is an arrow over the board, a plain one for a move, a barred one for a ban.
type Arrow struct {
	Pair game.Pair
	Ban  bool
}

// Draw returns the picture of a position. Error: CodeBadTheme.
func Draw(p game.Position, o Options) (string, error) {
	theme, err := themeOf(o.Theme)
	if err != nil {
		return "", err
	}
	d := drawing{position: p, options: o, theme: theme, black: o.Below == game.Black}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img" aria-label="%s">`, d.title())
	d.squares()
	d.marks()
	if err := d.pieces(); err != nil {
		return "", err
	}
	for _, a := range o.Arrows {
		d.arrow(a.Pair, assets.HintColor, a.Ban, 0.8)
	}
	if ban, ok := p.Ban(); ok {
		d.arrow(ban, assets.BanColor, true, 0.92)
	}
	d.printf("</svg>\n")
	return d.text.String(), nil
}

// DrawGame returns the picture of a game's position, with its last move.
func DrawGame(g *game.Game, o Options) (string, error) {
	if m, ok := g.LastMove(); ok && o.LastMove == game.NoPair {
		o.LastMove = m.Pair()
	}
	return Draw(g.Position(), o)
}

func themeOf(name string) (*assets.Theme, error) {
	if name == "" {
		return &assets.Themes[0], nil
	}
	var names []string
	for i := range assets.Themes {
		if assets.Themes[i].Name == name {
			return &assets.Themes[i], nil
		}
		names = append(names, assets.Themes[i].Name)
	}
	return nil, &game.Error{Code: CodeBadTheme, Message: fmt.Sprintf("there is no theme %.40q", name), Hint: "the themes are " + strings.Join(names, " and "), Input: name}
}

// drawing is a picture under way.
type drawing struct {
	text     strings.Builder
	position game.Position
	options  Options
	theme    *assets.Theme
	black    bool // Black sits at the bottom
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.text, format, args...) }

// title says what is to be seen, for those who do not see it.
func (d *drawing) title() string {
	p := d.position
	words := p.ActivePlayer().Name() + " to " + p.Phase().String()
	if r := p.Result(); r.Over() {
		words = r.String()
	}
	if ban, ok := p.Ban(); ok {
		words += ", " + ban.String() + " is banned"
	}
	return words + ": " + p.StandardFEN()
}

// corner returns the top left of a square.
func (d *drawing) corner(s game.Square) (x, y int) {
	if d.black {
		return 100 * (7 - s.File()), 100 * s.Rank()
	}
	return 100 * s.File(), 100 * (7 - s.Rank())
}

func (d *drawing) squares() {
	d.printf(`<path fill="%s" d="M0 0H800V800H0Z"/><path fill="%s" d="`, hex(d.theme.Light), hex(d.theme.Dark))
	for s := game.Square(0); s < game.NoSquare; s++ {
		if !s.IsLight() {
			x, y := d.corner(s)
			d.printf("M%d %dh100v100h-100Z", x, y)
		}
	}
	d.printf(`"/>`)
	if p := d.options.LastMove; p.IsValid() {
		for _, s := range []game.Square{p.From(), p.To()} {
			x, y := d.corner(s)
			d.printf(`<path %s d="M%d %dh100v100h-100Z"/>`, fill(d.theme.Last), x, y)
		}
	}
	if !d.options.NoCoordinates {
		d.coordinates()
	}
}

// coordinates writes the ranks down the left edge and the files along the bottom,
// in the squares' corners.
func (d *drawing) coordinates() {
	figures, err := assets.Figures()
	if err != nil {
		return // unreachable: the tests read the file
	}
	shapes := map[string]assets.Path{}
	for _, s := range figures.Shapes {
		shapes[s.ID] = s.Path
	}
	const em = 20
	for i := range 8 {
		left, bottom := game.SquareAt(0, i), game.SquareAt(i, 0)
		if d.black {
			left, bottom = game.SquareAt(7, i), game.SquareAt(i, 7)
		}
		x, y := d.corner(left)
		d.figure(shapes[string('1'+rune(i))], left, float64(x)+em*0.22, float64(y)+em*0.12, em)
		x, y = d.corner(bottom)
		d.figure(shapes[string('a'+rune(i))], bottom, float64(x)+100-em*0.78, float64(y)+100-em*0.95, em)
	}
}

func (d *drawing) figure(p assets.Path, on game.Square, x, y, em float64) {
	c := d.theme.OnDark
	if on.IsLight() {
		c = d.theme.OnLight
	}
	d.printf(`<path fill="%s" transform="translate(%.4g %.4g) scale(%g)" d="%s"/>`, hex(c), x, y, em/1000, p)
}

// marks draws what lies on the squares, under the pieces.
func (d *drawing) marks() {
	if p := d.position; p.InCheck() {
		x, y := d.corner(p.King(p.Mover()))
		d.printf(`<radialGradient id="check"><stop offset=".3" stop-color="%[1]s"/><stop offset="1" stop-color="%[1]s" stop-opacity="0"/></radialGradient>`, hex(assets.CheckColor))
		d.printf(`<circle cx="%d" cy="%d" r="52" fill="url(#check)"/>`, x+50, y+50)
	}
	if ban, ok := d.position.Ban(); ok {
		for _, s := range []game.Square{ban.From(), ban.To()} {
			x, y := d.corner(s)
			d.printf(`<g transform="translate(%d %d)">`, x, y)
			d.shapes(assets.Brackets())
			d.printf("</g>")
		}
	}
}

// pieces draws each kind of piece once, and uses it wherever one stands.
func (d *drawing) pieces() error {
	board := d.position.Board()
	drawn := map[game.Piece]bool{}
	d.printf("<defs>")
	for _, piece := range board {
		if piece == game.NoPiece || drawn[piece] {
			continue
		}
		drawn[piece] = true
		art, err := assets.Piece(name(piece))
		if err != nil {
			return err
		}
		d.printf(`<g id="%s">`, name(piece))
		d.shapes(art.Shapes)
		d.printf("</g>")
	}
	d.printf("</defs>")
	for i, piece := range board {
		if piece != game.NoPiece {
			x, y := d.corner(game.Square(i))
			d.printf(`<use href="#%s" x="%d" y="%d"/>`, name(piece), x, y)
		}
	}
	return nil
}

// name is a piece's name in assets: "wK", "bP".
func name(p game.Piece) string {
	return p.Player().String()[:1] + strings.ToUpper(string(p.Role().Letter()))
}

func (d *drawing) arrow(p game.Pair, c color.NRGBA, barred bool, opacity float64) {
	if !p.IsValid() {
		return
	}
	x0, y0 := d.corner(p.From())
	x1, y1 := d.corner(p.To())
	dx, dy := float64(x1-x0), float64(y1-y0)
	d.printf(`<g opacity="%g" transform="translate(%d %d) rotate(%.4g)">`, opacity, x0+50, y0+50, math.Atan2(dy, dx)*180/math.Pi)
	d.shapes(assets.Arrow(math.Hypot(dx, dy), c, barred))
	d.printf("</g>")
}

func (d *drawing) shapes(shapes []assets.Shape) {
	for _, s := range shapes {
		paint := `fill="none"`
		if s.Fill.A > 0 {
			paint = fill(s.Fill)
		}
		if s.Stroke.A > 0 {
			paint += fmt.Sprintf(` stroke="%s" stroke-width="%g" stroke-linejoin="round" stroke-linecap="round"`, hex(s.Stroke), s.Width)
		}
		d.printf(`<path %s d="%s"/>`, paint, s.Path)
	}
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func fill(c color.NRGBA) string {
	if c.A == 255 {
		return `fill="` + hex(c) + `"`
	}
	return fmt.Sprintf(`fill="%s" fill-opacity="%.3g"`, hex(c), float64(c.A)/255)
}
