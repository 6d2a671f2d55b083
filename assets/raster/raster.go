// Package raster paints the shapes of package assets into an image, on the CPU and
// exactly: a fill covers a pixel by its true area, a stroke by the pixel's distance
// to the line. The board makes its textures this way, and package picture its
// pictures.
package raster

import (
	"image"
	"image/color"
	"math"

	"github.com/banchess/banchess/assets"
)

// A Canvas is an image to paint shapes into.
type Canvas struct {
	img      *image.RGBA
	w, h     int
	coverage []float32 // two columns more than there are pixels, see span
	lines    [][]point // the current shape, flattened, in pixels

	// The pixels the current shape may reach. Shapes are small; most of the image
	// need not be looked at.
	x0, y0, x1, y1 int
}

// New returns an empty canvas of a size in pixels.
func New(w, h int) *Canvas {
	return &Canvas{
		img:      image.NewRGBA(image.Rect(0, 0, w, h)),
		w:        w,
		h:        h,
		coverage: make([]float32, (w+2)*h),
	}
}

// Image returns what is painted, with premultiplied colours.
func (r *Canvas) Image() *image.RGBA { return r.img }

// A Transform maps a drawing's units to pixels: scaled, then turned about the
// origin by an angle in radians, then moved.
type Transform struct{ Scale, Turn, X, Y float64 }

type point struct{ x, y float64 }

// matrix is a Transform, worked out.
type matrix struct{ cos, sin, x, y float64 }

func (t Transform) matrix() matrix {
	return matrix{math.Cos(t.Turn) * t.Scale, math.Sin(t.Turn) * t.Scale, t.X, t.Y}
}

func (t matrix) point(p assets.Point) point {
	return point{p.X*t.cos - p.Y*t.sin + t.x, p.X*t.sin + p.Y*t.cos + t.y}
}

// Paint paints one shape: its fill, then its stroke.
func (r *Canvas) Paint(s assets.Shape, t Transform) {
	r.flatten(s.Path, t.matrix())
	if s.Fill.A > 0 {
		r.bound(0)
		r.fill(s.Fill)
	}
	if s.Stroke.A > 0 && s.Width > 0 {
		r.bound(s.Width * t.Scale / 2)
		r.stroke(s.Stroke, s.Width*t.Scale)
	}
}

// Draw paints shapes, one over the other, into an image of a size in pixels.
func Draw(shapes []assets.Shape, w, h int, t Transform) *image.RGBA {
	c := New(w, h)
	for _, shape := range shapes {
		c.Paint(shape, t)
	}
	return c.img
}

// bound finds the pixels within a distance of the polylines, and clears their
// coverage.
func (r *Canvas) bound(pad float64) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, line := range r.lines {
		for _, p := range line {
			x0, x1 = min(x0, p.x), max(x1, p.x)
			y0, y1 = min(y0, p.y), max(y1, p.y)
		}
	}
	within := func(v float64, limit int) int { return int(min(max(v, 0), float64(limit))) }
	r.x0, r.x1 = within(math.Floor(x0-pad-1), r.w), within(math.Ceil(x1+pad+1), r.w)
	r.y0, r.y1 = within(math.Floor(y0-pad-1), r.h), within(math.Ceil(y1+pad+1), r.h)
	for y := r.y0; y < r.y1; y++ {
		clear(r.row(y)[r.x0 : r.x1+2])
	}
}

// row returns a row of the coverage.
func (r *Canvas) row(y int) []float32 { return r.coverage[y*(r.w+2) : (y+1)*(r.w+2)] }

// flatten turns a path into polylines. A closed one ends where it starts.
func (r *Canvas) flatten(path assets.Path, t matrix) {
	r.lines = r.lines[:0]
	var line []point
	for _, s := range path {
		switch s.Op {
		case assets.MoveTo:
			if len(line) > 0 {
				r.lines = append(r.lines, line)
			}
			line = []point{t.point(s.End)}
		case assets.LineTo:
			line = append(line, t.point(s.End))
		case assets.CurveTo:
			line = appendCurve(line, t.point(s.A), t.point(s.B), t.point(s.End))
		case assets.Close:
			line = append(line, line[0])
		}
	}
	if len(line) > 0 {
		r.lines = append(r.lines, line)
	}
}

