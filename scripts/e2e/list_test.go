package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// branches loads a game with two variations, one at the first move and one within it. The
// current node is the end of the main line.
func (p player) branches() {
	p.t.Helper()
	for _, line := range []string{"b:e2e4 m:d2d4 b:e7e5 m:d7d5", "b:e2e4 m:g1f3 b:a7a6 m:d7d5", "b:e2e4 m:g1f3 b:a7a6 m:g8f6"} {
		p.goes("")
		p.plays(line)
	}
	p.goes("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
}

// goes shows the node after these actions, which must exist.
func (p player) goes(actions string) {
	p.t.Helper()
	p.must(p.Eval("document.getElementById('start').click()", nil))
	p.wait(game + ".toJSON().actions.length === 0")
	p.plays(actions)
}

// movetext is JavaScript for the game's movetext.
const movetext = sharedPGN + ".split('\\n\\n').at(-1).replace(/\\s+/g, ' ').trim()"

// writes waits until the movetext is as wanted.
func (p player) writes(want string) {
	p.t.Helper()
	if err := p.Wait(movetext + " === " + quote(want)); err != nil {
		p.t.Fatalf("the page writes %s\nwant %s", p.text(movetext), want)
	}
}

// entry is JavaScript for the n-th entry of an action in the list.
func entry(action string, n int) string {
	return fmt.Sprintf("[...document.querySelectorAll('[data-action=\"%s\"]')][%d]", action, n)
}

// inMenu chooses an item in the menu of an entry, which is opened by mouse.
func (p player) inMenu(action string, n int, what string) {
	p.t.Helper()
	var at browser.Point
	p.must(p.Eval(`(() => {
		const e = `+entry(action, n)+`;
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, &at))
	p.must(p.RightClick(at))
	p.wait("document.getElementById('entry-menu').checkVisibility()")
	p.press("#entry-menu " + what)
}

// The comment before a variation is changed through the menu of its first entry.
func TestCommentBefore(t *testing.T) {
	p := open(t, visit{}).ready()
	p.give("1. {banning: e2e4} d4 ( {Why not} 1. Nf3 ) *")
	p.wait(entry("m:g1f3", 0) + " !== undefined")
	p.inMenu("m:g1f3", 0, "[data-command=before]")
	p.wait("document.getElementById('comment-text').value === 'Why not'")
	p.fill("#comment-text", "Safer")
	p.press("#comment-save")
	p.wait("document.getElementById('moves').textContent.includes('Safer') && " + movetext + ".includes('{Safer} 1. Nf3')")
}

// Variations are promoted and deleted with the mouse, and every step is undone and
// repeated.
func TestEditVariations(t *testing.T) {
	p := open(t, visit{}).ready()
	p.branches()
	written := []string{"1. {banning: e2e4} d4 ( 1. Nf3 {banning: a7a6} d5 ( 1... Nf6 ) ) 1... {banning: e7e5} d5 *"}
	p.writes(written[0])
	for _, step := range []struct {
		action string
		n      int // of the entries of the action
		what   string
		want   string
	}{
		{"m:g8f6", 0, "promote", "1. {banning: e2e4} d4 ( 1. Nf3 {banning: a7a6} Nf6 ( 1... d5 ) ) 1... {banning: e7e5} d5 *"},
		{"m:g8f6", 0, "main", "1. {banning: e2e4} Nf3 ( 1. d4 {banning: e7e5} d5 ) 1... {banning: a7a6} Nf6 ( 1... d5 ) *"},
		{"m:d7d5", 1, "variation", "1. {banning: e2e4} Nf3 ( 1. d4 {banning: e7e5} d5 ) 1... {banning: a7a6} Nf6 *"},
		{"b:e7e5", 0, "rest", "1. {banning: e2e4} Nf3 ( 1. d4 ) 1... {banning: a7a6} Nf6 *"},
	} {
		p.inMenu(step.action, step.n, "[data-command="+step.what+"]")
		p.writes(step.want)
		written = append(written, step.want)
	}
	// If the current node is deleted, its parent becomes the current one.
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
	last := len(written) - 1
	for i := last - 1; i >= 0; i-- {
		if i == last-1 {
			p.press("#undo-edit") // the button in the message
		} else {
			p.must(p.Chord(browser.Control, "z"))
		}
		p.writes(written[i])
	}
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4 b:e7e5 m:d7d5'")
	for _, want := range written[1:] {
		p.must(p.Chord(browser.Control, "y"))
		p.writes(want)
	}
}

// Comments are written and deleted, at the start, on bans and on moves. They are always
// shown as text, and are stored for the next visit.
func TestComments(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Key("c"))
	comment := func(text string) {
		t.Helper()
		p.wait("document.getElementById('comment').open")
		p.must(p.Eval("document.getElementById('comment-text').select()", nil))
		p.must(p.Type(text))
		p.press("#comment-save")
		p.wait("!document.getElementById('comment').open")
	}
	comment("A first game.")
	p.plays("b:e2e4 m:d2d4")
	p.inMenu("b:e2e4", 0, "[data-command=comment]")
	p.words("comment-title", "Comment on 1. ban e2–e4")
	comment("the usual <b>ban</b>")
	p.must(p.Key("c"))
	p.words("comment-title", "Comment on 1. d4")
	comment("solid\nor dull")
	p.writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 {solid or dull} *")
	if got := p.text("[...document.querySelectorAll('.comment')].map((c) => c.textContent).join('|')"); got != "A first game.|the usual <b>ban</b>|solid\nor dull" {
		t.Errorf("the list has the comments %q", got)
	}
	p.must(p.Goto(p.text("location.href")))
	p.ready()
	p.writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 {solid or dull} *")

	// One is deleted by its button, another by deleting its text.
	p.must(p.Key("c"))
	p.press("#comment-delete")
	p.writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 *")
	p.press(".comment") // that of the start
	p.words("comment-title", "Comment on the start")
	comment(" ")
	p.writes("1. {banning: e2e4} {the usual <b>ban</b>} d4 *")
	p.press("#undo-edit")
	p.writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 *")
	p.must(p.Chord(browser.Control, "z"))
	p.writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 {solid or dull} *")

	// Typed keys are not shortcuts.
	p.must(p.Key("c"))
	p.wait("document.getElementById('comment').open")
	p.must(p.Key("f"))
	p.must(p.Key(browser.ArrowLeft))
	p.must(p.Key(browser.Escape))
	p.wait("!document.getElementById('comment').open && " + game + ".getPly() === 3")
	p.wait("document.getElementById('board').options.orientation === 'white'")
}

// A comment keeps its text through PGN and link. A text that PGN cannot contain is refused
// before it is lost.
func TestCommentsRoundTrip(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4")
	for _, row := range []struct{ text, want string }{
		{"see [%cal Gd2d4] now", "[%cal Gd2d4] is a command"},
	} {
		p.must(p.Key("c"))
		p.wait("document.getElementById('comment').open")
		p.must(p.Eval("document.getElementById('comment-text').select()", nil))
		p.must(p.Type(row.text))
		p.press("#comment-save")
		p.words("comment-error", row.want)
		p.wait("document.getElementById('comment-text').ariaInvalid === 'true'")
		p.wait("document.getElementById('comment').open && document.getElementById('comment-text').value === " + quote(row.text))
		p.must(p.Key(browser.Escape))
		p.wait("!document.getElementById('comment').open && document.activeElement === document.body")
	}
	const odd = "100 % of {this} [%x] (or $1; 1-0) &#125; [%cal"
	p.must(p.Key("c"))
	p.wait("document.getElementById('comment').open")
	p.must(p.Eval("document.getElementById('comment-text').select()", nil))
	p.must(p.Type(odd))
	p.press("#comment-save")
	p.writes("1. {banning: e2e4} {100 % of {this&#125; [%x] (or $1; 1-0) &#38;#125; [%cal} *")
	pgn := p.text(sharedPGN)
	const said = "document.querySelector('#moves .comment').textContent"
	q := visitLink(t, p.link()).ready()
	q.wait(said + " === " + quote(odd))
	q.newGame("against=friend")
	q.give(pgn)
	q.wait(said + " === " + quote(odd))
}

// After a change by the menu, the entry has the focus again, even if it was created anew.
// If the entry is gone, the current one has the focus.
func TestFocusAfterTheMenu(t *testing.T) {
	p := open(t, visit{}).ready()
	// At the start, the menu is that of the start position, whose items alone are reached.
	p.menu("#entry-open")
	for range 2 {
		p.wait("document.activeElement.matches('#entry-menu button') && document.activeElement.checkVisibility()")
		p.must(p.Key(browser.ArrowDown))
	}
	p.must(p.Key(browser.Escape))
	p.wait("document.getElementById('entry-menu').hidden")
	p.plays("b:e2e4 m:d2d4 b:e7e5")
	focused := func(action string) {
		t.Helper()
		p.wait("document.activeElement.dataset.action === " + quote(action))
	}
	p.inMenu("b:e2e4", 0, "[data-nag='1']")
	p.writes("1. {banning: e2e4 $1} d4 {banning: e7e5} *")
	focused("b:e2e4")
	p.inMenu("m:d2d4", 0, "[data-command=comment]")
	p.wait("document.getElementById('comment').open")
	p.must(p.Type("solid"))
	p.press("#comment-save")
	p.writes("1. {banning: e2e4 $1} d4 {solid} {banning: e7e5} *")
	focused("m:d2d4")
	p.inMenu("b:e7e5", 0, "[data-command=rest]")
	p.writes("1. {banning: e2e4 $1} d4 {solid} *")
	focused("m:d2d4")
	p.menu("#entry-open")
	p.press("#entry-menu [data-nag='2']")
	p.writes("1. {banning: e2e4 $1} d4 $2 {solid} *")
	p.wait("document.activeElement.id === 'menu-open'")
	// A button that goes when it was pressed leaves the focus beside it.
	p.must(p.Eval("document.getElementById('undo-edit').focus()", nil))
	p.must(p.Key(browser.Enter))
	p.wait("document.getElementById('undo-edit').hidden && document.activeElement.id === 'headline'")
}

// Each of the six glyphs is set and removed, on a ban and on a move, by keys alone. An
// entry has at most one.
func TestGlyphs(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	for i, sign := range []string{"!", "?", "!!", "??", "!?", "?!"} {
		p.inMenu("b:e2e4", 0, fmt.Sprintf("[data-nag='%d']", i+1))
		p.writes(fmt.Sprintf("1. {banning: e2e4 $%d} d4 *", i+1))
		p.wait(entry("b:e2e4", 0) + ".textContent.endsWith(" + quote("e2–e4"+sign) + ")")
	}
	p.inMenu("b:e2e4", 0, "[data-nag='6']")
	p.writes("1. {banning: e2e4} d4 *")

	// Enter opens the menu of the current entry, and the arrow keys move in it.
	p.must(p.Eval(entry("m:d2d4", 0)+".focus()", nil))
	p.must(p.Key(browser.Enter))
	p.wait("document.getElementById('entry-menu').checkVisibility() && document.activeElement.dataset.nag === '1'")
	p.must(p.Key(browser.ArrowRight))
	p.must(p.Key(browser.Enter))
	p.writes("1. {banning: e2e4} d4 $2 *")
	p.must(p.Chord(browser.Control, "z"))
	p.writes("1. {banning: e2e4} d4 *")
}

// By touch: another tap on the current entry opens its menu, and so does a button.
func TestEditByTouch(t *testing.T) {
	p := open(t, visit{view: phone}).ready()
	p.plays("b:e2e4 m:d2d4")
	p.must(p.Tap(p.element("[data-action='m:d2d4']")))
	p.wait("document.getElementById('entry-menu').checkVisibility()")
	p.must(p.Tap(p.element("#entry-menu [data-nag='1']")))
	p.writes("1. {banning: e2e4} d4 $1 *")
	p.must(p.Tap(p.element("#menu-open")))
	p.must(p.Tap(p.element("#entry-open")))
	p.wait("document.getElementById('entry-menu').checkVisibility()")
	p.must(p.Tap(p.element("#entry-menu [data-command=rest]")))
	p.writes("1. {banning: e2e4} *")
	p.must(p.Tap(p.element("#undo-edit")))
	p.writes("1. {banning: e2e4} d4 $1 *")
}

// The keys go through the tree as on lichess. The entry arrived at is spoken.
func TestKeysInTree(t *testing.T) {
	p := open(t, visit{}).ready()
	p.branches()
	const line = game + ".toJSON().actions.join(' ')"
	for _, step := range []struct {
		does string
		do   func() error
		want string
		said string // of the entry
	}{
		{"Home", func() error { return p.Key(browser.Home) }, "", "At the start."},
		{"to the branch after", func() error { return p.Chord(browser.Shift, browser.ArrowRight) }, "b:e2e4", "Move 1. Black banned pawn e2 to e4."},
		{"→", func() error { return p.Key(browser.ArrowRight) }, "b:e2e4 m:d2d4", "Move 1. White played pawn d2 to d4."},
		{"↓ to the variation", func() error { return p.Key(browser.ArrowDown) }, "b:e2e4 m:g1f3", "Move 1. White played knight g1 to f3."},
		{"to the branch after", func() error { return p.Chord(browser.Shift, browser.ArrowRight) }, "b:e2e4 m:g1f3 b:a7a6", "Move 1. White banned pawn a7 to a6."},
		{"End", func() error { return p.Key(browser.End) }, "b:e2e4 m:g1f3 b:a7a6 m:g8f6", "Move 1. Black played knight g8 to f6."},
		{"↑ to the one above", func() error { return p.Key(browser.ArrowUp) }, "b:e2e4 m:g1f3 b:a7a6 m:d7d5", "Move 1. Black played pawn d7 to d5."},
		{"←", func() error { return p.Key(browser.ArrowLeft) }, "b:e2e4 m:g1f3 b:a7a6", "Move 1. White banned pawn a7 to a6."},
		{"to the branch before", func() error { return p.Chord(browser.Shift, browser.ArrowLeft) }, "b:e2e4", "Move 1. Black banned pawn e2 to e4."},
		{"↓ to the end", func() error { return p.Key(browser.ArrowDown) }, "b:e2e4 m:g1f3 b:a7a6 m:d7d5", "Move 1. Black played pawn d7 to d5."},
		{"to the branch before", func() error { return p.Chord(browser.Shift, browser.ArrowLeft) }, "b:e2e4 m:g1f3 b:a7a6", "Move 1. White banned pawn a7 to a6."},
		{"to the branch before that", func() error { return p.Chord(browser.Shift, browser.ArrowLeft) }, "b:e2e4", "Move 1. Black banned pawn e2 to e4."},
		{"↑ to the start", func() error { return p.Key(browser.ArrowUp) }, "", "At the start."},
	} {
		p.must(step.do())
		if err := p.Wait(line + " === " + quote(step.want)); err != nil {
			t.Fatalf("%s leads to %q, want %q", step.does, p.text(line), step.want)
		}
		p.wait("document.getElementById('announcer').textContent.startsWith(" + quote(step.said+" ") + ")")
	}
	// Nor does Caps Lock make another key of a letter.
	pressed := func(event string) {
		t.Helper()
		p.must(p.Eval("document.body.dispatchEvent(window.pressed = new KeyboardEvent('keydown', {bubbles: true, cancelable: true, "+event+"})), 1", nil))
	}
	p.must(p.Key(browser.End))
	p.wait(line + " === 'b:e2e4 m:g1f3 b:a7a6 m:d7d5'")
	pressed("key: 'Z', ctrlKey: true")
	p.wait(line + " === 'b:e2e4 m:g1f3 b:a7a6'")
	pressed("key: 'z', ctrlKey: true, shiftKey: true")
	p.wait(line + " === 'b:e2e4 m:g1f3 b:a7a6 m:d7d5'")
	pressed("key: 'F'")
	p.wait("document.getElementById('board').options.orientation === 'black'")
	// In Play, Space is the browser's.
	pressed("key: ' '")
	p.wait("!pressed.defaultPrevented")
	// None of these keys has changed the tree.
	p.writes("1. {banning: e2e4} d4 ( 1. Nf3 {banning: a7a6} d5 ( 1... Nf6 ) ) 1... {banning: e7e5} d5 *")
}

// The keys of the engine: l switches it, Space plays its best action, x shows the other
// side's threat. The help lists every key.
func TestEngineKeys(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5")
	p.must(p.Key("x"))
	p.words("notice", "White threatens f3–f7") // at the ban: White's move if Black does not ban it
	p.wait("document.getElementById('board').state.arrows.some(({from, to, kind}) => from + to === 'f3f7' && kind === 'threat')")
	p.plays("b:a2a3")
	p.press("#mode-analyse")
	p.must(p.Key("l"))
	p.wait("document.getElementById('engine').checked && document.body.dataset.analysis !== 'off'")
	p.wait("document.querySelector('#engine-lines [data-action=\"m:f3f7\"]') !== null")
	// Space does not press a control that was focused by a click, but one focused by Tab.
	p.must(p.Key(" "))
	p.wait(game + ".getPly() === 11")
	p.press("#engine")
	p.wait("!document.getElementById('engine').checked && document.body.dataset.analysis === 'off'")
	p.press("#undo")
	p.press("#engine")
	p.wait("document.querySelector('#engine-lines [data-action=\"m:f3f7\"]') !== null")
	p.must(p.Key(" "))
	p.wait(game + ".getPly() === 11 && document.getElementById('engine').checked")
	p.tabTo("e.id === 'mode-play'")
	p.tabTo("e.id === 'engine'")
	p.must(p.Key(" "))
	p.wait("!document.getElementById('engine').checked && document.body.dataset.analysis === 'off'")
	p.press("#help-open")
	p.wait("document.querySelector('.keys') !== null")
	help := p.text("document.querySelector('.keys').textContent")
	for _, key := range []string{"←", "→", "↑", "↓", "Home", "End", "Shift", "Ctrl", "Z", "Y", "f", "h", "l", "c", "x", "/", "Space", "Enter", "Esc", "?", "Tab"} {
		if !strings.Contains(help, key) {
			t.Errorf("help does not list %s", key)
		}
	}
}

// A ban shows its piece, in the main line and in variations, also if the piece has reached
// its square within the variation.
func TestBansShowPieces(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4 b:d7d5")
	p.goes("b:e2e4")
	p.plays("m:g1f3 b:g8f6 m:a7a6 b:f3e5")
	for action, want := range map[string]string{"b:e2e4": "ban pawn e2–e4 wP", "b:d7d5": "ban pawn d7–d5 bP", "b:g8f6": "ban knight g8–f6 bN", "b:f3e5": "ban knight f3–e5 wN"} {
		e := entry(action, 0)
		if got := p.text(e + ".textContent + ' ' + " + e + ".querySelector('img').src.split('#')[1]"); got != want {
			t.Errorf("%s is shown as %q, want %q", action, got, want)
		}
	}
}

// A ban is written in one way wherever the page speaks of one: its squares with a dash, and
// the piece only as a drawing. That holds for the list, the engine's lines and its verdict,
// hints, the status, the report and a puzzle's solution.
func TestBansAreWrittenOneWay(t *testing.T) {
	p := open(t, visit{view: browser.Desktop}).ready()
	other := regexp.MustCompile(`\b[a-h][1-8][-x×:]?[a-h][1-8]|\b[KQRBN][a-h][1-8]–`)
	look := func(where string, bans ...string) {
		t.Helper()
		text := p.text("document.body.innerText")
		for _, ban := range bans {
			if !strings.Contains(text, ban) {
				t.Errorf("%s: the ban %s is not in\n%s", where, ban, text)
			}
		}
		if found := other.FindString(text); found != "" {
			t.Errorf("%s: a ban is written as %s in\n%s", where, found, text)
		}
	}
	p.plays(firstActions(mate, 10))
	look("before the last ban", "Ban e8–f7", "a2–a3", "a7–a6")
	p.press("#menu-open")
	p.press("#hint")
	p.wait("document.getElementById('notice').textContent.includes('e8–f7')")
	look("a hint", "Hint: ban e8–f7")
	p.analyse()
	p.wait("document.querySelector('#engine-lines li') !== null")
	look("the engine", "e8–f7: Black has no legal move left")
	p.press("#undo")
	p.words("verdict", "best is Qxf7+")
	look("a move")
	p.press("#engine")
	p.press("#end")
	p.plays("b:e8f7")
	look("the end", "Black is in check, and e8–f7, the only legal move, is banned", "e8–f7#")
	p.report()
	p.reported("done")
	look("the report", "a2–a3??", "Better: ban f3–f7")
}

// If the computer's own action is deleted, it acts again.
func TestDeleteAgainstComputer(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "level=1", "side=black")
	p.plays("b:e2e4")
	p.wait(game + ".getPly() === 4") // White has moved, and banned
	const whites = "document.querySelector('#moves [data-ply=\"2\"]')"
	p.must(p.Eval(whites+".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true, button: 2}))", nil))
	p.press("#entry-menu [data-command=rest]")
	p.wait(game + ".getPly() === 4")
	p.wait("document.querySelectorAll('#moves [data-entry]').length === 3")
}

// The list of a game of a thousand plies has all entries. A change or going elsewhere does
// not create existing rows again. BenchmarkLongGame measures the times of loading and
// scrolling.
func TestLongGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.number(load(randomGame(t, 1000)))
	p.wait("document.querySelectorAll('[data-entry]').length === 1000")

	made := func() float64 {
		return p.number("[...document.getElementById('moves').children].filter((block) => !block.known).length")
	}
	p.must(p.Eval("for (const block of document.getElementById('moves').children) block.known = true", nil))
	p.press("#undo")
	p.wait(game + ".getPly() === 1000")
	if n := made(); n != 0 {
		t.Errorf("going back makes %g rows again", n)
	}
	p.must(p.Eval("document.getElementById('moves').querySelector('[aria-current]').click()", nil))
	p.wait("document.getElementById('entry-menu')?.checkVisibility()")
	p.must(p.Eval("document.querySelector('#entry-menu [data-nag=\"1\"]').click()", nil))
	p.wait("document.querySelector('#moves [data-nag=\"1\"]') !== null")
	if n := made(); n != 0 {
		t.Errorf("a glyph makes %g rows again", n)
	}
}
