package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
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
			p := open(t, visit{browser: start(t, flags...)})
			p.wait("document.body.dataset.boot === 'text'")
			p.words("failure-text", "WebGL")
			p.wait("document.getElementById('grid').dataset.mode === 'solid'")
			for _, a := range strings.Fields(mate) {
				p.press("[data-square='" + a[2:4] + "']")
				p.press("[data-square='" + a[4:6] + "']")
			}
			p.words("headline", "White wins: checkmate by ban")
			if got := p.actions(); got != mate {
				t.Errorf("played %s, want %s", got, mate)
			}
		})
	}
}

// The text board asks for the promotion, too.
func TestTextBoardPromotes(t *testing.T) {
	p := open(t, visit{browser: start(t, "disable-3d-apis")})
	p.wait("document.body.dataset.boot === 'text'")
	p.load(promotion)
	p.press("[data-square='a7']")
	p.press("[data-square='a8']")
	p.must(p.Key(browser.Escape))
	p.wait("document.getElementById('promotion').hidden")
	if got := p.fen(); got != promotion {
		t.Errorf("left by Escape: %s", got)
	}
	p.press("[data-square='a7']")
	p.press("[data-square='a8']")
	p.press("#promotion [data-role='n']")
	p.wait(game + ".getPly() === 3")
	if got := p.actions(); got != "m:a7a8n" {
		t.Errorf("played %s", got)
	}
}

// Without WebAssembly there are no rules; the page says so.
func TestNoWasm(t *testing.T) {
	p := open(t, visit{browser: start(t, "js-flags=--jitless")})
	p.wait("document.body.dataset.boot === 'failed'")
	p.words("failure-text", "WebAssembly")
}

// gate holds back files until it is opened.
type gate chan struct{}

// before holds back the files whose paths have an ending.
func (g gate) before(ending string) gallery.Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ending) {
				select {
				case <-g:
				case <-r.Context().Done():
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// within holds back the rest of the files whose paths have an ending, after their first megabyte.
func (g gate) within(ending string) gallery.Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ending) {
				w = &gated{w, g, r.Context().Done(), 1 << 20}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// gated is a response that stops at its gate after some bytes.
type gated struct {
	http.ResponseWriter
	gate gate
	gone <-chan struct{}
	free int
}

func (w *gated) Write(b []byte) (int, error) {
	n := min(w.free, len(b))
	w.free -= n
	_, err := w.ResponseWriter.Write(b[:n])
	if n == len(b) || err != nil {
		return n, err
	}
	if err := http.NewResponseController(w.ResponseWriter).Flush(); err != nil {
		return n, err
	}
	select {
	case <-w.gate:
	case <-w.gone:
		return n, io.ErrClosedPipe
	}
	rest, err := w.ResponseWriter.Write(b[n:])
	return n + rest, err
}

// While the program loads, the text board can be read, and a progress bar says how much has arrived.
func TestLoading(t *testing.T) {
	g := make(gate)
	p := open(t, visit{wrap: g.within(".wasm")})
	p.wait("document.body.dataset.boot === 'loading'")
	p.wait("document.getElementById('progress').checkVisibility()")
	p.wait(`/^Loading.* [1-9][\d.]* of 1\d[\d.]* MB/.test(document.getElementById('progress-text').textContent)`)
	p.wait("document.getElementById('progress').position > 0")
	p.wait("document.querySelectorAll('#grid [data-square]').length === 64")
	p.wait("document.querySelector('[data-square=e2]').getAttribute('aria-label').includes('white pawn')")
	p.wait("document.querySelector('[data-square=e2]').checkVisibility()")
	close(g)
	p.ready()
	hands[0].playAll(p, firstActions(mate, 2))
}

// If the program cannot be fetched, the page says so, and it can be tried again.
func TestProgramMissing(t *testing.T) {
	var missing atomic.Bool
	missing.Store(true)
	p := open(t, visit{
		wrap:  while(func(*http.Request) bool { return missing.Load() }, gallery.Without(".wasm")),
		allow: faulty("404"),
	})
	p.wait("document.body.dataset.boot === 'failed'")
	p.wait("document.getElementById('failure-text').textContent.length > 20")
	p.inPlainWords()
	missing.Store(false)
	p.press("#failure-retry")
	p.ready()
}

// All files that a page loads belong to one build: the files of a sealed site are in one
// directory that is named by their content, the WebAssembly is in others, and the page loads
// nothing from anywhere else.
func TestOneBuild(t *testing.T) {
	p := open(t, visit{}).ready()
	places := map[string]bool{}
	for _, r := range p.Requests() {
		_, path, _ := strings.Cut(r, prefix)
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
	p := open(t, visit{}).ready()
	list, err := site.ReadList(os.Getenv("BANCHESS_SITE"))
	if err != nil {
		t.Fatal(err)
	}
	p.press("#help-open")
	p.wait("document.querySelector('.version')")
	if said := p.text("document.querySelector('.version').textContent"); said != "banchess "+list.Version {
		t.Errorf("the page is of %q, and it says %q", list.Version, said)
	}
	if link := p.text("document.querySelector('.version a').href"); !strings.HasSuffix(link, "/releases/tag/"+list.Version) {
		t.Errorf("the page of %q leads to %s", list.Version, link)
	}
}

// A page of a deleted release says so, whatever else fails.
func TestStalePage(t *testing.T) {
	p := open(t, visit{
		wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != prefix {
					http.NotFound(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		},
		allow: func(string) bool { return true },
	})
	p.wait("document.querySelector('.stale').checkVisibility()")
	p.wait("document.querySelector('.stale').getBoundingClientRect().top < 200")
}

// A page that the browser has kept, of a release whose files are gone, leads to the new one.
func TestStalePageLeadsOn(t *testing.T) {
	d := deployed(t)
	page, err := newPage(shared, d.address+"assets/", desktop)
	if err != nil {
		t.Fatal(err)
	}
	p := d.watch(player{page, t})
	p.wait(fmt.Sprintf("fetch(%q).then((page) => page.text()).then((text) => text !== '')", d.address))
	d.deploy(1)
	p.must(p.Eval(fmt.Sprintf("setTimeout(() => location.href = %q), 1", d.address), nil))
	p.wait("document.querySelector('.stale')?.checkVisibility() && document.readyState === 'complete'")
	p.isOf("A")
	p.press(".stale a")
	p.wait("document.documentElement.dataset.release === 'B'")
	p.ready()
	p.unmixed()
}

// A missing path shows a page with a link to the start.
func TestNotFound(t *testing.T) {
	p := open(t, visit{allow: faulty("404")})
	p.must(p.Goto(p.text("location.href") + "some/where"))
	p.wait("document.title.includes('Not found') && document.getElementById('home').checkVisibility()")
}
