package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// listens records what screen readers are told from now on, in said.
func listens(p e2e.Player) {
	p.T.Helper()
	p.Must(p.Eval(`window.said = [], document.querySelectorAll("[role=status], [role=alert], [aria-live]").forEach((line) =>
		new MutationObserver(() => line.textContent && said.push(line.textContent)).observe(line, {childList: true, characterData: true, subtree: true}))`, nil))
}

// hears waits until a text was told, and forgets what was told before and with it. It returns all
// of that.
func hears(p e2e.Player, text string) string {
	p.T.Helper()
	p.Await("said.some((text) => text.includes(" + e2e.Quote(text) + "))")
	return p.Text("said.splice(0).join(' | ')")
}

// Of a turn of the computer, a player who sees nothing hears what was moved and what is banned, and
// then what to do; not that the engine thinks, nor what is the computer's task.
func TestOpponentIsHeard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=computer", "side=white", "level=1")
	p.Await(e2e.Game + ".getPly() === 2")
	p.Must(p.Eval(e2e.Game+".play("+e2e.Game+".toJSON().actions[0] === 'b:a2a3' ? 'm:h2h3' : 'm:a2a3'), 1", nil))
	p.Await(e2e.Game + ".getPly() === 3")
	listens(p)
	p.Must(p.Eval(e2e.Game+".play('b:a7a6'), 1", nil))
	p.Await(e2e.Game + ".getPly() === 6")
	heard := hears(p, "legal moves.")
	for _, part := range strings.Split(heard, " | ") {
		if ok := part == "White banned pawn a7 to a6." || strings.HasPrefix(part, "Black played ") && strings.Count(part, ". ") == 0 ||
			strings.HasPrefix(part, "Black banned ") && strings.HasSuffix(part, " legal moves.") || strings.HasPrefix(part, "Anything but "); !ok {
			t.Errorf("of the computer's turn one hears %q, in %q", part, heard)
		}
	}
	p.Menu("#resign")
	if heard := hears(p, "You lost by resignation"); strings.Contains(heard, "Move ") || strings.Contains(heard, "banned") {
		t.Errorf("of the end one hears %q", heard)
	}
}

// A mistake that is gone to is read aloud with its judgement and the sentence about it, and so is
// what the engine likes, when that has settled.
func TestAnalysisIsHeard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.Mate)
	p.Press("#mode-analyse")
	p.Report()
	p.Await("document.body.dataset.report === 'done'")
	listens(p)
	p.Press("#report-next")
	heard := hears(p, "Move 1. Black played pawn h7 to h6, inaccuracy. ")
	if !strings.Contains(heard, "winning chances") {
		t.Errorf("of a mistake one hears %q", heard)
	}
	p.Must(p.Eval("document.activeElement.blur()", nil))
	p.Must(p.Key("l"))
	hears(p, ", then best is ")
	p.Must(p.Key("l"))
	hears(p, "Switch the engine on")
}

// A player who sees nothing need not go through 64 squares: the pieces are in a text and said at a
// key, as are the clocks. What is put down is said, and the same refusal is said again.
func TestBoardIsHeard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	const kings = "White: king e1, queen d1, rooks a1, h1, bishops c1, f1, knights b1, g1, pawns a2, "
	p.Await("document.getElementById('pieces').textContent.startsWith(" + e2e.Quote(kings) + ")")
	p.Await("document.getElementById('grid').ariaDescription.includes('Enter picks up')")
	listens(p)
	press := func(key, want string) {
		t.Helper()
		p.Must(p.Key(key))
		hears(p, want)
	}
	press("p", kings)
	press("t", "No clock.")
	p.TabTo("e.dataset.square")
	p.ArrowsTo("e2")
	press(browser.Enter, "Picked up the white pawn on e2")
	press(browser.Enter, "Put down.")
	p.ArrowsTo("e7")
	press(browser.Enter, "That is a black pawn.")
	press(browser.Enter, "That is a black pawn.")
	p.Plays("b:e2e4 m:d2d4")
	hears(p, "White played pawn d2 to d4")
	press("p", "g2, h2, d4. Black: ")
	p.TimedGame("against=friend")
	p.Must(p.Eval("document.activeElement.blur()", nil))
	press("t", "Black ")

	p.Press("#share-open")
	p.Await("document.getElementById('copied')")
	listens(p)
	for _, what := range []string{"link", "fen", "fen"} {
		p.Press("#" + what + "-copy")
		hears(p, "opied")
	}
}

