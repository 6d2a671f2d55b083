// Package e2e tests the built page as a person meets it: in a Chromium, by
// mouse, touch and keys, from pixels to the words beside the board.
//
// The tests run only from go run ./scripts test, which builds the site and
// names it in a variable. They serve it under /banchess/, as a project's site
// on GitHub Pages is served, so every one of them also shows that no URL in
// it is absolute. And every one fails if the page printed an error, threw
// one, or asked any other host for anything.
package e2e

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/site"
)

const prefix = "/banchess/"

// shared is the browser most tests open their pages in: its pages have
// storage of their own, so the tests stay apart.
var shared *browser.Browser

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	dir := os.Getenv("BANCHESS_SITE")
	if dir == "" {
		return m.Run(), nil // every test skips
	}
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return 1, fmt.Errorf("there is no page in the site: %w", err)
	}
	b, err := browser.Start(context.Background())
	if err != nil {
		return 1, err
	}
	defer b.Close()
	shared = b
	return m.Run(), nil
}

// player is someone at the page, in a test. What goes wrong fails the test.
type player struct {
	*browser.Page
	t *testing.T
}

// open shows the page, with what follows the prefix in its URL, in the shared
// browser.
func open(t *testing.T, view browser.View, rest string) player {
	t.Helper()
	if shared == nil {
		t.Skip("run by go run ./scripts test, which builds the site")
	}
	return openIn(t, shared, view, rest)
}

// openIn is open in a browser of the test's own.
func openIn(t *testing.T, b *browser.Browser, view browser.View, rest string) player {
	t.Helper()
	server := httptest.NewServer(site.Handler(os.Getenv("BANCHESS_SITE"), prefix))
	t.Cleanup(server.Close)
	page, err := b.Open(server.URL+prefix+rest, view)
	if err != nil {
		t.Fatal(err)
	}
	p := player{page, t}
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			t.Error("the page has a problem:", problem)
		}
		for _, request := range page.Foreign(strings.TrimPrefix(server.URL, "http://")) {
			t.Error("the page asked another host:", request)
		}
		if t.Failed() {
			p.keep()
		}
		page.Close()
	})
	return p
}

// keep saves what the page looks like and what it printed, for whoever has to
// find out, if the variable BANCHESS_KEEP names a directory.
func (p player) keep() {
	for _, line := range p.Console() {
		p.t.Log("console:", line)
	}
	dir := os.Getenv("BANCHESS_KEEP")
	if dir == "" {
		return
	}
	png, err := p.PNG()
	if err != nil {
		p.t.Log("no picture:", err)
		return
	}
	file := filepath.Join(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+".png")
	if err := os.WriteFile(file, png, 0o644); err != nil {
		p.t.Log("no picture:", err)
		return
	}
	p.t.Log("picture:", file)
}

// must fails the test on an error.
func (p player) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func TestPageLoads(t *testing.T) {
	p := open(t, browser.Desktop, "")
	p.must(p.Wait("document.title.includes('Ban Chess') || document.title.includes('banchess')"))
}
