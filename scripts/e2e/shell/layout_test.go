package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

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

// From the smallest phone up, in all states of the page, nothing runs out at the side,
// everything can be reached and hit by a finger, and the board is as large as
// possible.
func TestLayout(t *testing.T) {
	// One page that is resized.
	p := e2e.Open(t, e2e.Visit{View: e2e.Views[0]}).Ready()
	p.Await("document.getElementById('tour').checkVisibility()")
	var first []string
	p.Must(p.Eval(e2e.Faults, &first))
	for _, f := range first {
		t.Errorf("the smallest phone, first visit: %s", f)
	}
	e2e.Hands[1].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	p.Plays(e2e.BeforeMate[len(e2e.FirstActions(e2e.Mate, 2))+1:])
	p.Press("#mode-analyse")
	p.Report()
	p.Await("document.body.dataset.report === 'done'")
	const click = "document.querySelector('%s').click(), 1"
	states := []struct{ name, show, shown, leave string }{
		{"analyse", "#mode-analyse", "document.getElementById('tab-report').checkVisibility()", ""},
		{"report", "#tab-report", "document.getElementById('report-table').checkVisibility()", "#tab-lines"},
		{"analysis", "#engine", e2e.EngineLines + ".length > 0", "#engine"},
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
	for _, view := range append(slices.Clone(e2e.Views), browser.View{Width: 640, Height: 400, Still: true}) { // the last is a laptop at 200 %
		p.Turn(view)
		lying := view.Width == 844 // in landscape, where the list has room beside the board
		for _, state := range states {
			if state.show == "#load-go" {
				p.Must(p.Eval("{ const box = document.getElementById('load'); box.value = "+e2e.Quote(twoGames)+"; box.dispatchEvent(new Event('input')); }", nil))
			}
			name := fmt.Sprintf("%d×%d, %s", view.Width, view.Height, state.name)
			p.Must(p.Eval(fmt.Sprintf(click, state.show), nil))
			p.Await(state.shown)
			p.LaidOut(name, view)
			switch {
			case state.name == "report" && view.Touch && view.Height > view.Width:
				if n := p.Number(scrollers); n != 0 {
					t.Errorf("%s: %g things scroll within the page, which scrolls", name, n)
				}
			case state.name == "report": // beside the board
				if n := p.Number(scrollers); n > 1 {
					t.Errorf("%s: %g things scroll, want the list alone, or what holds report and list", name, n)
				}
				if share := p.Number(shareOfTheList); view.Height > 700 && share < 0.4 {
					t.Errorf("%s: the list has %.0f %% of the panel", name, 100*share)
				}
			case state.name == "analysis":
				p.Must(p.Eval(fmt.Sprintf(click, "#undo"), nil)) // if there are three
				p.Await(e2e.EngineLines + ".length === 3")
				if wrong := p.Text(unevenLines); wrong != "" {
					t.Errorf("%s: the engine's lines: %s", name, wrong)
				}
				if top := p.Number("document.getElementById('moves').getBoundingClientRect().top + scrollY"); lying && top > float64(view.Height)-45 { // its first row is visible
					t.Errorf("%s: with three lines the list begins at %g, too low to be seen", name, top)
				}
				p.Must(p.Eval(fmt.Sprintf(click, "#redo"), nil))
			case state.name == "menu":
				if shown := p.Number("[...document.querySelectorAll('#menu kbd')].filter((e) => e.checkVisibility()).length"); (shown > 0) == view.Touch {
					t.Errorf("%s: %g keys are named", name, shown)
				}
			}
			if state.leave != "" {
				p.Must(p.Eval(fmt.Sprintf(click, state.leave), nil))
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
		if (parseFloat(getComputedStyle(e).paddingRight) < 10) found.push("the sign of the current entry covers its text");
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
	if e2e.IsLong() {
		step = 10
	}
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 3))
	// The board's content does not matter here, and drawing it for every width is slow.
	p.Must(p.Eval("document.querySelector('#board iframe').style.display = 'none'", nil))
	for _, mode := range []string{"play", "analyse"} {
		p.Press("#mode-" + mode)
		p.Press("#moves [aria-current]") // loads its menu
		p.Await("document.getElementById('entry-menu')?.checkVisibility()")
		p.Must(p.Key(browser.Escape))
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
				p.Must(p.SetView(view))
				var found []string
				p.Must(p.Eval(squeezed, &found))
				for _, f := range found {
					t.Errorf("%d×%d, %s: %s", view.Width, view.Height, mode, f)
				}
				if wide := p.Number(inWideType); wide > 0 {
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

// If the browser is set to large type, the page has it, and everything can still be used.
func TestLargeType(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Views[1], Browser: e2e.Start(t, "blink-settings=defaultFontSize=24")}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 3))
	if size := p.Text("getComputedStyle(document.getElementById('headline')).fontSize"); size != "24px" {
		t.Errorf("the headline has type of %s", size)
	}
	var found []string
	p.Must(p.Eval(e2e.Faults, &found))
	if cut := p.Text(cutWords); cut != "" {
		found = append(found, "cut: "+cut)
	}
	if len(found) > 0 {
		t.Error(strings.Join(found, "\n"))
	}
}

// cutWords is JavaScript that lists the players and modes whose names are cut.
const cutWords = "[...document.querySelectorAll('.strip .who, .modes button')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent).join()"

// tinyViews are windows that are too small for the board and the other elements.
var tinyViews = []browser.View{
	{Width: 304, Height: 298}, {Width: 240, Height: 240}, {Width: 320, Height: 200}, {Width: 200, Height: 600}, {Width: 600, Height: 120},
}

// In any small window the board exists and can be used, and it has its old size when the
// window has.
func TestTinyWindows(t *testing.T) {
	for _, view := range tinyViews {
		t.Run(fmt.Sprintf("%dx%d", view.Width, view.Height), func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: view}).Ready()
			playsInSight(p, "b:a2a3")
			if cut := p.Text(cutWords); cut != "" && view.Width >= 320 {
				t.Errorf("cut: %s", cut)
			}
		})
	}
	p := e2e.Open(t, e2e.Visit{}).Ready()
	side := func() float64 { return p.Number("document.getElementById('board').getBoundingClientRect().width") }
	large, usual := side(), e2e.Sized(e2e.Desktop)
	for i, action := range strings.Fields(e2e.FirstActions(e2e.Mate, 2*len(tinyViews))) {
		view := usual
		if i%2 == 0 {
			view = tinyViews[i/2]
		}
		p.Turn(view)
		playsInSight(p, action)
	}
	if now := side(); now != large {
		t.Errorf("the board was %g wide, and is %g after the window was small", large, now)
	}
}