// Somebody who begins an exercise again hears that, though its task is the same.
func TestAgainIsHeard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Visits("learn/3", "The ban that mates")
	p.Must(p.Eval(e2e.Game+".play('m:a1a2'), 1", nil))
	p.Learnt("refuted")
	listens(p)
	p.Press("#learn-again")
	hears(p, "At the start.")
}

// By keys one begins a game and is on the board: Enter on the button that opened the dialog would
// begin another one. Home and End stay in an open menu.
func TestKeysBeginGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TabTo("e.id === 'new'")
	for range 2 {
		p.Must(p.Key(browser.Enter))
		p.Await("document.activeElement.id === 'new-start' || document.activeElement.dataset.square")
	}
	p.Await("document.activeElement.dataset.square")
	p.Await(e2e.Game + ".getPly() === 2") // the computer has banned
	p.TabTo("e.id === 'menu-open'")
	p.Must(p.Key(browser.Enter))
	p.Await("document.activeElement.id === 'games-open'")
	p.Must(p.Key(browser.End))
	p.Await("document.activeElement.id === 'resign'")
	p.Must(p.Key(browser.Home))
	p.Await("document.activeElement.id === 'games-open' && " + e2e.ShownPly + "2")
}

// A game is played to its end and a report read with nothing but keys; each action
// is announced once.
func TestKeysAlone(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`(() => {
		window.said = [];
		window.picked = [];
		const line = document.getElementById('announcer');
		new MutationObserver(() => (line.textContent.startsWith("Picked up") ? picked : said).push(line.textContent)).observe(line, {childList: true});
	})()`, nil))
	p.TabTo("e.dataset.square")
	for i, a := range strings.Fields(e2e.Mate) {
		for _, square := range []string{a[2:4], a[4:6]} {
			p.ArrowsTo(square)
			p.Must(p.Key(browser.Enter))
		}
		p.Await(fmt.Sprintf("%s.getPly() === %d", e2e.Game, i+2))
	}
	p.Words("headline", "White wins: checkmate by ban")
	if got := p.Actions(); got != e2e.Mate {
		t.Errorf("played %s, want %s", got, e2e.Mate)
	}
	if got, want := p.Number("said.length"), len(strings.Fields(e2e.Mate)); got != float64(want) {
		t.Errorf("%d actions were announced %g times: %s", want, got, p.Text("said.join(' | ')"))
	}
	p.Await("said.at(-1).includes('White banned king e8 to f7') && said.at(-1).includes('checkmate by ban')")
	if got, want := p.Number("picked.length"), len(strings.Fields(e2e.Mate)); got < float64(want) || p.Text("picked[0]") != "Picked up the white pawn on a2: a3, a4." {
		t.Errorf("%g pieces were said to be picked up, %d are: first %s", got, want, p.Text("picked[0]"))
	}

	for _, key := range []struct{ key, condition string }{
		{"f", "document.getElementById('board').options.orientation === 'black'"},
		{"f", "document.getElementById('board').options.orientation === 'white'"},
		{"?", "document.getElementById('help')?.open"},
		{browser.Escape, "!document.getElementById('help').open"},
	} {
		p.Must(p.Key(key.key))
		p.Await(key.condition)
	}

	p.TabTo("e.id === 'mode-analyse'")
	p.Must(p.Key(browser.Enter))
	p.Await("document.getElementById('tab-report')") // its module has loaded
	p.TabTo("e.id === 'tab-lines'")
	p.Must(p.Key(browser.ArrowRight))
	p.Await("document.activeElement.id === 'tab-report'")
	p.TabTo("e.id === 'report'")
	p.Must(p.Key(browser.Enter))
	p.Await("document.body.dataset.report === 'done'")
	p.TabTo("e.id === 'report-next'")
	p.Must(p.Key(browser.Enter))
	p.Await(e2e.Game + ".getPly() < 12")
	p.TabTo("e.dataset.square") // continues from there
}

