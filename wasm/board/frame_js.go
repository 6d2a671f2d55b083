package board

import (
	"fmt"
	"math"
	"syscall/js"
)

// frame is the document the board is drawn in. It stands between the browser and
// Ebiten: it sizes the canvas, and takes the pointers before Ebiten sees them.
//
// Ebiten's own input polls mouse and fingers once a frame, misses cancelled
// touches, and swallows every wheel, touch and key on its canvas, so that the page
// around can neither be scrolled nor left by Tab. The board listens to the
// browser's pointer events instead and keeps them from the canvas.
type frame struct {
	board         *Board
	window        js.Value
	document      js.Value
	canvas        js.Value
	viewport      viewport
	width, height int     // of the canvas, in device pixels
	scale         float64 // device pixels per CSS pixel
	cursor        string
	held          bool // the touch that goes down is the board's, not the page's to scroll
}

// viewport is the frame as CSS measures it, and its device pixel ratio.
type viewport struct{ width, height, ratio float64 }

// hasWebGL tries for a context on a canvas of its own, as a failed attempt on
// Ebiten's would be reported only in prose.
func hasWebGL() bool {
	canvas := js.Global().Get("document").Call("createElement", "canvas")
	gl := canvas.Call("getContext", "webgl2")
	if !gl.Truthy() {
		return false
	}
	if ext := gl.Call("getExtension", "WEBGL_lose_context"); ext.Truthy() {
		ext.Call("loseContext") // browsers allow a page few contexts
	}
	return true
}

func newFrame(b *Board) *frame {
	f := &frame{
		board:    b,
		window:   js.Global(),
		document: js.Global().Get("document"),
		scale:    1,
	}
	f.canvas = f.document.Call("querySelector", "body > canvas")
	f.canvas.Set("tabIndex", -1)
	f.canvas.Call("setAttribute", "aria-hidden", "true")
	style := f.canvas.Get("style")
	style.Set("position", "fixed")
	style.Set("inset", "0")
	style.Set("width", "100vw")
	style.Set("height", "100vh")
	style.Set("touchAction", "manipulation") // a double tap does not zoom
	style.Set("userSelect", "none")
	style.Set("webkitTapHighlightColor", "transparent")
	f.document.Get("documentElement").Get("style").Set("overflow", "hidden")
	f.watchSize()
	f.listen()
	return f
}

// watchSize keeps the canvas's buffer at one pixel per device pixel, whatever
// the zoom, the screen it is on and the size of the frame.
func (f *frame) watchSize() {
	f.measure()
	f.on(f.window, "resize", func(js.Value) { f.measure() })
	// A window that is moved to another screen may change its pixel ratio alone,
	// and Chromium does not tell every frame. To read it takes half a millisecond.
	const often = 1000 // milliseconds
	f.window.Call("setInterval", f.guard(func(js.Value) { f.measure() }), often)
	// Take the exact number of device pixels where the browser tells it: with a
	// fractional ratio, rounding depends on where the frame lies.
	entry := f.window.Get("ResizeObserverEntry")
	if !entry.Truthy() || !f.window.Get("Reflect").Call("has", entry.Get("prototype"), "devicePixelContentBoxSize").Bool() {
		return
	}
	observer := f.window.Get("ResizeObserver").New(f.guard(func(entries js.Value) {
		f.measure()
		box := entries.Index(0).Get("devicePixelContentBoxSize").Index(0)
		width, height := box.Get("inlineSize").Int(), box.Get("blockSize").Int()
		if v := f.viewport; near(width, v.width*v.ratio) && near(height, v.height*v.ratio) {
			f.resize(width, height)
		}
	}))
	observer.Call("observe", f.canvas, map[string]any{"box": "device-pixel-content-box"})
}

// near reports whether a number of pixels is the exact one, rounded. An emulated
// ratio is not known to every part of a browser.
func near(pixels int, exact float64) bool { return math.Abs(float64(pixels)-exact) < 1.5 }

// measure resizes the canvas when the frame or its pixel ratio changed.
func (f *frame) measure() {
	v := viewport{
		width:  f.window.Get("innerWidth").Float(),
		height: f.window.Get("innerHeight").Float(),
		ratio:  f.window.Get("devicePixelRatio").Float(),
	}
	if v == f.viewport || v.width == 0 || v.height == 0 {
		return
	}
	f.viewport = v
	f.resize(int(math.Round(v.width*v.ratio)), int(math.Round(v.height*v.ratio)))
}

// resize has Ebiten make its canvas so many device pixels large. Ebiten takes the
// size from the body, times the ratio at the start. So the ratio is switched off
// (Run), and the body gets as many CSS pixels as the canvas is to have pixels; the
// canvas itself is as large as the window.
func (f *frame) resize(width, height int) {
	scale := float64(width) / f.viewport.width
	if width == f.width && height == f.height && scale == f.scale {
		return
	}
	f.width, f.height, f.scale = width, height, scale
	style := f.document.Get("body").Get("style")
	style.Set("width", fmt.Sprintf("%dpx", width))
	style.Set("height", fmt.Sprintf("%dpx", height))
	f.window.Call("dispatchEvent", f.window.Get("Event").New("resize"))
}

