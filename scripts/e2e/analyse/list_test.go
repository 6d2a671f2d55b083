package analyse

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// branches loads a game with two variations, one at the first move and one within it. The
// current node is the end of the main line.
func branches(p e2e.Player) {
	p.T.Helper()
	for _, line := range []string{"b:e2e4 m:d2d4 b:e7e5 m:d7d5", "b:e2e4 m:g1f3 b:a7a6 m:d7d5", "b:e2e4 m:g1f3 b:a7a6 m:g8f6"} {
		goes(p, "")
		p.Plays(line)
	}
	goes(p, "b:e2e4 m:d2d4 b:e7e5 m:d7d5")
}

// goes shows the node after these actions, which must exist.
func goes(p e2e.Player, actions string) {
	p.T.Helper()
	p.Must(p.Eval("document.getElementById('start').click()", nil))
	p.Await(e2e.Game + ".toJSON().actions.length === 0")
	p.Plays(actions)
}

// The comment before a variation is changed through the menu of its first entry.
func TestCommentBefore(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give("1. {banning: e2e4} d4 ( {Why not} 1. Nf3 ) *")
	p.Await(e2e.Entry("m:g1f3", 0) + " !== undefined")
	p.InMenu("m:g1f3", 0, "[data-command=before]")
	p.Await("document.getElementById('comment-text').value === 'Why not'")
	p.Fill("#comment-text", "Safer")
	p.Press("#comment-save")
	p.Await("document.getElementById('moves').textContent.includes('Safer') && " + e2e.Movetext + ".includes('{Safer} 1. Nf3')")
}

// Variations are promoted and deleted with the mouse, and every step is undone and
// repeated, also after a visit to Learn in which something was drawn.
func TestEditVariations(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	branches(p)
	written := []string{"1. {banning: e2e4} d4 ( 1. Nf3 {banning: a7a6} d5 ( 1... Nf6 ) ) 1... {banning: e7e5} d5 *"}
	p.Writes(written[0])
	if groups := p.Nodes("group", "Variation"); len(groups) != 2 { // where each begins and ends can be heard
		t.Errorf("the tree has %d variations", len(groups))
	}
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
		p.InMenu(step.action, step.n, "[data-command="+step.what+"]")
		p.Writes(step.want)
		written = append(written, step.want)
	}
	// If the current node is deleted, its parent becomes the current one.
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
	last := len(written) - 1
	for i := last - 1; i >= 0; i-- {
		if i == last-1 {
			p.Press("#mode-learn")
			p.Learnt("try")
			p.Must(p.Eval("document.getElementById('board').dispatchEvent(new CustomEvent('drawings', {detail: {drawings: [{color: 'green', from: 'e4'}]}}))", nil))
			p.Press("#mode-play")
			p.Press("#undo-edit") // the button in the message
		} else {
			p.Must(p.Chord(browser.Control, "z"))
		}
		p.Writes(written[i])
	}
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4 b:e7e5 m:d7d5'")
	for _, want := range written[1:] {
		p.Must(p.Chord(browser.Control, "y"))
		p.Writes(want)
	}
}

// A comment in a language that is written from the right ends at the left, in the list and where it is written.
func TestCommentFromTheRight(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give("1. {banning: e2e4} d4 {מהלך טוב!} *")
	p.Await(`((text) => text && [0, text.length - 1].map((i) => {
		const range = new Range();
		range.setStart(text, i);
		range.setEnd(text, i + 1);
		return range.getBoundingClientRect().left;
	}).reduce((first, last) => last < first))(document.querySelector('.comment')?.firstChild)`)
	p.Press(".comment")
	p.Await("getComputedStyle(document.getElementById('comment-text')).unicodeBidi === 'plaintext'")
}