// Bans and moves are typed as people write them. A refusal says why, and the text stays so
// that it can be corrected.
func TestTyping(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	const value = "document.getElementById('typed-text').value"
	p.Must(p.Key(browser.Enter))
	p.Await("document.activeElement.id === 'typed-text'")
	p.Nodes("textbox", "Type a ban or move")
	typed := []string{"a2a3", "e4", "b:a7a6", "h6", "a3", "Qf3", "a7-a6", "h6h5", "a2a3", "Qxf7+", "Kxf7"}
	for i, text := range typed {
		if i == 1 {
			inert(p, "fhlcx?/ ", value)
			for _, wrong := range []string{"Ke5", "a3", "hello", "b:e2e4"} {
				p.Must(p.Type(wrong))
				p.Must(p.Key(browser.Enter))
				p.Await(fmt.Sprintf("document.getElementById('notice').dataset.code === %s.play(%s).code", e2e.Game, e2e.Quote(wrong)))
				p.Await("document.getElementById('typed-text').matches('[aria-invalid]')")
				if got := p.Text(value); got != wrong {
					t.Errorf("%q was refused, and the field has %q", wrong, got)
				}
				p.Must(p.Eval("document.getElementById('typed-text').select()", nil))
			}
		}
		p.Must(p.Type(text))
		p.Must(p.Key(browser.Enter))
		p.Await(fmt.Sprintf("%s.getPly() === %d && %s === ''", e2e.Game, i+2, value))
	}
	p.Words("headline", "White wins: checkmate by ban")
	if got := p.Actions(); got != e2e.Mate {
		t.Errorf("typed %s, want %s", got, e2e.Mate)
	}
	p.Must(p.Key(browser.Escape))
	p.Await("document.getElementById('typed').hidden && document.activeElement === document.body")
	p.Must(p.Key("/"))
	p.Await("document.activeElement.id === 'typed-text'")
	p.Menu("#type")
	p.Await("document.getElementById('typed').hidden")

	// Nobody can type the computer's actions.
	p.NewGame("against=computer", "side=black", "level=1")
	p.Await(e2e.Game + ".getPly() === 1")
	p.Menu("#type")
	p.Await("document.activeElement.id === 'typed-text'")
	p.Must(p.Eval("document.activeElement.select()", nil)) // the field receives the key that opened it
	p.Must(p.Type("e2e4"))
	p.Must(p.Key(browser.Enter))
	p.Await(e2e.Game + ".getPly() >= 2 && " + e2e.Game + ".toJSON().actions[0] === 'b:e2e4'")
}

// inert presses shortcut keys in the focused field. Characters must appear in the field, and
// nothing else may happen.
func inert(p e2e.Player, characters, value string) {
	p.T.Helper()
	const state = "JSON.stringify([" + e2e.Game + ".fen(), document.getElementById('board').options.orientation, document.getElementById('notice').textContent, " +
		"document.getElementById('engine')?.checked, document.querySelector('dialog[open]')?.id, document.activeElement.id])"
	before := p.Text(state)
	for _, c := range characters {
		p.Must(p.Key(string(c)))
	}
	for _, key := range []string{browser.ArrowLeft, browser.ArrowUp, browser.Home, browser.ArrowRight, browser.ArrowDown, browser.End} {
		p.Must(p.Key(key))
	}
	p.Must(p.Chord(browser.Control, "z"))
	p.Must(p.Chord(browser.Control, "y"))
	p.Must(p.Chord(browser.Shift, browser.ArrowLeft))
	if got := p.Text(value); got != characters {
		p.T.Errorf("typed %q, and the field has %q", characters, got)
	}
	if after := p.Text(state); after != before {
		p.T.Errorf("typing led from\n%s to\n%s", before, after)
	}
	p.Must(p.Eval("document.activeElement.select()", nil))
}

