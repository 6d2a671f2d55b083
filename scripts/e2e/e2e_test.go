// Package e2e tests the built page as a person meets it: in a Chromium, by
// mouse, touch and keys, from pixels to the words beside the board.
//
// They run only from go run ./scripts test (or bench), which builds the site and
// names it in a variable. They serve it under /banchess/, as a project's site
// on GitHub Pages is served, so every one of them also shows that no URL in
// it is absolute. And every one fails if the page printed an error, threw
// one, or asked any other host for anything.
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
)

const prefix = "/banchess/"

// needsSite is why a test of the page skips.
const needsSite = "there is no built page to test: go run ./scripts test --stage page builds one and runs this, with --site DIR on one that is there"

// shared is the browser most tests open their pages in: its pages have
// storage of their own, so the tests stay apart.
var shared *browser.Browser

// files is the site as it is served; it keeps what it compressed.
var files http.Handler

// thrifty has the browser of the tests do with less of the processor, half of which
// went into compositing pages with WebGL, and much of the rest into compiling code a
// second time that runs for seconds. What a benchmark measures has neither.
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
	var flags []string
	if flag.Lookup("test.bench").Value.String() == "" {
		flags = thrifty
	}
	b, err := browser.Start(context.Background(), flags...)
	if err != nil {
		return 1, err
	}
	defer b.Close()
	shared, files = b, site.Handler(dir, prefix)
	code := m.Run()
	for _, own := range flagged {
		own.Close()
	}
	return code, nil
}

// What the page is shown in where that does not matter. WebGL by software takes its time
// by the pixel, so these are as small as the layouts of a desktop and of a phone can be.
var (
	desktop = browser.View{Width: 960, Height: 580}
	phone   = browser.View{Width: 390, Height: 844, Touch: true}
)

// player is someone at the page, in a test. What goes wrong fails the test.
type player struct {
	*page
	t testing.TB
}

// visit is how a page is opened; the zero value is a desktop in the shared
// browser.
type visit struct {
	path    string // of the page in the site; the front page without one
	hash    string // of its address
	view    browser.View
	browser *browser.Browser
	wrap    gallery.Wrap              // around what serves the site
	allow   func(problem string) bool // problems that belong to the case
}

// open shows the page and leaves it as it is; see [player.ready].
func open(t testing.TB, v visit) player {
	t.Helper()
	if shared == nil {
		t.Skip(needsSite)
	}
	_, measured := t.(*testing.B) // which a new page of a usual size is
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
	server := serve(t, handler)
	page, err := openPage(v.browser, server.URL+prefix+place(t, v.path)+v.hash, v.view, reuse)
	if err != nil {
		t.Fatal(err)
	}
	p := player{page, t}
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			if v.allow == nil || !v.allow(problem) {
				t.Error("the page has a problem:", problem)
			}
		}
		for _, request := range page.Foreign(strings.TrimPrefix(server.URL, "http://")) {
			t.Error("the page asked another host:", request)
		}
		if t.Failed() {
			p.keep()
		}
		closePage(page, reuse && !t.Failed())
	})
	return p
}

// served are the addresses that were served at, each of which has a storage in the
// pages of the shared browser.
var served sync.Map

// serve serves at an address where nothing was served before.
func serve(t testing.TB, handler http.Handler) *httptest.Server {
	for {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		if _, again := served.LoadOrStore(server.URL, true); !again {
			return server
		}
	}
}

// idle are the pages of the shared browser that no test is in. A window takes longer
// to open than a page takes to load.
var idle = make(chan *page, 8)

// openPage shows an address in a page that is new, or as good as new.
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

// place is where a page is in the site.
func place(t testing.TB, page string) string {
	t.Helper()
	list, err := site.ReadList(os.Getenv("BANCHESS_SITE"))
	if err != nil {
		t.Fatal(err)
	}
	return list.Place(page)
}

// flagged are browsers with flags of their own, by those.
var flagged = map[string]*browser.Browser{}

// start is a browser with flags of its own, which the tests that ask for the same share.
// They do so one after the other.
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

// inFrame has a script run in the board's frame before its program.
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
