package browser

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

// start starts a browser. The tests need a Chromium, which only the test command
// provides; it then sets a variable.
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

func TestView(t *testing.T) {
	b := start(t)
	p, err := b.Open(serve(t, `<meta name=viewport content="width=device-width"><body style="background:#123456">`).URL, View{Width: 300, Height: 200, Ratio: 2, Dark: true, Still: true})
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
	text, err := p.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(text))
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

// A wait continues when the page navigates.
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
