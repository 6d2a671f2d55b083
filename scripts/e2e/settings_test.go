package e2e

import (
	"image/color"
	"strings"
	"testing"
)

// Actions by hand have sounds, a different one for each kind, unless sounds are switched
// off.
func TestSound(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`(() => {
		window.contexts = 0;
		const Own = window.AudioContext;
		window.AudioContext = class extends Own { constructor() { super(); contexts++; } };
	})()`, nil))
	heard := func(want string) {
		t.Helper()
		p.wait("document.body.dataset.sound === " + quote(want))
	}
	p.plays("b:a2a3")
	if n := p.number("contexts"); n != 0 {
		t.Error("there was a sound before anybody did anything")
	}
	p.must(p.Click(p.at("e2"))) // picks it up
	p.must(p.Key("\x1b"))
	p.plays("m:e2e4")
	heard("move")
	p.plays("b:a7a6")
	heard("ban")
	p.plays("m:f7f5 b:a2a3 m:e4f5")
	heard("capture")
	p.plays("b:a7a6 m:b7b6 b:a2a3 m:d1h5")
	heard("check")
	if n := p.number("contexts"); n != 1 {
		t.Errorf("there are %g audio contexts, want one", n)
	}
	p.menu("#resign")
	heard("end")

	// Switched off, it is silent at once and at the next visit; switched on, it sounds again.
	sound := func() {
		t.Helper()
		p.press("#settings-open")
		p.press("#settings [name=sound]")
		p.press("#settings .head button")
	}
	sounds := func(when, want string) {
		t.Helper()
		p.wait("new Promise(requestAnimationFrame)")
		if got := p.text("sounds.join(' ')"); got != want {
			t.Errorf("%s, it sounds of %q, want %q", when, got, want)
		}
	}
	const listen = `window.sounds = [], new MutationObserver(() => sounds.push(document.body.dataset.sound)).observe(document.body, {attributeFilter: ["data-sound"]}), 1`
	p.newGame("against=friend")
	p.must(p.Eval(listen, nil))
	hands[0].play(p, "b:e2e4", true)
	sound()
	hands[0].play(p, "m:d2d4", true)
	sounds("switched off", "ban")
	sound()
	hands[0].play(p, "b:e7e5", true)
	sounds("switched on", "ban ban")
	sound()
	p.reload()
	p.ready()
	p.must(p.Eval(listen, nil))
	hands[0].play(p, "m:g8f6", true)
	sounds("switched off at an earlier visit", "")
}

// Boards and pieces are chosen in the settings, and stored.
func TestLooks(t *testing.T) {
	p := open(t, visit{}).ready()
	p.press("#settings-open")
	p.press("#settings [name=theme][value=contrast]")
	p.press("#settings [name=pieces][value=contrast]")
	p.press("#settings [name=scheme][value=dark]")
	p.press("#settings .head button")
	p.wait("document.getElementById('board').options.theme === 'contrast' && document.getElementById('board').options.pieces === 'contrast'")
	p.drawn()
	if got, want := color.NRGBAModel.Convert(p.colour(p.inside("e4", 0.5, 0.5))), (color.NRGBA{0xff, 0xff, 0xff, 0xff}); got != want {
		t.Errorf("e4 is %v, want %v", got, want)
	}
	p.must(p.Goto(p.text("location.href")))
	p.ready()
	p.wait("document.getElementById('board').options.pieces === 'contrast'")
	if got := p.text("getComputedStyle(document.documentElement).colorScheme"); got != "dark" {
		t.Errorf("the scheme is %s", got)
	}
	// The text board uses the same ones.
	p.press("#settings-open")
	p.press("#settings [name=textBoard]")
	p.wait("document.querySelector('[data-square=e1] img').complete")
	if got := p.text("document.querySelector('[data-square=e1] img').src"); !strings.HasSuffix(got, "/contrast.svg#wK") {
		t.Errorf("the king on e1 is %s", got)
	}
}