// appendCurve appends a Bézier curve that starts at the line's last point, in
// pieces short enough that none is off by more than a thirtieth of a pixel.
func appendCurve(line []point, a, b, end point) []point {
	start := line[len(line)-1]
	// The second differences bound how far a chord strays from the curve.
	bend := max(
		math.Hypot(start.x-2*a.x+b.x, start.y-2*a.y+b.y),
		math.Hypot(a.x-2*b.x+end.x, a.y-2*b.y+end.y))
	n := 1 + int(math.Sqrt(bend*0.75*30))
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		c0, c1, c2, c3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		line = append(line, point{
			c0*start.x + c1*a.x + c2*b.x + c3*end.x,
			c0*start.y + c1*a.y + c2*b.y + c3*end.y,
		})
	}
	return line
}

// fill paints the inside of the polylines by the non-zero rule. Each edge leaves
// in every row the change of coverage it causes from its pixel on to the right;
// the running sum over a row is the coverage itself.
func (r *Canvas) fill(c color.NRGBA) {
	for _, line := range r.lines {
		for i := range line {
			r.edge(line[i], line[(i+1)%len(line)])
		}
	}
	for y := r.y0; y < r.y1; y++ {
		row := r.row(y)
		var sum float32
		for x := r.x0; x < r.x1; x++ {
			sum += row[x]
			if cover := min(max(sum, -sum), 1); cover > 1.0/512 {
				r.Blend(x, y, c, cover)
			}
		}
	}
}

// edge adds one edge of the outline, from a to b.
func (r *Canvas) edge(a, b point) {
	sign := 1.0
	if a.y > b.y {
		a, b, sign = b, a, -1
	}
	top, bottom := max(a.y, 0), min(b.y, float64(r.h))
	if top >= bottom {
		return
	}
	slope := (b.x - a.x) / (b.y - a.y)
	for y := int(top); y < r.h && float64(y) < bottom; y++ {
		y0, y1 := max(top, float64(y)), min(bottom, float64(y+1))
		r.span(y, a.x+(y0-a.y)*slope, a.x+(y1-a.y)*slope, (y1-y0)*sign)
	}
}

// span adds the part of an edge that crosses one row, from x0 to x1 over a
// height. Each pixel it crosses gets its share: what lies right of the edge in
// that pixel, and the rest of the full height from the next pixel on.
func (r *Canvas) span(y int, x0, x1, height float64) {
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	limit := float64(r.w)
	x0, x1 = min(max(x0, 0), limit), min(max(x1, 0), limit)
	row := r.row(y)
	for x := int(x0); ; x++ {
		left, right := max(x0, float64(x)), min(x1, float64(x+1))
		part := height
		if x1 > x0 {
			part *= (right - left) / (x1 - x0)
		}
		passed := (left+right)/2 - float64(x)
		row[x] += float32(part * (1 - passed))
		row[x+1] += float32(part * passed)
		if float64(x+1) >= x1 {
			return
		}
	}
}

// stroke paints the polylines with a pen of a width in pixels, round at joins
// and ends.
func (r *Canvas) stroke(c color.NRGBA, width float64) {
	reach := width/2 + 0.5
	// Here coverage holds the square of reach minus that of the distance, so that 0
	// is "too far".
	for _, line := range r.lines {
		for i := range line {
			r.approach(line[i], line[min(i+1, len(line)-1)], reach)
		}
	}
	limit := float32(min(1, width)) // a hairline covers no pixel in full
	for y := r.y0; y < r.y1; y++ {
		row := r.row(y)
		for x := r.x0; x < r.x1; x++ {
			if row[x] > 0 {
				r.Blend(x, y, c, min(float32(reach-math.Sqrt(reach*reach-float64(row[x]))), limit))
			}
		}
	}
}

