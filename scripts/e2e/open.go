// Package e2e uses the built page as a person does: in Chromium, with mouse, touch and keys,
// and by pixels and words. The folders below it test the page by that, each a part of it.
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

// Prefix is the path at which the tests serve the site.
const Prefix = "/banchess/"

// Files serves the site; it caches the compressed files.
var Files http.Handler

// Main runs the tests of a package. Each package of tests below this one calls it in TestMain.
func Main(m *testing.M) {
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
	Files = site.Handler(dir, Prefix)
	code := m.Run()
	for _, b := range browsers {
		b.Close()
	}
	removeReleases()
	return code, nil
}

// NeedSite skips a test if there is no built page.
func NeedSite(t testing.TB) {
	t.Helper()
	switch {
	case os.Getenv("BANCHESS_SITE") == "":
		t.Skip("there is no built page to test: go run ./scripts test --stage page builds one and runs this, with --site DIR on one that is there")
	case Files == nil:
		t.Fatal("the package has no TestMain that calls e2e.Main")
	}
}

// browsers are those that were started, by their flags.
var (
	browsers = map[string]*browser.Browser{}
	starting sync.Mutex
)

// thrifty are flags that save processor time in the tests: half of it was spent on
// compositing pages with WebGL, and much of the rest on optimizing code that runs only for
// seconds. Benchmarks do not use them.
var thrifty = []string{"disable-gpu-compositing", "js-flags=--liftoff-only"}

// Shared returns the browser in which most tests open their pages. Each page has its
// own storage, so the tests are independent. It panics if there is none.
func Shared() *browser.Browser {
	flags := thrifty
	if flag.Lookup("test.bench").Value.String() != "" {
		flags = nil
	}
	b, err := started(flags...)
	if err != nil {
		panic(err)
	}
	return b
}

// Start returns a browser with additional flags, which all tests with the same flags share.
// These tests run one after the other.
func Start(t testing.TB, flags ...string) *browser.Browser {
	t.Helper()
	NeedSite(t)
	b, err := started(flags...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// started returns the browser with the flags, and starts it for the first test that needs it.
func started(flags ...string) (*browser.Browser, error) {
	starting.Lock()
	defer starting.Unlock()
	key := strings.Join(flags, " ")
	if b := browsers[key]; b != nil {
		return b, nil
	}
	b, err := browser.Start(context.Background(), flags...)
	if err == nil {
		browsers[key] = b
	}
	return b, err
}

// The views of tests that do not depend on a size. Software WebGL is slow for each
// pixel, so these are as small as the layouts of a desktop and of a phone allow, and
// four CSS pixels share one: a test takes an eighth less processor time.
var (
	Desktop = browser.View{Width: 960, Height: 580, Ratio: 0.5}
	Phone   = browser.View{Width: 390, Height: 844, Ratio: 0.5, Touch: true}
)

// Player is a user of the page in a test. An error fails the test.
type Player struct {
	*Tab
	T testing.TB
}

// Visit describes how a page is opened; the zero value is a desktop in the shared
// browser.
type Visit struct {
	Path    string // of the page in the site; "" is the front page
	Hash    string // of the address
	View    browser.View
	Browser *browser.Browser
	Wrap    gallery.Wrap              // around the site's server
	Server  string                    // that of another page, which has a storage of its own; "" starts one
	Allow   func(problem string) bool // problems that the test expects
}

// Open opens the page without waiting for it; see [Player.Ready].
func Open(t testing.TB, v Visit) Player {
	t.Helper()
	NeedSite(t)
	_, measured := t.(*testing.B) // a benchmark uses a new page of a usual size
	reuse := v.Browser == nil && !measured
	if v.Browser == nil {
		v.Browser = Shared()
	}
	if v.View == (browser.View{}) {
		v.View = Desktop
		if measured {
			v.View = browser.Desktop
		}
	}
	handler := Files
	if v.Wrap != nil {
		handler = v.Wrap(handler)
	}
	if v.Server == "" {
		v.Server = Serve(t, handler).URL
	}
	page, err := openPage(v.Browser, v.Server+Prefix+Place(t, v.Path)+v.Hash, Sized(v.View), reuse)
	if err != nil {
		t.Fatal(err)
	}
	p := Player{page, t}
	t.Cleanup(func() {
		for _, problem := range page.Problems() {
			if (v.Allow == nil || !v.Allow(problem)) && !isOfAnother(problem, v.Server) {
				t.Error("the page has a problem:", problem)
			}
		}
		for _, request := range page.Foreign(strings.TrimPrefix(v.Server, "http://")) {
			if !isOfAnother(request, v.Server) {
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

// Serve serves at an address that has not been used before.
func Serve(t testing.TB, handler http.Handler) *httptest.Server {
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
var idle = make(chan *Tab, 8)

// openPage opens an address in a new page, or in one that was left.
func openPage(b *browser.Browser, url string, view browser.View, reuse bool) (*Tab, error) {
	if reuse {
		select {
		case page := <-idle:
			return page, page.Reuse(url, view)
		default:
		}
	}
	return NewTab(b, url, view)
}

// closePage closes a page, or keeps it for another test.
func closePage(page *Tab, reuse bool) {
	if reuse && page.Leave() == nil {
		select {
		case idle <- page:
			return
		default:
		}
	}
	page.Close()
}

// Place returns the path of a page in the site. In a sealed site all files except those
// with fixed names are in the directory named by its content.
func Place(t testing.TB, page string) string {
	t.Helper()
	NeedSite(t)
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

// keep saves a picture of the page and its console output, for debugging, if the variable
// BANCHESS_KEEP names a directory.
func (p Player) keep() {
	for _, line := range p.Console() {
		p.T.Log("console:", line)
	}
	dir := os.Getenv("BANCHESS_KEEP")
	if dir == "" {
		return
	}
	png, err := p.PNG()
	if err != nil {
		p.T.Log("no picture:", err)
		return
	}
	file := filepath.Join(dir, strings.ReplaceAll(p.T.Name(), "/", "-")+".png")
	if err := os.WriteFile(file, png, 0o644); err != nil {
		p.T.Log("no picture:", err)
		return
	}
	p.T.Log("picture:", file)
}

// IsLong reports whether the tests run in their long form, as in the part forms of torture: all
// widths, games and faults, of which an ordinary run takes some.
func IsLong() bool {
	_, short := torture.Asked(0)
	return !short
}

// InFrame runs a script in the board's iframe before its program.
func InFrame(script string) gallery.Wrap {
	return gallery.Instead("/board.html", "<!doctype html><title>Board</title><body><script>"+script+"</script>")
}

// While has a fault for those requests of which lasts says so.
func While(lasts func(*http.Request) bool, fault gallery.Wrap) gallery.Wrap {
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

// Must fails the test on an error.
func (p Player) Must(err error) {
	p.T.Helper()
	if err != nil {
		p.T.Fatal(err)
	}
}
