package board

import (
	"math"

	"github.com/banchess/banchess/game/chess"
)

// Slop is how far a pointer may wander, in CSS pixels, before a click becomes a
// drag. A finger is less exact than a mouse.
const (
	mouseSlop = 3
	touchSlop = 8
)

// A press is a pointer that is down.
type press struct {
	pointer int
	touch   bool
	square  chess.Square // where it went down; NoSquare in the promotion chooser
	start   point
	before  chess.Square // what was selected ahead of it
	lifts   bool         // it is on a piece that can be dragged
	drag    bool         // it has gone far enough to drag that piece
	cell    int          // the chooser's cell it went down on
}

func (b *Board) dragging() bool { return b.press != nil && b.press.drag }

// pressDown begins a press.
func (b *Board) pressDown(s stroke) {
	if b.sketch != nil { // another button, or a finger, gives it up
		b.abandon()
		return
	}
	if b.press == nil && s.Button == 2 && b.options.Drawing {
		if b.promotion == nil { // who is asked for a piece may draw an arrow, and choose then
			b.reset()
			b.miss()
		}
		b.beginSketch(s)
		return
	}
	if b.options.ReadOnly {
		return
	}
	if b.press != nil { // a second finger, or another button, cancels
		b.abandon()
		return
	}
	if s.Button != 0 {
		b.reset()
		b.miss()
		return
	}
	b.pointer = point{s.X, s.Y}
	if b.promotion != nil {
		b.pressPromotion(s)
		return
	}
	sq := b.layout.squareAt(s.X, s.Y)
	if !sq.IsValid() {
		if b.selected == chess.NoSquare {
			b.miss()
		}
		b.choose(chess.NoSquare)
		return
	}
	b.press = &press{pointer: s.Pointer, touch: s.Touch, square: sq, start: b.pointer, before: b.selected}
	if !b.plays(sq) && b.view.selectable(sq) {
		b.press.lifts = true
		b.choose(sq)
	}
	b.hoverOver(sq)
	b.invalidate()
}

// movePointer follows a pointer, and drags what it has pressed.
func (b *Board) movePointer(s stroke) {
	if b.sketch != nil {
		if b.sketch.pointer == s.Pointer {
			b.moveSketch(s)
		}
		return
	}
	if b.options.ReadOnly {
		return
	}
	p := b.press
	if p == nil {
		if !s.Touch {
			b.pointAt(s)
		}
		return
	}
	if p.pointer != s.Pointer {
		return
	}
	if p.lifts && !p.drag && b.strayed(p, s) {
		p.drag = true
	}
	b.pointAt(s)
	if p.drag {
		b.invalidate()
	}
}

// strayed reports whether the pointer is too far from where it went down for a click.
func (b *Board) strayed(p *press, s stroke) bool {
	slop := mouseSlop * b.layout.scale
	if p.touch {
		slop = touchSlop * b.layout.scale
	}
	return math.Hypot(s.X-p.start.x, s.Y-p.start.y) > slop
}

// release ends a press: a click where it began, a drop elsewhere.
func (b *Board) release(s stroke) {
	if b.sketch != nil {
		if b.sketch.pointer == s.Pointer && s.Button == 2 {
			b.endSketch(s)
		}
		return
	}
	p := b.press
	if p == nil || p.pointer != s.Pointer || s.Button != 0 {
		return
	}
	b.movePointer(s) // a quick flick may come without a move between
	b.press = nil
	b.invalidate()
	if b.promotion != nil {
		b.releasePromotion(p, s)
		return
	}
	sq := b.layout.squareAt(s.X, s.Y)
	switch {
	case sq == p.square:
		if !p.drag {
			b.tap(sq, p.before)
		} // else the piece was put back where it came from, and stays selected
	case p.drag && !sq.IsValid():
		b.choose(chess.NoSquare)
	case p.drag:
		b.act(p.square, sq, true)
	case sq.IsValid() && b.wanted(p.square):
		b.refuse(p.square, sq) // an attempt to drag a piece that cannot be dragged
	}
	if p.touch {
		b.hoverOver(chess.NoSquare)
	}
}

// wanted reports whether somebody who drags from the square means its piece, as
// opposed to a target of the selected one.
func (b *Board) wanted(s chess.Square) bool {
	return b.view.Pieces[s] != chess.NoPiece && !b.plays(s)
}

// blur gives up whatever pointer is down, as if it had never gone down: for a
// window that lost the focus.
func (b *Board) blur() {
	defer b.flush()
	b.abandon()
}

// abandon undoes a press.
func (b *Board) abandon() {
	if b.sketch != nil {
		b.sketch = nil
		b.invalidate()
	}
	p := b.press
	if p == nil {
		return
	}
	b.press = nil
	if b.promotion == nil {
		b.choose(p.before)
	}
	b.invalidate()
}
