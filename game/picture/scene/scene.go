package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// item is one thing of a scene, drawn over those before it. Its shapes are in
// units of their own, which at and scale bring to the picture's, a hundred to a
// square; angle turns them about their origin.
type item struct {
	shapes  []assets.Shape
	piece   chess.Piece // whose drawing the shapes are
	at      assets.Point
	scale   float64
	angle   float64 // radians
	opacity float64
	glow    bool // a disc that fades outwards, under a king in check

	low, high assets.Point // the corners of what a translucent item can cover
}

// side is the width of the board.
const side = 800

// scene is a picture as a list of things to draw.
type scene struct {
	position *Position
	options  Options
	size     int // in pixels, or 0
	look     *look
	items    []item
	bare     int // how many items there are of the bare board, the same in each position
}

// look is what options say of all scenes, with the drawings for it.
type look struct {
	theme   *assets.Theme
	pieces  map[string]assets.Drawing
	figures map[string]assets.Path
}

func newLook(o Options) (l *look, err error) {
	l = &look{theme: assets.ThemeOf(cmp.Or(o.Theme, assets.Themes[0].Name)), figures: map[string]assets.Path{}}
	if l.theme == nil {
		return nil, unknown(CodeBadTheme, "theme", o.Theme, assets.ThemeNames())
	}
	set := cmp.Or(o.Pieces, assets.PieceSets[0])
	if !slices.Contains(assets.PieceSets[:], set) {
		return nil, unknown(CodeBadPieces, "set of pieces", set, assets.PieceSets[:])
	}
	if l.pieces, err = assets.Pieces(set); err != nil {
		return nil, err
	}
	figures, err := assets.Figures()
	for _, f := range figures.Shapes {
		l.figures[f.ID] = f.Path
	}
	return l, err
}

// scene returns the scene of a position, for a picture of a size in pixels; 0 means any.
func (l *look) scene(p *Position, size int, o Options) *scene {
	s := &scene{position: p, options: o, size: size, look: l}
	s.squares()
	if !o.NoCoordinates {
		s.coordinates()
	}
	s.bare = len(s.items)
	s.marks()
	s.pieces()
	s.drawings()
	return s
}

// corner returns the top left of a square.
func (s *scene) corner(q chess.Square) assets.Point {
	if s.options.Below == chess.Black {
		return assets.Point{X: float64(100 * (7 - q.File())), Y: float64(100 * q.Rank())}
	}
	return assets.Point{X: float64(100 * q.File()), Y: float64(100 * (7 - q.Rank()))}
}

func (s *scene) middle(q chess.Square) assets.Point {
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
	var board, dark assets.Path
	square(&board, assets.Point{}, side)
	for q := chess.Square(0); q < chess.NoSquare; q++ {
		if !q.IsLight() {
			square(&dark, s.corner(q), 100)
		}
	}
	s.add(item{shapes: []assets.Shape{{Path: board, Fill: s.look.theme.Light}, {Path: dark, Fill: s.look.theme.Dark}}})
}

// coordinates writes the ranks down the left edge and the files along the bottom,
// in the squares' corners.
func (s *scene) coordinates() {
	em := 15.5
	if s.size > 0 { // as the board has it: at least 8 pixels, at most a third of a square
		em = max(em, min(800/(float64(s.size)/8), 33))
	}
	figure := func(name string, on chess.Square, x, y float64) {
		c := s.look.theme.OnDark
		if on.IsLight() {
			c = s.look.theme.OnLight
		}
		at := s.corner(on)
		s.add(item{shapes: []assets.Shape{{Path: s.look.figures[name], Fill: c}}, at: assets.Point{X: at.X + x, Y: at.Y + y}, scale: em / 1000.0})
	}
	for i := range 8 {
		left, bottom := chess.SquareAt(0, i), chess.SquareAt(i, 0)
		if s.options.Below == chess.Black {
			left, bottom = chess.SquareAt(7, i), chess.SquareAt(i, 7)
		}
		figure(string(rune('1'+i)), left, em*0.22, em*0.12)
		figure(string(rune('a'+i)), bottom, 100-em*0.72, 100-em*0.95)
	}
}

// marks draws what lies on the squares, under the pieces.
func (s *scene) marks() {
	if p := s.position.Last; p.IsValid() {
		var last assets.Path
		square(&last, s.corner(p.From()), 100)
		square(&last, s.corner(p.To()), 100)
		s.add(item{shapes: []assets.Shape{{Path: last, Fill: s.look.theme.Last}}})
	}
	if king := s.position.Check; king.IsValid() {
		s.add(item{glow: true, at: s.middle(king)})
	}
	if ban := s.position.Ban; ban.IsValid() {
		s.add(item{shapes: assets.Brackets(), at: s.corner(ban.From())})
		s.add(item{shapes: assets.Brackets(), at: s.corner(ban.To())})
	}
}

func (s *scene) pieces() {
	for i, piece := range s.position.Board {
		if piece == chess.NoPiece {
			continue
		}
		drawing := s.look.pieces[pieceName(piece)]
		s.add(item{shapes: drawing.Shapes, piece: piece, at: s.corner(chess.Square(i)), scale: 100 / drawing.Width})
	}
}

// drawings draws what lies over the pieces: what was drawn by hand, the arrows, the best
// last, and the ban in force.
func (s *scene) drawings() {
	for _, d := range s.position.Drawings[:min(len(s.position.Drawings), MostDrawings)] {
		c, ok := assets.DrawingColors[d.Color]
		switch {
		case !ok || !d.From.IsValid():
		case d.To.IsValid():
			s.arrow(chess.NewPair(d.From, d.To), 0.75, func(length float64) []assets.Shape { return assets.DrawnArrow(length, c) })
		default:
			at := s.corner(d.From)
			s.add(item{shapes: assets.DrawnCircle(c), at: at, opacity: 0.75, low: at, high: assets.Point{X: at.X + 100, Y: at.Y + 100}})
		}
	}
	for rank := len(assets.Ranks) - 1; rank >= 0; rank-- {
		for _, a := range s.options.Arrows {
			if min(a.Rank, len(assets.Ranks)-1) == rank {
				s.arrow(a.Pair, assets.Ranks[rank].Opacity, func(length float64) []assets.Shape { return assets.KindArrow(length, a.Kind, rank) })
			}
		}
	}
	if ban := s.position.Ban; ban.IsValid() {
		s.arrow(ban, 0.92, func(length float64) []assets.Shape { return assets.Arrow(length, assets.BanColor, true, 1) })
	}
}

// arrow draws shapes that point right from square to square.
func (s *scene) arrow(p chess.Pair, opacity float64, shapes func(length float64) []assets.Shape) {
	if !p.IsValid() {
		return
	}
	from, to := s.middle(p.From()), s.middle(p.To())
	dx, dy := to.X-from.X, to.Y-from.Y
	s.add(item{shapes: shapes(math.Hypot(dx, dy)), at: from, angle: math.Atan2(dy, dx), opacity: opacity,
		low:  assets.Point{X: min(from.X, to.X) - 50, Y: min(from.Y, to.Y) - 50},
		high: assets.Point{X: max(from.X, to.X) + 50, Y: max(from.Y, to.Y) + 50}})
}
