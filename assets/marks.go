package assets

import (
	"image/color"
	"math"
)

// Marks are drawn in hundredths of a square.

// Brackets returns the four corners around a square of the ban in force.
func Brackets() []Shape {
	var p Path
	const in, out, arm = 5, 95, 25
	for _, c := range [4][3]Point{
		{{in, in + arm}, {in, in}, {in + arm, in}},
		{{out - arm, in}, {out, in}, {out, in + arm}},
		{{out, out - arm}, {out, out}, {out - arm, out}},
		{{in + arm, out}, {in, out}, {in, out - arm}},
	} {
		p.MoveTo(c[0].X, c[0].Y)
		p.LineTo(c[1].X, c[1].Y)
		p.LineTo(c[2].X, c[2].Y)
	}
	return []Shape{
		{Path: p, Stroke: HaloColor, Width: 9},
		{Path: p, Stroke: BanColor, Width: 6},
	}
}

// Arrow returns an arrow of a colour that points right, from the middle of a
// square at 0, 0 to the middle of another. A ban's is barred. Its weight is how bold
// it is: 1 for one that stands alone.
func Arrow(length float64, c color.NRGBA, barred bool, weight float64) []Shape {
	// It starts off the middle of its square, so that the piece stays readable, and
	// its tip reaches into the other square.
	start, tip := 22.0, length-6
	var body Path
	// The head keeps more of its size than the shaft: it says where to.
	shaft, head, wing := 5.5*weight, 26*(0.5+weight/2), 16*(0.5+weight/2)
	body.Polygon(Point{start, -shaft}, Point{tip - head, -shaft}, Point{tip - head - 4, -wing}, Point{tip, 0},
		Point{tip - head - 4, wing}, Point{tip - head, shaft}, Point{start, shaft})
	shapes := []Shape{
		{Path: body, Stroke: HaloColor, Width: 3 + 4*weight},
		{Path: body, Fill: c, Stroke: c, Width: 2},
	}
	if !barred {
		return shapes
	}
	// The bar: a prohibition sign on the shaft, where that leaves its square, so that it
	// hides none of the squares that the arrow passes over.
	var sign, bar Path
	m := min((start+tip-head)/2, 56)
	r := 17 * (0.5 + weight/2)
	sign.Circle(m, 0, r)
	d := r * math.Sqrt2 / 2
	bar.MoveTo(m-d, -d)
	bar.LineTo(m+d, d)
	return append(shapes,
		Shape{Path: sign, Stroke: HaloColor, Width: 4 + 7*weight},
		Shape{Path: sign, Fill: HaloColor, Stroke: c, Width: 7 * weight},
		Shape{Path: bar, Stroke: c, Width: 7 * weight})
}

// ArrowKind says what an arrow over the board is for.
type ArrowKind uint8

const (
	HintMove ArrowKind = iota // a plain arrow: a move to think of
	HintBan                   // a barred arrow: a ban to think of
	Threat                    // a plain arrow: a move of the opponent to beware of
	Premove                   // a plain arrow: a move to be played when the turn comes
	Preban                    // a barred arrow: a ban to be played after it
)

// ArrowKinds are the names of the kinds in JavaScript.
var ArrowKinds = [...]string{HintMove: "hint-move", HintBan: "hint-ban", Threat: "threat", Premove: "premove", Preban: "preban"}

// Ranks are how an engine's arrows look, the best first and the last for all others.
var Ranks = [...]struct{ Weight, Opacity float64 }{{1.15, 0.92}, {0.62, 0.66}, {0.4, 0.5}}

// KindArrow returns the arrow of a kind and a rank; see Arrow.
func KindArrow(length float64, k ArrowKind, rank int) []Shape {
	color := [...]color.NRGBA{HintMove: HintColor, HintBan: HintColor, Threat: ThreatColor, Premove: PremoveColor, Preban: PremoveColor}[k]
	return Arrow(length, color, k == HintBan || k == Preban, Ranks[min(rank, len(Ranks)-1)].Weight)
}

// DrawnArrow returns an arrow drawn by hand, which points right: plain, from the middle
// of a square at 0, 0 to the middle of another.
func DrawnArrow(length float64, c color.NRGBA) []Shape {
	var body, end Path
	const shaft, head, wing = 8, 32, 24
	tip := length - 2
	body.Polygon(Point{0, -shaft}, Point{tip - head, -shaft}, Point{tip - head, -wing}, Point{tip, 0},
		Point{tip - head, wing}, Point{tip - head, shaft}, Point{0, shaft})
	end.Circle(0, 0, shaft)
	return []Shape{{Path: body, Fill: c}, {Path: end, Fill: c}}
}

// DrawnCircle returns a circle drawn by hand in a square.
func DrawnCircle(c color.NRGBA) []Shape {
	var p Path
	p.Circle(50, 50, 46)
	return []Shape{{Path: p, Stroke: c, Width: 6}}
}
