package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// faults is JavaScript that finds faults of the layout: elements that run out at the side,
// or that a finger cannot reach or hit.
const faults = `(async () => {
	const found = [];
	const root = document.querySelector("dialog[open], #menu:not([hidden]), #entry-menu:not([hidden])") ?? document.body;
	// A phone zooms out until everything is visible, so innerWidth is the content's width.
	const {scrollWidth, clientWidth} = document.documentElement;
	if (scrollWidth > clientWidth) found.push((scrollWidth - clientWidth) + " pixels run out at the side");
	if (root !== document.body && root.scrollWidth > root.clientWidth) found.push(root.id + " is " + (root.scrollWidth - root.clientWidth) + " pixels too wide");
	const box = root.getBoundingClientRect();
	if (root !== document.body && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)) found.push(root.id + " is not wholly on the screen");
	const ground = document.body.getBoundingClientRect().bottom + scrollY;
	if (ground < innerHeight) found.push("the ground ends at " + ground);
	const touch = matchMedia("(pointer: coarse)").matches;
	for (const e of root.querySelectorAll("button, input, select, textarea, a, summary")) {
		if (!e.checkVisibility({visibilityProperty: true}) || e.dataset.square) continue;
		const target = e.matches("[type=radio], [type=checkbox]") ? e.closest("label") ?? e : e;
		target.scrollIntoView({block: "center", behavior: "instant"});
		const r = target.getBoundingClientRect();
		const name = e.id || e.name + e.value || e.textContent;
		// Fractions of pixels may be slightly too small.
		if (touch && Math.min(r.width, r.height) < 43.9) found.push(name + " is no larger than " + r.width.toFixed(1) + "×" + r.height.toFixed(1));
		const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		if (!at || !target.contains(at)) found.push(name + " is under " + (at ? at.id || at.className || at.tagName : "nothing"));
	}
	scrollTo(0, 0);
	return found;
})()`

// views are the windows that the layout supports.
var views = []browser.View{
	{Width: 320, Height: 568, Ratio: 2, Touch: true, Still: true},
	{Width: 390, Height: 844, Ratio: 3, Touch: true, Still: true},
	{Width: 844, Height: 390, Ratio: 3, Touch: true, Still: true},
	{Width: 667, Height: 375, Ratio: 2, Touch: true, Still: true},
	{Width: 768, Height: 1024, Ratio: 2, Touch: true, Still: true},
	{Width: 1280, Height: 800, Still: true},
	{Width: 1440, Height: 900, Dark: true, Still: true},
}

// twoGames are two games in a list to choose from.
const twoGames = "[White \"A person whose name is far too long for the row that it stands in\"]\n\n1. {banning: e2e4} d4 *\n\n[White \"C\"]\n\n1. {banning: d2d4} e4 *\n"

// scrollers is JavaScript that counts the scrolling elements of the page.
const scrollers = `[...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && ["auto", "scroll"].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight).length`

// shareOfTheList is JavaScript for how much of the panel's height the list has.
const shareOfTheList = "document.querySelector('.record').getBoundingClientRect().height / document.querySelector('.panel').getBoundingClientRect().height"

// unevenLines is JavaScript that finds faults of the engine's lines: each must be one row,
// cut at the same edge, with the score in a column.
const unevenLines = `(() => {
	const wrong = [], lines = [...document.querySelectorAll("#engine-lines .line")];
	const all = (what, of) => new Set(lines.map((line) => Math.round(of(line)))).size > 1 && wrong.push(what);
	all("heights", (line) => line.getBoundingClientRect().height);
	all("scores", (line) => line.querySelector(".score").getBoundingClientRect().width);
	all("left edges", (line) => line.querySelector(".actions").getBoundingClientRect().left);
	all("right edges", (line) => line.querySelector(".actions").getBoundingClientRect().right);
	for (const line of lines) {
		if (getComputedStyle(line.querySelector(".actions")).maskImage === "none") wrong.push("one is cut without a sign");
	}
	return wrong.join();
})()`

// turn resizes the window.
func (p player) turn(view browser.View) {
	p.t.Helper()
	p.must(p.SetView(view))
	p.wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", view.Width, view.Height))
	const width = "document.getElementById('board').getBoundingClientRect().width"
	p.wait("document.getElementById('board').frameWindow.innerWidth === Math.round(" + width + ")")
	p.wait("Math.abs(8 * document.getElementById('board').squareRect('a1').width - " + width + ") < 8") // the next frame has the new layout
}

