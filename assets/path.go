package assets

import (
	"fmt"
	"math"
	"strconv"
)

// A Point is a place in the coordinates of a drawing: x to the right, y down.
type Point struct{ X, Y float64 }

// Op is what a [Segment] of a path does.
type Op uint8

const (
	MoveTo  Op = iota // start a new subpath at the end point
	LineTo            // a straight line to the end point
	CurveTo           // a cubic Bézier curve over A and B to the end point
	Close             // a straight line back to the subpath's start
)

// A Segment is one command of a path. End is unused for Close; A and B, the
// control points, are used by CurveTo only.
type Segment struct {
	Op   Op
	A, B Point
	End  Point
}

// A Path is a list of segments. It starts with MoveTo.
type Path []Segment

// MoveTo starts a subpath.
func (p *Path) MoveTo(x, y float64) { *p = append(*p, Segment{Op: MoveTo, End: Point{x, y}}) }

// LineTo appends a straight line.
func (p *Path) LineTo(x, y float64) { *p = append(*p, Segment{Op: LineTo, End: Point{x, y}}) }

// CurveTo appends a cubic Bézier curve over two control points.
func (p *Path) CurveTo(ax, ay, bx, by, x, y float64) {
	*p = append(*p, Segment{Op: CurveTo, A: Point{ax, ay}, B: Point{bx, by}, End: Point{x, y}})
}

// Close appends a line back to the start of the subpath.
func (p *Path) Close() { *p = append(*p, Segment{Op: Close}) }

// Circle appends a full circle as four curves.
func (p *Path) Circle(x, y, r float64) {
	const k = 0.5522847498 // the control distance at which a cubic is a quarter circle to 0.03 %
	p.MoveTo(x+r, y)
	p.CurveTo(x+r, y+k*r, x+k*r, y+r, x, y+r)
	p.CurveTo(x-k*r, y+r, x-r, y+k*r, x-r, y)
	p.CurveTo(x-r, y-k*r, x-k*r, y-r, x, y-r)
	p.CurveTo(x+k*r, y-r, x+r, y-k*r, x+r, y)
	p.Close()
}

// RoundedRect appends a rectangle with corners of radius r.
func (p *Path) RoundedRect(x, y, w, h, r float64) {
	const k = 1 - 0.5522847498
	p.MoveTo(x+r, y)
	p.LineTo(x+w-r, y)
	p.CurveTo(x+w-k*r, y, x+w, y+k*r, x+w, y+r)
	p.LineTo(x+w, y+h-r)
	p.CurveTo(x+w, y+h-k*r, x+w-k*r, y+h, x+w-r, y+h)
	p.LineTo(x+r, y+h)
	p.CurveTo(x+k*r, y+h, x, y+h-k*r, x, y+h-r)
	p.LineTo(x, y+r)
	p.CurveTo(x, y+k*r, x+k*r, y, x+r, y)
	p.Close()
}

// String returns the path as SVG path data, to a thousandth of a unit.
func (p Path) String() string {
	var b []byte
	point := func(command byte, points ...Point) {
		b = append(b, command)
		for i, at := range points {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendFloat(b, math.Round(at.X*1000)/1000, 'f', -1, 64)
			b = append(b, ' ')
			b = strconv.AppendFloat(b, math.Round(at.Y*1000)/1000, 'f', -1, 64)
		}
	}
	for _, s := range p {
		switch s.Op {
		case MoveTo:
			point('M', s.End)
		case LineTo:
			point('L', s.End)
		case CurveTo:
			point('C', s.A, s.B, s.End)
		case Close:
			b = append(b, 'Z')
		}
	}
	return string(b)
}

// parsePath reads SVG path data: the commands M L H V C S Q Z, absolute and
// relative. Quadratic curves become cubic ones. Arcs (A) and smooth quadratics
// (T) are refused.
func parsePath(data string) (Path, error) {
	p := pathParser{in: data}
	return p.parse()
}

type pathParser struct {
	in    string
	pos   int
	out   Path
	at    Point // the current point
	start Point // the start of the current subpath
	last  Point // the last cubic control point, which S mirrors
}

func (p *pathParser) errorf(format string, args ...any) error {
	return fmt.Errorf("path data, offset %d: %s", p.pos, fmt.Sprintf(format, args...))
}

