package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// focused is JavaScript for a description of the focused element.
const focused = "(document.activeElement === document.body ? 'body' : (document.activeElement.id || document.activeElement.dataset.square || document.activeElement.textContent))"

// tabTo presses Tab until an expression is true of the focused element, e.
func (p player) tabTo(condition string) {
	p.t.Helper()
	for range 80 {
		if p.text("((e) => !!("+condition+"))(document.activeElement)") == "true" {
			return
		}
		p.must(p.Key(browser.Tab))
	}
	p.t.Fatalf("80 times Tab did not come to %s; the focus is on %s", condition, p.text(focused))
}

// arrowsTo goes from square to square with the arrow keys, whichever side is at the bottom.
func (p player) arrowsTo(square string) {
	p.t.Helper()
	at := p.text("document.activeElement.dataset.square")
	isTurned := p.text("document.getElementById('board').options.orientation") == "black"
	for range int(max(at[0], square[0]) - min(at[0], square[0])) {
		p.must(p.Key(map[bool]string{true: browser.ArrowRight, false: browser.ArrowLeft}[square[0] > at[0] != isTurned]))
	}
	for range int(max(at[1], square[1]) - min(at[1], square[1])) {
		p.must(p.Key(map[bool]string{true: browser.ArrowUp, false: browser.ArrowDown}[square[1] > at[1] != isTurned]))
	}
	if got := p.text(focused); got != square {
		p.t.Fatalf("the arrows led from %s to %s, not to %s", at, got, square)
	}
}

// listens records what screen readers are told from now on, in said.
func (p player) listens() {
	p.t.Helper()
	p.must(p.Eval(`window.said = [], document.querySelectorAll("[role=status], [role=alert], [aria-live]").forEach((line) =>
		new MutationObserver(() => line.textContent && said.push(line.textContent)).observe(line, {childList: true, characterData: true, subtree: true}))`, nil))
}

// hears waits until a text was told, and forgets what was told before and with it. It returns all
// of that.
func (p player) hears(text string) string {
	p.t.Helper()
	p.wait("said.some((text) => text.includes(" + quote(text) + "))")
	return p.text("said.splice(0).join(' | ')")
}

// Of a turn of the computer, a player who sees nothing hears what was moved and what is banned, and
// then what to do; not that the engine thinks, nor what is the computer's task.
func TestOpponentIsHeard(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "side=white", "level=1")
	p.wait(game + ".getPly() === 2")
	p.must(p.Eval(game+".play("+game+".toJSON().actions[0] === 'b:a2a3' ? 'm:h2h3' : 'm:a2a3'), 1", nil))
	p.wait(game + ".getPly() === 3")
	p.listens()
	p.must(p.Eval(game+".play('b:a7a6'), 1", nil))
	p.wait(game + ".getPly() === 6")
	heard := p.hears("legal moves.")
	for _, part := range strings.Split(heard, " | ") {
		if ok := part == "White banned pawn a7 to a6." || strings.HasPrefix(part, "Black played ") && strings.Count(part, ". ") == 0 ||
			strings.HasPrefix(part, "Black banned ") && strings.HasSuffix(part, " legal moves.") || strings.HasPrefix(part, "Anything but "); !ok {
			t.Errorf("of the computer's turn one hears %q, in %q", part, heard)
		}
	}
	p.menu("#resign")
	if heard := p.hears("You lost by resignation"); strings.Contains(heard, "Move ") || strings.Contains(heard, "banned") {
		t.Errorf("of the end one hears %q", heard)
	}
}

// A mistake that is gone to is read aloud with its judgement and the sentence about it, and so is
// what the engine likes, when that has settled.
func TestAnalysisIsHeard(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(mate)
	p.press("#mode-analyse")
	p.report()
	p.wait("document.body.dataset.report === 'done'")
	p.listens()
	p.press("#report-next")
	heard := p.hears("Move 1. Black played pawn h7 to h6, inaccuracy. ")
	if !strings.Contains(heard, "winning chances") {
		t.Errorf("of a mistake one hears %q", heard)
	}
	p.must(p.Eval("document.activeElement.blur()", nil))
	p.must(p.Key("l"))
	p.hears(", then best is ")
	p.must(p.Key("l"))
	p.hears("Switch the engine on")
}

