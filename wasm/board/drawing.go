package board

import (
	"image/color"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// A Drawing is an arrow drawn by hand or, where To is NoSquare, a circle.
type Drawing struct {
	From, To chess.Square
	Color    DrawingColor
}

// DrawingColor is one of the colours that a PGN has for drawings.
type DrawingColor uint8

const (
	Green  DrawingColor = iota // without a modifier key
	Red                        // with Shift or Control
	Blue                       // with Alt
	Yellow                     // with both
)

// drawingColors are darker than the colours of bans and hints, and drawn without
// their halo. The red is nearer to purple than that of a ban.
var drawingColors = [...]color.NRGBA{
	Green:  {0x15, 0x78, 0x1b, 0xff},
	Red:    {0xa0, 0x10, 0x60, 0xff},
	Blue:   {0x00, 0x30, 0x88, 0xff},
	Yellow: {0xe6, 0x8f, 0x00, 0xff},
}

// A sketch is a drawing under way: the right button is down.
type sketch struct {
	Drawing
	pointer int
}

// SetDrawings replaces the drawings.
func (b *Board) SetDrawings(drawings []Drawing) {
	defer b.flush()
	b.drawings = append([]Drawing(nil), drawings...)
	b.invalidate()
}

// beginSketch begins a drawing on the square under the pointer, if there is one.
func (b *Board) beginSketch(s stroke) {
	if sq := b.layout.squareAt(s.X, s.Y); sq.IsValid() {
		b.sketch = &sketch{Drawing{sq, chess.NoSquare, s.Color}, s.Pointer}
		b.invalidate()
	}
}

// moveSketch follows the pointer: an arrow to another square, a circle on the same.
func (b *Board) moveSketch(s stroke) {
	to := b.layout.squareAt(s.X, s.Y)
	if to == b.sketch.From {
		to = chess.NoSquare
	}
	if to != b.sketch.To {
		b.sketch.To = to
		b.invalidate()
	}
}

// endSketch keeps the drawing, unless the pointer has left the board. One that is
// there in the same colour is taken away, one in another becomes of this.
func (b *Board) endSketch(s stroke) {
	b.moveSketch(s)
	d := b.sketch.Drawing
	b.sketch = nil
	b.invalidate()
	if !b.layout.squareAt(s.X, s.Y).IsValid() {
		return
	}
	if b.promotion != nil && d.To == chess.NoSquare { // a click, which is a no with any button
		b.cancelPromotion()
		return
	}
	add := true
	var kept []Drawing
	for _, other := range b.drawings {
		switch {
		case other.From != d.From || other.To != d.To:
			kept = append(kept, other)
		case other.Color == d.Color:
			add = false
		}
	}
	if add {
		kept = append(kept, d)
	}
	b.drawings = kept
	if f := b.call.Drawings; f != nil {
		b.report(func() { f(append([]Drawing(nil), kept...)) })
	}
}

// drawDrawings draws what was drawn by hand.
func (b *Board) drawDrawings(s *scene) {
	for _, d := range b.drawings {
		b.drawDrawing(s, d, 0.75)
	}
	if b.sketch != nil {
		b.drawDrawing(s, b.sketch.Drawing, 0.55)
	}
}

func (b *Board) drawDrawing(s *scene, d Drawing, alpha float32) {
	if d.To.IsValid() {
		b.drawArrow(s, chess.NewPair(d.From, d.To), arrowDrawn+arrowStyle(d.Color), 0, alpha)
		return
	}
	x, y := b.layout.corner(d.From)
	s.draw(sprite{kind: spriteCircle, n: uint8(d.Color), size: b.layout.square}, float64(x), float64(y), alpha)
}

// circleShapes are a circle's, in hundredths of a square.
func circleShapes(c DrawingColor) []assets.Shape {
	var p assets.Path
	p.Circle(50, 50, 46)
	return []assets.Shape{{Path: p, Stroke: drawingColors[c%4], Width: 6}}
}

// drawnArrow is an arrow drawn by hand: plain, from the middle of a square.
func drawnArrow(length float64, c DrawingColor) []assets.Shape {
	var body, end assets.Path
	const shaft, head, wing = 8, 32, 24
	tip := length - 2
	body.MoveTo(0, -shaft)
	body.LineTo(tip-head, -shaft)
	body.LineTo(tip-head, -wing)
	body.LineTo(tip, 0)
	body.LineTo(tip-head, wing)
	body.LineTo(tip-head, shaft)
	body.LineTo(0, shaft)
	body.Close()
	end.Circle(0, 0, shaft)
	fill := drawingColors[c%4]
	return []assets.Shape{{Path: body, Fill: fill}, {Path: end, Fill: fill}}
}