// Without letter keys a letter does nothing, also after a reload, and arrows do what they did.
func TestLetterKeysSwitchedOff(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	const isTurned = "document.getElementById('board').options.orientation === 'black'"
	p.Must(p.Key("f"))
	p.Await(isTurned)
	const namesKey = "document.getElementById('grid').ariaDescription.includes('P reads')"
	p.Await(namesKey)
	p.Choose("letters", "")
	for range 2 {
		p.Await("!" + namesKey)
		p.Must(p.Key("f"))
		p.Must(p.Key("?"))
		p.Must(p.Key(browser.ArrowLeft))
		p.Await(e2e.ShownPly + "2 && " + isTurned + " && !document.querySelector('dialog[open]')")
		p.Must(p.Key(browser.ArrowRight))
		p.Await(e2e.ShownPly + "3")
		p.Settle()
		p.Reload()
		p.Ready()
	}
	p.Choose("letters", "")
	p.Must(p.Key("f"))
	p.Await("!(" + isTurned + ")")
}

// A whole game through the accessibility tree alone: everything is found by its role and
// name, and used by its own action. It runs on a phone in landscape, which shows the
// fewest elements, so that they also exist in every other window.
func TestTreeAlone(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 844, Height: 390, Ratio: 3, Touch: true, Still: true}}).Ready()
	p.Nodes("grid", "Board")
	for _, a := range strings.Fields(e2e.Mate) {
		for _, square := range []string{a[2:4], a[4:6]} {
			p.Activate("gridcell", square+", ")
		}
	}
	p.Nodes("heading", "White wins: checkmate by ban")
	for _, name := range []string{"New game", "Share"} {
		p.Nodes("button", name)
	}

	p.Activate("button", "More")
	p.Nodes("button", "Turn the board") // its key is no part of the name
	p.Activate("button", "Settings")
	p.Nodes("switch", "Sound") // nor is the sentence about it
	p.Nodes("textbox", "STUN server")
	p.Activate("button", "Close")
	p.Activate("button", "Share")
	for _, name := range []string{"Link", "FEN", "PGN"} {
		p.Nodes("textbox", name)
	}
	p.Activate("button", "Close")

	p.Activate("button", "Analyse")
	p.Activate("button", "Back")
	p.Nodes("heading", "White bans a Black move")
	p.Activate("switch", "Engine")
	p.Await(e2e.FirstLine + ".dataset.action === 'b:e8f7'")
	lines := p.Nodes("list", "Engine lines")
	if n := len(lines[0].Children); n != int(p.Number(e2e.EngineLines+".length")) || lines[0].Children[0] != "listitem" {
		t.Errorf("the list of the engine's lines has %q", lines[0].Children)
	}
	if !p.Nodes("switch", "Engine")[0].Checked {
		t.Error("the switch of the engine is not said to be on")
	}
	p.Nodes("button", "ban king e8–f7#")
	p.Activate("switch", "Engine")

	p.Activate("tab", "Report")
	p.Activate("button", "Analyse the game")
	p.Await("document.body.dataset.report === 'done'")
	p.Nodes("columnheader", "White")
	p.Nodes("rowheader", "Bans")
	p.Nodes("columnheader", "Blunders")
	p.Activate("button", "Next mistake")
	p.Nodes("button", "h6?!")
	p.Activate("button", "Next mistake")
	p.Activate("button", "Next mistake")
	p.Nodes("heading", "White moves")
	for _, view := range e2e.Views {
		p.Turn(view)
		for _, n := range [][2]string{
			{"grid", "Board"}, {"heading", "White moves"}, {"button", "New game"}, {"button", "Share"}, {"tab", "Report"},
			{"switch", "Engine"}, {"button", "Next mistake"}, {"rowheader", "Bans"}, {"button", "Back"}, {"button", "Play"},
		} {
			p.Nodes(n[0], n[1])
		}
		if view.Height > view.Width { // beside the board the list has the sentences
			p.Nodes("list", "Moments to learn from")
		}
	}
}

