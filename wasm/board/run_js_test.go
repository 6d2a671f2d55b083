package board

import (
	"fmt"
	"syscall/js"
	"testing"
	"time"

	"github.com/banchess/banchess/game/chess"
)

// stage is a running board in the browser's page, with what it reported.
type stage struct {
	*Board
	canvas  js.Value
	reports chan string
}

// One board for all tests here: a program can run Ebiten only once.
func TestInABrowser(t *testing.T) {
	s := &stage{reports: make(chan string, 64)}
	say := func(format string, args ...any) { s.reports <- fmt.Sprintf(format, args...) }
	drawn := make(chan struct{})
	s.Board = New(DefaultOptions(), Callbacks{
		Action:    func(from, to chess.Square, p chess.Role) { say("%v%v", from, to) },
		Refused:   func(from, to chess.Square) { say("refused %v %v", from, to) },
		Promotion: func(open bool) { say("promotion %v", open) },
		Drawn:     func() { close(drawn) },
	})
	o := s.Options()
	o.Animation = 0
	s.Configure(o)
	s.Set(moveView(t))
	failed := make(chan error, 1)
	go func() { failed <- s.Run() }()
	select {
	case <-drawn:
	case err := <-failed:
		t.Fatalf("the board does not run: %v", err)
	case <-time.After(30 * time.Second):
		t.Fatal("nothing was drawn")
	}
	s.canvas = js.Global().Get("document").Call("querySelector", "body > canvas")

	t.Run("fills its frame at one pixel per device pixel", s.testSize)
	t.Run("takes mouse and touch", s.testPointers)
	t.Run("leaves wheel, keys and touches to the page", s.testLeavesThePage)
	t.Run("draws nothing at rest", s.testRest)
	t.Run("shows the pieces on their squares", s.testPixels)
}

// frames waits until the browser has drawn two frames, so that what was asked
// for has happened.
func frames() {
	done := make(chan struct{})
	var again js.Func
	left := 2
	again = js.FuncOf(func(js.Value, []js.Value) any {
		if left--; left == 0 {
			close(done)
		} else {
			js.Global().Call("requestAnimationFrame", again)
		}
		return nil
	})
	defer again.Release()
	js.Global().Call("requestAnimationFrame", again)
	<-done
}

// dispatch sends the canvas an event and returns it.
func (s *stage) dispatch(class, name string, fields map[string]any) js.Value {
	fields["bubbles"], fields["cancelable"] = true, true
	e := js.Global().Get(class).New(name, fields)
	s.canvas.Call("dispatchEvent", e)
	return e
}

// pointer sends a pointer event to the middle of a square.
func (s *stage) pointer(kind, name, square string, buttons int) {
	sq, _ := chess.ParseSquare(square)
	r := s.SquareRect(sq)
	button := 0
	if name == "pointermove" {
		button = -1
	}
	s.dispatch("PointerEvent", name, map[string]any{
		"pointerType": kind, "pointerId": 1, "button": button, "buttons": buttons, "isPrimary": true,
		"clientX": r.X + r.Width/2, "clientY": r.Y + r.Height/2,
	})
}

func (s *stage) drag(kind, from, to string) {
	s.pointer(kind, "pointerdown", from, 1)
	s.pointer(kind, "pointermove", to, 1)
	s.pointer(kind, "pointerup", to, 0)
}

func (s *stage) click(kind, square string) {
	s.pointer(kind, "pointerdown", square, 1)
	s.pointer(kind, "pointerup", square, 0)
}

func (s *stage) expect(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-s.reports:
			if got != w {
				t.Errorf("reported %q, want %q", got, w)
			}
		default:
			t.Errorf("%q was not reported", w)
		}
	}
	select {
	case got := <-s.reports:
		t.Errorf("reported %q besides", got)
	default:
	}
}

func (s *stage) testSize(t *testing.T) {
	window := js.Global()
	ratio := window.Get("devicePixelRatio").Float()
	for _, side := range []struct{ inner, canvas string }{{"innerWidth", "width"}, {"innerHeight", "height"}} {
		want := window.Get(side.inner).Float() * ratio
		if got := s.canvas.Get(side.canvas).Int(); !near(got, want) {
			t.Errorf("the canvas's %s is %d, want %g", side.canvas, got, want)
		}
	}
	if r := s.canvas.Call("getBoundingClientRect"); r.Get("width").Float() != window.Get("innerWidth").Float() || r.Get("x").Float() != 0 {
		t.Errorf("the canvas is %g wide, the window %g", r.Get("width").Float(), window.Get("innerWidth").Float())
	}
}