// A game is played to its end and a report read with nothing but keys; each action
// is announced once.
func TestKeysAlone(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`(() => {
		window.said = [];
		window.picked = [];
		const line = document.getElementById('announcer');
		new MutationObserver(() => (line.textContent.startsWith("Picked up") ? picked : said).push(line.textContent)).observe(line, {childList: true});
	})()`, nil))
	p.tabTo("e.dataset.square")
	for i, a := range strings.Fields(mate) {
		for _, square := range []string{a[2:4], a[4:6]} {
			p.arrowsTo(square)
			p.must(p.Key(browser.Enter))
		}
		p.wait(fmt.Sprintf("%s.getPly() === %d", game, i+2))
	}
	p.words("headline", "White wins: checkmate by ban")
	if got := p.actions(); got != mate {
		t.Errorf("played %s, want %s", got, mate)
	}
	if got, want := p.number("said.length"), len(strings.Fields(mate)); got != float64(want) {
		t.Errorf("%d actions were announced %g times: %s", want, got, p.text("said.join(' | ')"))
	}
	p.wait("said.at(-1).includes('White banned king e8 to f7') && said.at(-1).includes('checkmate by ban')")
	if got, want := p.number("picked.length"), len(strings.Fields(mate)); got < float64(want) || p.text("picked[0]") != "Picked up the white pawn on a2: a3, a4." {
		t.Errorf("%g pieces were said to be picked up, %d are: first %s", got, want, p.text("picked[0]"))
	}

	for _, key := range []struct{ key, condition string }{
		{"f", "document.getElementById('board').options.orientation === 'black'"},
		{"f", "document.getElementById('board').options.orientation === 'white'"},
		{"?", "document.getElementById('help')?.open"},
		{browser.Escape, "!document.getElementById('help').open"},
	} {
		p.must(p.Key(key.key))
		p.wait(key.condition)
	}

	p.tabTo("e.id === 'mode-analyse'")
	p.must(p.Key(browser.Enter))
	p.wait("document.getElementById('tab-report')") // its module has loaded
	p.tabTo("e.id === 'tab-lines'")
	p.must(p.Key(browser.ArrowRight))
	p.wait("document.activeElement.id === 'tab-report'")
	p.tabTo("e.id === 'report'")
	p.must(p.Key(browser.Enter))
	p.wait("document.body.dataset.report === 'done'")
	p.tabTo("e.id === 'report-next'")
	p.must(p.Key(browser.Enter))
	p.wait(game + ".getPly() < 12")
	p.tabTo("e.dataset.square") // continues from there
}

// Bans and moves are typed as people write them. A refusal says why, and the text stays so
// that it can be corrected.
func TestTyping(t *testing.T) {
	p := open(t, visit{}).ready()
	const value = "document.getElementById('typed-text').value"
	p.must(p.Key(browser.Enter))
	p.wait("document.activeElement.id === 'typed-text'")
	p.nodes("textbox", "Type a ban or move")
	typed := []string{"a2a3", "e4", "b:a7a6", "h6", "a3", "Qf3", "a7-a6", "h6h5", "a2a3", "Qxf7+", "Kxf7"}
	for i, text := range typed {
		if i == 1 {
			p.inert("fhlcx?/ ", value)
			for _, wrong := range []string{"Ke5", "a3", "hello", "b:e2e4"} {
				p.must(p.Type(wrong))
				p.must(p.Key(browser.Enter))
				p.wait(fmt.Sprintf("document.getElementById('notice').dataset.code === %s.play(%s).code", game, quote(wrong)))
				p.wait("document.getElementById('typed-text').matches('[aria-invalid]')")
				if got := p.text(value); got != wrong {
					t.Errorf("%q was refused, and the field has %q", wrong, got)
				}
				p.must(p.Eval("document.getElementById('typed-text').select()", nil))
			}
		}
		p.must(p.Type(text))
		p.must(p.Key(browser.Enter))
		p.wait(fmt.Sprintf("%s.getPly() === %d && %s === ''", game, i+2, value))
	}
	p.words("headline", "White wins: checkmate by ban")
	if got := p.actions(); got != mate {
		t.Errorf("typed %s, want %s", got, mate)
	}
	p.must(p.Key(browser.Escape))
	p.wait("document.getElementById('typed').hidden && document.activeElement === document.body")
	p.must(p.Key("/"))
	p.wait("document.activeElement.id === 'typed-text'")
	p.menu("#type")
	p.wait("document.getElementById('typed').hidden")

	// Nobody can type the computer's actions.
	p.newGame("against=computer", "side=black", "level=1")
	p.wait(game + ".getPly() === 1")
	p.menu("#type")
	p.wait("document.activeElement.id === 'typed-text'")
	p.must(p.Eval("document.activeElement.select()", nil)) // the field receives the key that opened it
	p.must(p.Type("e2e4"))
	p.must(p.Key(browser.Enter))
	p.wait(game + ".getPly() >= 2 && " + game + ".toJSON().actions[0] === 'b:e2e4'")
}