// Comments are written and deleted, at the start, on bans and on moves. They are always
// shown as text, and are stored for the next visit.
func TestComments(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Key("c"))
	comment := func(text string) {
		t.Helper()
		p.Await("document.getElementById('comment').open")
		p.Must(p.Eval("document.getElementById('comment-text').select()", nil))
		p.Must(p.Type(text))
		p.Press("#comment-save")
		p.Await("!document.getElementById('comment').open")
	}
	comment("A first game.")
	p.Plays("b:e2e4 m:d2d4")
	p.InMenu("b:e2e4", 0, "[data-command=comment]")
	p.Words("comment-title", "Comment on 1. ban e2–e4")
	comment("the usual <b>ban</b>")
	p.Must(p.Key("c"))
	p.Words("comment-title", "Comment on 1. d4")
	comment("solid\nor dull")
	p.Writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 {solid or dull} *")
	if got := p.Text("[...document.querySelectorAll('.comment')].map((c) => c.textContent).join('|')"); got != "A first game.|the usual <b>ban</b>|solid\nor dull" {
		t.Errorf("the list has the comments %q", got)
	}
	p.Must(p.Goto(p.Text("location.href")))
	p.Ready()
	p.Writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 {solid or dull} *")

	// One is deleted by its button, another by deleting its text.
	p.Must(p.Key("c"))
	p.Press("#comment-delete")
	p.Writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 *")
	p.Press(".comment") // that of the start
	p.Words("comment-title", "Comment on the start")
	comment(" ")
	p.Writes("1. {banning: e2e4} {the usual <b>ban</b>} d4 *")
	p.Press("#undo-edit")
	p.Writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 *")
	p.Must(p.Chord(browser.Control, "z"))
	p.Writes("{A first game.} 1. {banning: e2e4} {the usual <b>ban</b>} d4 {solid or dull} *")

	// Typed keys are not shortcuts.
	p.Must(p.Key("c"))
	p.Await("document.getElementById('comment').open")
	p.Must(p.Key("f"))
	p.Must(p.Key(browser.ArrowLeft))
	p.Must(p.Key(browser.Escape))
	p.Await("!document.getElementById('comment').open && " + e2e.Game + ".getPly() === 3")
	p.Await("document.getElementById('board').options.orientation === 'white'")
}

// A comment keeps its text through PGN and link. A text that PGN cannot contain is refused
// before it is lost.
func TestCommentsRoundTrip(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4")
	for _, row := range []struct{ text, want string }{
		{"see [%cal Gd2d4] now", "[%cal Gd2d4] is a command"},
	} {
		p.Must(p.Key("c"))
		p.Await("document.getElementById('comment').open")
		p.Must(p.Eval("document.getElementById('comment-text').select()", nil))
		p.Must(p.Type(row.text))
		p.Press("#comment-save")
		p.Words("comment-error", row.want)
		p.Await("document.getElementById('comment-text').ariaInvalid === 'true'")
		p.Await("document.getElementById('comment').open && document.getElementById('comment-text').value === " + e2e.Quote(row.text))
		p.Must(p.Key(browser.Escape))
		p.Await("!document.getElementById('comment').open && document.activeElement === document.body")
	}
	const odd = "100 % of {this} [%x] (or $1; 1-0) &#125; [%cal"
	p.Must(p.Key("c"))
	p.Await("document.getElementById('comment').open")
	p.Must(p.Eval("document.getElementById('comment-text').select()", nil))
	p.Must(p.Type(odd))
	p.Press("#comment-save")
	p.Writes("1. {banning: e2e4} {100 % of {this&#125; [%x] (or $1; 1-0) &#38;#125; [%cal} *")
	pgn := p.Text(e2e.SharedPGN)
	const said = "document.querySelector('#moves .comment').textContent"
	q := e2e.VisitLink(t, p.Link()).Ready()
	q.Await(said + " === " + e2e.Quote(odd))
	q.NewGame("against=friend")
	q.Give(pgn)
	q.Await(said + " === " + e2e.Quote(odd))
}

