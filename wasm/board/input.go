package board

import (
	"github.com/banchess/banchess/game/chess"
)

// A stroke is one thing a pointer did. Mouse, pen and touch all arrive as
// strokes, and a test replays recorded ones.
type stroke struct {
	Kind    strokeKind
	Pointer int     // tells fingers apart
	X, Y    float64 // in CSS pixels of the frame
	Button  int     // of pointerDown and pointerUp: 0 is the main one
	Color   byte    // what a right button that goes down draws in, as in chess.Drawing
	Touch   bool    // a finger: it covers what it points at, and does not hover
}

// strokeKind is what a [stroke] is.
type strokeKind uint8

const (
	pointerDown  strokeKind = iota // a button or a finger went down
	pointerMoved                   // the pointer moved, pressed or not
	pointerUp                      // a button or a finger was lifted
	pointerLost                    // the pointer was taken away: a cancelled touch, a lost capture, a blurred window
	pointerLeft                    // the pointer left the frame
)

// handle takes one stroke in.
func (b *Board) handle(s stroke) {
	defer b.flush()
	s.X *= b.layout.scale
	s.Y *= b.layout.scale
	switch s.Kind {
	case pointerDown:
		b.pressDown(s)
	case pointerMoved:
		b.movePointer(s)
	case pointerUp:
		b.release(s)
	case pointerLost:
		if b.sketch != nil && b.sketch.pointer == s.Pointer || b.press == nil || b.press.pointer == s.Pointer {
			b.abandon()
		}
	case pointerLeft:
		b.abandon()
		b.hoverOver(chess.NoSquare)
	}
}

// holds reports whether a touch that begins at a place, in CSS pixels of the
// frame, is meant for the board: on a piece that can be picked up, on a target of
// the selected one, anywhere while the chooser is open. Any other touch may
// scroll the page behind.
func (b *Board) holds(x, y float64) bool {
	if b.options.ReadOnly {
		return false
	}
	if b.promotion != nil {
		return true
	}
	s := b.layout.squareAt(x*b.layout.scale, y*b.layout.scale)
	if b.press != nil {
		s = b.press.square // two fingers zoom the page unless the first is on a piece
	}
	return s.IsValid() && (b.view.selectable(s) || b.plays(s) || b.view.bars(b.selected) && b.view.Banned.To() == s)
}

// pointAt notes where the pointer is.
func (b *Board) pointAt(s stroke) {
	b.pointer = point{s.X, s.Y}
	if b.promotion != nil {
		b.hoverPromotion()
		return
	}
	b.hoverOver(b.layout.squareAt(s.X, s.Y))
}

func (b *Board) hoverOver(s chess.Square) {
	if b.hover != s {
		b.hover = s
		b.invalidate()
	}
}

// cursor returns the name of the mouse cursor, as CSS has it, for what the
// pointer is over.
func (b *Board) cursor() string {
	switch {
	case b.dragging():
		return "grabbing"
	case b.options.ReadOnly:
		return "default"
	case b.promotion != nil:
		if b.cellAt(b.pointer.x, b.pointer.y) >= 0 {
			return "pointer"
		}
		return "default"
	case b.hover.IsValid() && (b.plays(b.hover) || b.view.selectable(b.hover)):
		return "pointer"
	}
	return "default"
}
