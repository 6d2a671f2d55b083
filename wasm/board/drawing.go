package board

import "github.com/banchess/banchess/game/chess"

// A sketch is a drawing under way: the right button is down.
type sketch struct {
	chess.Drawing
	pointer int
}

// SetDrawings replaces the drawings.
func (b *Board) SetDrawings(drawings []chess.Drawing) {
	defer b.flush()
	b.drawings = append([]chess.Drawing(nil), drawings...)
	b.invalidate()
}

// beginSketch begins a drawing on the square under the pointer, if there is one.
func (b *Board) beginSketch(s stroke) {
	if sq := b.layout.squareAt(s.X, s.Y); sq.IsValid() {
		b.sketch = &sketch{chess.Drawing{Color: s.Color, From: sq, To: chess.NoSquare}, s.Pointer}
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
	var kept []chess.Drawing
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
		b.report(func() { f(append([]chess.Drawing(nil), kept...)) })
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

func (b *Board) drawDrawing(s *scene, d chess.Drawing, alpha float32) {
	if d.To.IsValid() {
		b.drawArrow(s, chess.NewPair(d.From, d.To), arrowStyle(d.Color), 0, alpha)
		return
	}
	x, y := b.layout.corner(d.From)
	s.draw(sprite{kind: spriteCircle, n: d.Color, size: b.layout.square}, float64(x), float64(y), alpha)
}
