package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
)

// item is one thing of a scene, drawn over those before it. Its shapes are in
// units of their own, which at and scale bring to the picture's, a hundred to a
// square; angle turns them about their origin.
type item struct {
	shapes  []assets.Shape
	piece   game.Piece // whose drawing the shapes are
	at      assets.Point
	scale   float64
	angle   float64 // radians
	opacity float64
	glow    bool // a disc that fades outwards, under a king in check
}

// glow: full up to inner of the radius, nothing at its end.
const (
	glowRadius = 52
	glowInner  = 0.3
)

// side is the width of the board.
const side = 800

type scene struct {
	position game.Position
	options  Options
	theme    *assets.Theme
	set      string // of pieces
	items    []item
	over     map[game.Pair]int // arrows so far over the same squares
}

func newScene(g *game.Game, o Options) (*scene, error) {
	theme := assets.ThemeOf(cmp.Or(o.Theme, assets.Themes[0].Name))
	if theme == nil {
		return nil, unknown(CodeBadTheme, "theme", o.Theme, Themes())
	}
	set := cmp.Or(o.Pieces, assets.PieceSets[0])
	if !slices.Contains(assets.PieceSets[:], set) {
		return nil, unknown(CodeBadPieces, "set of pieces", set, PieceSets())
	}
	if m, ok := g.LastMove(); ok {
		o.LastMove = m.Pair()
	}
	o.Drawings = append(slices.Clone(g.Annotation(g.Len()).Drawings), o.Drawings...)
	o.Drawings = o.Drawings[:min(len(o.Drawings), MostDrawings)]
	s := &scene{position: g.Position(), options: o, theme: theme, set: set, over: map[game.Pair]int{}}
	s.squares()
	if !o.NoCoordinates {
		if err := s.coordinates(); err != nil {
			return nil, err
		}
	}
	s.marks()
	if err := s.pieces(); err != nil {
		return nil, err
	}
	s.drawings()
	return s, nil
}

// corner returns the top left of a square.
func (s *scene) corner(q game.Square) assets.Point {
	if s.options.Below == game.Black {
		return assets.Point{X: float64(100 * (7 - q.File())), Y: float64(100 * q.Rank())}
	}
	return assets.Point{X: float64(100 * q.File()), Y: float64(100 * (7 - q.Rank()))}
}

func (s *scene) middle(q game.Square) assets.Point {
	c := s.corner(q)
	return assets.Point{X: c.X + 50, Y: c.Y + 50}
}

func (s *scene) add(i item) {
	if i.scale == 0 {
		i.scale = 1
	}
	if i.opacity == 0 {
		i.opacity = 1
	}
	s.items = append(s.items, i)
}

// square appends a square with its corner there to a path.
func square(p *assets.Path, c assets.Point, side float64) {
	p.Polygon(c, assets.Point{X: c.X + side, Y: c.Y}, assets.Point{X: c.X + side, Y: c.Y + side}, assets.Point{X: c.X, Y: c.Y + side})
}

func (s *scene) squares() {
	var board, dark, last assets.Path
	square(&board, assets.Point{}, side)
	for q := game.Square(0); q < game.NoSquare; q++ {
		if !q.IsLight() {
			square(&dark, s.corner(q), 100)
		}
	}
	shapes := []assets.Shape{{Path: board, Fill: s.theme.Light}, {Path: dark, Fill: s.theme.Dark}}
	if p := s.options.LastMove; p.IsValid() {
		square(&last, s.corner(p.From()), 100)
		square(&last, s.corner(p.To()), 100)
		shapes = append(shapes, assets.Shape{Path: last, Fill: s.theme.Last})
	}
	s.add(item{shapes: shapes})
}

// coordinates writes the ranks down the left edge and the files along the bottom,
// in the squares' corners.
func (s *scene) coordinates() error {
	figures, err := assets.Figures()
	if err != nil {
		return err
	}
	paths := map[string]assets.Path{}
	for _, f := range figures.Shapes {
		paths[f.ID] = f.Path
	}
	const em = 20
	figure := func(name string, on game.Square, x, y float64) {
		c := s.theme.OnDark
		if on.IsLight() {
			c = s.theme.OnLight
		}
		at := s.corner(on)
		s.add(item{shapes: []assets.Shape{{Path: paths[name], Fill: c}}, at: assets.Point{X: at.X + x, Y: at.Y + y}, scale: em / 1000.0})
	}
	for i := range 8 {
		left, bottom := game.SquareAt(0, i), game.SquareAt(i, 0)
		if s.options.Below == game.Black {
			left, bottom = game.SquareAt(7, i), game.SquareAt(i, 7)
		}
		figure(string(rune('1'+i)), left, em*0.22, em*0.12)
		figure(string(rune('a'+i)), bottom, 100-em*0.78, 100-em*0.95)
	}
	return nil
}

// marks draws what lies on the squares, under the pieces.
func (s *scene) marks() {
	if p := s.position; p.InCheck() {
		s.add(item{glow: true, at: s.middle(p.King(p.Mover()))})
	}
	if ban, ok := s.position.Ban(); ok {
		s.add(item{shapes: assets.Brackets(), at: s.corner(ban.From())})
		s.add(item{shapes: assets.Brackets(), at: s.corner(ban.To())})
	}
}

func (s *scene) pieces() error {
	art, err := assets.Pieces(s.set)
	if err != nil {
		return err
	}
	for i, piece := range s.position.Board() {
		if piece == game.NoPiece {
			continue
		}
		drawing := art[pieceName(piece)]
		s.add(item{shapes: drawing.Shapes, piece: piece, at: s.corner(game.Square(i)), scale: 100 / drawing.Width})
	}
	return nil
}

// drawings draws what lies over the pieces, the ban in force last: the others give
// way to it.
func (s *scene) drawings() {
	ban, banned := s.position.Ban()
	if banned {
		s.over[ban]++
	}
	for _, d := range s.options.Drawings {
		c, ok := assets.DrawingColors[d.Color]
		switch {
		case !ok || !d.From.IsValid():
		case d.To.IsValid():
			s.arrow(game.NewPair(d.From, d.To), 0.75, func(length float64) []assets.Shape { return assets.DrawnArrow(length, c) })
		default:
			s.add(item{shapes: assets.DrawnCircle(c), at: s.corner(d.From), opacity: 0.75})
		}
	}
	for _, a := range s.options.Arrows {
		s.arrow(a.Pair, 0.8, func(length float64) []assets.Shape { return assets.Arrow(length, assets.HintColor, a.Ban, 1) })
	}
	if banned {
		s.over[ban] = 0
		s.arrow(ban, 0.92, func(length float64) []assets.Shape { return assets.Arrow(length, assets.BanColor, true, 1) })
	}
}

// arrow draws shapes that point right from square to square.
func (s *scene) arrow(p game.Pair, opacity float64, shapes func(length float64) []assets.Shape) {
	if !p.IsValid() {
		return
	}
	from, to := s.middle(p.From()), s.middle(p.To())
	dx, dy := to.X-from.X, to.Y-from.Y
	length := math.Hypot(dx, dy)
	// The second over the same squares lies beside the first, the third on the other
	// side, and so on.
	n := s.over[p]
	s.over[p]++
	aside := float64((n+1)/2) * 24
	if n%2 == 0 {
		aside = -aside
	}
	at := assets.Point{X: from.X - dy/length*aside, Y: from.Y + dx/length*aside}
	s.add(item{shapes: shapes(length), at: at, angle: math.Atan2(dy, dx), opacity: opacity})
}