// inert presses shortcut keys in the focused field. Characters must appear in the field, and
// nothing else may happen.
func (p player) inert(characters, value string) {
	p.t.Helper()
	const state = "JSON.stringify([" + game + ".fen(), document.getElementById('board').options.orientation, document.getElementById('notice').textContent, " +
		"document.getElementById('engine')?.checked, document.querySelector('dialog[open]')?.id, document.activeElement.id])"
	before := p.text(state)
	for _, c := range characters {
		p.must(p.Key(string(c)))
	}
	for _, key := range []string{browser.ArrowLeft, browser.ArrowUp, browser.Home, browser.ArrowRight, browser.ArrowDown, browser.End} {
		p.must(p.Key(key))
	}
	p.must(p.Chord(browser.Control, "z"))
	p.must(p.Chord(browser.Control, "y"))
	p.must(p.Chord(browser.Shift, browser.ArrowLeft))
	if got := p.text(value); got != characters {
		p.t.Errorf("typed %q, and the field has %q", characters, got)
	}
	if after := p.text(state); after != before {
		p.t.Errorf("typing led from\n%s to\n%s", before, after)
	}
	p.must(p.Eval("document.activeElement.select()", nil))
}

// nodes waits for the nodes of a role and a name, and returns them. A name that ends with
// a space matches all names that begin with it.
func (p player) nodes(role, name string) []node {
	p.t.Helper()
	for deadline := time.Now().Add(browser.Patience); ; {
		tree, err := p.Tree()
		p.must(err)
		var found []node
		for _, n := range tree {
			rest, is := strings.CutPrefix(n.Name, name)
			if n.Role == role && is && (rest == "" || strings.HasSuffix(name, " ")) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			return found
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("the tree has no %s %q", role, name)
		}
	}
}

// act performs the action of the only node of a role and a name.
func (p player) act(role, name string) {
	p.t.Helper()
	found := p.nodes(role, name)
	if len(found) != 1 || found[0].Disabled {
		p.t.Fatalf("the tree has %d times %s %q: %v", len(found), role, name, found)
	}
	p.must(p.Act(found[0]))
}

// Without letter keys a letter does nothing, also after a reload, and arrows do what they did.
func TestLetterKeysSwitchedOff(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	const isTurned = "document.getElementById('board').options.orientation === 'black'"
	p.must(p.Key("f"))
	p.wait(isTurned)
	p.choose("letters", "")
	for range 2 {
		p.must(p.Key("f"))
		p.must(p.Key("?"))
		p.must(p.Key(browser.ArrowLeft))
		p.wait(shownPly + "2 && " + isTurned + " && !document.querySelector('dialog[open]')")
		p.must(p.Key(browser.ArrowRight))
		p.wait(shownPly + "3")
		p.settle()
		p.reload()
		p.ready()
	}
	p.choose("letters", "")
	p.must(p.Key("f"))
	p.wait("!(" + isTurned + ")")
}

