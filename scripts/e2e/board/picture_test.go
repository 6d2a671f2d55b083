package board

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// board returns the part of a picture of the page with the board.
func board(p e2e.Player, picture image.Image) image.Image {
	p.T.Helper()
	ratio := float64(picture.Bounds().Dx())
	var width float64
	p.Must(p.Eval("innerWidth", &width))
	ratio /= width
	area := p.Area("a1", ratio).Union(p.Area("h8", ratio)).Union(p.Area("a8", ratio)).Union(p.Area("h1", ratio))
	part := image.NewRGBA(image.Rect(0, 0, area.Dx(), area.Dy()))
	draw.Draw(part, part.Bounds(), picture, area.Min, draw.Src)
	return part
}

// means returns the mean colours of n by n cells of a board. They are compared, because the
// pictures have different sizes.
func means(picture image.Image, n int) (list [][3]float64) {
	b := picture.Bounds()
	for i := range n * n {
		area := image.Rect(i%n*b.Dx()/n, i/n*b.Dy()/n, (i%n+1)*b.Dx()/n, (i/n+1)*b.Dy()/n)
		var mean [3]float64
		of := float64(area.Dx() * area.Dy())
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				c := color.NRGBAModel.Convert(picture.At(b.Min.X+x, b.Min.Y+y)).(color.NRGBA)
				mean[0] += float64(c.R) / of
				mean[1] += float64(c.G) / of
				mean[2] += float64(c.B) / of
			}
		}
		list = append(list, mean)
	}
	return list
}

// differing returns the part of the cells in which two pictures of a board differ, by more
// than the grain of wood, and the edges of shapes that lie on other fractions of a pixel.
func differing(a, b image.Image) float64 {
	const most = 32
	cells := min(96, a.Bounds().Dx()/7) // at least seven pixels wide on the board that is shown
	x, y := means(a, cells), means(b, cells)
	n := 0
	for i := range x {
		for k, v := range x[i] {
			if d := v - y[i][k]; d > most || d < -most {
				n++
				break
			}
		}
	}
	return float64(n) / float64(len(x))
}

// mostDiffering is the part in which pictures of the same board may differ. Without the ban
// or an arrow it is several times as much.
const mostDiffering = 0.006

// The PNG in the sharing dialog is the board as it is shown, in each theme and set of pieces
// and from both sides: pieces, last move, ban, check, what was drawn by hand, the engine's
// arrow, and coordinates.
func TestPictureIsTheBoard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1000, Height: 700, Still: true}}).Ready()
	p.Must(p.Eval(e2e.KeepBlobs, nil))
	p.Give("1. {banning: a2a3} e4 {banning: a7a6} e5 2. {banning: a2a3} Bc4 {banning: a7a6} Nc6 3. {banning: a2a3} Bxf7+ {banning: e8f7} {[%cal Gb1c3,Yd2d4] [%csl Rd5]}")
	p.Await("document.getElementById('share').open === false")
	p.Press("#mode-play")
	p.Menu("#hint")
	p.Await("document.getElementById('board').state.arrows.length === 1 && document.getElementById('board').state.drawings.length === 3")
	for i, theme := range assets.ThemeNames() {
		pieces := assets.PieceSets[i%len(assets.PieceSets)]
		p.Choose("theme", theme)
		p.Choose("pieces", pieces)
		p.Await(fmt.Sprintf("(({theme, pieces}) => theme === '%s' && pieces === '%s')(document.getElementById('board').options)", theme, pieces))
		if i == 4 {
			p.Choose("coordinates", "")
		}
		p.Must(p.Key("f"))
		side := []string{"black", "white"}[i%2]
		p.Await("document.getElementById('board').options.orientation === '" + side + "'")
		shown := board(p, p.Screenshot())
		p.Pictures()
		made, err := png.Decode(bytes.NewReader(p.Made("png")))
		p.Must(err)
		if made.Bounds().Dx() != 800 {
			t.Errorf("the picture is %v", made.Bounds())
		}
		if far := differing(shown, made); far > mostDiffering {
			t.Errorf("%s, %s pieces, %s below: the picture differs in %.2f%% of the board", theme, pieces, side, 100*far)
		}
		p.Must(p.Key(browser.Escape))
		p.Await("!document.getElementById('share').open")
	}
}

// The comparison above sees what has to be seen.
func TestPictureComparison(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1000, Height: 700, Still: true}}).Ready()
	p.Must(p.Eval(e2e.KeepBlobs, nil))
	p.Pictures()
	start, err := png.Decode(bytes.NewReader(p.Made("png")))
	p.Must(err)
	p.Must(p.Key(browser.Escape))
	p.Plays("b:e2e4")
	if far := differing(board(p, p.Screenshot()), start); far < 2*mostDiffering {
		t.Errorf("a ban more or less is %.2f%% of the board", 100*far)
	}
}