// playsInSight scrolls to the board and plays an action on it.
func playsInSight(p e2e.Player, action string) {
	p.T.Helper()
	p.Must(p.Eval("document.querySelector('.board').scrollIntoView({block: 'center', behavior: 'instant'})", nil))
	e2e.Hands[0].Play(p, action, false)
}

// The layout also holds if the board cannot be loaded, with the error message and the text
// board.
func TestLayoutOfFailure(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Views[0], Wrap: gallery.Without("/banchess.wasm"), Allow: e2e.Faulty("404")})
	p.Await("document.body.dataset.boot === 'text' && document.getElementById('failure').checkVisibility()")
	for _, view := range e2e.Views {
		p.Must(p.SetView(view))
		p.Await(fmt.Sprintf("innerWidth === %d && innerHeight === %d", view.Width, view.Height))
		var found []string
		p.Must(p.Eval(e2e.Faults, &found))
		for _, f := range found {
			t.Errorf("%d×%d: %s", view.Width, view.Height, f)
		}
	}
}

// The layout also holds in Learn, for all its messages.
func TestLearnLayout(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Views[0], Hash: "#learn/1"}).Ready()
	p.Shown("learn/1", "Bans")
	for _, view := range e2e.Views {
		p.Turn(view)
		p.Visits("learn/1", "Bans")
		p.LaidOut(fmt.Sprintf("%d×%d, a lesson", view.Width, view.Height), view)
		p.Visits("puzzle/zq82ztv", "Puzzle")
		p.Must(p.Eval(e2e.Game+".play('b:d2f2'), 1", nil))
		p.Learnt("done")
		p.LaidOut(fmt.Sprintf("%d×%d, a puzzle that is solved", view.Width, view.Height), view)
		const rows = "new Set([...document.querySelectorAll('.learn-others button')].filter((e) => e.checkVisibility()).map((e) => e.offsetTop)).size"
		if n := p.Number(rows); view.Width >= 800 && n != 1 {
			t.Errorf("%d×%d: what may be done after a puzzle is in %g rows", view.Width, view.Height, n)
		}
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
		view := e2e.Desktop
		view.Still = still
		p := e2e.Open(t, e2e.Visit{View: view}).Ready()
		if got := p.Number("document.getElementById('board').options.animation") == 0; got != want {
			t.Errorf("reduced motion %v: no animation is %v", still, got)
		}
		p.Plays("b:e2e4")
		if got := p.Number(moving+"("+e2e.Game+", 'm:g1f3')") == 0; got != want {
			t.Errorf("reduced motion %v: that the knight jumps is %v", still, got)
		}
	}
}