// A whole game through the accessibility tree alone: everything is found by its role and
// name, and used by its own action. It runs on a phone in landscape, which shows the
// fewest elements, so that they also exist in every other window.
func TestTreeAlone(t *testing.T) {
	p := open(t, visit{view: browser.View{Width: 844, Height: 390, Ratio: 3, Touch: true, Still: true}}).ready()
	p.nodes("grid", "Board")
	for _, a := range strings.Fields(mate) {
		for _, square := range []string{a[2:4], a[4:6]} {
			p.act("gridcell", square+", ")
		}
	}
	p.nodes("heading", "White wins: checkmate by ban")
	for _, name := range []string{"New game", "Share"} {
		p.nodes("button", name)
	}

	p.act("button", "More")
	p.nodes("button", "Turn the board") // its key is no part of the name
	p.act("button", "Settings")
	p.nodes("switch", "Sound") // nor is the sentence about it
	p.nodes("textbox", "STUN server")
	p.act("button", "Close")
	p.act("button", "Share")
	for _, name := range []string{"Link", "FEN", "PGN"} {
		p.nodes("textbox", name)
	}
	p.act("button", "Close")

	p.act("button", "Analyse")
	p.act("button", "Back")
	p.nodes("heading", "White bans a Black move")
	p.act("switch", "Engine")
	p.wait(firstLine + ".dataset.action === 'b:e8f7'")
	lines := p.nodes("list", "Engine lines")
	if n := len(lines[0].Children); n != int(p.number(engineLines+".length")) || lines[0].Children[0] != "listitem" {
		t.Errorf("the list of the engine's lines has %q", lines[0].Children)
	}
	if !p.nodes("switch", "Engine")[0].Checked {
		t.Error("the switch of the engine is not said to be on")
	}
	p.nodes("button", "ban king e8–f7#")
	p.act("switch", "Engine")

	p.act("tab", "Report")
	p.act("button", "Analyse the game")
	p.wait("document.body.dataset.report === 'done'")
	p.nodes("columnheader", "White")
	p.nodes("rowheader", "Bans")
	p.act("button", "Next mistake")
	p.nodes("button", "h6?!")
	p.act("button", "Next mistake")
	p.act("button", "Next mistake")
	p.nodes("heading", "White moves")
	for _, view := range views {
		p.turn(view)
		for _, n := range [][2]string{
			{"grid", "Board"}, {"heading", "White moves"}, {"button", "New game"}, {"button", "Share"}, {"tab", "Report"},
			{"switch", "Engine"}, {"button", "Next mistake"}, {"rowheader", "Bans"}, {"button", "Back"}, {"button", "Play"},
		} {
			p.nodes(n[0], n[1])
		}
		if view.Height > view.Width { // beside the board the list has the sentences
			p.nodes("list", "Moments to learn from")
		}
	}
}

// axe loads axe-core. It returns a function that checks a state of the page.
func (p player) axe() func(state string) {
	p.t.Helper()
	script, err := os.ReadFile("../../web/test/node_modules/axe-core/axe.min.js")
	p.must(err)
	p.must(p.Eval(string(script)+"; 1", nil))
	return func(state string) {
		p.t.Helper()
		var found []string
		p.must(p.Eval(`axe.run(document, {iframes: false, resultTypes: ['violations']}).then(({violations}) => violations
			.filter(({impact}) => impact === 'serious' || impact === 'critical')
			.map(({id, nodes}) => id + ': ' + nodes.map(({html, any}) => html + ' ' + (any[0]?.message ?? '')).join(' | ')))`, &found))
		for _, f := range found {
			p.t.Errorf("%s: %s", state, f)
		}
	}
}