// laidOut fails the test if an element cannot be used where it is.
func (p player) laidOut(name string, view browser.View) {
	p.t.Helper()
	var found []string
	p.must(p.Eval(faults, &found))
	for _, f := range found {
		p.t.Errorf("%s: %s", name, f)
	}
	side := p.number("document.getElementById('board').getBoundingClientRect().width")
	if short := float64(min(view.Width, view.Height)); view.Height > view.Width && side < 0.9*short {
		p.t.Errorf("%s: the board is only %g wide", name, side)
	}
	if bottom := p.number("document.getElementById('board').getBoundingClientRect().bottom"); bottom > float64(view.Height) {
		p.t.Errorf("%s: the board ends at %g, below the screen", name, bottom)
	}
}

// From the smallest phone up, in all states of the page, nothing runs out at the side,
// everything can be reached and hit by a finger, and the board is as large as
// possible.
func TestLayout(t *testing.T) {
	// One page that is resized.
	p := open(t, visit{view: views[0]}).ready()
	p.wait("document.getElementById('tour').checkVisibility()")
	var first []string
	p.must(p.Eval(faults, &first))
	for _, f := range first {
		t.Errorf("the smallest phone, first visit: %s", f)
	}
	hands[1].playAll(p, firstActions(mate, 2))
	p.plays(beforeMate[len(firstActions(mate, 2))+1:])
	p.press("#mode-analyse")
	p.report()
	p.wait("document.body.dataset.report === 'done'")
	const click = "document.querySelector('%s').click(), 1"
	states := []struct{ name, show, shown, leave string }{
		{"analyse", "#mode-analyse", "document.getElementById('tab-report').checkVisibility()", ""},
		{"report", "#tab-report", "document.getElementById('report-table').checkVisibility()", "#tab-lines"},
		{"analysis", "#engine", engineLines + ".length > 0", "#engine"},
		{"play", "#mode-play", "!document.querySelector('.analysis').checkVisibility()", ""},
		{"menu", "#menu-open", "!document.getElementById('menu').hidden", "#menu-open"},
		{"new game", "#new", "document.querySelector('dialog[open]')", ""},
		{"new game with a clock", "#new-form [name=timed][value=true]", "document.querySelector('.times').checkVisibility()", "dialog[open] .head button"},
		{"share", "#share-open", "document.querySelector('dialog[open]')", ""},
		{"the games of a PGN", "#load-go", "document.querySelectorAll('#load-games li').length === 2", "dialog[open] .head button"},
		{"my games", "#games-open", "document.querySelector('#games-list [data-game]')", "dialog[open] .head button"},
		{"settings", "#settings-open", "document.querySelector('dialog[open]')", "dialog[open] .head button"},
		{"help", "#help-open", "document.querySelector('dialog[open]')", "dialog[open] .head button"},
		{"the menu of an entry", "#moves [aria-current]", "document.getElementById('entry-menu')?.checkVisibility()", ""},
		{"the comment", "#entry-menu [data-command=comment]", "document.getElementById('comment').open", "#comment .buttons button:nth-child(2)"},
	}
	for _, view := range views {
		p.turn(view)
		lying := view.Width == 844 // in landscape, where the list has room beside the board
		for _, state := range states {
			if state.show == "#load-go" {
				p.must(p.Eval("{ const box = document.getElementById('load'); box.value = "+quote(twoGames)+"; box.dispatchEvent(new Event('input')); }", nil))
			}
			name := fmt.Sprintf("%d×%d, %s", view.Width, view.Height, state.name)
			p.must(p.Eval(fmt.Sprintf(click, state.show), nil))
			p.wait(state.shown)
			p.laidOut(name, view)
			switch {
			case state.name == "report" && view.Touch && view.Height > view.Width:
				if n := p.number(scrollers); n != 0 {
					t.Errorf("%s: %g things scroll within the page, which scrolls", name, n)
				}
			case state.name == "report": // beside the board
				if n := p.number(scrollers); n > 1 {
					t.Errorf("%s: %g things scroll, want the list alone, or what holds report and list", name, n)
				}
				if share := p.number(shareOfTheList); view.Height > 700 && share < 0.4 {
					t.Errorf("%s: the list has %.0f %% of the panel", name, 100*share)
				}
			case state.name == "analysis":
				p.must(p.Eval(fmt.Sprintf(click, "#undo"), nil)) // if there are three
				p.wait(engineLines + ".length === 3")
				if wrong := p.text(unevenLines); wrong != "" {
					t.Errorf("%s: the engine's lines: %s", name, wrong)
				}
				if top := p.number("document.getElementById('moves').getBoundingClientRect().top + scrollY"); lying && top > float64(view.Height)-45 { // its first row is visible
					t.Errorf("%s: with three lines the list begins at %g, too low to be seen", name, top)
				}
				p.must(p.Eval(fmt.Sprintf(click, "#redo"), nil))
			case state.name == "menu":
				if shown := p.number("[...document.querySelectorAll('#menu kbd')].filter((e) => e.checkVisibility()).length"); (shown > 0) == view.Touch {
					t.Errorf("%s: %g keys are named", name, shown)
				}
			}
			if state.leave != "" {
				p.must(p.Eval(fmt.Sprintf(click, state.leave), nil))
			}
		}
	}
}

