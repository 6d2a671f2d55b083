package assets

import (
	"fmt"
	"math"
	"strconv"
	"strings"
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

// Polygon appends a closed line.
func (p *Path) Polygon(points ...Point) {
	p.MoveTo(points[0].X, points[0].Y)
	for _, at := range points[1:] {
		p.LineTo(at.X, at.Y)
	}
	p.Close()
}

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

// String returns the path as SVG path data, to a thousandth of a unit. A line that Close draws, or
// that goes nowhere after another line or curve, is left out.
func (p Path) String() string {
	var b []byte
	rounded := func(at Point) Point { return Point{math.Round(at.X*1000) / 1000, math.Round(at.Y*1000) / 1000} }
	write := func(command byte, points ...Point) {
		b = append(b, command)
		for i, at := range points {
			if i > 0 {
				b = append(b, ' ')
			}
			at = rounded(at)
			b = strconv.AppendFloat(b, at.X, 'f', -1, 64)
			b = append(b, ' ')
			b = strconv.AppendFloat(b, at.Y, 'f', -1, 64)
		}
	}
	var start, last Point
	for i, s := range p {
		end := rounded(s.End)
		switch s.Op {
		case MoveTo:
			start = end
			write('M', end)
		case LineTo:
			isDrawn := i+1 < len(p) && p[i+1].Op == Close && end == start
			if p[i-1].Op == MoveTo || !isDrawn && end != last {
				write('L', end)
			}
		case CurveTo:
			write('C', s.A, s.B, end)
		case Close:
			b = append(b, 'Z')
		}
		last = end
	}
	return string(b)
}

// ParsePath reads SVG path data as this project's files have it: the absolute commands
// M L C Q Z, each with its letter, and numbers with spaces between them. A quadratic
// curve becomes a cubic one.
func ParsePath(data string) (Path, error) {
	var p Path
	for data != "" {
		end := 1 + strings.IndexAny(data[1:], "MLCQZ")
		if end == 0 {
			end = len(data)
		}
		command, numbers := data[0], strings.Fields(data[1:end])
		n := make([]float64, len(numbers))
		for i, text := range numbers {
			var err error
			if n[i], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("path data: %q is not a number", text)
			}
		}
		switch {
		case command != 'M' && (len(p) == 0 || p[len(p)-1].Op == Close):
			return nil, fmt.Errorf("path data: a line starts with M, not %q", command)
		case command == 'M' && len(n) == 2:
			p.MoveTo(n[0], n[1])
		case command == 'L' && len(n) == 2:
			p.LineTo(n[0], n[1])
		case command == 'C' && len(n) == 6:
			p.CurveTo(n[0], n[1], n[2], n[3], n[4], n[5])
		case command == 'Q' && len(n) == 4:
			at := p[len(p)-1].End
			p.CurveTo(at.X+(n[0]-at.X)*2/3, at.Y+(n[1]-at.Y)*2/3, n[2]+(n[0]-n[2])*2/3, n[3]+(n[1]-n[3])*2/3, n[2], n[3])
		case command == 'Z' && len(n) == 0:
			p.Close()
		default:
			return nil, fmt.Errorf("path data: %q with %d numbers is not one of M and L with 2, C with 6, Q with 4, Z with none", command, len(n))
		}
		data = data[end:]
	}
	return p, nil
}
