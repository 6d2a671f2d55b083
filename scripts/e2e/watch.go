package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watch records the console and the requests of a page, its frames included.
type watch struct {
	mu       sync.Mutex
	problems []string
	console  []string
	requests []request
}

// request is a request of the page.
type request struct {
	id  network.RequestID
	url string
}

func (w *watch) enable() chromedp.Action {
	return chromedp.Tasks{network.Enable(), log.Enable(), inspector.Enable()}
}

func (w *watch) listen(ctx context.Context) {
	chromedp.ListenTarget(ctx, func(event any) {
		w.mu.Lock()
		defer w.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			w.problems = append(w.problems, "uncaught: "+exception(e.ExceptionDetails))
		case *runtime.EventConsoleAPICalled:
			w.said(e)
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError {
				w.problems = append(w.problems, fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
			}
		case *inspector.EventTargetCrashed:
			w.problems = append(w.problems, "the page crashed")
		case *network.EventRequestWillBeSent:
			w.requests = append(w.requests, request{e.RequestID, e.Request.URL})
		case *network.EventWebSocketCreated:
			w.requests = append(w.requests, request{e.RequestID, e.URL})
		case *network.EventLoadingFailed:
			if e.BlockedReason == network.BlockedReasonCsp { // it was never sent; the console reports it
				w.requests = slices.DeleteFunc(w.requests, func(r request) bool { return r.id == e.RequestID })
			}
		}
	})
}

// forget clears the records.
func (w *watch) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems, w.console, w.requests = nil, nil, nil
}

// said records a line of the console. A crash of Go in the page is printed with
// console.log, so that counts as an error too.
func (w *watch) said(e *runtime.EventConsoleAPICalled) {
	var parts []string
	for _, a := range e.Args {
		switch {
		case a.Description != "":
			parts = append(parts, a.Description)
		default:
			var text string
			if json.Unmarshal(a.Value, &text) != nil {
				text = string(a.Value)
			}
			parts = append(parts, text)
		}
	}
	line := strings.Join(parts, " ")
	w.console = append(w.console, fmt.Sprintf("%s: %s", e.Type, line))
	switch {
	case e.Type == runtime.APITypeError, e.Type == runtime.APITypeAssert,
		strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
		w.problems = append(w.problems, "console: "+line)
	}
}

func exception(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Exception.Description
	}
	return d.Text
}

// Problems returns all errors since the page was opened: uncaught exceptions,
// errors in the console, resources that did not load, a crash.
func (p *Tab) Problems() []string {
	p.watch.mu.Lock()
	defer p.watch.mu.Unlock()
	return slices.Clone(p.watch.problems)
}

// Console returns everything that the page printed, one line each.
func (p *Tab) Console() []string {
	p.watch.mu.Lock()
	defer p.watch.mu.Unlock()
	return slices.Clone(p.watch.console)
}

// Requests returns the URLs of all requests of the page, in order, except those that its
// own policy blocked.
func (p *Tab) Requests() []string {
	p.watch.mu.Lock()
	defer p.watch.mu.Unlock()
	urls := make([]string, len(p.watch.requests))
	for i, r := range p.watch.requests {
		urls[i] = r.url
	}
	return urls
}

// Foreign returns the requests to any other host. data: and blob: URLs do not
// count.
func (p *Tab) Foreign(host string) []string {
	var foreign []string
	for _, r := range p.Requests() {
		u, err := url.Parse(r)
		if err == nil && (u.Scheme == "data" || u.Scheme == "blob" || u.Scheme == "about") {
			continue
		}
		if err != nil || u.Host != host {
			foreign = append(foreign, r)
		}
	}
	return foreign
}