// The animated GIF of a game that was played has a frame for the start and one for each
// action, its last frame is the board as it is shown.
func TestAnimatedPicture(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(e2e.KeepBlobs, nil))
	p.Choose("coordinates", "") // which are larger on a small board
	p.Plays(e2e.Mate)
	shown := board(p, p.Screenshot())
	p.Pictures()
	p.Made("png")
	p.Pictured("format", "gif")
	data := p.Made("gif")
	p.Words("picture", "The line on the board, from its start to its end: 11 bans and moves in 15 seconds.")
	if len(data) > 2e6 {
		t.Errorf("%d bytes", len(data))
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	p.Must(err)
	if len(film.Image) != 12 {
		t.Fatalf("%d frames, want 12", len(film.Image))
	}
	end := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for _, frame := range film.Image {
		draw.Draw(end, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
	}
	if far := differing(shown, end); far > mostDiffering {
		t.Errorf("the last frame differs in %.2f%% of the board", 100*far)
	}

	// It is as fast as one likes.
	p.Pictured("delay", "500")
	p.Await("blobs.length > 2")
	film, err = gif.DecodeAll(bytes.NewReader(p.Made("gif")))
	p.Must(err)
	p.Words("picture", "11 bans and moves in 8 seconds.")
	if film.Delay[0] != 50 || film.Delay[11] != 200 {
		t.Errorf("the frames take %v hundredths of a second", film.Delay)
	}

	// It is offered as a file.
	p.Must(p.Eval("window.saved = '', HTMLAnchorElement.prototype.click = function () { window.saved = this.download + ' ' + this.href }, 1", nil))
	p.Press("#picture-save")
	if saved := p.Text("saved"); !strings.HasPrefix(saved, "ban-chess.gif blob:") {
		t.Errorf("saved is %q", saved)
	}
}

// The GIF of a game of 200 actions can be cancelled while it is made, and made.
func TestAnimatedPictureOfALongGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(e2e.KeepBlobs, nil))
	p.Must(p.Eval(`(() => {
		let seed = 1;
		while (`+e2e.Game+`.getPly() <= 200) {
			const legal = `+e2e.Game+`.getLegalActions();
			if (legal.length === 0) `+e2e.Game+`.reset();
			else `+e2e.Game+`.play(legal[(seed = seed * 48271 % 2147483647) % legal.length]);
		}
		return 1;
	})()`, nil))
	p.Pictures()
	p.Made("png")
	p.Pictured("format", "gif")
	p.Await("document.getElementById('picture-progress')?.value > 0")
	p.Press("#picture-cancel")
	p.Words("picture-told", "Cancelled.")
	p.Await("document.activeElement.id === 'picture-make' && document.getElementById('picture-save').disabled")
	p.Pictured("size", "400")
	film, err := gif.DecodeAll(bytes.NewReader(p.Made("gif")))
	p.Must(err)
	if n := len(film.Image); n != 201 {
		t.Errorf("%d frames, want 201", n)
	}

	// Closing the dialog ends the work, without a message.
	p.Pictured("size", "1600")
	p.Await("document.getElementById('picture-progress')?.value > 0")
	p.Must(p.Key(browser.Escape))
	p.Await("!document.getElementById('share').open")
	p.Shares()
	p.Await("!document.getElementById('picture').open && !document.getElementById('picture-told')?.textContent")
}

// The other formats, widths, and what can be done with a picture: it is copied where the
// browser can do that, and otherwise no button says so.
func TestPictureFiles(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(e2e.KeepBlobs, nil))
	p.Must(p.Eval("navigator.clipboard.write = async (items) => { window.written = items.map(({types}) => types.join()).join() }, 1", nil))
	p.Pictures()
	p.Made("png")
	p.Press("#picture-copy")
	p.Words("picture-told", "Copied.")
	if got := p.Text("written"); got != "image/png" {
		t.Errorf("copied %q", got)
	}
	p.Must(p.Eval("navigator.clipboard.write = () => Promise.reject(new Error('no')), 1", nil))
	p.Press("#picture-copy")
	p.Words("picture-told", "Copying was refused. Save the picture instead.")
	p.Pictured("size", "400")
	p.Await("document.getElementById('picture-shown')?.naturalWidth === 400")
	p.Pictured("format", "svg")
	if svg := string(p.Made("svg")); !strings.HasPrefix(svg, "<svg ") {
		t.Errorf("the SVG is %.100s", svg)
	}
	p.Await("document.querySelector('[name=picture-size]').matches(':disabled') && !document.getElementById('picture-copy')")
	p.Must(p.Key(browser.Escape))
	p.Must(p.Eval("delete window.ClipboardItem", nil))
	p.Pictures()
	p.Pictured("format", "png")
	p.Made("png")
	p.Await("!document.getElementById('picture-copy') && !document.getElementById('picture-save').disabled")
}

// Where the file for pictures cannot be loaded, the dialog says so and offers another try.
func TestNoPictures(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Without("banchess-picture.wasm"), Allow: e2e.Faulty("404")}).Ready()
	p.Pictures()
	p.Words("picture-told", "The picture was not made: ")
	p.Await("!document.getElementById('picture-make').disabled && document.getElementById('picture-save').disabled")
}
