package shell

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
	"github.com/banchess/banchess/scripts/site"
)

// Without WebGL a message names the reason, and the whole game can be played on the text
// board.
func TestNoWebGL(t *testing.T) {
	for _, flags := range [][]string{
		{"disable-3d-apis"},
		{"disable-gpu", "disable-software-rasterizer"},
	} {
		t.Run(flags[0], func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{Browser: e2e.Start(t, flags...)})
			p.Await("document.body.dataset.boot === 'text'")
			p.Words("failure-text", "WebGL")
			p.Await("document.getElementById('grid').dataset.mode === 'solid'")
			for _, a := range strings.Fields(e2e.Mate) {
				p.Press("[data-square='" + a[2:4] + "']")
				p.Press("[data-square='" + a[4:6] + "']")
			}
			p.Words("headline", "White wins: checkmate by ban")
			if got := p.Actions(); got != e2e.Mate {
				t.Errorf("played %s, want %s", got, e2e.Mate)
			}
		})
	}
}

// The text board asks for the promotion, too.
func TestTextBoardPromotes(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Browser: e2e.Start(t, "disable-3d-apis")})
	p.Await("document.body.dataset.boot === 'text'")
	p.LoadTime(e2e.Promotion)
	p.Press("[data-square='a7']")
	p.Press("[data-square='a8']")
	p.Must(p.Key(browser.Escape))
	p.Await("document.getElementById('promotion').hidden")
	if got := p.FEN(); got != e2e.Promotion {
		t.Errorf("left by Escape: %s", got)
	}
	p.Press("[data-square='a7']")
	p.Press("[data-square='a8']")
	p.Press("#promotion [data-role='n']")
	p.Await(e2e.Game + ".getPly() === 3")
	if got := p.Actions(); got != "m:a7a8n" {
		t.Errorf("played %s", got)
	}
}

// Without WebAssembly there are no rules; the page says so.
func TestNoWasm(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Browser: e2e.Start(t, "js-flags=--jitless")})
	p.Await("document.body.dataset.boot === 'failed'")
	p.Words("failure-text", "WebAssembly")
}

// While the program loads, the text board can be read, and a progress bar says how much has arrived.
func TestLoading(t *testing.T) {
	g := make(e2e.Gate)
	p := e2e.Open(t, e2e.Visit{Wrap: g.Within(".wasm")})
	p.Await("document.body.dataset.boot === 'loading'")
	p.Await("document.getElementById('progress').checkVisibility()")
	p.Await(`/^Loading.* [1-9][\d.]* of 1\d[\d.]* MB/.test(document.getElementById('progress-text').textContent)`)
	p.Await("document.getElementById('progress').position > 0")
	p.Await("document.querySelectorAll('#grid [data-square]').length === 64")
	p.Await("document.querySelector('[data-square=e2]').getAttribute('aria-label').includes('white pawn')")
	p.Await("document.querySelector('[data-square=e2]').checkVisibility()")
	close(g)
	p.Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
}

// If the program cannot be fetched, the page says so, and it can be tried again.
func TestProgramMissing(t *testing.T) {
	var missing atomic.Bool
	missing.Store(true)
	p := e2e.Open(t, e2e.Visit{
		Wrap:  e2e.While(func(*http.Request) bool { return missing.Load() }, gallery.Without(".wasm")),
		Allow: e2e.Faulty("404"),
	})
	p.Await("document.body.dataset.boot === 'failed'")
	p.Await("document.getElementById('failure-text').textContent.length > 20")
	p.InPlainWords()
	missing.Store(false)
	p.Press("#failure-retry")
	p.Ready()
}

// All files that a page loads belong to one build: the files of a sealed site are in one
// directory that is named by their content, the WebAssembly is in others, and the page loads
// nothing from anywhere else.
func TestOneBuild(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	places := map[string]bool{}
	for _, r := range p.Requests() {
		_, path, _ := strings.Cut(r, e2e.Prefix)
		place, file, found := strings.Cut(path, "/")
		switch {
		case found && strings.HasPrefix(place, "w-") && strings.HasSuffix(file, ".wasm"):
		case found:
			places[place] = true
		case path != "":
			t.Errorf("%s is not in a place named by content", r)
		}
	}
	if len(places) != 1 {
		t.Errorf("files of %d builds are loaded: %v", len(places), places)
	}
}

// The page shows its release, with a link to it.
func TestVersion(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	list, err := site.ReadList(os.Getenv("BANCHESS_SITE"))
	if err != nil {
		t.Fatal(err)
	}
	p.Press("#help-open")
	p.Await("document.querySelector('.release')")
	if said := p.Text("document.querySelector('.release').textContent"); said != "banchess "+list.Version {
		t.Errorf("the page is of %q, and it says %q", list.Version, said)
	}
	if link := p.Text("document.querySelector('.release a').href"); !strings.HasSuffix(link, "/releases/tag/"+list.Version) {
		t.Errorf("the page of %q leads to %s", list.Version, link)
	}
}

// A page of a deleted release says so, whatever else fails.
func TestStalePage(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{
		Wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != e2e.Prefix {
					http.NotFound(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		},
		Allow: func(string) bool { return true },
	})
	p.Await("document.querySelector('.stale').checkVisibility()")
	p.Await("document.querySelector('.stale').getBoundingClientRect().top < 200")
}

// A page that the browser has kept, of a release whose files are gone, leads to the new one.
func TestStalePageLeadsOn(t *testing.T) {
	d := e2e.Deployed(t)
	page, err := e2e.NewTab(e2e.Shared(), d.Address+"assets/", e2e.Desktop)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Watch(e2e.Player{Tab: page, T: t})
	p.Await(fmt.Sprintf("fetch(%q).then((page) => page.text()).then((text) => text !== '')", d.Address))
	d.Deploy(1)
	p.Must(p.Eval(fmt.Sprintf("setTimeout(() => location.href = %q), 1", d.Address), nil))
	p.Await("document.querySelector('.stale')?.checkVisibility() && document.readyState === 'complete'")
	p.IsOf("A")
	p.Press(".stale a")
	p.Await("document.documentElement.dataset.release === 'B'")
	p.Ready()
	p.Unmixed()
}

// A missing path shows a page with a link to the start.
func TestNotFound(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Allow: e2e.Faulty("404")})
	p.Must(p.Goto(p.Text("location.href") + "some/where"))
	p.Await("document.title.includes('Not found') && document.getElementById('home').checkVisibility()")
}