// After a change by the menu, the entry has the focus again, even if it was created anew.
// If the entry is gone, the current one has the focus.
func TestFocusAfterTheMenu(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	// At the start, the menu is that of the start position, whose items alone are reached.
	p.Menu("#entry-open")
	for range 2 {
		p.Await("document.activeElement.matches('#entry-menu button') && document.activeElement.checkVisibility()")
		p.Must(p.Key(browser.ArrowDown))
	}
	p.Must(p.Key(browser.Escape))
	p.Await("document.getElementById('entry-menu').hidden")
	p.Plays("b:e2e4 m:d2d4 b:e7e5")
	focused := func(action string) {
		t.Helper()
		p.Await("document.activeElement.dataset.action === " + e2e.Quote(action))
	}
	p.InMenu("b:e2e4", 0, "[data-nag='1']")
	p.Writes("1. {banning: e2e4 $1} d4 {banning: e7e5} *")
	focused("b:e2e4")
	p.InMenu("m:d2d4", 0, "[data-command=comment]")
	p.Await("document.getElementById('comment').open")
	p.Must(p.Type("solid"))
	p.Press("#comment-save")
	p.Writes("1. {banning: e2e4 $1} d4 {solid} {banning: e7e5} *")
	focused("m:d2d4")
	p.InMenu("b:e7e5", 0, "[data-command=rest]")
	p.Writes("1. {banning: e2e4 $1} d4 {solid} *")
	focused("m:d2d4")
	p.Menu("#entry-open")
	p.Press("#entry-menu [data-nag='2']")
	p.Writes("1. {banning: e2e4 $1} d4 $2 {solid} *")
	p.Await("document.activeElement.id === 'menu-open'")
	// A button that goes when it was pressed leaves the focus beside it.
	p.Must(p.Eval("document.getElementById('undo-edit').focus()", nil))
	p.Must(p.Key(browser.Enter))
	p.Await("document.getElementById('undo-edit').hidden && document.activeElement.id === 'headline'")
}

// Each of the six glyphs is set and removed, on a ban and on a move, by keys alone. An
// entry has at most one.
func TestGlyphs(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	for i, sign := range []string{"!", "?", "!!", "??", "!?", "?!"} {
		p.InMenu("b:e2e4", 0, fmt.Sprintf("[data-nag='%d']", i+1))
		p.Writes(fmt.Sprintf("1. {banning: e2e4 $%d} d4 *", i+1))
		p.Await(e2e.Entry("b:e2e4", 0) + ".textContent.endsWith(" + e2e.Quote("e2–e4"+sign) + ")")
	}
	p.InMenu("b:e2e4", 0, "[data-nag='6']")
	p.Writes("1. {banning: e2e4} d4 *")

	// Enter opens the menu of the current entry, and the arrow keys move in it.
	p.Must(p.Eval(e2e.Entry("m:d2d4", 0)+".focus()", nil))
	p.Must(p.Key(browser.Enter))
	p.Await("document.getElementById('entry-menu').checkVisibility() && document.activeElement.dataset.nag === '1'")
	p.Must(p.Key(browser.ArrowRight))
	p.Must(p.Key(browser.Enter))
	p.Writes("1. {banning: e2e4} d4 $2 *")
	p.Must(p.Chord(browser.Control, "z"))
	p.Writes("1. {banning: e2e4} d4 *")
}

// By touch: another tap on the current entry opens its menu, and so does a button.
func TestEditByTouch(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	p.Must(p.Tap(p.Element("[data-action='m:d2d4']")))
	p.Await("document.getElementById('entry-menu').checkVisibility()")
	p.Must(p.Tap(p.Element("#entry-menu [data-nag='1']")))
	p.Writes("1. {banning: e2e4} d4 $1 *")
	p.Must(p.Tap(p.Element("#menu-open")))
	p.Must(p.Tap(p.Element("#entry-open")))
	p.Await("document.getElementById('entry-menu').checkVisibility()")
	p.Must(p.Tap(p.Element("#entry-menu [data-command=rest]")))
	p.Writes("1. {banning: e2e4} *")
	p.Must(p.Tap(p.Element("#undo-edit")))
	p.Writes("1. {banning: e2e4} d4 $1 *")
}

