package board

import (
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

//lint:file-ignore SA1019 drawing on demand is deprecated for drawing every frame, which a board at rest must not do

// ErrNoWebGL is what [Board.Run] returns, wrapped, when the browser has no WebGL
// 2 to draw with.
var ErrNoWebGL = errors.New("board: WebGL 2 is not available")

// Run draws the board on the frame's page and passes it the pointers. Call it
// once. It takes the document over, as Ebiten does: the page must have a doctype
// and nothing else to be seen in its body. Run returns only when nothing can be
// drawn, or no longer; the board itself stays usable, without a picture.
func (b *Board) Run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("board: drawing failed: %v", r)
		}
		b.wake = nil
	}()
	art, err := loadArtwork()
	if err != nil {
		return err
	}
	if !hasWebGL() {
		return ErrNoWebGL
	}
	// A board at rest draws nothing: in this mode a frame comes only when asked for.
	ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum)
	// All state changes in the event handlers, none by ticks.
	ebiten.SetTPS(0)
	hideGamepads()
	b.wake = scheduleFrame
	frame := newFrame(b)
	return ebiten.RunGameWithOptions(&ebitenGame{board: b, frame: frame, painter: newPainter(art)}, &ebiten.RunGameOptions{
		InitUnfocused:     true,
		ScreenTransparent: true,
		// The frame sizes the canvas by itself, as Ebiten looks at the device pixel
		// ratio only once; see frame.resize.
		DisableHiDPI: true,
	})
}

// hideGamepads makes navigator.getGamepads of this document return an empty list. Ebiten calls
// it for each frame, and a browser that was asked once looks for gamepads 250 times a second
// for as long as the page is shown.
func hideGamepads() {
	js.Global().Get("navigator").Set("getGamepads", js.Global().Get("Array").Get("of"))
}

// scheduleFrame has the next frame drawn. Ebiten's loop asks for one animation
// frame after another, whether there is something to draw or not; a document that
// holds them back meanwhile (web/banchess/frames.ts) is told to let one through.
func scheduleFrame() {
	ebiten.ScheduleFrame()
	if wake := js.Global().Get("banchessWake"); wake.Type() == js.TypeFunction {
		wake.Invoke()
	}
}

// ebitenGame is the board as Ebiten sees it, an ebiten.Game.
type ebitenGame struct {
	board   *Board
	frame   *frame
	painter *painter
	broken  bool
}

// Update does nothing; there are no ticks.
func (g *ebitenGame) Update() error { return nil }

// Draw paints a frame, and asks for the next one while pieces move.
func (g *ebitenGame) Draw(dst *ebiten.Image) {
	if g.broken {
		return
	}
	defer func() {
		// A panic here would end the program, the rules with it. Without a picture
		// they still work.
		if r := recover(); r != nil {
			g.broken = true
			js.Global().Get("console").Call("error", fmt.Sprint("board: drawing failed: ", r))
		}
	}()
	b := g.board
	now := b.now()
	moving := b.animation.running(now)
	g.painter.paint(dst, b.sceneAt(now), b.layout.square, b.options.Theme)
	if moving {
		scheduleFrame() // once more after the end, for the pieces at rest
	}
	b.drawCount++
	if b.drawCount == 1 && b.call.Drawn != nil {
		b.report(b.call.Drawn)
		// Not from within Ebiten's frame: the callback may do as it likes.
		time.AfterFunc(0, b.flush)
	}
}

// Layout takes the size Ebiten gives, which frame.resize has made the canvas's
// size in device pixels.
func (g *ebitenGame) Layout(width, height int) (int, int) {
	width, height = max(width, 1), max(height, 1)
	g.board.Resize(width, height, g.frame.scale)
	return width, height
}
