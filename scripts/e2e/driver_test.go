package e2e

import (
	"bytes"
	"context"
	"image"
	"image/png"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/browser"
)

// page is a page with real mouse, touch and key input (events of the browser itself, not of
// a script in the page), and with a record of all errors and requests.
type page struct {
	*browser.Page
	watch watch
	down  bool // the left mouse button
	kept  bool // it may install itself
}

// newPage opens an address in a page with its own storage. The page cannot install itself:
// a service worker would answer instead of the test's server.
func newPage(b *browser.Browser, url string, view browser.View) (*page, error) {
	p, err := b.Open("about:blank", view)
	return watched(p, url, err, false)
}

// newInstallable opens an address in a page that can install itself.
func newInstallable(b *browser.Browser, url string, view browser.View) (*page, error) {
	p, err := b.Open("about:blank", view)
	return watched(p, url, err, true)
}

// Beside opens an address in a page that shares this one's storage; see
// [browser.Page.Beside].
func (p *page) Beside(url string, view browser.View) (*page, error) {
	q, err := p.Page.Beside("about:blank", view)
	return watched(q, url, err, p.kept)
}

// watched opens an address in an empty page and records everything from the start.
func watched(empty *browser.Page, url string, err error, kept bool) (*page, error) {
	if err != nil {
		return nil, err
	}
	p := &page{Page: empty, kept: kept}
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
func (p *page) Before(script string) error {
	return p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

// Leave empties the page, and forgets its records.
func (p *page) Leave() error {
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
func (p *page) Reuse(url string, view browser.View) error {
	return inOrder(
		func() error { return p.Run(cdppage.BringToFront()) },
		func() error { return p.SetView(view) },
		func() error { return p.Goto(url) },
		func() error { return p.Run(cdppage.ResetNavigationHistory()) },
	)
}

// VisionWithoutColours makes the browser show the page without colours, as a colour-blind person sees it.
func (p *page) VisionWithoutColours() error {
	return p.Run(emulation.SetEmulatedVisionDeficiency(emulation.SetEmulatedVisionDeficiencyTypeAchromatopsia))
}

// Picture returns the page's view as an image, in device pixels.
func (p *page) Picture() (image.Image, error) {
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