// axe-core finds nothing serious in any state of the page.
func TestAxe(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	check := p.Axe()
	check("first visit")
	p.Plays(e2e.BeforeMate)
	check("play")
	for _, dialog := range []string{"help", "settings", "share", "new"} {
		p.Press(map[bool]string{true: "#new", false: "#" + dialog + "-open"}[dialog == "new"])
		p.Await("document.querySelector('dialog[open]')")
		check("the dialog " + dialog)
		p.Must(p.Key(browser.Escape))
		p.Await("!document.querySelector('dialog[open]')")
	}
	p.Press("#share-open")
	p.Fill("#load", twoGames)
	p.Press("#load-go")
	p.Await("document.querySelectorAll('#load-games li').length === 2")
	check("the games of a PGN")
	p.Must(p.Key(browser.Escape))
	p.Await("!document.querySelector('dialog[open]')")
	p.Press("#menu-open")
	check("the menu")
	p.Press("#games-open")
	p.Await("document.querySelector('#games-list [data-game]')")
	check("my games")
	p.InRow(0, "delete")
	p.Await("!document.getElementById('games-undo').hidden")
	check("a game that is deleted")
	p.Must(p.Key(browser.Escape))
	p.Press("#moves [aria-current]")
	p.Await("document.getElementById('entry-menu')?.checkVisibility()")
	check("the menu of an entry")
	p.Press("#entry-menu [data-command=comment]")
	check("the comment")
	p.Must(p.Key(browser.Escape))
	p.Await("!document.querySelector('dialog[open]')")

	p.Press("#mode-analyse")
	p.Report()
	p.Await("document.body.dataset.report === 'done'")
	check("report")
	p.Press("#mode-learn")
	p.Learnt("try")
	check("a lesson")
	p.Visits("learn/3", "The ban that mates")
	p.Must(p.Eval(e2e.Game+".play('m:a1a2'), 1", nil))
	p.Learnt("refuted")
	check("a wrong answer")
	p.Choose("scheme", "dark")
	check("a wrong answer in the dark")
	p.Press("#learn-again")
	p.Must(p.Eval(e2e.Game+".play('m:a1a8'), 1", nil))
	p.Learnt("try")
	check("a lesson in the dark")
	p.Must(p.Eval(e2e.Game+".play('b:g8h7'), 1", nil))
	p.Learnt("done")
	check("a lesson that is done, in the dark")
	p.Choose("scheme", "light")
	check("a lesson that is done")
	p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	p.Press("#learn-hint")
	check("a puzzle with a hint")
	p.Press("#learn-solution")
	p.Learnt("done")
	check("a puzzle that is told")
	p.Press("#train summary")
	p.Await("document.getElementById('train-calendar').checkVisibility()")
	check("the progress")
	p.Must(p.Eval("location.hash = '#race/new'", nil))
	p.Await("document.getElementById('storm-left')?.checkVisibility()")
	check("a race")
	p.Press("#mode-analyse")
	p.Press("#engine")
	p.Await(e2e.EngineLines + ".length === 3 || " + e2e.EngineLines + ".length === 1")
	for _, scheme := range []string{"light", "dark"} {
		for _, theme := range []string{"wood", "contrast"} {
			pieces := map[bool]string{true: "classic", false: "contrast"}[theme == "wood"]
			for _, choice := range [][2]string{{"scheme", scheme}, {"theme", theme}, {"pieces", pieces}} {
				p.Choose(choice[0], choice[1])
			}
			check("analysis, " + scheme + ", " + theme)
		}
	}
	p.Press("#settings-open")
	check("the settings in the dark")

	p.Press("#settings [name=textBoard]")
	p.Press("#settings .head button")
	p.Press("#mode-play")
	p.LoadTime(e2e.Promotion)
	for _, theme := range assets.ThemeNames() {
		p.Choose("theme", theme)
		check("the board of text in the dark, " + theme)
	}
	p.Choose("scheme", "light")
	check("the board of text")
	p.Press("[data-square=a7]")
	p.Press("[data-square=a8]")
	p.Await("document.getElementById('promotion').checkVisibility()")
	check("the promotion on the board of text")
	p.Must(p.Key(browser.Escape))
	p.Must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.Await("document.getElementById('failure').checkVisibility()")
	for _, view := range []browser.View{e2e.Views[0], e2e.Views[1], e2e.Views[2], {Width: 1440, Height: 900, Dark: true, Still: true}} {
		p.Must(p.SetView(view))
		p.Await(fmt.Sprintf("innerWidth === %d", view.Width))
		for _, mode := range []string{"play", "analyse"} {
			p.Press("#mode-" + mode)
			check(fmt.Sprintf("%d×%d, a board that has crashed, %s", view.Width, view.Height, mode))
		}
	}
}
