package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// View is the window of a page. The zero value of each field but the size is the
// default: one device pixel per CSS pixel, light, animated, mouse.
type View struct {
	Width, Height int     // CSS pixels
	Ratio         float64 // device pixels per CSS pixel; 0 means 1
	Dark          bool    // prefers-color-scheme
	Still         bool    // prefers-reduced-motion
	Touch         bool    // a touch screen, as on a phone
}

// The most common views of the page.
var (
	Desktop = View{Width: 1280, Height: 800}
	Phone   = View{Width: 390, Height: 844, Ratio: 2, Touch: true}
)

// Page is one page in a browser.
type Page struct {
	browser context.Context
	profile cdp.BrowserContextID // where its storage is
	owner   bool                 // of the context
	ctx     context.Context
	stop    context.CancelFunc
}

// Close closes the page, and deletes its storage if the page owns it.
func (p *Page) Close() {
	p.stop()
	if p.owner {
		c := chromedp.FromContext(p.browser)
		ctx, cancel := context.WithTimeout(p.browser, Patience)
		defer cancel()
		// A browser that has ended has deleted it already.
		_ = target.DisposeBrowserContext(p.profile).Do(cdp.WithExecutor(ctx, c.Browser))
	}
}

// longest is the time limit of everything except [Page.Wait]. A script may play a
// whole game; a longer one hangs.
const longest = 3 * time.Minute

// Context returns the context of the page, which ends with it.
func (p *Page) Context() context.Context { return p.ctx }

// Run performs actions of chromedp and its protocol.
func (p *Page) Run(actions ...chromedp.Action) error { return p.within(longest, actions...) }

func (p *Page) within(d time.Duration, actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(p.ctx, d)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

// Downloads saves the page's downloads in a directory.
func (p *Page) Downloads(dir string) error {
	c := chromedp.FromContext(p.browser)
	err := cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithBrowserContextID(p.profile).WithDownloadPath(dir).
		Do(cdp.WithExecutor(p.browser, c.Browser))
	if err != nil {
		return fmt.Errorf("saving files: %w", err)
	}
	return nil
}

// Goto shows url and waits for its load event.
func (p *Page) Goto(url string) error {
	if err := p.within(Patience, chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("going to %s: %w", url, err)
	}
	return nil
}

// SetView changes the view, also while the page is shown: that is how a
// rotated phone or a changed zoom looks to a page.
func (p *Page) SetView(v View) error {
	if v.Ratio == 0 {
		v.Ratio = 1
	}
	scheme, motion := "light", "no-preference"
	if v.Dark {
		scheme = "dark"
	}
	if v.Still {
		motion = "reduce"
	}
	points := int64(1)
	if v.Touch {
		points = 5
	}
	err := p.Run(
		emulation.SetDeviceMetricsOverride(int64(v.Width), int64(v.Height), v.Ratio, v.Touch),
		emulation.SetTouchEmulationEnabled(v.Touch).WithMaxTouchPoints(points),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: motion},
		}),
	)
	if err != nil {
		return fmt.Errorf("setting the view: %w", err)
	}
	return nil
}

// Eval evaluates a JavaScript expression in the page, awaits it if it is a
// promise, and decodes its JSON into out, unless out is nil. A thrown error is
// returned.
func (p *Page) Eval(expression string, out any) error { return p.eval(longest, expression, out) }

func (p *Page) eval(d time.Duration, expression string, out any) error {
	var text json.RawMessage
	err := p.within(d, chromedp.Evaluate(expression, &text, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
		return e.WithAwaitPromise(true).WithReturnByValue(true)
	}))
	switch {
	case err != nil:
		return fmt.Errorf("in the page, %s: %w", expression, err)
	case out == nil || len(text) == 0:
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("%s gave %s: %w", expression, text, err)
	}
	return nil
}

// Wait evaluates a JavaScript expression until it is truthy. An expression that
// throws counts as false, and so does one that was interrupted by a navigation.
// The error after [Patience] contains the last value.
func (p *Page) Wait(expression string) error {
	deadline := time.Now().Add(Patience)
	probe := fmt.Sprintf(`(async () => {
		try { const v = await (%s); return [!!v, String(typeof v === 'object' ? JSON.stringify(v) : v)]; }
		catch (e) { return [false, String(e)]; }
	})()`, expression)
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		var seen [2]any
		if err := p.eval(time.Until(deadline)+time.Second, probe, &seen); isOnTheWay(err) {
			seen[1] = err
		} else if err != nil {
			return err
		}
		if seen[0] == true {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("waited %v for %s, which is still %v", Patience, expression, seen[1])
		}
		select {
		case <-p.ctx.Done():
			return p.ctx.Err()
		case <-time.After(pause):
		}
	}
}

// isOnTheWay reports whether an answer was lost because the page was navigating.
func isOnTheWay(err error) bool {
	var lost *cdproto.Error
	return errors.As(err, &lost) && slices.ContainsFunc([]string{
		"Inspected target navigated or closed", "Execution context was destroyed", "Cannot find context with specified id",
		"Not attached to an active page",
	}, func(words string) bool { return strings.Contains(lost.Message, words) })
}

// PNG returns the page's view as a PNG file.
func (p *Page) PNG() ([]byte, error) {
	var text []byte
	if err := p.Run(chromedp.CaptureScreenshot(&text)); err != nil {
		return nil, fmt.Errorf("taking a picture: %w", err)
	}
	return text, nil
}