// axe-core finds nothing serious in any state of the page.
func TestAxe(t *testing.T) {
	p := open(t, visit{}).ready()
	check := p.axe()
	check("first visit")
	p.plays(beforeMate)
	check("play")
	for _, dialog := range []string{"help", "settings", "share", "new"} {
		p.press(map[bool]string{true: "#new", false: "#" + dialog + "-open"}[dialog == "new"])
		p.wait("document.querySelector('dialog[open]')")
		check("the dialog " + dialog)
		p.must(p.Key(browser.Escape))
		p.wait("!document.querySelector('dialog[open]')")
	}
	p.press("#share-open")
	p.fill("#load", twoGames)
	p.press("#load-go")
	p.wait("document.querySelectorAll('#load-games li').length === 2")
	check("the games of a PGN")
	p.must(p.Key(browser.Escape))
	p.wait("!document.querySelector('dialog[open]')")
	p.press("#menu-open")
	check("the menu")
	p.press("#games-open")
	p.wait("document.querySelector('#games-list [data-game]')")
	check("my games")
	p.inRow(0, "delete")
	p.wait("!document.getElementById('games-undo').hidden")
	check("a game that is deleted")
	p.must(p.Key(browser.Escape))
	p.press("#moves [aria-current]")
	p.wait("document.getElementById('entry-menu')?.checkVisibility()")
	check("the menu of an entry")
	p.press("#entry-menu [data-command=comment]")
	check("the comment")
	p.must(p.Key(browser.Escape))
	p.wait("!document.querySelector('dialog[open]')")

	p.press("#mode-analyse")
	p.report()
	p.wait("document.body.dataset.report === 'done'")
	check("report")
	p.press("#mode-learn")
	p.learnt("try")
	check("a lesson")
	p.visits("learn/3", "The ban that mates")
	p.must(p.Eval(game+".play('m:a1a2'), 1", nil))
	p.learnt("refuted")
	check("a wrong answer")
	p.choose("scheme", "dark")
	check("a wrong answer in the dark")
	p.press("#learn-again")
	p.must(p.Eval(game+".play('m:a1a8'), 1", nil))
	p.learnt("try")
	check("a lesson in the dark")
	p.must(p.Eval(game+".play('b:g8h7'), 1", nil))
	p.learnt("done")
	check("a lesson that is done, in the dark")
	p.choose("scheme", "light")
	check("a lesson that is done")
	p.visits("puzzle/zq82ztv", rated("zq82ztv"))
	p.press("#learn-hint")
	check("a puzzle with a hint")
	p.press("#learn-solution")
	p.learnt("done")
	check("a puzzle that is told")
	p.press("#train summary")
	p.wait("document.getElementById('train-calendar').checkVisibility()")
	check("the progress")
	p.must(p.Eval("location.hash = '#race/new'", nil))
	p.wait("document.getElementById('storm-left')?.checkVisibility()")
	check("a race")
	p.press("#mode-analyse")
	p.press("#engine")
	p.wait(engineLines + ".length === 3 || " + engineLines + ".length === 1")
	for _, scheme := range []string{"light", "dark"} {
		for _, theme := range []string{"wood", "contrast"} {
			pieces := map[bool]string{true: "classic", false: "contrast"}[theme == "wood"]
			for _, choice := range [][2]string{{"scheme", scheme}, {"theme", theme}, {"pieces", pieces}} {
				p.choose(choice[0], choice[1])
			}
			check("analysis, " + scheme + ", " + theme)
		}
	}
	p.press("#settings-open")
	check("the settings in the dark")

	p.press("#settings [name=textBoard]")
	p.press("#settings .head button")
	p.press("#mode-play")
	p.load(promotion)
	for _, theme := range assets.ThemeNames() {
		p.choose("theme", theme)
		check("the board of text in the dark, " + theme)
	}
	p.choose("scheme", "light")
	check("the board of text")
	p.press("[data-square=a7]")
	p.press("[data-square=a8]")
	p.wait("document.getElementById('promotion').checkVisibility()")
	check("the promotion on the board of text")
	p.must(p.Key(browser.Escape))
	p.must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.wait("document.getElementById('failure').checkVisibility()")
	for _, view := range []browser.View{views[0], views[1], views[2], {Width: 1440, Height: 900, Dark: true, Still: true}} {
		p.must(p.SetView(view))
		p.wait(fmt.Sprintf("innerWidth === %d", view.Width))
		for _, mode := range []string{"play", "analyse"} {
			p.press("#mode-" + mode)
			check(fmt.Sprintf("%d×%d, a board that has crashed, %s", view.Width, view.Height, mode))
		}
	}
}