// The keys go through the tree as on lichess. The entry arrived at is spoken.
func TestKeysInTree(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	branches(p)
	const line = e2e.Game + ".toJSON().actions.join(' ')"
	for _, step := range []struct {
		does string
		do   func() error
		want string
		said string // of the entry
	}{
		{"Home", func() error { return p.Key(browser.Home) }, "", "At the start."},
		{"to the branch after", func() error { return p.Chord(browser.Shift, browser.ArrowRight) }, "b:e2e4", "Move 1. Black banned pawn e2 to e4."},
		{"→", func() error { return p.Key(browser.ArrowRight) }, "b:e2e4 m:d2d4", "Move 1. White played pawn d2 to d4."},
		{"↓ to the variation", func() error { return p.Key(browser.ArrowDown) }, "b:e2e4 m:g1f3", "Variation. Move 1. White played knight g1 to f3."},
		{"to the branch after", func() error { return p.Chord(browser.Shift, browser.ArrowRight) }, "b:e2e4 m:g1f3 b:a7a6", "Variation. Move 1. White banned pawn a7 to a6."},
		{"End", func() error { return p.Key(browser.End) }, "b:e2e4 m:g1f3 b:a7a6 m:g8f6", "Variation. Move 1. Black played knight g8 to f6."},
		{"↑ to the one above", func() error { return p.Key(browser.ArrowUp) }, "b:e2e4 m:g1f3 b:a7a6 m:d7d5", "Variation. Move 1. Black played pawn d7 to d5."},
		{"←", func() error { return p.Key(browser.ArrowLeft) }, "b:e2e4 m:g1f3 b:a7a6", "Variation. Move 1. White banned pawn a7 to a6."},
		{"to the branch before", func() error { return p.Chord(browser.Shift, browser.ArrowLeft) }, "b:e2e4", "Move 1. Black banned pawn e2 to e4."},
		{"↓ to the end", func() error { return p.Key(browser.ArrowDown) }, "b:e2e4 m:g1f3 b:a7a6 m:d7d5", "Variation. Move 1. Black played pawn d7 to d5."},
		{"to the branch before", func() error { return p.Chord(browser.Shift, browser.ArrowLeft) }, "b:e2e4 m:g1f3 b:a7a6", "Variation. Move 1. White banned pawn a7 to a6."},
		{"to the branch before that", func() error { return p.Chord(browser.Shift, browser.ArrowLeft) }, "b:e2e4", "Move 1. Black banned pawn e2 to e4."},
		{"↑ to the start", func() error { return p.Key(browser.ArrowUp) }, "", "At the start."},
	} {
		p.Must(step.do())
		if err := p.Wait(line + " === " + e2e.Quote(step.want)); err != nil {
			t.Fatalf("%s leads to %q, want %q", step.does, p.Text(line), step.want)
		}
		p.Await("document.getElementById('announcer').textContent.startsWith(" + e2e.Quote(step.said+" ") + ")")
	}
	// Nor does Caps Lock make another key of a letter.
	pressed := func(event string) {
		t.Helper()
		p.Must(p.Eval("document.body.dispatchEvent(window.pressed = new KeyboardEvent('keydown', {bubbles: true, cancelable: true, "+event+"})), 1", nil))
	}
	p.Must(p.Key(browser.End))
	p.Await(line + " === 'b:e2e4 m:g1f3 b:a7a6 m:d7d5'")
	pressed("key: 'Z', ctrlKey: true")
	p.Await(line + " === 'b:e2e4 m:g1f3 b:a7a6'")
	pressed("key: 'z', ctrlKey: true, shiftKey: true")
	p.Await(line + " === 'b:e2e4 m:g1f3 b:a7a6 m:d7d5'")
	pressed("key: 'F'")
	p.Await("document.getElementById('board').options.orientation === 'black'")
	// In Play, Space is the browser's.
	pressed("key: ' '")
	p.Await("!pressed.defaultPrevented")
	// None of these keys has changed the tree.
	p.Writes("1. {banning: e2e4} d4 ( 1. Nf3 {banning: a7a6} d5 ( 1... Nf6 ) ) 1... {banning: e7e5} d5 *")
}

