package e2e

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
)

func TestMain(m *testing.M) { Main(m) }

// text serves a page with a body, and returns its address.
func text(t *testing.T, body string) string {
	t.Helper()
	NeedSite(t)
	return Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<!doctype html><link rel=icon href='data:,'>" + body))
	})).URL
}

// recorder is a page that records every event it gets.
const recorder = `<meta name=viewport content="width=device-width"><body style="margin:0;background:#123456"><input id=field style="position:absolute;top:300px">
<script>
window.seen = []
for (const kind of ['mousedown','mousemove','mouseup','contextmenu','touchstart','touchmove','touchend','touchcancel','keydown'])
	addEventListener(kind, e => seen.push([kind, e.isTrusted, e.clientX ?? e.changedTouches?.[0]?.clientX ?? e.key, e.buttons ?? 0].join(' ')), {passive: false})
</script>`

func TestDriverInput(t *testing.T) {
	NeedSite(t)
	p, err := NewTab(Shared(), text(t, recorder), browser.View{Width: 400, Height: 400, Touch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, tt := range []struct {
		name string
		do   func() error
		want string // kinds of events, with moves merged
		data string // in the events
	}{
		{"click", func() error { return p.Click(browser.Point{X: 10, Y: 20}) }, "mousemove mousedown mouseup", "mousedown true 10 1"},
		{"drag", func() error { return p.Drag(browser.Point{X: 10, Y: 20}, browser.Point{X: 70, Y: 20}) }, "mousemove mousedown mousemove mouseup", "mousemove true 70 1"},
		{"tap", func() error { return p.Tap(browser.Point{X: 30, Y: 20}) }, "touchstart touchend", "touchstart true 30 0"},
		{"key", func() error { return p.Key(browser.Escape) }, "keydown", "keydown true Escape 0"},
		{"letter", func() error { return p.Key("q") }, "keydown", "keydown true q 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := p.Eval("seen.length = 0", nil); err != nil {
				t.Fatal(err)
			}
			if err := tt.do(); err != nil {
				t.Fatal(err)
			}
			var seen []string
			if err := p.Eval("seen", &seen); err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for _, s := range seen {
				kind, _, _ := strings.Cut(s, " ")
				kinds = append(kinds, kind)
			}
			// Browsers add mouse events after a tap.
			got := strings.Join(slices.Compact(kinds), " ")
			if !strings.HasPrefix(got, tt.want) || !slices.Contains(seen, tt.data) {
				t.Errorf("events %q, want %q with %q", seen, tt.want, tt.data)
			}
		})
	}
	if err := p.Eval("field.focus()", nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Type("e2e4"); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait("field.value === 'e2e4'"); err != nil {
		t.Error(err)
	}
}

// A double tap is one, however long the page takes for the first tap. A browser on a busy
// machine may take it for two taps after all, so there are several tries.
func TestDriverDoubleTap(t *testing.T) {
	NeedSite(t)
	const slow = `<meta name=viewport content="width=device-width"><body style="height:400px"><script>
window.seen = []
addEventListener('click', (e) => {
	seen.push(e.detail)
	for (const start = performance.now(); performance.now() - start < 800;);
})
</script>`
	p, err := NewTab(Shared(), text(t, slow), browser.View{Width: 400, Height: 400, Touch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var seen string
	for try := 0; try < 5 && seen != "1,2"; try++ {
		if err := inOrder(
			func() error { return p.Eval("seen = [], 1", nil) },
			func() error { return p.DoubleTap(browser.Point{X: 30, Y: 20}) },
			func() error { return p.Wait("seen.length === 2") },
			func() error { return p.Eval("seen.join()", &seen) },
		); err != nil {
			t.Fatal(err)
		}
	}
	if seen != "1,2" {
		t.Errorf("the clicks are numbered %s", seen)
	}
}

func TestDriverWatches(t *testing.T) {
	NeedSite(t)
	for _, tt := range []struct {
		name, page string
		want       string // in the only problem; empty for none
	}{
		{"quiet", `<script>console.log('hello'); console.warn('careful')</script>`, ""},
		{"console error", `<script>console.error('told', {a: 1})</script>`, "told"},
		{"uncaught", `<script>throw new Error('boom')</script>`, "boom"},
		{"rejected", `<script>Promise.reject(new Error('later'))</script>`, "later"},
		{"missing file", `<img src="nowhere.png">`, "nowhere.png"},
		{"Go panic", `<script>console.log('panic: index out of range')</script>`, "index out of range"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := NewTab(Shared(), text(t, tt.page), browser.Desktop)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			// Events come in order: everything that the page did before has been reported.
			if err := p.Eval("new Promise(done => setTimeout(done))", nil); err != nil {
				t.Fatal(err)
			}
			problems := p.Problems()
			switch {
			case tt.want == "" && len(problems) > 0:
				t.Errorf("problems %q, want none", problems)
			case tt.want != "" && (len(problems) != 1 || !strings.Contains(problems[0], tt.want)):
				t.Errorf("problems %q, want one with %q", problems, tt.want)
			}
		})
	}
}

func TestDriverForeign(t *testing.T) {
	NeedSite(t)
	other := text(t, "")
	url := text(t, `<iframe src="`+other+`"></iframe><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`)
	p, err := NewTab(Shared(), url, browser.Desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	foreign := p.Foreign(strings.TrimPrefix(url, "http://"))
	if len(foreign) != 1 || !strings.HasPrefix(foreign[0], other) {
		t.Errorf("foreign requests %q, want the one to %s", foreign, other)
	}
}

func TestDriverLongestTask(t *testing.T) {
	NeedSite(t)
	p, err := NewTab(Shared(), text(t, "<!doctype html><title>Work</title>"), browser.Desktop)
	if err != nil {
		t.Fatal(err)
	}
	work := func(steps string) time.Duration {
		t.Helper()
		took, err := p.LongestTask(func() error {
			return p.Eval("new Promise((done) => setTimeout(() => { let sum = 0; for (let i = 0; i < "+steps+"; i++) sum += Math.sqrt(i); done(sum); }))", nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		return took
	}
	if little, much := work("1e3"), work("1e8"); much < 2*little {
		t.Errorf("little work took %v, much took %v", little, much)
	}
	if _, err := p.LongestTask(func() error { return errors.New("failed") }); err == nil {
		t.Error("a failed call was measured")
	}
}
