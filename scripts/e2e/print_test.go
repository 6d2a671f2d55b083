package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/banchess/banchess/scripts/browser"
)

// In forced colours every state is seen: the switch, the bar, the sides, the tab and the mode.
func TestForcedColours(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.must(p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}})))
	p.analyse()
	p.wait("matchMedia('(forced-colors: active)').matches && document.getElementById('gauge').dataset.score === '#1'")
	style := func(selector, property string) string {
		return p.text("getComputedStyle(document.querySelector(" + quote(selector) + "))." + property)
	}
	for _, pair := range []struct{ is, isNot, property string }{
		{"#mode-analyse", "#mode-play", "borderBottomColor"},
		{"#tab-lines", "#tab-report", "borderBottomColor"},
		{".gauge > div", ".gauge", "backgroundColor"},
		{"#player-top .side", "#player-bottom .side", "backgroundColor"},
	} {
		if a, b := style(pair.is, pair.property), style(pair.isNot, pair.property); a == b {
			t.Errorf("%s and %s have the same %s, %s", pair.is, pair.isNot, pair.property, a)
		}
	}
	for _, selector := range []string{"#mode-play", "#tab-report"} {
		if line, ground := style(selector, "borderBottomColor"), style("body", "backgroundColor"); line != ground {
			t.Errorf("%s, which is not chosen, is underlined in %s on %s", selector, line, ground)
		}
	}
	on := style("#engine", "backgroundColor")
	p.press("#engine")
	p.wait("!document.getElementById('engine').checked")
	if off := style("#engine", "backgroundColor"); off == on {
		t.Errorf("the switch is %s, on and off", off)
	}
	if p.text("getComputedStyle(document.querySelector('.entry[aria-current]')).outlineStyle") == "none" {
		t.Error("the current entry has no outline")
	}
	p.must(p.Eval(`localStorage.setItem("banchess.progress", '{"banchess":"progress","version":1,"puzzles":[["gt9b5pk",600,60,1795644000,20783,3],["zq82ztv",600,60,1795744000,20784,1]]}')`, nil))
	p.reload()
	p.toProgress()
	p.wait("document.getElementById('train-curve')")
	if today := style("#train-calendar [aria-current]", "outlineStyle"); today == "none" || today == style("#train-calendar td", "outlineStyle") {
		t.Error("today has no outline in the calendar")
	}
	if line := style("#train-curve polyline", "stroke"); line != style("#train-calendar [aria-current]", "outlineColor") {
		t.Errorf("the curve of the rating is %s", line)
	}
	p.must(p.Run(emulation.SetEmulatedMedia()))
}

// On paper there are the board, with its pieces, and the whole list, however long it is.
// Afterwards the drawn board is back.
func TestPrint(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`(() => {
		const game = document.getElementById('board').game;
		for (let i = 0; i < 200 && !game.gameOver(); i++) {
			const legal = game.getLegalActions();
			game.play(legal[i * 7 % legal.length]);
		}
	})()`, nil))
	for _, paper := range []browser.View{sized(desktop), {Width: 794, Height: 1123}} {
		p.turn(paper)
		p.must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
		p.must(p.Eval("dispatchEvent(new Event('beforeprint'))", nil))
		p.wait("document.getElementById('grid').dataset.mode === 'solid' && document.querySelectorAll('#grid img').length === " + game + ".board().flat().filter(Boolean).length")
		p.wait("!document.getElementById('tools').checkVisibility() && !document.querySelector('header').checkVisibility()")
		p.wait("[...document.querySelectorAll('#moves, .record, .panel, body')].every((e) => e.scrollHeight <= e.clientHeight + 1)")
		p.must(p.Run(emulation.SetEmulatedMedia()))
		p.must(p.Eval("dispatchEvent(new Event('afterprint'))", nil))
		p.wait("document.getElementById('grid').dataset.mode === 'overlay'")
	}
}