// The keys of the engine: l switches it, Space plays its best action, x shows the other
// side's threat. The help lists every key.
func TestEngineKeys(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5")
	p.Must(p.Key("x"))
	p.Words("notice", "White threatens f3–f7") // at the ban: White's move if Black does not ban it
	p.Await("document.getElementById('board').state.arrows.some(({from, to, kind}) => from + to === 'f3f7' && kind === 'threat')")
	p.Plays("b:a2a3")
	p.Press("#mode-analyse")
	p.Must(p.Key("l"))
	p.Await("document.getElementById('engine').checked && document.body.dataset.analysis !== 'off'")
	p.Await("document.querySelector('#engine-lines [data-action=\"m:f3f7\"]') !== null")
	// Space does not press a control that was focused by a click, but one focused by Tab.
	p.Must(p.Key(" "))
	p.Await(e2e.Game + ".getPly() === 11")
	p.Press("#engine")
	p.Await("!document.getElementById('engine').checked && document.body.dataset.analysis === 'off'")
	p.Press("#undo")
	p.Press("#engine")
	p.Await("document.querySelector('#engine-lines [data-action=\"m:f3f7\"]') !== null")
	p.Must(p.Key(" "))
	p.Await(e2e.Game + ".getPly() === 11 && document.getElementById('engine').checked")
	p.TabTo("e.id === 'mode-play'")
	p.TabTo("e.id === 'engine'")
	p.Must(p.Key(" "))
	p.Await("!document.getElementById('engine').checked && document.body.dataset.analysis === 'off'")
	p.Press("#help-open")
	p.Await("document.querySelector('.keys') !== null")
	help := p.Text("document.querySelector('.keys').textContent")
	for _, key := range []string{"←", "→", "↑", "↓", "Home", "End", "Shift", "Ctrl", "Z", "Y", "f", "h", "l", "c", "x", "/", "Space", "Enter", "Esc", "?", "Tab"} {
		if !strings.Contains(help, key) {
			t.Errorf("help does not list %s", key)
		}
	}
}

// A ban shows its piece, in the main line and in variations, also if the piece has reached
// its square within the variation.
func TestBansShowPieces(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4 b:d7d5")
	goes(p, "b:e2e4")
	p.Plays("m:g1f3 b:g8f6 m:a7a6 b:f3e5")
	for action, want := range map[string]string{"b:e2e4": "ban pawn e2–e4 wP", "b:d7d5": "ban pawn d7–d5 bP", "b:g8f6": "ban knight g8–f6 bN", "b:f3e5": "ban knight f3–e5 wN"} {
		e := e2e.Entry(action, 0)
		if got := p.Text(e + ".textContent + ' ' + " + e + ".querySelector('img').src.split('#')[1]"); got != want {
			t.Errorf("%s is shown as %q, want %q", action, got, want)
		}
	}
}

// A ban is written in one way wherever the page speaks of one: its squares with a dash, and
// the piece only as a drawing. That holds for the list, the engine's lines and its verdict,
// hints, the status, the report and a puzzle's solution.
func TestBansAreWrittenOneWay(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.Desktop}).Ready()
	other := regexp.MustCompile(`\b[a-h][1-8][-x×:]?[a-h][1-8]|\b[KQRBN][a-h][1-8]–`)
	look := func(where string, bans ...string) {
		t.Helper()
		text := p.Text("document.body.innerText")
		for _, ban := range bans {
			if !strings.Contains(text, ban) {
				t.Errorf("%s: the ban %s is not in\n%s", where, ban, text)
			}
		}
		if found := other.FindString(text); found != "" {
			t.Errorf("%s: a ban is written as %s in\n%s", where, found, text)
		}
	}
	p.Plays(e2e.FirstActions(e2e.Mate, 10))
	look("before the last ban", "Ban e8–f7", "a2–a3", "a7–a6")
	p.Press("#menu-open")
	p.Press("#hint")
	p.Await("document.getElementById('notice').textContent.includes('e8–f7')")
	look("a hint", "Hint: ban e8–f7")
	p.Analyse()
	p.Await("document.querySelector('#engine-lines li') !== null")
	look("the engine", "e8–f7: Black has no legal move left")
	p.Press("#undo")
	p.Words("verdict", "best is Qxf7+")
	look("a move")
	p.Press("#engine")
	p.Press("#end")
	p.Plays("b:e8f7")
	look("the end", "Black is in check, and e8–f7, the only legal move, is banned", "e8–f7#")
	p.Report()
	p.Reported("done")
	look("the report", "a2–a3??", "Better: ban f3–f7")
}

