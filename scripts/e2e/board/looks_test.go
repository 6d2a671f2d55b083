package board

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// luma returns the brightness of a colour, 0 to 255.
func luma(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return (0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)) / 257
}

// changed returns the pixels of an area whose brightness differs between two pictures.
func changed(a, b image.Image, area image.Rectangle, by float64) map[image.Point]bool {
	points := map[image.Point]bool{}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if math.Abs(luma(a.At(x, y))-luma(b.At(x, y))) > by {
				points[image.Pt(x, y)] = true
			}
		}
	}
	return points
}

// Without colours, a ban is visible by its shape: something is drawn on both squares, while
// their background does not change, unlike under the last move.
func TestBanWithoutColours(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1000, Height: 700, Still: true}}).Ready()
	p.Must(p.VisionWithoutColours())
	for _, theme := range assets.ThemeNames() {
		p.Choose("theme", theme)
		p.Await("document.getElementById('board').options.theme === '" + theme + "'")
		before := p.Screenshot()
		p.Plays("b:e2e4")
		banned := p.Screenshot()
		p.Plays("m:g1f3 b:b8c6")
		moved := p.Screenshot()
		for square, part := range map[string]struct {
			picture     image.Image
			least, most float64
		}{
			"e2": {banned, 0.01, 0.6}, "e4": {banned, 0.02, 0.6}, // a shape
			"d4": {banned, 0, 0}, // nothing
		} {
			area := p.Area(square, 1)
			got := float64(len(changed(before, part.picture, area, 12))) / float64(area.Dx()*area.Dy())
			if got < part.least || got > part.most {
				t.Errorf("%s: the ban of e2–e4 changes %.3f of %s, want %g to %g", theme, got, square, part.least, part.most)
			}
		}
		// The background of the last move changes everywhere.
		area := p.Area("g1", 1)
		if got := float64(len(changed(before, moved, area, 3))) / float64(area.Dx()*area.Dy()); got < 0.7 {
			t.Errorf("%s: the last move changes %.3f of g1, which it left", theme, got)
		}
		p.NewGame("against=friend")
		p.Await(e2e.Game + ".getPly() === 1")
	}
}

// The sign of a ban hides no square that its arrow passes over: beside the arrow's shaft
// the square looks as without the ban, on the drawn board and on the text board.
func TestBanHidesNoSquare(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1000, Height: 700, Still: true}}).Ready()
	for _, board := range []string{"the drawn board", "the drawn board of a small phone", "the text board"} {
		switch board {
		case "the drawn board of a small phone":
			p.Turn(browser.View{Width: 320, Height: 568, Still: true})
		case "the text board":
			p.Choose("textBoard", "")
			p.Await("document.getElementById('grid').dataset.mode === 'solid'")
		}
		before := p.Screenshot()
		p.Plays("b:c2c4")
		banned := p.Screenshot()
		area := p.Area("c3", 1)
		sides := 0
		for x := range area.Dx() {
			part := image.Rect(area.Min.X+x, area.Min.Y+area.Dy()*2/5, area.Min.X+x+1, area.Max.Y-area.Dy()*2/5)
			if off := math.Abs(float64(x)/float64(area.Dx()) - 0.5); off > 0.12 && len(changed(before, banned, part, 6)) > 0 {
				sides++
			}
		}
		if sides > 0 {
			t.Errorf("on %s the ban of c2–c4 changes %d columns in the middle of c3 beside its arrow", board, sides)
		}
		if len(changed(before, banned, p.Area("c2", 1), 6)) == 0 {
			t.Errorf("on %s the ban of c2–c4 is not shown", board)
		}
		p.NewGame("against=friend")
		p.Await(e2e.Game + ".getPly() === 1")
	}
}

// The line under the chosen tab has no end that runs up its side, at any offset to the
// pixels of the screen.
func TestTabHasNoEdge(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 390, Height: 844, Ratio: 1.5, Touch: true, Still: true}}).Ready()
	picture := p.Screenshot()
	var left, middle float64
	p.Must(p.Eval("document.getElementById('mode-play').getBoundingClientRect().left", &left))
	p.Must(p.Eval("{ const r = document.getElementById('mode-play').getBoundingClientRect(); (r.top + r.bottom) / 2 }", &middle))
	y := int(1.5 * middle)
	ground := luma(picture.At(int(1.5*left)-4, y))
	for x := int(1.5*left) - 3; x <= int(1.5*left)+3; x++ {
		if l := luma(picture.At(x, y)); math.Abs(l-ground) > 2 {
			t.Errorf("at %d, %d the picture has the brightness %.0f, beside it %.0f", x, y, l, ground)
		}
	}
}

