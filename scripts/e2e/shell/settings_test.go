package shell

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// Actions by hand have sounds, a different one for each kind, unless sounds are switched
// off.
func TestSound(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`(() => {
		window.contexts = 0;
		const Own = window.AudioContext;
		window.AudioContext = class extends Own { constructor() { super(); contexts++; window.device = this; } };
		const wait = setTimeout;
		window.setTimeout = (f, time, ...rest) => { if (time === 10_000) window.silence = f; return wait(f, time, ...rest); };
		new MutationObserver(() => { window.begun ??= contexts; }).observe(document.body, {attributeFilter: ["data-sound"]});
	})()`, nil))
	heard := func(want string) {
		t.Helper()
		p.Await("document.body.dataset.sound === " + e2e.Quote(want))
	}
	p.Plays("b:a2a3")
	if n := p.Number("contexts"); n != 0 {
		t.Error("there was a sound before anybody did anything")
	}
	p.Must(p.Click(p.At("e2"))) // picks it up
	p.Must(p.Key("\x1b"))
	p.Plays("m:e2e4")
	heard("move")
	if n := p.Number("begun"); n != 0 {
		t.Error("the device for sounds, which takes long to start, was started before the move was shown")
	}
	p.Plays("b:a7a6")
	heard("ban")
	p.Plays("m:f7f5 b:a2a3 m:e4f5")
	heard("capture")
	p.Plays("b:a7a6 m:b7b6 b:a2a3 m:d1h5")
	heard("check")
	p.Await("contexts > 0")
	if n := p.Number("contexts"); n != 1 {
		t.Errorf("there are %g audio contexts, want one", n)
	}
	p.Must(p.Eval("silence()", nil))
	p.Await("device.state === 'suspended'")
	p.Menu("#resign")
	heard("end")
	p.Await("device.state === 'running'")

	// Switched off, it is silent at once and at the next visit; switched on, it sounds again.
	sound := func() {
		t.Helper()
		p.Press("#settings-open")
		p.Press("#settings [name=sound]")
		p.Press("#settings .head button")
	}
	sounds := func(when, want string) {
		t.Helper()
		p.Await("new Promise(requestAnimationFrame)")
		if got := p.Text("sounds.join(' ')"); got != want {
			t.Errorf("%s, it sounds of %q, want %q", when, got, want)
		}
	}
	const listen = `window.sounds = [], new MutationObserver(() => sounds.push(document.body.dataset.sound)).observe(document.body, {attributeFilter: ["data-sound"]}), 1`
	p.NewGame("against=friend")
	p.Must(p.Eval(listen, nil))
	e2e.Hands[0].Play(p, "b:e2e4", true)
	sound()
	e2e.Hands[0].Play(p, "m:d2d4", true)
	sounds("switched off", "ban")
	sound()
	e2e.Hands[0].Play(p, "b:e7e5", true)
	sounds("switched on", "ban ban")
	sound()
	p.Reload()
	p.Ready()
	p.Must(p.Eval(listen, nil))
	e2e.Hands[0].Play(p, "m:g8f6", true)
	sounds("switched off at an earlier visit", "")
}

// tiles returns the values of the tiles of a choice, and checks that each shows what it is:
// squares of a board, with pieces on them.
func tiles(p e2e.Player, name string) []string {
	p.T.Helper()
	var tiles []struct {
		Value, Label, Dark string
		Pieces, Width      float64
	}
	p.Must(p.Eval(`(async () => {
		const tiles = [];
		for (const tile of document.querySelectorAll("#settings label:has([name=`+name+`])")) {
			const images = [...tile.querySelectorAll("img")], {value} = tile.querySelector("input");
			for (const image of images) await image.decode();
			tiles.push({
				Value: value, Label: tile.textContent.trim(), Dark: getComputedStyle(tile.querySelector(".sample")).backgroundColor,
				Pieces: new Set(images.map(({src}) => src)).size, Width: tile.getBoundingClientRect().width,
			});
		}
		return tiles;
	})()`, &tiles))
	var values []string
	for _, tile := range tiles {
		values = append(values, tile.Value)
		if tile.Label == "" || tile.Pieces < 4 || tile.Width < 80 {
			p.T.Errorf("the tile of %s %s shows %+v", name, tile.Value, tile)
		}
		if i := slices.Index(assets.ThemeNames(), tile.Value); name == "theme" {
			if dark := assets.Themes[i].Dark; tile.Dark != fmt.Sprintf("rgb(%d, %d, %d)", dark.R, dark.G, dark.B) {
				p.T.Errorf("the dark squares of the tile of %s are %s, those of the board %v", tile.Value, tile.Dark, dark)
			}
		}
	}
	return values
}