// listen takes the pointers.
func (f *frame) listen() {
	b := f.board
	for name, kind := range map[string]strokeKind{
		"pointerdown":        pointerDown,
		"pointermove":        pointerMoved,
		"pointerup":          pointerUp,
		"pointercancel":      pointerLost,
		"lostpointercapture": pointerLost,
	} {
		f.on(f.canvas, name, func(e js.Value) { f.pointer(kind, e) })
	}
	f.on(f.canvas, "pointerleave", func(e js.Value) { f.pointer(pointerLeft, e) })
	// The right button draws.
	f.on(f.canvas, "contextmenu", func(e js.Value) {
		if b.options.Drawing {
			e.Call("preventDefault")
		}
	})
	f.on(f.window, "blur", func(js.Value) { b.blur() })
	f.on(f.document, "visibilitychange", func(js.Value) {
		if f.document.Get("hidden").Bool() {
			b.blur()
		}
	})
	// Between the page's own listeners, on the window or the document, and the
	// canvas with Ebiten's.
	body := f.document.Get("body")
	stop := f.guard(func(e js.Value) { e.Call("stopPropagation") })
	for _, name := range []string{"mousedown", "mousemove", "mouseup", "wheel", "touchend", "touchmove", "keydown", "keyup"} {
		body.Call("addEventListener", name, stop, true)
	}
	touch := f.guard(func(e js.Value) {
		e.Call("stopPropagation")
		// pointerdown came first and noted whose touch it is. Kept from its default, a
		// touch neither scrolls nor zooms.
		if f.held && e.Get("cancelable").Bool() {
			e.Call("preventDefault")
		}
	})
	body.Call("addEventListener", "touchstart", touch, map[string]any{"capture": true, "passive": false})
}

// pointer makes a stroke of a pointer event.
func (f *frame) pointer(kind strokeKind, e js.Value) {
	b := f.board
	s := stroke{
		Kind:    kind,
		Pointer: e.Get("pointerId").Int(),
		X:       e.Get("clientX").Float(),
		Y:       e.Get("clientY").Float(),
		Touch:   e.Get("pointerType").String() == "touch",
	}
	button, buttons := e.Get("button").Int(), e.Get("buttons").Int()
	switch kind {
	case pointerDown:
		s.Button = button
		s.Color = colorOf(e)
		f.held = b.holds(s.X, s.Y)
		if s.Button == 0 || s.Button == 2 && b.options.Drawing {
			f.capture(s.Pointer)
		}
	case pointerUp:
		s.Button = button // the loss of the capture that follows finds nothing pressed
	case pointerMoved:
		// While one button is down, others come and go as moves.
		switch {
		case b.sketch != nil && buttons&2 == 0:
			s.Kind = pointerLost // let go while another button is down, or where nobody told
		case b.sketch != nil && button == 0:
			s.Kind = pointerDown
		case b.sketch != nil:
		case button > 0 && buttons&1 != 0:
			s.Kind, s.Button = pointerDown, button
		case button == 0 && buttons&1 == 0:
			s.Kind = pointerUp
		case button < 0 && buttons == 0 && !s.Touch && b.press != nil:
			s.Kind = pointerLost // the button was lifted where nobody told
		}
	}
	b.handle(s)
	if c := b.cursor(); c != f.cursor {
		f.cursor = c
		f.canvas.Get("style").Set("cursor", c)
	}
}

// colorOf is the colour that the modifier keys of an event stand for: green without
// one, red with Shift or Control, blue with Alt, yellow with both.
func colorOf(e js.Value) byte {
	color := 0
	if e.Get("shiftKey").Bool() || e.Get("ctrlKey").Bool() {
		color++
	}
	if e.Get("altKey").Bool() || e.Get("metaKey").Bool() {
		color += 2
	}
	return "GRBY"[color]
}

// capture keeps a pressed pointer's events coming when it leaves the frame.
func (f *frame) capture(pointer int) {
	// The browser refuses for a pointer that is gone by now, and then there is
	// nothing to keep.
	defer func() { _ = recover() }()
	f.canvas.Call("setPointerCapture", pointer)
}

// on adds a listener for the life of the frame.
func (f *frame) on(target js.Value, name string, handle func(js.Value)) {
	target.Call("addEventListener", name, f.guard(handle))
}

// guard makes a callback of a function of one argument. A panic in it would take
// the whole program down, rules and all; it is reported instead.
func (f *frame) guard(handle func(js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer func() {
			if r := recover(); r != nil {
				js.Global().Get("console").Call("error", fmt.Sprint("board: ", r))
			}
		}()
		what := js.Undefined()
		if len(args) > 0 {
			what = args[0]
		}
		handle(what)
		return nil
	})
}
