// Package e2e tests the built page as a user sees it: in Chromium, with
// mouse, touch and keys, and by pixels and words.
//
// The tests run only from go run ./scripts test (or bench), which builds the site and
// passes its directory in a variable. They serve it under /banchess/, like a project's site
// on GitHub Pages, so each of them also checks that no URL is absolute. Each test fails if
// the page logged or threw an error, or sent a request to another host.
package e2e

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/torture"
)

const prefix = "/banchess/"

// needsSite is the reason for skipping a test of the page.
const needsSite = "there is no built page to test: go run ./scripts test --stage page builds one and runs this, with --site DIR on one that is there"

// shared is the browser in which most tests open their pages. Each page has its
// own storage, so the tests are independent.
var shared *browser.Browser

// files serves the site; it caches the compressed files.
var files http.Handler

// thrifty are flags that save processor time in the tests: half of it was spent on
// compositing pages with WebGL, and much of the rest on optimizing code that runs only for
// seconds. Benchmarks do not use them.
var thrifty = []string{"disable-gpu-compositing", "js-flags=--liftoff-only"}

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
	if _, err := site.ReadList(dir); err != nil {
		return 1, fmt.Errorf("BANCHESS_SITE: %w; go run ./scripts build -o %s makes one", err, dir)
	}
	flag.Parse()
	if err := chooseRows(); err != nil {
		return 1, err
	}
	var flags []string
	if flag.Lookup("test.bench").Value.String() == "" {
		flags = thrifty
	}
	b, err := browser.Start(context.Background(), flags...)
	if err != nil {
		return 1, err
	}
	defer b.Close()
	defer func() { removeReleases() }()
	shared, files = b, site.Handler(dir, prefix)
	code := m.Run()
	for _, own := range flagged {
		own.Close()
	}
	return code, nil
}

// The views of tests that do not depend on a size. Software WebGL is slow for each
// pixel, so these are as small as the layouts of a desktop and of a phone allow.
var (
	desktop = browser.View{Width: 960, Height: 580}
	phone   = browser.View{Width: 390, Height: 844, Touch: true}
)

// player is a user of the page in a test. An error fails the test.
type player struct {
	*page
	t testing.TB
}

// visit describes how a page is opened; the zero value is a desktop in the shared
// browser.
type visit struct {
	path    string // of the page in the site; "" is the front page
	hash    string // of the address
	view    browser.View
	browser *browser.Browser
	wrap    gallery.Wrap              // around the site's server
	server  string                    // that of another page, which has a storage of its own; "" starts one
	allow   func(problem string) bool // problems that the test expects
}

// open opens the page without waiting for it; see [player.ready].
func open(t testing.TB, v visit) player {
	t.Helper()
	if shared == nil {
		t.Skip(needsSite)
	}
	_, measured := t.(*testing.B) // a benchmark uses a new page of a usual size
	reuse := v.browser == nil && !measured
	if v.browser == nil {
		v.browser = shared
	}
	if v.view == (browser.View{}) {
		v.view = desktop
		if measured {
			v.view = browser.Desktop
		}
	}
	handler := files
	if v.wrap != nil {
		handler = v.wrap(handler)
	}
	if v.server == "" {
		v.server = serve(t, handler).URL
	}
	page, err := openPage(v.browser, v.server+prefix+place(t, v.path)+v.hash, sized(v.view), reuse)
	if err != nil {
		t.Fatal(err)
	}
	p := player{page, t}
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			if (v.allow == nil || !v.allow(problem)) && !isOfAnother(problem, v.server) {
				t.Error("the page has a problem:", problem)
			}
		}
		for _, request := range page.Foreign(strings.TrimPrefix(v.server, "http://")) {
			if !isOfAnother(request, v.server) {
				t.Error("the page asked another host:", request)
			}
		}
		if t.Failed() {
			p.keep()
		}
		closePage(page, reuse && !t.Failed())
	})
	return p
}

// served are the addresses that have been used, each with its storage in the pages of the
// shared browser.
var served sync.Map

// isOfAnother reports whether a text is about the address of another test. The browser may
// tell late what that test did in the same window.
func isOfAnother(text, own string) bool {
	is := false
	served.Range(func(address, _ any) bool {
		is = address != own && strings.Contains(text, address.(string)+"/")
		return !is
	})
	return is
}

// serve serves at an address that has not been used before.
func serve(t testing.TB, handler http.Handler) *httptest.Server {
	for {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		if _, again := served.LoadOrStore(server.URL, true); !again {
			return server
		}
	}
}

// idle are the unused pages of the shared browser. Opening a window takes longer than
// loading a page.
var idle = make(chan *page, 8)

// openPage opens an address in a new page, or in one that was left.
func openPage(b *browser.Browser, url string, view browser.View, reuse bool) (*page, error) {
	if reuse {
		select {
		case page := <-idle:
			return page, page.Reuse(url, view)
		default:
		}
	}
	return newPage(b, url, view)
}

// closePage closes a page, or keeps it for another test.
func closePage(page *page, reuse bool) {
	if reuse && page.Leave() == nil {
		select {
		case idle <- page:
			return
		default:
		}
	}
	page.Close()
}

// place returns the path of a page in the site. In a sealed site all files except those
// with fixed names are in the directory named by its content.
func place(t testing.TB, page string) string {
	t.Helper()
	if shared == nil {
		t.Skip(needsSite)
	}
	list, err := site.ReadList(os.Getenv("BANCHESS_SITE"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list.Files {
		if f.Path == page || page != "" && strings.HasSuffix(f.Path, "/"+page) {
			return f.Path
		}
	}
	return page
}

// flagged are the browsers with additional flags, by their flags.
var flagged = map[string]*browser.Browser{}

// start returns a browser with additional flags, which all tests with the same flags share.
// These tests run one after the other.
func start(t testing.TB, flags ...string) *browser.Browser {
	t.Helper()
	if shared == nil {
		t.Skip(needsSite)
	}
	key := strings.Join(flags, " ")
	if flagged[key] == nil {
		b, err := browser.Start(context.Background(), flags...)
		if err != nil {
			t.Fatal(err)
		}
		flagged[key] = b
	}
	return flagged[key]
}

// keep saves a picture of the page and its console output, for debugging, if the variable
// BANCHESS_KEEP names a directory.
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

// isLong reports whether the tests run in their long form, as in the part forms of torture: all
// widths, games and faults, of which an ordinary run takes some.
func isLong() bool {
	_, short := torture.Asked(0)
	return !short
}

// inFrame runs a script in the board's iframe before its program.
func inFrame(script string) gallery.Wrap {
	return gallery.Instead("/board.html", "<!doctype html><title>Board</title><body><script>"+script+"</script>")
}

// while has a fault for those requests of which lasts says so.
func while(lasts func(*http.Request) bool, fault gallery.Wrap) gallery.Wrap {
	return func(next http.Handler) http.Handler {
		faulty := fault(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if lasts(r) {
				faulty.ServeHTTP(w, r)
			} else {
				next.ServeHTTP(w, r)
			}
		})
	}
}

// must fails the test on an error.
func (p player) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}
