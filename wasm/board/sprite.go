package board

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
	"github.com/banchess/banchess/game/chess"
)

// A sprite names a small picture: what it is and how large. Sprites are painted
// when first drawn and kept by name.
type sprite struct {
	kind  spriteKind
	piece chess.Piece // of spritePiece
	char  byte        // of spriteFigure
	set   string      // of spritePiece
	theme string
	n     uint8 // which of several variants
	rank  uint8 // of spriteArrow: of an engine's, see Arrow
	size  int   // side of a square in device pixels; of a piece or figure, its own
	reach int   // of spriteArrow: from the middle of one square to that of the other, in pixels
}

type spriteKind uint8

const (
	spriteSquare   spriteKind = iota // a light (n even) or dark square of the board
	spritePiece                      // a piece
	spriteFigure                     // a figure of the coordinates, on a light (n 0) or dark (n 1) square
	spriteDot                        // a target in the move phase
	spriteRing                       // a target with a piece on it
	spriteBanDot                     // a target in the ban phase
	spriteBanRing                    // a target with a piece on it, under the piece
	spriteBanBadge                   // the same, over the piece
	spriteBarred                     // the banned target of the piece in hand
	spriteBrackets                   // corners around the squares of the ban in force
	spriteCheck                      // a glow under a king in check
	spriteAim                        // frame of the square a dragged piece would go to
	spriteCard                       // a cell of the promotion chooser; n 1: focused
	spriteCircle                     // a circle drawn by hand, n: the letter of its colour
	spriteArrow                      // an arrow that points right, n: arrowStyle
)

// arrowStyle is how an arrow is drawn: one of these, or the letter of a colour, which is
// larger, for an arrow drawn by hand.
type arrowStyle uint8

const (
	arrowBan    arrowStyle = iota // the ban in force
	arrowOfKind                   // and the assets.ArrowKind
)

// artwork is the parsed drawings.
type artwork struct {
	pieces  map[string]map[string]assets.Drawing // those of the sets that were drawn
	figures map[byte]assets.Shape
}

// loadArtwork parses the embedded drawings.
func loadArtwork() (*artwork, error) {
	a := &artwork{pieces: map[string]map[string]assets.Drawing{}, figures: map[byte]assets.Shape{}}
	d, err := assets.Figures()
	if err != nil {
		return nil, err
	}
	for _, s := range d.Shapes {
		if len(s.ID) != 1 {
			return nil, fmt.Errorf("board: figure %q is not one character", s.ID)
		}
		a.figures[s.ID[0]] = s
	}
	return a, nil
}

// paint paints a sprite.
func (a *artwork) paint(s sprite) *image.RGBA {
	u := float64(s.size)
	switch s.kind {
	case spriteSquare:
		return paintSquare(s)
	case spritePiece:
		d := a.piece(s.set, s.piece)
		return raster.Draw(d.Shapes, s.size, s.size, raster.Transform{Scale: u / d.Width})
	case spriteFigure:
		shape := a.figures[s.char]
		shape.Fill = assets.ThemeOf(s.theme).OnLight
		if s.n == 1 {
			shape.Fill = assets.ThemeOf(s.theme).OnDark
		}
		return raster.Draw([]assets.Shape{shape}, s.size, s.size, raster.Transform{Scale: u / 1000})
	case spriteCheck:
		return paintGlow(s.size)
	case spriteArrow:
		return paintArrow(s)
	default:
		return raster.Draw(markShapes(s), s.size, s.size, raster.Transform{Scale: u / 100})
	}
}

// piece returns the drawing of a piece. The first use of a set loads it.
func (a *artwork) piece(set string, p chess.Piece) assets.Drawing {
	if a.pieces[set] == nil {
		a.pieces[set], _ = assets.Pieces(set) // embedded, and parsed by a test
	}
	return a.pieces[set][string([]byte{p.Player().String()[0], p.Letter() &^ 0x20})]
}

// markShapes are the marks on squares, in hundredths of a square.
func markShapes(s sprite) []assets.Shape {
	var p, q assets.Path
	switch s.kind {
	case spriteDot:
		p.Circle(50, 50, 15)
		return []assets.Shape{{Path: p, Fill: assets.ThemeOf(s.theme).Target}}
	case spriteRing:
		p.Circle(50, 50, 43.5)
		return []assets.Shape{{Path: p, Stroke: assets.ThemeOf(s.theme).Target, Width: 9}}
	case spriteBanDot:
		return noEntry(50, 50, 15)
	case spriteBanRing:
		p.Circle(50, 50, 43.5)
		return []assets.Shape{
			{Path: p, Stroke: assets.HaloColor, Width: 10},
			{Path: p, Stroke: assets.BanColor, Width: 7},
		}
	case spriteBanBadge:
		return noEntry(80, 20, 15)
	case spriteBarred:
		p.Circle(79, 21, 15)
		q.MoveTo(73.5, 15.5)
		q.LineTo(84.5, 26.5)
		q.MoveTo(84.5, 15.5)
		q.LineTo(73.5, 26.5)
		return []assets.Shape{
			{Path: p, Fill: assets.BanColor, Stroke: assets.HaloColor, Width: 3},
			{Path: q, Stroke: assets.HaloColor, Width: 5},
		}
	case spriteBrackets:
		return assets.Brackets()
	case spriteCircle:
		return assets.DrawnCircle(assets.DrawingColors[s.n])
	case spriteAim:
		p.RoundedRect(3, 3, 94, 94, 3)
		return []assets.Shape{{Path: p, Stroke: aimColor, Width: 6}}
	case spriteCard:
		p.RoundedRect(1.5, 1.5, 97, 97, 8)
		card := []assets.Shape{{Path: p, Fill: cardColor, Stroke: cardEdge, Width: 3}}
		if s.n == 1 {
			q.RoundedRect(6, 6, 88, 88, 6)
			card = append(card, assets.Shape{Path: q, Fill: focusColor})
		}
		return card
	}
	return nil
}