// If the computer's own action is deleted, it acts again.
func TestDeleteAgainstComputer(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=computer", "level=1", "side=black")
	p.Plays("b:e2e4")
	p.Await(e2e.Game + ".getPly() === 4") // White has moved, and banned
	const whites = "document.querySelector('#moves [data-ply=\"2\"]')"
	p.Must(p.Eval(whites+".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true, button: 2}))", nil))
	p.Press("#entry-menu [data-command=rest]")
	p.Await(e2e.Game + ".getPly() === 4")
	p.Await("document.querySelectorAll('#moves [data-entry]').length === 3")
}

// The list of a game of a thousand plies has all entries. A change or going elsewhere does
// not create existing rows again. BenchmarkLongGame measures the times of loading and
// scrolling.
func TestLongGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Number(e2e.LoadTime(e2e.RandomGame(t, 1000)))
	p.Await("document.querySelectorAll('[data-entry]').length === 1000")

	made := func() float64 {
		return p.Number("[...document.getElementById('moves').children].filter((block) => !block.known).length")
	}
	p.Must(p.Eval("for (const block of document.getElementById('moves').children) block.known = true", nil))
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 1000")
	if n := made(); n != 0 {
		t.Errorf("going back makes %g rows again", n)
	}
	p.Must(p.Eval("document.getElementById('moves').querySelector('[aria-current]').click()", nil))
	p.Await("document.getElementById('entry-menu')?.checkVisibility()")
	p.Must(p.Eval("document.querySelector('#entry-menu [data-nag=\"1\"]').click()", nil))
	p.Await("document.querySelector('#moves [data-nag=\"1\"]') !== null")
	if n := made(); n != 0 {
		t.Errorf("a glyph makes %g rows again", n)
	}
}

// The entry of the position that is shown stays in view when the list gets lower. Somebody who
// scrolls away from it can read, while a report is written, until the position changes.
func TestListFollowsThePosition(t *testing.T) {
	const inView = `(() => {
		const [entry, list] = [document.querySelector(".entry[aria-current]"), document.getElementById("moves")].map((e) => e.getBoundingClientRect());
		return entry.top >= list.top && entry.bottom <= list.bottom;
	})()`
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Number(e2e.LoadTime(e2e.RandomGame(t, 120)))
	p.Await(inView)
	p.Press("#mode-analyse")
	p.Await("document.getElementById('tab-report')?.checkVisibility() && " + inView)
	p.Press("#tab-report")
	p.Await("document.getElementById('report').checkVisibility() && " + inView)
	p.Press("#report")
	p.Await("document.getElementById('report-progress').value >= 2 && " + inView)
	p.Must(p.Eval("document.getElementById('moves').scrollTop = 0", nil))
	before := p.Number("document.getElementById('report-progress').value")
	p.Await(fmt.Sprintf("document.getElementById('report-progress').value > %g", before+10)) // it was written to the list
	p.Drawn()
	if at := p.Number("document.getElementById('moves').scrollTop"); at > 40 {
		t.Errorf("the list was scrolled to %g while it was read", at)
	}
	p.Press("#undo")
	p.Await(inView)
	p.Press("#report-stop")
	p.Press("#tab-lines")

	// Nor is it lost when the window changes and a long comment above it is laid out again.
	p.Give("1. {banning: a2a3} e4 {banning: a7a6} h6 {" + strings.Repeat("A long comment. ", 300) + "} 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Nc3 *")
	p.Await("document.querySelector('.note') !== null && " + inView)
	for range 5 {
		p.Press("#undo")
	}
	p.Await(e2e.Game + ".getPly() === 6 && " + inView)
	for _, view := range []browser.View{{Width: 1280, Height: 800}, {Width: 640, Height: 400}} {
		p.Turn(view)
		p.Await(inView)
	}
}