func (s *stage) testPointers(t *testing.T) {
	for _, kind := range []string{"mouse", "touch", "pen"} {
		s.drag(kind, "b1", "c3")
		s.expect(t, "b1c3")
		s.click(kind, "b1")
		s.click(kind, "a3")
		s.expect(t, "b1a3")
		s.drag(kind, "e2", "e4")
		s.expect(t, "refused e2 e4")
		s.Cancel()
		s.pointer(kind, "pointerdown", "b1", 1)
		s.pointer(kind, "pointermove", "c3", 1)
		s.pointer(kind, "pointercancel", "c3", 0)
		s.pointer(kind, "pointerup", "c3", 0)
		s.expect(t)
	}
	// A button that was let go outside is noticed when the mouse comes back.
	s.pointer("mouse", "pointerdown", "b1", 1)
	s.pointer("mouse", "pointermove", "c3", 1)
	s.pointer("mouse", "pointermove", "a3", 0)
	s.pointer("mouse", "pointerup", "a3", 0)
	s.expect(t)
	// A second button pressed meanwhile comes as a move.
	s.pointer("mouse", "pointerdown", "b1", 1)
	s.pointer("mouse", "pointermove", "c3", 1)
	s.dispatch("PointerEvent", "pointermove", map[string]any{"pointerType": "mouse", "pointerId": 1, "button": 2, "buttons": 3})
	s.pointer("mouse", "pointerup", "c3", 0)
	s.expect(t)
	// So does a lost focus.
	s.pointer("mouse", "pointerdown", "b1", 1)
	s.pointer("mouse", "pointermove", "c3", 1)
	js.Global().Call("dispatchEvent", js.Global().Get("Event").New("blur"))
	s.pointer("mouse", "pointerup", "c3", 0)
	s.expect(t)
	s.Cancel()
	s.drag("mouse", "a7", "a8")
	s.click("mouse", "a7")
	s.expect(t, "promotion true", "promotion false", "a7a8")
}

func (s *stage) testLeavesThePage(t *testing.T) {
	s.Cancel()
	if e := s.dispatch("WheelEvent", "wheel", map[string]any{"deltaY": 50}); e.Get("defaultPrevented").Bool() {
		t.Error("the wheel is swallowed")
	}
	if e := s.dispatch("KeyboardEvent", "keydown", map[string]any{"key": "Tab"}); e.Get("defaultPrevented").Bool() {
		t.Error("Tab is swallowed")
	}
	touch := func(square string) bool {
		s.pointer("touch", "pointerdown", square, 1)
		defer s.pointer("touch", "pointercancel", square, 0)
		return s.dispatch("TouchEvent", "touchstart", map[string]any{}).Get("defaultPrevented").Bool()
	}
	if touch("d4") {
		t.Error("a touch on an empty square cannot scroll")
	}
	if !touch("b1") {
		t.Error("a touch on a piece scrolls")
	}
	s.expect(t)
}

func (s *stage) testRest(t *testing.T) {
	s.Cancel()
	s.pointer("mouse", "pointermove", "d4", 0)
	frames()
	before := s.State().DrawCount
	for range 10 {
		frames()
	}
	s.pointer("mouse", "pointermove", "d4", 0)
	frames()
	if after := s.State().DrawCount; after != before {
		t.Errorf("%d frames were drawn at rest", after-before)
	}
	s.pointer("mouse", "pointermove", "b1", 0)
	frames()
	if after := s.State().DrawCount; after == before {
		t.Error("hovering draws nothing")
	}
}

// testPixels reads the screen: a dark piece's square is darker than an empty one,
// and after the piece has moved its square looks like any other of its colour.
func (s *stage) testPixels(t *testing.T) {
	v := View{Pieces: position(t, "7k/8/8/8/3r4/8/8/K7"), Phase: Over}
	s.Set(v)
	frames()
	d4, b2 := s.lightness(t, "d4"), s.lightness(t, "b2")
	if d4 > b2-20 {
		t.Errorf("with a black rook on it, d4 has lightness %.0f; the empty b2 has %.0f", d4, b2)
	}
	v.Pieces = position(t, "7k/8/8/8/8/8/8/K7")
	s.Set(v)
	frames()
	if d4 = s.lightness(t, "d4"); d4 < b2-5 || d4 > b2+5 {
		t.Errorf("empty, d4 has lightness %.0f and b2 %.0f", d4, b2)
	}
}

// lightness is the mean lightness of a square on the screen, 0 to 255.
func (s *stage) lightness(t *testing.T, square string) float64 {
	t.Helper()
	// The canvas keeps its pixels only until the browser has shown them, so they
	// are copied right after they were drawn: in the same animation frame, which
	// Ebiten asked for first.
	copied := js.Global().Get("document").Call("createElement", "canvas")
	copied.Set("width", s.canvas.Get("width"))
	copied.Set("height", s.canvas.Get("height"))
	done := make(chan struct{})
	grab := js.FuncOf(func(js.Value, []js.Value) any {
		copied.Call("getContext", "2d").Call("drawImage", s.canvas, 0, 0)
		close(done)
		return nil
	})
	defer grab.Release()
	s.invalidate()
	js.Global().Call("requestAnimationFrame", grab)
	<-done
	sq, _ := chess.ParseSquare(square)
	r := s.layout.rect(sq)
	data := copied.Call("getContext", "2d").Call("getImageData", r.X, r.Y, r.Width, r.Height).Get("data")
	pixels := make([]byte, data.Get("length").Int())
	js.CopyBytesToGo(pixels, js.Global().Get("Uint8Array").New(data.Get("buffer")))
	sum := 0.0
	for i := 0; i < len(pixels); i += 4 {
		sum += 0.3*float64(pixels[i]) + 0.59*float64(pixels[i+1]) + 0.11*float64(pixels[i+2])
	}
	return sum / float64(len(pixels)/4)
}
