package browser

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Point is a place in the page's viewport, in CSS pixels.
type Point struct{ X, Y float64 }

// steps is how many moves a drag is made of: enough for a page that wants to
// see a pointer travel before it believes in a drag.
const steps = 6

// MouseMove moves the mouse, with the left button held or not.
func (p *Page) MouseMove(to Point) error {
	e := input.DispatchMouseEvent(input.MouseMoved, to.X, to.Y)
	if p.down {
		e = e.WithButton(input.Left).WithButtons(1)
	}
	return p.input(e)
}

// MouseDown presses the left button.
func (p *Page) MouseDown(at Point) error {
	p.down = true
	return p.input(input.DispatchMouseEvent(input.MousePressed, at.X, at.Y).WithButton(input.Left).WithButtons(1).WithClickCount(1))
}

// MouseUp lets go of the left button.
func (p *Page) MouseUp(at Point) error {
	p.down = false
	return p.input(input.DispatchMouseEvent(input.MouseReleased, at.X, at.Y).WithButton(input.Left).WithClickCount(1))
}

// Click moves the mouse to a point and clicks there.
func (p *Page) Click(at Point) error {
	return first(
		func() error { return p.MouseMove(at) },
		func() error { return p.MouseDown(at) },
		func() error { return p.MouseUp(at) },
	)
}

// DoubleClick clicks twice at a point, as one who double clicks.
func (p *Page) DoubleClick(at Point) error {
	second := func(kind input.MouseType) error {
		return p.input(input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Left).WithClickCount(2))
	}
	return first(
		func() error { return p.Click(at) },
		func() error { return second(input.MousePressed) },
		func() error { return second(input.MouseReleased) },
	)
}

// RightClick opens what a page has for the right button at a point.
func (p *Page) RightClick(at Point) error {
	return first(
		func() error { return p.MouseMove(at) },
		func() error { return p.right(input.MousePressed, at, 0) },
		func() error { return p.right(input.MouseReleased, at, 0) },
	)
}

// Drag presses the left button at one point, travels and lets go at another.
func (p *Page) Drag(from, to Point) error {
	return first(
		func() error { return p.MouseMove(from) },
		func() error { return p.MouseDown(from) },
		func() error { return travel(from, to, p.MouseMove) },
		func() error { return p.MouseUp(to) },
	)
}

// RightDrag is Drag with the right button, with keys held: the sum of
// 1 for Alt, 2 for Control and 8 for Shift.
func (p *Page) RightDrag(from, to Point, keys int) error {
	return first(
		func() error { return p.right(input.MousePressed, from, keys) },
		func() error {
			return travel(from, to, func(at Point) error { return p.right(input.MouseMoved, at, keys) })
		},
		func() error { return p.right(input.MouseReleased, to, keys) },
	)
}

// right is an event of the mouse with the right button, which is down until it is let go.
func (p *Page) right(kind input.MouseType, at Point, keys int) error {
	var down int64
	if kind != input.MouseReleased {
		down = 2
	}
	return p.input(input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Right).WithButtons(down).WithClickCount(1).WithModifiers(input.Modifier(keys)))
}

// Wheel turns the mouse wheel over a point, down for positive pixels.
func (p *Page) Wheel(at Point, pixels float64) error {
	return p.input(input.DispatchMouseEvent(input.MouseWheel, at.X, at.Y).WithDeltaX(0).WithDeltaY(pixels))
}

// TouchDown puts a finger on a point.
func (p *Page) TouchDown(at Point) error { return p.touch(input.TouchStart, at) }

// TouchMove moves the finger.
func (p *Page) TouchMove(to Point) error { return p.touch(input.TouchMove, to) }

// TouchUp lifts the finger.
func (p *Page) TouchUp() error { return p.touch(input.TouchEnd) }

// Tap touches a point for a moment.
func (p *Page) Tap(at Point) error {
	return first(
		func() error { return p.TouchDown(at) },
		func() error { return p.TouchUp() },
	)
}

// Swipe puts a finger on one point, moves it to another and lifts it there.
func (p *Page) Swipe(from, to Point) error {
	return first(
		func() error { return p.TouchDown(from) },
		func() error { return travel(from, to, p.TouchMove) },
		p.TouchUp,
	)
}

// Pinch spreads two fingers around a point, until what is between them is that
// many times as large.
func (p *Page) Pinch(at Point, times float64) error {
	const apart = 25
	around := func(by float64) []Point { return []Point{{at.X - by, at.Y}, {at.X + by, at.Y}} }
	if err := p.touch(input.TouchStart, around(apart)...); err != nil {
		return err
	}
	for i := 1; i <= steps; i++ {
		if err := p.touch(input.TouchMove, around(apart*(1+(times-1)*float64(i)/steps))...); err != nil {
			return err
		}
	}
	return p.TouchUp()
}

func (p *Page) touch(kind input.TouchType, points ...Point) error {
	list := []*input.TouchPoint{}
	for i, at := range points {
		list = append(list, &input.TouchPoint{X: at.X, Y: at.Y, RadiusX: 8, RadiusY: 8, ID: float64(i + 1)})
	}
	return p.input(input.DispatchTouchEvent(kind, list))
}

// Names of keys for [Page.Key].
const (
	Tab        = kb.Tab
	Enter      = kb.Enter
	Escape     = kb.Escape
	ArrowLeft  = kb.ArrowLeft
	ArrowRight = kb.ArrowRight
	ArrowUp    = kb.ArrowUp
	ArrowDown  = kb.ArrowDown
	Home       = kb.Home
	End        = kb.End
)

// Key presses and releases a key: one of the names above, or a character.
func (p *Page) Key(key string) error {
	if err := p.do(chromedp.KeyEvent(key)); err != nil {
		return fmt.Errorf("key %q: %w", key, err)
	}
	return nil
}

// Modifiers for [Page.Chord].
const (
	Control = input.ModifierCtrl
	Shift   = input.ModifierShift
)

// Chord presses and releases a key while a modifier is held.
func (p *Page) Chord(modifier input.Modifier, key string) error {
	if err := p.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifier))); err != nil {
		return fmt.Errorf("key %q with a modifier: %w", key, err)
	}
	return nil
}

// Type writes text where the focus is.
func (p *Page) Type(text string) error { return p.input(input.InsertText(text)) }

func (p *Page) input(e chromedp.Action) error {
	if err := p.do(e); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	return nil
}

// travel moves from one point to another in equal steps.
func travel(from, to Point, move func(Point) error) error {
	for i := 1; i <= steps; i++ {
		part := float64(i) / steps
		if err := move(Point{from.X + (to.X-from.X)*part, from.Y + (to.Y-from.Y)*part}); err != nil {
			return err
		}
	}
	return nil
}

// first does things in order until one fails.
func first(things ...func() error) error {
	for _, do := range things {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}