// On a phone lying down, the report and the list scroll as one. The first mistake is seen without
// scrolling. A mistake that the user goes to is shown with its explanation, above the tools.
func TestReportLyingDown(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Views[2]}).Ready()
	p.Give(e2e.ReportedGame)
	p.Press("#tab-report")
	p.Await("document.getElementById('report-table').checkVisibility() && document.querySelector('.panel').scrollTop === 0")
	const inSight = `((e) => {
		const {top, bottom} = e.getBoundingClientRect(), tools = document.getElementById("tools").getBoundingClientRect();
		return e.checkVisibility() && top >= 0 && bottom <= tools.top && tools.bottom <= innerHeight;
	})`
	p.Await(inSight + "(document.querySelector('#moments button'))")
	const current = "document.querySelector('#moves [aria-current]')"
	for _, ply := range []float64{5, 9, 10, 5} { // after each action that has a mark, and after the first one again
		p.Press("#report-next")
		p.Await(fmt.Sprintf("%s.getPly() === %g && [%[3]s, %[3]s.closest('.row').nextElementSibling].every(%s)", e2e.Game, ply, current, inSight))
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
	p := e2e.Open(t, e2e.Visit{View: browser.Desktop}).Ready()
	p.Press("#tour-skip")
	p.Plays(e2e.BeforeMate)
	for _, view := range []browser.View{browser.Desktop, {Width: 1440, Height: 900}} {
		p.Press("#mode-play")
		p.Turn(view)
		before := p.Text(boxes)
		p.Press("#mode-analyse")
		p.Press("#tab-lines")
		p.Must(p.Eval(`(() => {
			const select = document.getElementById('lines');
			select.value = '5';
			select.dispatchEvent(new Event('change', {bubbles: true}));
			document.getElementById('engine').checked || document.getElementById('engine').click();
			document.getElementById('undo').click();
		})()`, nil))
		p.LinesAreLegal(5)
		check := func(state string) {
			t.Helper()
			if got := p.Number(shareOfTheList); got < 0.4 {
				t.Errorf("%d×%d, %s: the list has %.0f %% of the panel", view.Width, view.Height, state, 100*got)
			}
			if got := p.Text(offScreen); got != "" {
				t.Errorf("%d×%d, %s: off the screen: %s", view.Width, view.Height, state, got)
			}
			if got := p.Text(boxes); got != before {
				t.Errorf("%d×%d, %s: the boxes are %s, and in Play %s", view.Width, view.Height, state, got, before)
			}
		}
		check("five lines")
		p.Press("#engine")
		p.Press("#tab-report")
		if p.Text("document.body.dataset.report") == "off" {
			p.Press("#report")
		}
		p.Reported("done")
		check("the report")
		p.Press("#mode-learn")
		p.Await("document.body.dataset.learn === 'try'")
		if got := p.Text(boxes); got != before {
			t.Errorf("%d×%d, Learn: the boxes are %s, and in Play %s", view.Width, view.Height, got, before)
		}
	}
}

// On a phone whose browser leaves little height, the first screen has the button that begins, and
// the dialog of a new game has the one that starts.
func TestFirstScreen(t *testing.T) {
	for _, view := range []browser.View{{Width: 390, Height: 664, Touch: true}, {Width: 360, Height: 640, Touch: true, Dark: true}} {
		p := e2e.Open(t, e2e.Visit{View: view}).Ready()
		p.Await("document.getElementById('begin-computer')?.getBoundingClientRect().bottom <= document.querySelector('.tools').getBoundingClientRect().top")
		p.Press("#begin-computer")
		p.Await("document.getElementById('new-game')?.open && document.getElementById('new-start').getBoundingClientRect().bottom <= innerHeight - 16")
	}
}