// approach records how far the segment from a to b reaches into the pixels near it.
func (r *Canvas) approach(a, b point, reach float64) {
	x0 := max(int(math.Floor(min(a.x, b.x)-reach)), 0)
	x1 := min(int(math.Ceil(max(a.x, b.x)+reach)), r.w)
	y0 := max(int(math.Floor(min(a.y, b.y)-reach)), 0)
	y1 := min(int(math.Ceil(max(a.y, b.y)+reach)), r.h)
	if x0 >= x1 {
		return
	}
	dx, dy := b.x-a.x, b.y-a.y
	length := dx*dx + dy*dy
	inverse := 0.0
	if length > 0 {
		inverse = 1 / length
	}
	for y := y0; y < y1; y++ {
		row := r.row(y)[x0:x1]
		px, py := float64(x0)+0.5-a.x, float64(y)+0.5-a.y
		for x := range row {
			var d float64 // the square of the distance to the nearest point of the segment
			switch along := px*dx + py*dy; {
			case along <= 0:
				d = px*px + py*py
			case along >= length:
				d = (px-dx)*(px-dx) + (py-dy)*(py-dy)
			default:
				across := px*dy - py*dx
				d = across * across * inverse
			}
			if v := float32(reach*reach - d); v > row[x] {
				row[x] = v
			}
			px++
		}
	}
}

// GlowInner is the part of a glow's radius up to which it is full.
const GlowInner = 0.3

// GlowOuter is where a glow ends, as a part of its radius.
const GlowOuter = 1.05

// Glow paints a disc of a colour that fades outwards, in a square of which the radius is
// half the side.
func (r *Canvas) Glow(c color.NRGBA, x, y, radius float64) {
	for py := max(int(y-radius), 0); py < min(int(y+radius+0.5), r.h); py++ {
		for px := max(int(x-radius), 0); px < min(int(x+radius+0.5), r.w); px++ {
			d := math.Hypot(float64(px)+0.5-x, float64(py)+0.5-y) / radius
			if t := min(max((GlowOuter-d)/(GlowOuter-GlowInner), 0), 1); t > 0 {
				r.Blend(px, py, c, float32(t*t*(3-2*t)))
			}
		}
	}
}

// Lay paints an image with its top left there, as opaque as is said, over what is painted.
func (r *Canvas) Lay(img *image.RGBA, x, y int, opacity float64) {
	share := uint32(opacity*255 + 0.5)
	b := img.Rect
	for row := max(0, -y); row < min(b.Dy(), r.h-y); row++ {
		left, right := max(0, -x), min(b.Dx(), r.w-x)
		if left >= right {
			return
		}
		from := img.Pix[row*img.Stride+4*left : row*img.Stride+4*right]
		to := r.img.Pix[(y+row)*r.img.Stride+4*(x+left):][:len(from)]
		for i := 0; i+3 < len(from); i += 4 {
			a := uint32(from[i+3]) * share
			switch a {
			case 0:
				continue
			case 255 * 255:
				copy(to[i:i+4], from[i:i+4])
				continue
			}
			for k := i; k < i+4; k++ {
				to[k] = uint8((uint32(from[k])*share*255 + uint32(to[k])*(255*255-a) + 255*255/2) / (255 * 255))
			}
		}
	}
}

// Blend paints a pixel with a colour, as far as it is covered.
func (r *Canvas) Blend(x, y int, c color.NRGBA, cover float32) {
	p := r.img.Pix[y*r.img.Stride+4*x:][:4]
	a := cover * float32(c.A) / 255
	if a >= 1 {
		p[0], p[1], p[2], p[3] = c.R, c.G, c.B, 255
		return
	}
	p[0] = mix(p[0], c.R, a)
	p[1] = mix(p[1], c.G, a)
	p[2] = mix(p[2], c.B, a)
	p[3] = mix(p[3], 255, a)
}

// mix lays v over a premultiplied channel with opacity a.
func mix(under, v uint8, a float32) uint8 {
	return uint8(float32(under)*(1-a) + float32(v)*a + 0.5)
}
