package browser

import (
	"context"
	"errors"
	"image/color"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// These tests need a Chromium, which only the test command makes sure of; the
// variable it sets says that it did.
func start(t *testing.T, flags ...string) *Browser {
	t.Helper()
	if os.Getenv("BANCHESS_SITE") == "" {
		t.Skip("there is no Chromium to drive: go run ./scripts test --stage page sees to one and runs this")
	}
	b, err := Start(context.Background(), flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func serve(t *testing.T, text string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<!doctype html><link rel=icon href='data:,'>" + text))
	}))
	t.Cleanup(s.Close)
	return s
}

// recorder is a page that writes down every event it gets.
const recorder = `<meta name=viewport content="width=device-width"><body style="margin:0;background:#123456"><input id=field style="position:absolute;top:300px">
<script>
window.seen = []
for (const kind of ['mousedown','mousemove','mouseup','contextmenu','touchstart','touchmove','touchend','touchcancel','keydown'])
	addEventListener(kind, e => seen.push([kind, e.isTrusted, e.clientX ?? e.changedTouches?.[0]?.clientX ?? e.key, e.buttons ?? 0].join(' ')), {passive: false})
</script>`

func TestInput(t *testing.T) {
	b := start(t)
	p, err := b.Open(serve(t, recorder).URL, View{Width: 400, Height: 400, Touch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, tt := range []struct {
		name string
		do   func() error
		want string // kinds, moves run together
		data string // in the events
	}{
		{"click", func() error { return p.Click(Point{10, 20}) }, "mousemove mousedown mouseup", "mousedown true 10 1"},
		{"drag", func() error { return p.Drag(Point{10, 20}, Point{70, 20}) }, "mousemove mousedown mousemove mouseup", "mousemove true 70 1"},
		{"tap", func() error { return p.Tap(Point{30, 20}) }, "touchstart touchend", "touchstart true 30 0"},
		{"key", func() error { return p.Key(Escape) }, "keydown", "keydown true Escape 0"},
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
			// A tap is followed by the mouse events browsers make of it.
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

func TestView(t *testing.T) {
	b := start(t)
	p, err := b.Open(serve(t, recorder).URL, View{Width: 300, Height: 200, Ratio: 2, Dark: true, Still: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	const probe = `[innerWidth, innerHeight, devicePixelRatio, matchMedia('(prefers-color-scheme: dark)').matches,
		matchMedia('(prefers-reduced-motion: reduce)').matches].join()`
	for _, tt := range []struct {
		view View
		want string
	}{
		{View{Width: 300, Height: 200, Ratio: 2, Dark: true, Still: true}, "300,200,2,true,true"},
		{View{Width: 320, Height: 240}, "320,240,1,false,false"},
	} {
		if err := p.SetView(tt.view); err != nil {
			t.Fatal(err)
		}
		if err := p.Wait(probe + " === '" + tt.want + "'"); err != nil {
			t.Error(err)
		}
	}
	img, err := p.Picture()
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 320 || size.Y != 240 {
		t.Errorf("the picture is %v", size)
	}
	if got := color.RGBAModel.Convert(img.At(160, 120)); got != (color.RGBA{0x12, 0x34, 0x56, 0xff}) {
		t.Errorf("the background is %v", got)
	}
}

func TestWatch(t *testing.T) {
	b := start(t)
	for _, tt := range []struct {
		name, page string
		want       string // in the one problem; empty for none
	}{
		{"quiet", `<script>console.log('hello'); console.warn('careful')</script>`, ""},
		{"console error", `<script>console.error('told', {a: 1})</script>`, "told"},
		{"uncaught", `<script>throw new Error('boom')</script>`, "boom"},
		{"rejected", `<script>Promise.reject(new Error('later'))</script>`, "later"},
		{"missing file", `<img src="nowhere.png">`, "nowhere.png"},
		{"Go panic", `<script>console.log('panic: index out of range')</script>`, "index out of range"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := b.Open(serve(t, tt.page).URL, Desktop)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			// Events come in order: whatever the page did before this is told.
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

func TestForeign(t *testing.T) {
	b := start(t)
	other := serve(t, "")
	s := serve(t, `<iframe src="`+other.URL+`"></iframe><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`)
	p, err := b.Open(s.URL, Desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	foreign := p.Foreign(strings.TrimPrefix(s.URL, "http://"))
	if len(foreign) != 1 || !strings.HasPrefix(foreign[0], other.URL) {
		t.Errorf("foreign requests %q, want the one to %s", foreign, other.URL)
	}
}

func TestStorage(t *testing.T) {
	b := start(t)
	url := serve(t, "").URL
	p, err := b.Open(url, Desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Eval("localStorage.setItem('k', 'v')", nil); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		open func() (*Page, error)
		want string
	}{
		{"beside", func() (*Page, error) { return p.Beside(url, Desktop) }, "v"},
		{"apart", func() (*Page, error) { return b.Open(url, Desktop) }, ""},
	} {
		q, err := tt.open()
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := q.Eval("localStorage.getItem('k') ?? ''", &got); err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		q.Close()
	}
}

func TestFlags(t *testing.T) {
	const webgl = "document.createElement('canvas').getContext('webgl2') !== null"
	for _, tt := range []struct {
		flags  []string
		expr   string
		wanted bool
	}{
		{nil, webgl, true},
		{[]string{"disable-3d-apis"}, webgl, false},
		{nil, "typeof WebAssembly === 'object'", true},
		{[]string{"js-flags=--jitless"}, "typeof WebAssembly === 'object'", false},
	} {
		b := start(t, tt.flags...)
		p, err := b.Open(serve(t, "").URL, Desktop)
		if err != nil {
			t.Fatal(err)
		}
		var got bool
		if err := p.Eval(tt.expr, &got); err != nil {
			t.Fatal(err)
		}
		if got != tt.wanted {
			t.Errorf("with %q, %s is %v", tt.flags, tt.expr, got)
		}
	}
}

// A wait outlasts that the page goes elsewhere meanwhile.
func TestWaitOverReloads(t *testing.T) {
	p, err := start(t).Open(serve(t, "").URL, Desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for range 20 {
		if err := p.Eval("window.before = true, setTimeout(() => location.reload()), 1", nil); err != nil {
			t.Fatal(err)
		}
		if err := p.Wait("!window.before"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLongestTask(t *testing.T) {
	b := start(t)
	p, err := b.Open(serve(t, "<!doctype html><title>Work</title>").URL, Desktop)
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
	if little, much := work("1e3"), work("1e8"); little > 50*time.Millisecond || much < 50*time.Millisecond {
		t.Errorf("little work took %v, much took %v", little, much)
	}
	if _, err := p.LongestTask(func() error { return errors.New("failed") }); err == nil {
		t.Error("what failed was measured")
	}
}