// squeezed is JavaScript that finds what does not fit into a width: elements that run out
// at the side, and necessary controls that cannot be hit.
const squeezed = `(async () => {
	const found = [], {scrollWidth, clientWidth} = document.documentElement;
	if (scrollWidth > clientWidth) found.push((scrollWidth - clientWidth) + " pixels run out at the side");
	const panel = document.getElementById("status").getBoundingClientRect(), board = document.getElementById("board").getBoundingClientRect();
	if (innerWidth < 560 && panel.left >= board.right) found.push("there are two columns");
	for (const selector of ["#settings-open", "#menu-open", "#moves [aria-current]", "#entry-menu [data-command=comment]"]) {
		const e = document.querySelector(selector);
		e.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
		const {left, right, top, bottom} = e.getBoundingClientRect();
		const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
		if (!e.contains(hit)) found.push(selector + " is under " + (hit ? hit.id || hit.className || hit.tagName : "nothing"));
		if (left < 0 || right > clientWidth) found.push(selector + " is from " + left + " to " + right);
		if (!e.ariaCurrent) continue;
		e.dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true, button: 2}));
		while (document.getElementById("entry-menu").hidden) await new Promise((done) => setTimeout(done));
	}
	document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true})); // closes it
	scrollTo(0, 0);
	return found;
})()`

// At any width and in two fonts, nothing runs out at the side, and the settings and both
// menus can be reached.
func TestWidths(t *testing.T) {
	step := 30
	if isLong() {
		step = 10
	}
	p := open(t, visit{}).ready()
	p.plays(firstActions(mate, 3))
	// The board's content does not matter here, and drawing it for every width is slow.
	p.must(p.Eval("document.querySelector('#board iframe').style.display = 'none'", nil))
	for _, mode := range []string{"play", "analyse"} {
		p.press("#mode-" + mode)
		p.press("#moves [aria-current]") // loads its menu
		p.wait("document.getElementById('entry-menu')?.checkVisibility()")
		p.must(p.Key(browser.Escape))
		for _, windows := range []struct {
			view browser.View
			to   int
		}{
			{browser.View{Width: 280, Height: 844, Touch: true, Still: true}, 840}, // a phone
			{browser.View{Width: 320, Height: 200, Still: true}, 320},              // a laptop at 400 %
			{browser.View{Width: 480, Height: 390, Touch: true, Still: true}, 960}, // a phone in landscape
			{browser.View{Width: 280, Height: 800, Still: true}, 1920},             // a window
		} {
			for view := windows.view; view.Width <= windows.to; view.Width += step {
				p.must(p.SetView(view))
				var found []string
				p.must(p.Eval(squeezed, &found))
				for _, f := range found {
					t.Errorf("%d×%d, %s: %s", view.Width, view.Height, mode, f)
				}
				if wide := p.number(inWideType); wide > 0 {
					t.Errorf("%d×%d, %s: in wide type %g pixels run out at the side", view.Width, view.Height, mode, wide)
				}
			}
		}
	}
}