// noEntry is the sign in small: a disc with a bar.
func noEntry(x, y, r float64) []assets.Shape {
	var disc, bar assets.Path
	disc.Circle(x, y, r)
	bar.MoveTo(x-r*0.5, y)
	bar.LineTo(x+r*0.5, y)
	return []assets.Shape{
		{Path: disc, Fill: assets.BanColor, Stroke: assets.HaloColor, Width: 2.5},
		{Path: bar, Stroke: assets.HaloColor, Width: r * 0.42},
	}
}

// paintArrow paints an arrow that points right. The picture is a square high;
// its middle is the middle of the way.
func paintArrow(s sprite) *image.RGBA {
	u := float64(s.size) / 100 // a hundredth of a square
	w, h := s.reach+s.size, s.size
	length := float64(s.reach) / u // from centre to centre, in hundredths
	t := raster.Transform{Scale: u, X: float64(s.size) / 2, Y: float64(h) / 2}
	var shapes []assets.Shape
	switch kind := int(s.n) - int(arrowOfKind); {
	case kind < 0:
		shapes = assets.Arrow(length, assets.BanColor, true, 1)
	case kind < len(assets.ArrowKinds):
		shapes = assets.KindArrow(length, assets.ArrowKind(kind), int(s.rank))
	default:
		shapes = assets.DrawnArrow(length, assets.DrawingColors[s.n])
	}
	return raster.Draw(shapes, w, h, t)
}

// paintGlow paints a disc of red that fades outwards.
func paintGlow(size int) *image.RGBA {
	r := raster.New(size, size)
	r.Glow(assets.CheckColor, float64(size)/2, float64(size)/2, float64(size)/2)
	return r.Image()
}

// paintSquare paints a square with the theme's grain, drawn out along one axis.
func paintSquare(s sprite) *image.RGBA {
	pal := assets.ThemeOf(s.theme)
	base := pal.Light
	if s.n%2 == 1 {
		base = pal.Dark
	}
	img := image.NewRGBA(image.Rect(0, 0, s.size, s.size))
	seed := uint32(s.n)*7919 + 17
	f := 1 / float64(s.size)
	grain := func(x, y int) float64 {
		u, v := float64(x)*f, float64(y)*f
		// Long fibres and, within them, finer ones; a slow wave bends both.
		v += 0.06 * noise(u*1.7, v*1.3, seed+1)
		return noise(u*0.9, v*11, seed) + 0.55*noise(u*2.2, v*34, seed+2)
	}
	// Along the fibres little changes: a few samples will do, and what is between
	// them is interpolated.
	const step = 8
	for y := range s.size {
		left := grain(0, y)
		for x := 0; x < s.size; x += step {
			right := grain(x+step, y)
			for i := range min(step, s.size-x) {
				k := 1 + pal.Grain*(left+(right-left)*float64(i)/step)
				img.SetRGBA(x+i, y, color.RGBA{shade(base.R, k), shade(base.G, k), shade(base.B, k), 0xff})
			}
			left = right
		}
	}
	return img
}

func shade(v uint8, k float64) uint8 { return uint8(min(max(float64(v)*k+0.5, 0), 255)) }

// noise is smooth pseudo-random noise from -1 to 1 over the plane.
func noise(x, y float64, seed uint32) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	tx, ty := x-fx, y-fy
	tx, ty = tx*tx*(3-2*tx), ty*ty*(3-2*ty)
	i, j := uint32(int32(fx)), uint32(int32(fy))
	top := lattice(i, j, seed)*(1-tx) + lattice(i+1, j, seed)*tx
	bottom := lattice(i, j+1, seed)*(1-tx) + lattice(i+1, j+1, seed)*tx
	return top*(1-ty) + bottom*ty
}

// lattice is the noise at a whole point.
func lattice(i, j, seed uint32) float64 {
	h := i*0x9e3779b1 ^ j*0x85ebca6b ^ seed*0xc2b2ae35
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64(h^h>>15)/float64(1<<31) - 1
}
