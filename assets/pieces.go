package assets

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
)

// PieceSets are the sets of pieces there are; the first is the one a board starts with.
var PieceSets = [...]string{"classic", "flat", "line", "geometric", "contrast"}

// A pieceSet is a form, one of the files in pieces/, and the paint of either side.
type pieceSet struct {
	form         string
	white, black paint
}

// A paint is how the parts of a form are painted. What has no colour is left out.
type paint struct {
	rim   pen         // around the whole piece, under its bodies
	fill  color.NRGBA // of the bodies
	tone  band        // on the bodies, over the fill
	edge  pen         // around each body
	inner pen         // lines and dots within; its width is added to that of the lines
}

type pen struct {
	color color.NRGBA
	width float64
}

// A band is a part of a body in another tone: what lies between the right half of the
// body scaled to two widths, which are negative to the left of its axis. A body without
// an axis has a shape of its own for it, by name.
type band struct {
	color    color.NRGBA
	from, to float64
	shape    string
}

// sets are the sets of pieces, in the order of their names.
var sets = [len(PieceSets)]pieceSet{
	{ // shaded, with an outline around each part
		form: "staunton",
		white: paint{
			fill: rgb(0xfffefa), tone: band{rgb(0xe4dac8), 0.45, 1, "shade"},
			edge: pen{rgb(0x2b2521), 4}, inner: pen{rgb(0x2b2521), 0},
		},
		black: paint{
			rim: pen{rgb(0xf1eadf), 7}, fill: rgb(0x3b3735), tone: band{rgb(0x625b56), -0.72, -0.42, "gleam"},
			edge: pen{rgb(0x161413), 4}, inner: pen{rgb(0xf4eee4), 0},
		},
	},
	{ // two tones and no outline within
		form: "staunton",
		white: paint{
			rim: pen{rgb(0x3d362f), 6.4}, fill: rgb(0xfffdf8), tone: band{rgb(0xdcd3c4), 0, 1, "shade"},
			inner: pen{rgb(0x6e655a), 0.6},
		},
		black: paint{
			rim: pen{rgb(0xefe8dc), 6.4}, fill: rgb(0x4b4642), tone: band{rgb(0x312d2a), 0, 1, "shade"},
			inner: pen{rgb(0xb8afa4), 0.6},
		},
	},
	{ // drawn with a pen
		form: "staunton",
		white: paint{
			fill: rgb(0xffffff), edge: pen{rgb(0x1f2328), 3}, inner: pen{rgb(0x1f2328), -0.4},
		},
		black: paint{
			rim: pen{rgb(0x14171a), 6.4}, fill: rgb(0x14171a), edge: pen{rgb(0xf3f4f5), 2.2}, inner: pen{rgb(0xf3f4f5), -0.4},
		},
	},
	{ // straight and round, and nothing else
		form: "geometric",
		white: paint{
			fill: rgb(0xfcfcfa), edge: pen{rgb(0x26323f), 4}, inner: pen{rgb(0x26323f), 0},
		},
		black: paint{
			rim: pen{rgb(0xe6ebf0), 7}, fill: rgb(0x26323f), edge: pen{rgb(0x26323f), 4}, inner: pen{rgb(0xe6ebf0), 0},
		},
	},
	{ // black and white alone, for those who need to tell the sides apart better
		form: "staunton",
		white: paint{
			fill: rgb(0xffffff), edge: pen{rgb(0x000000), 4}, inner: pen{rgb(0x000000), 1.2},
		},
		black: paint{
			rim: pen{rgb(0xffffff), 7}, fill: rgb(0x000000), edge: pen{rgb(0x000000), 4}, inner: pen{rgb(0xffffff), 1.2},
		},
	},
}

func rgb(v uint32) color.NRGBA { return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

// Pieces returns the drawings of one of PieceSets by the names of the pieces: a colour (w
// or b) and a role (K, Q, R, B, N or P), as in "wK".
func Pieces(set string) (map[string]Drawing, error) {
	i := slices.Index(PieceSets[:], set)
	if i < 0 {
		return nil, fmt.Errorf("assets: there is no set of pieces %q", set)
	}
	form, err := load("pieces/" + sets[i].form + ".svg")
	if err != nil {
		return nil, err
	}
	parts := map[string][]Shape{} // by role
	for _, s := range form.Shapes {
		role, part, _ := strings.Cut(s.ID, "-")
		s.ID = part
		parts[role] = append(parts[role], s)
	}
	drawings := map[string]Drawing{}
	for role, shapes := range parts {
		for side, p := range map[string]*paint{"w": &sets[i].white, "b": &sets[i].black} {
			drawings[side+role] = Drawing{form.Width, form.Height, p.paint(shapes)}
		}
	}
	return drawings, nil
}

// paint paints the parts of a piece. A body is closed, or the right half of one that is
// the same on both sides. The parts that follow a body and have a tone's name are that
// tone on it.
func (p *paint) paint(parts []Shape) (painted []Shape) {
	add := func(s Shape) {
		if len(s.Path) > 0 && (s.Fill.A > 0 || s.Stroke.A > 0) {
			painted = append(painted, s)
		}
	}
	bodies, tones := make([]Path, len(parts)), make([]Path, len(parts))
	for i, part := range parts {
		switch part.ID {
		case "half":
			bodies[i], tones[i] = part.Path.band(-1, 1), part.Path.band(p.tone.from, p.tone.to)
		case "body":
			bodies[i], tones[i] = part.Path, named(parts[i+1:], p.tone.shape)
		}
	}
	add(Shape{Path: slices.Concat(bodies...), Stroke: p.rim.color, Width: p.rim.width})
	if p.edge.color.A == 0 { // one body, without seams
		add(Shape{Path: slices.Concat(bodies...), Fill: p.fill})
		add(Shape{Path: slices.Concat(tones...), Fill: p.tone.color})
	}
	for i, part := range parts {
		switch {
		case part.ID == "line":
			add(Shape{Path: part.Path, Stroke: p.inner.color, Width: part.Width + p.inner.width})
		case part.ID == "dot":
			add(Shape{Path: part.Path, Fill: p.inner.color})
		case bodies[i] == nil || p.edge.color.A == 0:
		case p.tone.color.A == 0 || tones[i] == nil:
			add(Shape{Path: bodies[i], Fill: p.fill, Stroke: p.edge.color, Width: p.edge.width})
		default:
			add(Shape{Path: bodies[i], Fill: p.fill})
			add(Shape{Path: tones[i], Fill: p.tone.color})
			add(Shape{Path: bodies[i], Stroke: p.edge.color, Width: p.edge.width})
		}
	}
	return painted
}

// named returns the path of the tone of a name among those at the start of parts.
func named(parts []Shape, name string) Path {
	for _, part := range parts {
		switch part.ID {
		case name:
			return part.Path
		case "shade", "gleam":
		default:
			return nil
		}
	}
	return nil
}

// band returns the area between a path from top to bottom, scaled from the axis x = 50 to
// one width, and the same scaled to another, to a tenth of a unit.
func (p Path) band(from, to float64) (area Path) {
	scaled := func(q Point, by float64) Point { return Point{math.Round((50+(q.X-50)*by)*10) / 10, q.Y} }
	for _, s := range p {
		area = append(area, Segment{s.Op, scaled(s.A, to), scaled(s.B, to), scaled(s.End, to)})
	}
	for i := len(p) - 1; i > 0; i-- {
		s, start := p[i], p[i-1].End
		area = append(area, Segment{s.Op, scaled(s.B, from), scaled(s.A, from), scaled(start, from)})
	}
	area.Close()
	return area
}
