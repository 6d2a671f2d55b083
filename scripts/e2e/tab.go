package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/browser"
)

// Tab is a page with real mouse, touch and key input (events of the browser itself, not of
// a script in the page), and with a record of all errors and requests.
type Tab struct {
	*browser.Page
	watch watch
	down  bool // the left mouse button
	kept  bool // it may install itself
}

// NewTab opens an address in a page with its own storage. The page cannot install itself:
// a service worker would answer instead of the test's server.
func NewTab(b *browser.Browser, url string, view browser.View) (*Tab, error) {
	p, err := b.Open("about:blank", view)
	return watched(p, url, err, false)
}

// NewInstallable opens an address in a page that can install itself.
func NewInstallable(b *browser.Browser, url string, view browser.View) (*Tab, error) {
	p, err := b.Open("about:blank", view)
	return watched(p, url, err, true)
}

// Beside opens an address in a page that shares this one's storage; see
// [browser.Page.Beside].
func (p *Tab) Beside(url string, view browser.View) (*Tab, error) {
	q, err := p.Page.Beside("about:blank", view)
	return watched(q, url, err, p.kept)
}

// watched opens an address in an empty page and records everything from the start.
func watched(empty *browser.Page, url string, err error, kept bool) (*Tab, error) {
	if err != nil {
		return nil, err
	}
	p := &Tab{Page: empty, kept: kept}
	p.watch.listen(p.Context())
	if err := inOrder(
		func() error { return p.Run(p.watch.enable()) },
		func() error {
			if kept {
				return nil
			}
			return p.Before("delete Navigator.prototype.serviceWorker")
		},
		func() error { return p.Goto(url) },
	); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Before runs a script in every document of the page, before its own.
func (p *Tab) Before(script string) error {
	return p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

// Leave empties the page, and forgets its records.
func (p *Tab) Leave() error {
	p.down = false
	err := inOrder(
		func() error { return p.Goto("about:blank") },
		func() error { return p.MouseMove(browser.Point{X: -1, Y: -1}) },
		func() error {
			return p.Run(
				emulation.SetEmulatedVisionDeficiency(emulation.SetEmulatedVisionDeficiencyTypeNone),
				cdppage.ResetNavigationHistory(),
			)
		},
		func() error { return p.Eval("1", nil) }, // events come in order, so all of the old page have come
	)
	p.watch.forget()
	return err
}

// Reuse opens another site in a page that was left, at a fraction of the cost of a new
// page. Storage belongs to an origin, so the page must not have shown this origin
// before.
func (p *Tab) Reuse(url string, view browser.View) error {
	return inOrder(
		func() error { return p.Run(cdppage.BringToFront()) },
		func() error { return p.SetView(view) },
		func() error { return p.Goto(url) },
		func() error { return p.Run(cdppage.ResetNavigationHistory()) },
	)
}

// VisionWithoutColours makes the browser show the page without colours, as a colour-blind person sees it.
func (p *Tab) VisionWithoutColours() error {
	return p.Run(emulation.SetEmulatedVisionDeficiency(emulation.SetEmulatedVisionDeficiencyTypeAchromatopsia))
}

// Picture returns the page's view as an image, in device pixels.
func (p *Tab) Picture() (image.Image, error) {
	text, err := p.PNG()
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(text))
}

// inOrder calls functions in order until one fails.
func inOrder(things ...func() error) error {
	for _, do := range things {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// travelled is the number of moves in a drag: enough for a page that recognizes a drag by
// several moves.
const travelled = 6

// MouseMove moves the mouse, with the left button held or not.
func (p *Tab) MouseMove(to browser.Point) error {
	e := input.DispatchMouseEvent(input.MouseMoved, to.X, to.Y)
	if p.down {
		e = e.WithButton(input.Left).WithButtons(1)
	}
	return p.input(e)
}

// MouseDown presses the left button.
func (p *Tab) MouseDown(at browser.Point) error {
	p.down = true
	return p.input(input.DispatchMouseEvent(input.MousePressed, at.X, at.Y).WithButton(input.Left).WithButtons(1).WithClickCount(1))
}

// MouseUp lets go of the left button.
func (p *Tab) MouseUp(at browser.Point) error {
	p.down = false
	return p.input(input.DispatchMouseEvent(input.MouseReleased, at.X, at.Y).WithButton(input.Left).WithClickCount(1))
}

// Click moves the mouse to a point and clicks there.
func (p *Tab) Click(at browser.Point) error {
	return inOrder(
		func() error { return p.MouseMove(at) },
		func() error { return p.MouseDown(at) },
		func() error { return p.MouseUp(at) },
	)
}

// DoubleClick clicks twice at a point, like a user's double click.
func (p *Tab) DoubleClick(at browser.Point) error {
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
func (p *Tab) RightClick(at browser.Point) error {
	return inOrder(
		func() error { return p.MouseMove(at) },
		func() error { return p.right(input.MousePressed, at, 0) },
		func() error { return p.right(input.MouseReleased, at, 0) },
	)
}

// Drag presses the left button at one point, travels and lets go at another.
func (p *Tab) Drag(from, to browser.Point) error {
	return inOrder(
		func() error { return p.MouseMove(from) },
		func() error { return p.MouseDown(from) },
		func() error { return travel(from, to, p.MouseMove) },
		func() error { return p.MouseUp(to) },
	)
}

// RightDrag is Drag with the right button, with keys held: the sum of
// 1 for Alt, 2 for Control and 8 for Shift.
func (p *Tab) RightDrag(from, to browser.Point, keys int) error {
	return inOrder(
		func() error { return p.right(input.MousePressed, from, keys) },
		func() error {
			return travel(from, to, func(at browser.Point) error { return p.right(input.MouseMoved, at, keys) })
		},
		func() error { return p.right(input.MouseReleased, to, keys) },
	)
}

// right sends an event of the mouse with the right button, which is down until its release.
func (p *Tab) right(kind input.MouseType, at browser.Point, keys int) error {
	var down int64
	if kind != input.MouseReleased {
		down = 2
	}
	return p.input(input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Right).WithButtons(down).WithClickCount(1).WithModifiers(input.Modifier(keys)))
}

// Wheel turns the mouse wheel over a point, down for positive pixels.
func (p *Tab) Wheel(at browser.Point, pixels float64) error {
	return p.input(input.DispatchMouseEvent(input.MouseWheel, at.X, at.Y).WithDeltaX(0).WithDeltaY(pixels))
}

// TouchDown puts a finger on a point.
func (p *Tab) TouchDown(at browser.Point) error { return p.touch(input.TouchStart, at) }

// TouchMove moves the finger.
func (p *Tab) TouchMove(to browser.Point) error { return p.touch(input.TouchMove, to) }

// TouchUp lifts the finger.
func (p *Tab) TouchUp() error { return p.touch(input.TouchEnd) }

// Tap touches a point for a moment.
func (p *Tab) Tap(at browser.Point) error {
	return inOrder(
		func() error { return p.TouchDown(at) },
		func() error { return p.TouchUp() },
	)
}

// DoubleTap taps twice at a point, like a user's double tap. The browser tells a double tap from
// two taps by the times of the touches, so all of them name the time of the first: a page that
// is slow to answer the first tap gets a double tap all the same.
func (p *Tab) DoubleTap(at browser.Point) error {
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
func (p *Tab) Swipe(from, to browser.Point) error {
	return inOrder(
		func() error { return p.TouchDown(from) },
		func() error { return travel(from, to, p.TouchMove) },
		p.TouchUp,
	)
}

// Pinch spreads two fingers around a point, until the distance between them has grown by
// a factor.
func (p *Tab) Pinch(at browser.Point, times float64) error {
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

func (p *Tab) touch(kind input.TouchType, points ...browser.Point) error {
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
func (p *Tab) Key(key string) error {
	if err := p.Run(chromedp.KeyEvent(key)); err != nil {
		return fmt.Errorf("key %q: %w", key, err)
	}
	return nil
}

// Chord presses and releases a key while a modifier is held.
func (p *Tab) Chord(modifier input.Modifier, key string) error {
	if err := p.Run(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifier))); err != nil {
		return fmt.Errorf("key %q with a modifier: %w", key, err)
	}
	return nil
}

// Type writes text into the focused element.
func (p *Tab) Type(text string) error { return p.input(input.InsertText(text)) }

func (p *Tab) input(e chromedp.Action) error {
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
