package e2e

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/browser"
)

// travelled is the number of moves in a drag: enough for a page that recognizes a drag by
// several moves.
const travelled = 6

// MouseMove moves the mouse, with the left button held or not.
func (p *page) MouseMove(to browser.Point) error {
	e := input.DispatchMouseEvent(input.MouseMoved, to.X, to.Y)
	if p.down {
		e = e.WithButton(input.Left).WithButtons(1)
	}
	return p.input(e)
}

// MouseDown presses the left button.
func (p *page) MouseDown(at browser.Point) error {
	p.down = true
	return p.input(input.DispatchMouseEvent(input.MousePressed, at.X, at.Y).WithButton(input.Left).WithButtons(1).WithClickCount(1))
}

// MouseUp lets go of the left button.
func (p *page) MouseUp(at browser.Point) error {
	p.down = false
	return p.input(input.DispatchMouseEvent(input.MouseReleased, at.X, at.Y).WithButton(input.Left).WithClickCount(1))
}

// Click moves the mouse to a point and clicks there.
func (p *page) Click(at browser.Point) error {
	return inOrder(
		func() error { return p.MouseMove(at) },
		func() error { return p.MouseDown(at) },
		func() error { return p.MouseUp(at) },
	)
}

// DoubleClick clicks twice at a point, like a user's double click.
func (p *page) DoubleClick(at browser.Point) error {
	second := func(kind input.MouseType) error {
		return p.input(input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Left).WithClickCount(2))
	}
	return inOrder(
		func() error { return p.Click(at) },
		func() error { return second(input.MousePressed) },
		func() error { return second(input.MouseReleased) },
	)
}

// RightClick clicks at a point with the right button.
func (p *page) RightClick(at browser.Point) error {
	return inOrder(
		func() error { return p.MouseMove(at) },
		func() error { return p.right(input.MousePressed, at, 0) },
		func() error { return p.right(input.MouseReleased, at, 0) },
	)
}

// Drag presses the left button at one point, travels and lets go at another.
func (p *page) Drag(from, to browser.Point) error {
	return inOrder(
		func() error { return p.MouseMove(from) },
		func() error { return p.MouseDown(from) },
		func() error { return travel(from, to, p.MouseMove) },
		func() error { return p.MouseUp(to) },
	)
}

// RightDrag is Drag with the right button, with keys held: the sum of
// 1 for Alt, 2 for Control and 8 for Shift.
func (p *page) RightDrag(from, to browser.Point, keys int) error {
	return inOrder(
		func() error { return p.right(input.MousePressed, from, keys) },
		func() error {
			return travel(from, to, func(at browser.Point) error { return p.right(input.MouseMoved, at, keys) })
		},
		func() error { return p.right(input.MouseReleased, to, keys) },
	)
}

// right sends an event of the mouse with the right button, which is down until its release.
func (p *page) right(kind input.MouseType, at browser.Point, keys int) error {
	var down int64
	if kind != input.MouseReleased {
		down = 2
	}
	return p.input(input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Right).WithButtons(down).WithClickCount(1).WithModifiers(input.Modifier(keys)))
}

// Wheel turns the mouse wheel over a point, down for positive pixels.
func (p *page) Wheel(at browser.Point, pixels float64) error {
	return p.input(input.DispatchMouseEvent(input.MouseWheel, at.X, at.Y).WithDeltaX(0).WithDeltaY(pixels))
}

// TouchDown puts a finger on a point.
func (p *page) TouchDown(at browser.Point) error { return p.touch(input.TouchStart, at) }

// TouchMove moves the finger.
func (p *page) TouchMove(to browser.Point) error { return p.touch(input.TouchMove, to) }

// TouchUp lifts the finger.
func (p *page) TouchUp() error { return p.touch(input.TouchEnd) }

// Tap touches a point for a moment.
func (p *page) Tap(at browser.Point) error {
	return inOrder(
		func() error { return p.TouchDown(at) },
		func() error { return p.TouchUp() },
	)
}

// DoubleTap taps twice at a point, like a user's double tap. The browser tells a double tap from
// two taps by the times of the touches, so all of them name the time of the first: a page that
// is slow to answer the first tap gets a double tap all the same.
func (p *page) DoubleTap(at browser.Point) error {
	now := float64(time.Now().UnixMicro()) / 1e6 // cdproto writes a time in whole seconds
	touch := func(kind input.TouchType, points ...*input.TouchPoint) func() error {
		return func() error {
			return p.input(chromedp.ActionFunc(func(ctx context.Context) error {
				return cdp.Execute(ctx, input.CommandDispatchTouchEvent, map[string]any{"type": kind, "touchPoints": append([]*input.TouchPoint{}, points...), "timestamp": now}, nil)
			}))
		}
	}
	down, up := touch(input.TouchStart, finger(at, 1)), touch(input.TouchEnd)
	return inOrder(down, up, down, up)
}

// Swipe puts a finger on one point, moves it to another and lifts it there.
func (p *page) Swipe(from, to browser.Point) error {
	return inOrder(
		func() error { return p.TouchDown(from) },
		func() error { return travel(from, to, p.TouchMove) },
		p.TouchUp,
	)
}

// Pinch spreads two fingers around a point, until the distance between them has grown by
// a factor.
func (p *page) Pinch(at browser.Point, times float64) error {
	const apart = 25
	around := func(by float64) []browser.Point {
		return []browser.Point{{X: at.X - by, Y: at.Y}, {X: at.X + by, Y: at.Y}}
	}
	if err := p.touch(input.TouchStart, around(apart)...); err != nil {
		return err
	}
	for i := 1; i <= travelled; i++ {
		if err := p.touch(input.TouchMove, around(apart*(1+(times-1)*float64(i)/travelled))...); err != nil {
			return err
		}
	}
	return p.TouchUp()
}

func (p *page) touch(kind input.TouchType, points ...browser.Point) error {
	list := []*input.TouchPoint{}
	for i, at := range points {
		list = append(list, finger(at, i+1))
	}
	return p.input(input.DispatchTouchEvent(kind, list))
}

// finger is a finger on the screen, of a number from 1.
func finger(at browser.Point, number int) *input.TouchPoint {
	return &input.TouchPoint{X: at.X, Y: at.Y, RadiusX: 8, RadiusY: 8, ID: float64(number)}
}

// Key presses and releases a key: one of the names of package browser, or a character.
func (p *page) Key(key string) error {
	if err := p.Run(chromedp.KeyEvent(key)); err != nil {
		return fmt.Errorf("key %q: %w", key, err)
	}
	return nil
}

// Chord presses and releases a key while a modifier is held.
func (p *page) Chord(modifier input.Modifier, key string) error {
	if err := p.Run(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifier))); err != nil {
		return fmt.Errorf("key %q with a modifier: %w", key, err)
	}
	return nil
}

// Type writes text into the focused element.
func (p *page) Type(text string) error { return p.input(input.InsertText(text)) }

func (p *page) input(e chromedp.Action) error {
	if err := p.Run(e); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	return nil
}

// travel moves from one point to another in travelled equal steps.
func travel(from, to browser.Point, move func(browser.Point) error) error {
	for i := 1; i <= travelled; i++ {
		part := float64(i) / travelled
		if err := move(browser.Point{X: from.X + (to.X-from.X)*part, Y: from.Y + (to.Y-from.Y)*part}); err != nil {
			return err
		}
	}
	return nil
}