// recoloured counts the pixels of an area that have another colour in another picture.
func recoloured(a, b image.Image, area image.Rectangle) (n int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c, d := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			if max(c.R, d.R)-min(c.R, d.R) > 8 || max(c.G, d.G)-min(c.G, d.G) > 8 || max(c.B, d.B)-min(c.B, d.B) > 8 {
				n++
			}
		}
	}
	return n
}

// chosen waits until a choice is made: marked, and the board's.
func chosen(p e2e.Player, name, value string) {
	p.T.Helper()
	p.Await(fmt.Sprintf(`document.getElementById("board").options.%s === %q && document.querySelector("#settings [name=%[1]s]:checked").value === %[2]q`, name, value))
	var marked []string
	p.Must(p.Eval(`[...document.querySelectorAll("#settings label:has([name=`+name+`])")]
		.filter((tile) => getComputedStyle(tile.querySelector(":scope > :last-child"), "::before").content.includes("✓")).map((tile) => tile.querySelector("input").value)`, &marked))
	if !slices.Equal(marked, []string{value}) {
		p.T.Errorf("of %s, the tiles %q are marked, want %s", name, marked, value)
	}
}

// Boards and pieces are chosen by looking: every one that there is has a tile, which a click
// or an arrow key chooses. The board changes at once, and no two look the same.
func TestChooseByLooking(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1280, Height: 800, Still: true}}).Ready()
	p.Press("#settings-open")
	p.Await("document.getElementById('settings')?.open")
	if got, want := tiles(p, "theme"), assets.ThemeNames(); !slices.Equal(got, want) {
		t.Errorf("the boards are %q, want %q", got, want)
	}
	if got, want := tiles(p, "pieces"), assets.PieceSets[:]; !slices.Equal(got, want) {
		t.Errorf("the sets of pieces are %q, want %q", got, want)
	}
	area := p.Area("d1", 1).Union(p.Area("e1", 1))
	p.Nodes("group", "Board")
	p.Nodes("radio", "Walnut")
	for name, values := range map[string][]string{"theme": assets.ThemeNames(), "pieces": assets.PieceSets[:]} {
		tile := func(value string) string { return fmt.Sprintf("#settings [name=%s][value=%s]", name, value) }
		seen := map[string]image.Image{}
		see := func(how, value string) {
			t.Helper()
			chosen(p, name, value)
			picture := p.Screenshot()
			if before := seen[value]; before != nil {
				if n := recoloured(picture, before, area); n > 0 {
					t.Errorf("%s %s by %s: %d pixels differ", name, value, how, n)
				}
			}
			for other, before := range seen {
				if other != value && recoloured(picture, before, area) < 100 {
					t.Errorf("the board with %s %s looks as with %s", name, value, other)
				}
			}
			seen[value] = picture
		}
		for _, value := range values {
			p.Press(tile(value))
			see("mouse", value)
		}
		// The arrow keys go round the tiles.
		for i := range values {
			p.Must(p.Key(map[bool]string{true: browser.ArrowRight, false: browser.ArrowDown}[i%2 == 0]))
			see("keys", values[i])
		}
		for i := len(values) - 2; i >= 0; i-- {
			p.Must(p.Key(browser.ArrowLeft))
			see("keys", values[i])
		}
	}
}