func (p *pathParser) skipSpace() {
	for p.pos < len(p.in) {
		switch p.in[p.pos] {
		case ' ', '\t', '\r', '\n', ',':
			p.pos++
		default:
			return
		}
	}
}

func (p *pathParser) parse() (Path, error) {
	var cmd byte
	for {
		p.skipSpace()
		if p.pos == len(p.in) {
			return p.out, nil
		}
		if c := p.in[p.pos]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			cmd = c
			p.pos++
		} else {
			// Numbers without a letter repeat the last command; after a move they draw lines.
			switch cmd {
			case 0, 'Z', 'z':
				return nil, p.errorf("a command is missing before %q", c)
			case 'M':
				cmd = 'L'
			case 'm':
				cmd = 'l'
			}
		}
		if len(p.out) == 0 && cmd != 'M' && cmd != 'm' {
			return nil, p.errorf("a path starts with M, not %q", cmd)
		}
		if err := p.readSegment(cmd); err != nil {
			return nil, err
		}
	}
}

// readSegment reads the numbers of one command and appends its segment.
func (p *pathParser) readSegment(cmd byte) error {
	var base Point
	if cmd >= 'a' {
		base = p.at
	}
	var pts [3]Point
	points := func(n int) error {
		for i := range n {
			x, err := p.readNumber()
			if err != nil {
				return err
			}
			y, err := p.readNumber()
			if err != nil {
				return err
			}
			pts[i] = Point{base.X + x, base.Y + y}
		}
		return nil
	}
	var err error
	switch cmd {
	case 'M', 'm':
		if err = points(1); err == nil {
			p.out.MoveTo(pts[0].X, pts[0].Y)
			p.start = pts[0]
			p.moveTo(pts[0], pts[0])
		}
	case 'L', 'l':
		if err = points(1); err == nil {
			p.addLine(pts[0])
		}
	case 'H', 'h':
		var x float64
		if x, err = p.readNumber(); err == nil {
			p.addLine(Point{base.X + x, p.at.Y})
		}
	case 'V', 'v':
		var y float64
		if y, err = p.readNumber(); err == nil {
			p.addLine(Point{p.at.X, base.Y + y})
		}
	case 'C', 'c':
		if err = points(3); err == nil {
			p.addCurve(pts[0], pts[1], pts[2])
		}
	case 'S', 's':
		if err = points(2); err == nil {
			p.addCurve(Point{2*p.at.X - p.last.X, 2*p.at.Y - p.last.Y}, pts[0], pts[1])
		}
	case 'Q', 'q':
		if err = points(2); err == nil {
			c, end := pts[0], pts[1]
			p.addCurve(
				Point{p.at.X + (c.X-p.at.X)*2/3, p.at.Y + (c.Y-p.at.Y)*2/3},
				Point{end.X + (c.X-end.X)*2/3, end.Y + (c.Y-end.Y)*2/3},
				end)
			p.moveTo(end, end)
		}
	case 'Z', 'z':
		p.out.Close()
		p.moveTo(p.start, p.start)
	default:
		return p.errorf("command %q is not one of M L H V C S Q Z", cmd)
	}
	return err
}

func (p *pathParser) moveTo(at, control Point) { p.at, p.last = at, control }

func (p *pathParser) addLine(end Point) {
	p.out.LineTo(end.X, end.Y)
	p.moveTo(end, end)
}

func (p *pathParser) addCurve(a, b, end Point) {
	p.out.CurveTo(a.X, a.Y, b.X, b.Y, end.X, end.Y)
	p.moveTo(end, b)
}

// readNumber reads one number in SVG's way: a sign or a second decimal point ends
// the number before it, so "1.5.5-2" is 1.5, 0.5 and -2.
func (p *pathParser) readNumber() (float64, error) {
	p.skipSpace()
	start := p.pos
	if p.pos < len(p.in) && (p.in[p.pos] == '-' || p.in[p.pos] == '+') {
		p.pos++
	}
	point := false
	for p.pos < len(p.in) {
		c := p.in[p.pos]
		if c == '.' && !point {
			point = true
		} else if c < '0' || c > '9' {
			break
		}
		p.pos++
	}
	v, err := strconv.ParseFloat(p.in[start:p.pos], 64)
	if err != nil {
		p.pos = start
		return 0, p.errorf("a number is missing")
	}
	return v, nil
}
