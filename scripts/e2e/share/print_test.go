package share

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// In forced colours every state is seen: the switch, the bar, the sides, the tab and the mode.
func TestForcedColours(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Must(p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}})))
	p.Analyse()
	p.Await("matchMedia('(forced-colors: active)').matches && document.getElementById('gauge').dataset.score === '#1'")
	style := func(selector, property string) string {
		return p.Text("getComputedStyle(document.querySelector(" + e2e.Quote(selector) + "))." + property)
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
	p.Press("#engine")
	p.Await("!document.getElementById('engine').checked")
	if off := style("#engine", "backgroundColor"); off == on {
		t.Errorf("the switch is %s, on and off", off)
	}
	if p.Text("getComputedStyle(document.querySelector('.entry[aria-current]')).outlineStyle") == "none" {
		t.Error("the current entry has no outline")
	}
	p.Must(p.Eval(`localStorage.setItem("banchess.progress", '{"banchess":"progress","version":1,"puzzles":[["gt9b5pk",600,60,1795644000,20783,3],["zq82ztv",600,60,1795744000,20784,1]]}')`, nil))
	p.Reload()
	p.ToProgress()
	p.Await("document.getElementById('train-curve')")
	if today := style("#train-calendar [aria-current]", "outlineStyle"); today == "none" || today == style("#train-calendar td", "outlineStyle") {
		t.Error("today has no outline in the calendar")
	}
	if line := style("#train-curve polyline", "stroke"); line != style("#train-calendar [aria-current]", "outlineColor") {
		t.Errorf("the curve of the rating is %s", line)
	}
	p.Must(p.Run(emulation.SetEmulatedMedia()))
}

// onPaper has the page laid out as for a printer while it checks.
func onPaper(p e2e.Player, check func()) {
	p.T.Helper()
	p.Must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
	p.Must(p.Eval("dispatchEvent(new Event('beforeprint'))", nil))
	check()
	p.Must(p.Run(emulation.SetEmulatedMedia()))
	p.Must(p.Eval("dispatchEvent(new Event('afterprint'))", nil))
}

// On paper, where no background is printed, everything that is there can be read, and nothing is
// there that can only be pressed.
func TestPrintedWords(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	p.Await("['#tour-skip', '#begin-friend'].every((one) => document.querySelector(one).checkVisibility())")
	onPaper(p, func() {
		if got := p.Text("[...document.querySelectorAll('main button:not(.cell, .entry)')].filter((e) => e.checkVisibility()).map((e) => e.textContent)"); got != "" {
			t.Errorf("before the first ban there is to press on paper: %s", got)
		}
	})
	p.Plays(e2e.Mate)
	p.Analyse()
	onPaper(p, func() {
		p.Await("document.querySelector('.entry.ban[aria-current]')")
		if got := p.Text("new Set([...document.querySelectorAll('.entry.ban')].map((e) => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor].join(' '))).size"); got != "1" {
			t.Errorf("the bans of the list are printed in %s ways", got)
		}
		if got := p.Text("[...new Set([...document.querySelectorAll('.strip .side')].map((e) => getComputedStyle(e).printColorAdjust))]"); got != "exact" {
			t.Errorf("the marks of the sides are printed %s", got)
		}
		if got := p.Number("document.querySelector('.entry').offsetHeight"); got > 36 {
			t.Errorf("an entry is %g high on paper, as for a finger", got)
		}
	})
	p.Give(e2e.ReportedGame)
	p.Press("#tab-report")
	p.Await("document.getElementById('graph') && document.getElementById('report-table')")
	onPaper(p, func() {
		p.Await("['graph', 'report-table'].every((id) => document.getElementById(id).checkVisibility()) && document.querySelectorAll('.note').length === 3")
		p.Await("![...document.querySelectorAll('.analysis :is(button, select, input), #moments, #report-text, .here')].some((e) => e.checkVisibility())")
	})
	p.Press("#mode-learn")
	p.Await("document.getElementById('learn-task')?.textContent && document.querySelector('#learn-main button')")
	onPaper(p, func() {
		p.Await("document.getElementById('learn-task').checkVisibility() && ![...document.querySelectorAll('.learning :is(button, a, summary)')].some((e) => e.checkVisibility())")
	})
	p.Press("#mode-play")
	p.SetUp(false)
	onPaper(p, func() {
		p.Await("![...document.querySelectorAll('body > :not(dialog), #setup button:not(.cell), .setup-tool')].some((e) => e.checkVisibility())")
		p.Await("['setup-grid', 'setup-fen'].every((id) => document.getElementById(id).checkVisibility()) && getComputedStyle(document.getElementById('setup')).position === 'absolute'")
		if got := p.Text("[...document.querySelectorAll('.setup-panel label')].filter((e) => e.checkVisibility()).map((e) => e.textContent)"); got != "Black moves" {
			t.Errorf("of who acts it says %q", got)
		}
	})
}

// On paper there are the board, with its pieces, and the whole list, however long it is.
// Afterwards the drawn board is back.
func TestPrint(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`(() => {
		const game = document.getElementById('board').game;
		for (let i = 0; i < 200 && !game.gameOver(); i++) {
			const legal = game.getLegalActions();
			game.play(legal[i * 7 % legal.length]);
		}
	})()`, nil))
	for _, paper := range []browser.View{e2e.Sized(e2e.Desktop), {Width: 794, Height: 1123}} {
		p.Turn(paper)
		onPaper(p, func() {
			p.Await("document.getElementById('grid').dataset.mode === 'solid' && document.querySelectorAll('#grid img').length === " + e2e.Game + ".board().flat().filter(Boolean).length")
			p.Await("!document.getElementById('tools').checkVisibility() && !document.querySelector('header').checkVisibility()")
			p.Await("[...document.querySelectorAll('#moves, .record, .panel, body')].every((e) => e.scrollHeight <= e.clientHeight + 1)")
		})
		p.Await("document.getElementById('grid').dataset.mode === 'overlay'")
	}
}