// The choice is kept, and everything that shows pieces follows it: the text board, the
// list, the players' bars and the choice of a promotion. The files of other sets are not
// loaded.
func TestLooksAreKept(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4 b:a7a6 m:e7e5 b:a2a3 m:d4e5 b:e8e7")
	for _, choice := range []string{"[name=theme][value=night]", "[name=pieces][value=geometric]", "[name=scheme][value=dark]"} {
		p.Press("#settings-open")
		p.Press("#settings " + choice)
		p.Press("#settings .head button")
	}
	const sets = `[...new Set([...document.querySelectorAll("#grid img, #moves img, .taken img, #promotion img")].map(({src}) => src.replace(/.*\/|#.*/g, "")))].join()`
	follows := func(when string) {
		t.Helper()
		p.Await("document.getElementById('board').options.theme === 'night' && document.getElementById('board').options.pieces === 'geometric'")
		for _, place := range []string{"#moves img", "#player-bottom .taken img"} {
			p.Await("document.querySelector('" + place + "')")
		}
		if got := p.Text(sets); got != "geometric.svg" {
			t.Errorf("%s, the page shows the pieces of %s", when, got)
		}
	}
	follows("chosen")
	p.Drawn()
	if got, want := color.NRGBAModel.Convert(p.Colour(p.Inside("e3", 0.5, 0.5))), assets.Themes[slices.Index(assets.ThemeNames(), "night")].Dark; got != color.Color(want) {
		t.Errorf("e3 is %v, want %v", got, want)
	}
	p.Reload()
	follows("after a reload")
	if got := p.Text("getComputedStyle(document.documentElement).colorScheme"); got != "dark" {
		t.Errorf("the scheme is %s", got)
	}
	const loaded = "performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.includes('.svg')).map((name) => name.replace(/.*\\/|#.*/g, '')).filter((name) => name !== 'icon.svg')"
	if got := p.Text("[...new Set(" + loaded + ")].join()"); got != "geometric.svg" {
		t.Errorf("a page with the pieces of geometric.svg loads %s", got)
	}

	// The text board, also what it shows later.
	p.Choose("textBoard", "")
	p.Await("document.querySelectorAll('#grid img').length === 31")
	follows("on the text board")
	p.LoadTime(e2e.Promotion)
	p.Press("[data-square=a7]")
	p.Press("[data-square=a8]")
	p.Await("document.querySelectorAll('#promotion img').length === 4")
	if got := p.Text(sets); got != "geometric.svg" {
		t.Errorf("the promotion shows the pieces of %s", got)
	}
	p.Must(p.Key(browser.Escape))
	p.Choose("pieces", "line")
	p.Await(sets + " === 'line.svg'")
	if got := p.Text("document.querySelector('[data-square=h2] img').src"); !strings.HasSuffix(got, "/line.svg#wK") {
		t.Errorf("the king on h2 is %s", got)
	}
	if got := p.Text("getComputedStyle(document.getElementById('grid')).backgroundColor"); got != "rgb(75, 84, 96)" {
		t.Errorf("the dark squares of the text board are %s", got)
	}
}

// The controls of the dialogs are of one family: what is chosen is marked in the same way,
// one button goes on, and the one that loses the game is red.
func TestOneFamilyOfControls(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 1280, Height: 800, Still: true}}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	for name, open := range map[string]string{"settings": "#settings-open", "new-game": "#new", "share": "#share-open"} {
		p.Press(open)
		p.Await("document.getElementById('" + name + "').open")
		const style = `(all, of) => [...new Set([...document.querySelectorAll("dialog[open] " + all)].map((e) => of(getComputedStyle(e), e)))].join(" | ")`
		for _, test := range []struct{ what, elements, of, want string }{
			{"radio buttons outside segments and tiles", "[type=radio]", "(_, e) => e.closest('.segments, .tiles') ? '' : e.name", ""},
			{"switches of another kind", "[type=checkbox]", "(_, e) => e.role === 'switch' ? '' : e.name", ""},
			{"primary buttons", ".button.primary", "({backgroundColor}) => backgroundColor", "rgb(42, 106, 57)"},
			{"marks of a chosen segment", ".segments label:has(:checked)", "({boxShadow}) => boxShadow", "rgb(42, 106, 57) 0px 0px 0px 2px inset"},
			{"borders of fields", ":is(textarea, [type=number], input:not([type]))", "({borderRadius, borderTopColor}) => borderRadius + ' ' + borderTopColor", "8px rgb(164, 154, 140)"},
		} {
			if got := p.Text("(" + style + ")(" + e2e.Quote(test.elements) + ", " + test.of + ")"); got != test.want && got != "" {
				t.Errorf("%s: %s are %s, want %s", name, test.what, got, test.want)
			}
		}
		if n := p.Number("document.querySelectorAll('dialog[open] .primary').length"); n > 1 {
			t.Errorf("%s has %g primary buttons", name, n)
		}
		p.Press("dialog[open] .head button")
	}
	p.Press("#menu-open")
	p.Press("#resign")
	p.Await("document.getElementById('sure').open")
	if got := p.Text("getComputedStyle(document.getElementById('sure-yes')).backgroundColor"); got != "rgb(177, 31, 49)" {
		t.Errorf("the button that resigns is %s", got)
	}
}
