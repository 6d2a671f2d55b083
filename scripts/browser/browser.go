// Package browser drives a real Chromium: it opens pages in a viewport of any
// size and pixel ratio, evaluates JavaScript in them and takes pictures. The
// end-to-end tests, scripts/e2e, add input and a record of errors.
//
// It is for the end-to-end tests and for the pictures of the page. Both need
// a browser that behaves the same everywhere:
//
//   - a fresh profile in a temporary directory, removed with the browser;
//   - WebGL by software, so that no graphics card is needed;
//   - nothing fetched by the browser on its own account.
//
// A [Browser] is one process; each [Page] in it has cookies and storage of its
// own, so pages do not see each other unless one was opened by [Page.Beside].
// There are no sleeps: [Page.Wait] waits for a condition, and its error contains
// the last value.
package browser

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/needs"
)

// Patience is how long a [Page.Wait] lasts at the most. It is long because it
// is only ever waited out in full when something is broken.
const Patience = 30 * time.Second

// Browser is a running Chromium.
type Browser struct {
	ctx  context.Context
	stop []func() // called in reverse order
}

// Start runs a Chromium until Close. Further command-line flags, such as
// "disable-3d-apis" or "js-flags=--jitless", are given without dashes.
func Start(ctx context.Context, flags ...string) (*Browser, error) {
	path, err := needs.Chromium.Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("mute-audio", true),
		chromedp.Flag("hide-scrollbars", false),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
	)
	if os.Geteuid() == 0 {
		// Chromium refuses to run as root inside its own sandbox.
		options = append(options, chromedp.NoSandbox)
	}
	for _, f := range flags {
		name, value, valued := strings.Cut(f, "=")
		if valued {
			options = append(options, chromedp.Flag(name, value))
		} else {
			options = append(options, chromedp.Flag(name, true))
		}
	}
	b := &Browser{}
	alloc, stopAlloc := chromedp.NewExecAllocator(ctx, options...)
	b.stop = append(b.stop, stopAlloc)
	// Events of newer browsers that chromedp does not know are not errors here.
	tab, stopTab := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	b.stop = append(b.stop, stopTab)
	if err := chromedp.Run(tab); err != nil {
		b.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	b.ctx = tab
	return b, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() {
	for i := len(b.stop) - 1; i >= 0; i-- {
		b.stop[i]()
	}
	b.stop = nil
}

// Open opens url in a page with its own storage.
func (b *Browser) Open(url string, view View) (*Page, error) {
	c := chromedp.FromContext(b.ctx)
	profile, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(cdp.WithExecutor(b.ctx, c.Browser))
	if err != nil {
		return nil, fmt.Errorf("making a context for a page: %w", err)
	}
	p, err := open(b.ctx, profile, url, view)
	if err != nil {
		return nil, err
	}
	p.owner = true
	return p, nil
}

// Beside opens a second page that shares this one's storage, like another
// window of the same user. It must be closed before this one.
func (p *Page) Beside(url string, view View) (*Page, error) {
	return open(p.browser, p.profile, url, view)
}

// blank is the address of a page without anything.
const blank = "about:blank"

// open makes a page in its own window, because the new headless mode has no
// other place for it and only draws windows that show their page. It
// attaches to the page before anything is loaded, so that no event is missed.
func open(browser context.Context, profile cdp.BrowserContextID, url string, view View) (*Page, error) {
	c := chromedp.FromContext(browser)
	id, err := target.CreateTarget(blank).WithBrowserContextID(profile).WithNewWindow(true).
		Do(cdp.WithExecutor(browser, c.Browser))
	if err != nil {
		return nil, fmt.Errorf("opening a page: %w", err)
	}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithTargetID(id))
	p := &Page{browser: browser, profile: profile, ctx: ctx, stop: stop}
	// The page ends with the context of its first action, so that context has no deadline.
	err = chromedp.Run(ctx)
	if err == nil {
		err = p.SetView(view)
	}
	if err == nil && url != blank {
		err = p.Goto(url)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}