// inWideType is JavaScript that sets the page in a font with wide letters, and returns by
// how many pixels it runs out at the side.
const inWideType = `(() => {
	const {style} = document.documentElement;
	style.setProperty("--font", "monospace");
	const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
	style.removeProperty("--font");
	return over;
})()`

// tinyViews are windows that are too small for the board and the other elements.
var tinyViews = []browser.View{
	{Width: 304, Height: 298}, {Width: 240, Height: 240}, {Width: 320, Height: 200}, {Width: 200, Height: 600}, {Width: 600, Height: 120},
}

// In any small window the board exists and can be used, and it has its old size when the
// window has.
func TestTinyWindows(t *testing.T) {
	for _, view := range tinyViews {
		t.Run(fmt.Sprintf("%dx%d", view.Width, view.Height), func(t *testing.T) {
			open(t, visit{view: view}).ready().playsInSight("b:a2a3")
		})
	}
	p := open(t, visit{}).ready()
	side := func() float64 { return p.number("document.getElementById('board').getBoundingClientRect().width") }
	large, usual := side(), sized(desktop)
	for i, action := range strings.Fields(firstActions(mate, 2*len(tinyViews))) {
		view := usual
		if i%2 == 0 {
			view = tinyViews[i/2]
		}
		p.turn(view)
		p.playsInSight(action)
	}
	if now := side(); now != large {
		t.Errorf("the board was %g wide, and is %g after the window was small", large, now)
	}
}

// playsInSight scrolls to the board and plays an action on it.
func (p player) playsInSight(action string) {
	p.t.Helper()
	p.must(p.Eval("document.querySelector('.board').scrollIntoView({block: 'center', behavior: 'instant'})", nil))
	hands[0].play(p, action, false)
}

// The layout also holds if the board cannot be loaded, with the error message and the text
// board.
func TestLayoutOfFailure(t *testing.T) {
	p := open(t, visit{view: views[0], wrap: gallery.Without("/banchess.wasm"), allow: faulty("404")})
	p.wait("document.body.dataset.boot === 'text' && document.getElementById('failure').checkVisibility()")
	for _, view := range views {
		p.must(p.SetView(view))
		p.wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", view.Width, view.Height))
		var found []string
		p.must(p.Eval(faults, &found))
		for _, f := range found {
			t.Errorf("%d×%d: %s", view.Width, view.Height, f)
		}
	}
}

// The layout also holds in Learn, for all its messages.
func TestLearnLayout(t *testing.T) {
	p := open(t, visit{view: views[0], hash: "#learn/1"}).ready()
	p.shown("learn/1", "Bans")
	for _, view := range views {
		p.turn(view)
		p.visits("learn/1", "Bans")
		p.laidOut(fmt.Sprintf("%d×%d, a lesson", view.Width, view.Height), view)
		p.visits("puzzle/zq82ztv", "Puzzle")
		p.must(p.Eval(game+".play('b:d2f2'), 1", nil))
		p.learnt("done")
		p.laidOut(fmt.Sprintf("%d×%d, a puzzle that is solved", view.Width, view.Height), view)
	}
}

// moving is JavaScript that plays an action and counts the frames after it in which
// something moves.
const moving = `(async (game, action) => {
	const board = document.getElementById("board");
	let moving = 0;
	game.play(action);
	for (let i = 0; i < 30; i++) {
		moving += board.state.animating;
		await new Promise(requestAnimationFrame);
	}
	return moving;
})`

// Pieces do not glide if the user prefers reduced motion.
func TestReducedMotion(t *testing.T) {
	for still, want := range map[bool]bool{true: true, false: false} {
		view := desktop
		view.Still = still
		p := open(t, visit{view: view}).ready()
		if got := p.number("document.getElementById('board').options.animation") == 0; got != want {
			t.Errorf("reduced motion %v: no animation is %v", still, got)
		}
		p.plays("b:e2e4")
		if got := p.number(moving+"("+game+", 'm:g1f3')") == 0; got != want {
			t.Errorf("reduced motion %v: that the knight jumps is %v", still, got)
		}
	}
}