// The names of files and ranks never overlap the pieces, whatever the board, the pieces and
// the size.
func TestCoordinatesKeepClear(t *testing.T) {
	const (
		full  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"
		empty = "8/8/8/3k4/8/3K4/P7/8 w - - 0 1 1"
	)
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 320, Height: 568, Ratio: 2, Touch: true, Still: true}}).Ready()
	look := func(fen string, named bool) image.Image {
		if p.Text("document.documentElement.dataset.coordinates === 'on'") != fmt.Sprint(named) {
			p.Choose("coordinates", "")
		}
		if p.FEN() != fen {
			p.Must(p.Eval(e2e.Game+".load({fen: "+e2e.Quote(fen)+"})", nil))
		}
		p.Await(e2e.Game + ".fen() === " + e2e.Quote(fen))
		return p.Screenshot()
	}
	for i, pieces := range assets.PieceSets {
		p.Choose("pieces", pieces)
		p.Choose("theme", assets.Themes[i].Name)
		named, plain, bare := look(full, true), look(full, false), look(empty, false)
		signs := 0
		for _, square := range strings.Fields("a1 b1 c1 d1 e1 f1 g1 h1 a7 a8") {
			area := p.Area(square, 2)
			piece := changed(plain, bare, area, 8)
			for point := range changed(named, plain, area, 8) {
				signs++
				if piece[point] {
					t.Errorf("%s pieces: the name of %s runs into its piece at %v", pieces, square, point.Sub(area.Min))
					break
				}
			}
		}
		if signs == 0 {
			t.Errorf("%s pieces: no name was drawn at all", pieces)
		}
	}
}

// The board stays sharp after the pixels have become smaller: the border of two squares is
// an edge, not a gradient.
func TestSharpAfterZoom(t *testing.T) {
	view := browser.View{Width: 800, Height: 600, Ratio: 1, Still: true}
	p := e2e.Open(t, e2e.Visit{View: view}).Ready()
	p.Choose("theme", "contrast")
	view.Ratio = 2
	p.Must(p.SetView(view))
	p.Await("devicePixelRatio === 2 && document.getElementById('board').frameWindow.document.querySelector('canvas').width === 2 * document.getElementById('board').frameWindow.innerWidth")
	picture := p.Screenshot()
	edge := p.Area("e4", 2)
	blurred := 0
	for x := edge.Min.X - 8; x < edge.Min.X+8; x++ {
		if l := luma(picture.At(x, edge.Min.Y+edge.Dy()/2)); l > 0x7a+8 && l < 0xff-8 {
			blurred++
		}
	}
	if blurred > 1 {
		t.Errorf("%d pixels between two squares are of neither", blurred)
	}
}

// On the text board each piece has its own image, from the file of its set.
func TestPiecesOfTheTextBoard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Press("#settings-open")
	p.Press("#settings [name=textBoard]")
	for _, set := range assets.PieceSets {
		p.Press("#settings [name=pieces][value=" + set + "]")
		p.Await("document.querySelectorAll('#grid img[src*=\"/" + set + ".svg#\"]').length === 32")
		var drawings map[string]string
		p.Must(p.Eval(`(async () => {
			const drawings = {};
			for (const img of document.querySelectorAll("#grid img")) {
				await img.decode();
				const canvas = Object.assign(document.createElement("canvas"), {width: 50, height: 50}), c = canvas.getContext("2d");
				c.drawImage(img, 0, 0, 50, 50);
				const edge = c.getImageData(0, 0, 1, 50).data.some((v) => v > 0); // nothing of the neighbouring image
				drawings[img.dataset.piece] = edge ? "" : canvas.toDataURL();
			}
			return drawings;
		})()`, &drawings))
		different := map[string]bool{}
		for piece, drawing := range drawings {
			different[drawing] = true
			if len(drawing) < 1000 {
				t.Errorf("%s: the drawing of %s is %q", set, piece, drawing)
			}
		}
		if len(different) != 12 {
			t.Errorf("%s: %d different drawings of %d pieces", set, len(different), len(drawings))
		}
	}
}