// On a phone lying down, the report and the list scroll as one. The first mistake is seen without
// scrolling. A mistake that the user goes to is shown with its explanation, above the tools.
func TestReportLyingDown(t *testing.T) {
	p := open(t, visit{view: views[2]}).ready()
	p.give(reportedGame)
	p.press("#tab-report")
	p.wait("document.getElementById('report-table').checkVisibility() && document.querySelector('.panel').scrollTop === 0")
	const inSight = `((e) => {
		const {top, bottom} = e.getBoundingClientRect(), tools = document.getElementById("tools").getBoundingClientRect();
		return e.checkVisibility() && top >= 0 && bottom <= tools.top && tools.bottom <= innerHeight;
	})`
	p.wait(inSight + "(document.querySelector('#moments button'))")
	const current = "document.querySelector('#moves [aria-current]')"
	for _, ply := range []float64{5, 9, 10, 5} { // after each action that has a mark, and after the first one again
		p.press("#report-next")
		p.wait(fmt.Sprintf("%s.getPly() === %g && [%[3]s, %[3]s.closest('.row').nextElementSibling].every(%s)", game, ply, current, inSight))
	}
}

// With five lines, and with a report, every control is on the screen and the list has at
// least 40% of the panel. Board, brand and panel keep their pixels in all modes.
func TestRoomOfTheList(t *testing.T) {
	const boxes = `["board", "bar"].map((id) => document.getElementById(id)).concat(document.querySelector(".brand"), document.querySelector(".panel")).map((e) => {
		const {x, y, width, height} = e.getBoundingClientRect();
		return [x, y, width, height].map(Math.round).join(" ");
	}).join(", ")`
	const offScreen = `[...document.querySelectorAll("header button, main button:not(.moves *, .moments *, .lines *), #lines")].filter((e) => {
		const {top, bottom, right} = e.getBoundingClientRect();
		return e.checkVisibility() && (top < 0 || bottom > innerHeight || right > innerWidth);
	}).map((e) => e.id || e.textContent).join()`
	p := open(t, visit{view: browser.Desktop}).ready()
	p.press("#tour-skip")
	p.plays(beforeMate)
	for _, view := range []browser.View{browser.Desktop, {Width: 1440, Height: 900}} {
		p.press("#mode-play")
		p.turn(view)
		before := p.text(boxes)
		p.press("#mode-analyse")
		p.press("#tab-lines")
		p.must(p.Eval(`(() => {
			const select = document.getElementById('lines');
			select.value = '5';
			select.dispatchEvent(new Event('change', {bubbles: true}));
			document.getElementById('engine').checked || document.getElementById('engine').click();
			document.getElementById('undo').click();
		})()`, nil))
		p.linesAreLegal(5)
		check := func(state string) {
			t.Helper()
			if got := p.number(shareOfTheList); got < 0.4 {
				t.Errorf("%d×%d, %s: the list has %.0f %% of the panel", view.Width, view.Height, state, 100*got)
			}
			if got := p.text(offScreen); got != "" {
				t.Errorf("%d×%d, %s: off the screen: %s", view.Width, view.Height, state, got)
			}
			if got := p.text(boxes); got != before {
				t.Errorf("%d×%d, %s: the boxes are %s, and in Play %s", view.Width, view.Height, state, got, before)
			}
		}
		check("five lines")
		p.press("#engine")
		p.press("#tab-report")
		if p.text("document.body.dataset.report") == "off" {
			p.press("#report")
		}
		p.reported("done")
		check("the report")
		p.press("#mode-learn")
		p.wait("document.body.dataset.learn === 'try'")
		if got := p.text(boxes); got != before {
			t.Errorf("%d×%d, Learn: the boxes are %s, and in Play %s", view.Width, view.Height, got, before)
		}
	}
}

// On a phone whose browser leaves little height, the first screen has the button that begins, and
// the dialog of a new game has the one that starts.
func TestFirstScreen(t *testing.T) {
	for _, view := range []browser.View{{Width: 390, Height: 664, Touch: true}, {Width: 360, Height: 640, Touch: true, Dark: true}} {
		p := open(t, visit{view: view}).ready()
		p.wait("document.getElementById('begin-computer')?.getBoundingClientRect().bottom <= document.querySelector('.tools').getBoundingClientRect().top")
		p.press("#begin-computer")
		p.wait("document.getElementById('new-game')?.open && document.getElementById('new-start').getBoundingClientRect().bottom <= innerHeight - 16")
	}
}
