package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// The editor's dialog, and the FEN in its field, as JavaScript.
const (
	setupOpen = "document.getElementById('setup')?.open === true"
	setupFEN  = "document.getElementById('setup-fen').value"
)

const emptyFEN = "8/8/8/8/8/8/8/8 w - - 0 1 1"

// setUp opens the editor from the menu, with an empty board if that is asked for.
func (p player) setUp(isEmpty bool) player {
	p.t.Helper()
	p.menu("#setup-open")
	p.wait(setupOpen)
	if isEmpty {
		p.press("#setup-clear")
		p.isSetUp(emptyFEN)
	}
	return p
}

// isSetUp waits until the editor shows a FEN.
func (p player) isSetUp(fen string) {
	p.t.Helper()
	p.must(p.Wait(setupFEN + " === " + quote(fen)))
}

// square returns the middle of a square of the editor's board.
func (p player) square(name string) browser.Point {
	p.t.Helper()
	return p.nearBoard("#setup-grid [data-square=" + name + "]")
}

// spare returns the middle of a piece beside the editor's board, or of a tool there.
func (p player) spare(piece string) browser.Point {
	p.t.Helper()
	return p.nearBoard("#setup [data-choose=" + piece + "]")
}

// nearBoard returns the middle of an element at the editor's board, after scrolling to all of
// that: where it is does not depend on what was pointed at before.
func (p player) nearBoard(selector string) (at browser.Point) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(() => {
		document.getElementById('setup').scrollTo({top: 0, behavior: 'instant'});
		const r = document.querySelector(%s).getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, quote(selector)), &at))
	return at
}

// Pieces are put, moved, erased and changed by mouse and by touch.
func TestSetupByHand(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready().setUp(true)
			// From the rows: dragged to a square, and dropped beside the board.
			p.must(h.carry(p, p.spare("wK"), p.square("e1")))
			p.isSetUp("8/8/8/8/8/8/8/4K3 w - - 0 1 1")
			p.must(h.carry(p, p.spare("wQ"), p.spare("wP")))
			p.isSetUp("8/8/8/8/8/8/8/4K3 w - - 0 1 1")
			p.must(h.carry(p, p.spare("bK"), p.square("e8")))
			// Chosen, and put with taps; a second tap takes it away.
			p.must(h.point(p, p.spare("wP")))
			p.must(h.point(p, p.square("a2")))
			p.must(h.point(p, p.square("h2")))
			p.must(h.point(p, p.square("h2")))
			p.isSetUp("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 1")
			// A stroke puts a whole row, and is undone at once.
			p.must(h.carry(p, p.square("b3"), p.square("g3")))
			p.isSetUp("4k3/8/8/8/8/1PPPPPP1/P7/4K3 w - - 0 1 1")
			p.press("#setup-undo")
			p.isSetUp("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 1")
			// Moved by dragging and by two taps.
			p.must(h.point(p, p.spare("hand")))
			p.must(h.carry(p, p.square("a2"), p.square("a4")))
			p.must(h.point(p, p.square("a4")))
			p.wait("document.querySelector('#setup-grid [data-square=a4].selected') !== null")
			p.must(h.point(p, p.square("b5")))
			p.isSetUp("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1 1")
			// Erased: dropped beside the board, and with the eraser.
			p.must(h.carry(p, p.square("b5"), p.spare("bP")))
			p.isSetUp("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1=")
			p.words("setup-verdict", "The game is over in this position. Draw: insufficient material.")
			p.wait("document.getElementById('setup-play').disabled && !document.getElementById('setup-analyse').disabled")
			p.must(h.point(p, p.spare("erase")))
			p.must(h.point(p, p.square("e8")))
			p.isSetUp("8/8/8/8/8/8/8/4K3 w - - 0 1 1")
			p.words("setup-faults", "Black has 0 kings; give each side exactly one king.")
			p.wait("document.getElementById('setup-play').disabled && document.getElementById('setup-analyse').disabled && document.getElementById('setup-solve').disabled")
		})
	}
}

// The right button erases, or puts the piece of the other side.
func TestSetupTurned(t *testing.T) {
	p := open(t, visit{}).ready().setUp(true)
	p.press("#setup-flip")
	p.wait("document.querySelector('#setup-grid [data-square]').dataset.square === 'h1'")
	p.must(p.Drag(p.spare("wN"), p.square("c6")))
	p.isSetUp("8/8/2N5/8/8/8/8/8 w - - 0 1 1")
	p.must(p.Drag(p.square("c6"), p.square("h1")))
	p.isSetUp("8/8/8/8/8/8/8/7N w - - 0 1 1")
}

func TestSetupRightButton(t *testing.T) {
	p := open(t, visit{}).ready().setUp(true)
	p.must(p.Click(p.spare("wN")))
	p.must(p.RightClick(p.square("c6")))
	p.isSetUp("8/8/2n5/8/8/8/8/8 w - - 0 1 1")
	p.must(p.Click(p.spare("hand")))
	p.must(p.RightClick(p.square("c6")))
	p.isSetUp(emptyFEN)
	p.must(p.Key(browser.Escape))
	p.wait("!(" + setupOpen + ")")
}

// The board is filled by keys alone, and each change is told.
func TestSetupByKeys(t *testing.T) {
	p := open(t, visit{}).ready().setUp(true)
	p.must(p.Eval("document.querySelector('#setup-grid [tabindex=\"0\"]').focus(), 1", nil)) // e2
	key := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			p.must(p.Key(k))
		}
	}
	said := func(text string) {
		t.Helper()
		p.wait("document.getElementById('setup-said').textContent === " + quote(text))
	}
	key(browser.ArrowDown, "K")
	said("white king on e1.")
	key(browser.ArrowRight, browser.ArrowRight, browser.ArrowRight, browser.ArrowRight, "R")
	said("white rook on h1.")
	key(browser.ArrowUp, "q")
	p.isSetUp("8/8/8/8/8/8/7q/4K2R w - - 0 1 1")
	key(browser.Delete)
	said("h2 is empty.")
	// Picked up and put down with Enter; Escape puts it back, and the editor stays.
	key(browser.ArrowDown, browser.Enter)
	said("Picked up the white rook on h1. Choose its new square.")
	key(browser.Escape)
	said("Put back.")
	key(browser.Enter, browser.ArrowUp, browser.Enter)
	said("white rook from h1 to h2.")
	p.isSetUp("8/8/8/8/8/8/7R/4K3 w - - 0 1 1")
	p.must(p.Chord(browser.Control, "z"))
	said("Undone.")
	p.isSetUp("8/8/8/8/8/8/8/4K2R w - - 0 1 1")
	// The board is one stop of the Tab key, with a visible ring.
	p.wait("document.activeElement.dataset.square === 'h2' && getComputedStyle(document.activeElement).outlineStyle === 'solid'")
	key(browser.Tab)
	p.wait("!document.activeElement.dataset.square && document.activeElement.closest('#setup')")
	for _, side := range []string{"White", "Black"} { // each row of pieces has a name of its own
		p.nodes("group", "What pressing a square does: "+side)
	}
	if game := p.fen(); game != startFEN {
		t.Errorf("the game at hand is %s", game)
	}
}

// Every fault is told at once, in the rules' own words, and the choices offer only what is possible.
func TestSetupFaults(t *testing.T) {
	p := open(t, visit{}).ready().setUp(false)
	p.isSetUp(startFEN)
	p.words("setup-verdict", "This position is possible.")
	faults := func(want ...string) {
		t.Helper()
		p.wait("[...document.querySelectorAll('#setup-faults li')].map((li) => li.textContent).join('|') === " + quote(strings.Join(want, "|")))
	}
	p.fill("#setup-fen", "P3k2r/8/8/8/8/8/8/4K3 w KQ e3 0 1 1")
	faults("A pawn stands on a8; no pawn can be on the first or the last rank.",
		"The castling right K needs White’s king on e1 and rook on h1; take K out of the castling field.",
		"The castling right Q needs White’s king on e1 and rook on a1; take Q out of the castling field.",
		"The en passant square e3 is not possible: with White to move it can only be on rank 6; write - instead.")
	p.fill("#setup-fen", "rubbish")
	p.words("setup-fen-error", "The FEN does not read: its first field is not a board.")
	p.wait("document.getElementById('setup-play').disabled")
	// Six fields are taken with a note.
	p.fill("#setup-fen", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 12")
	p.words("setup-note", "This FEN says nothing about bans, so Black bans first.")
	p.must(p.Key(browser.Tab))
	p.isSetUp("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 12 45")
	// Castling: only where king and rook are at home. A right goes with its rook.
	rights := func(want string) {
		t.Helper()
		p.wait("[...document.querySelectorAll('[name=setup-castling]')].map((b) => b.checked ? b.value : b.disabled ? '-' : '_').join('') === " + quote(want))
	}
	rights("KQkq")
	p.must(p.Drag(p.square("h8"), p.square("h7")))
	rights("KQ-q")
	p.press("[name=setup-castling][value=Q]")
	rights("K_-q")
	p.isSetUp("r3k3/7r/8/3pP3/8/8/8/R3K2R w Kq - 0 12 45")
	// En passant: only the squares that are possible.
	p.wait("[...document.querySelectorAll('#setup-passant option')].map((o) => o.value).join() === ',d6'")
	p.option("#setup-passant", "d6")
	p.isSetUp("r3k3/7r/8/3pP3/8/8/8/R3K2R w Kq d6 0 12 45")
	// A ban in force: one of the legal pairs, at a move.
	p.press("[name=setup-act][value='white move']")
	p.wait("[...document.querySelectorAll('#setup-ban option')].some((o) => o.value === 'e5d6') && ![...document.querySelectorAll('#setup-ban option')].some((o) => o.value === 'e5e7')")
	p.option("#setup-ban", "e5d6")
	p.isSetUp("r3k3/7r/8/3pP3/8/8/8/R3K2R w Kq d6 0 12 46:e5d6")
	p.wait("document.querySelector('#setup-grid .ban-arrow') !== null")
	// What the ban was about goes, and with it the ban.
	p.must(p.Drag(p.square("e5"), p.square("f4")))
	p.isSetUp("r3k3/7r/8/3p4/5P2/8/8/R3K2R w Kq d6 0 12 46")
	p.press("[name=setup-act][value='black ban']")
	p.isSetUp("r3k3/7r/8/3p4/5P2/8/8/R3K2R b Kq - 0 12 47")
	p.words("setup-ply", "this is number 47.")
}

// option chooses an option of a list by keys.
func (p player) option(selector, value string) {
	p.t.Helper()
	p.wait("!document.querySelector(" + quote(selector) + ").disabled")
	at := p.number(fmt.Sprintf("(() => { const s = document.querySelector(%s); s.focus(); return [...s.options].findIndex((o) => o.value === %s) - s.selectedIndex; })()", quote(selector), quote(value)))
	key := browser.ArrowDown
	if at < 0 {
		key, at = browser.ArrowUp, -at
	}
	for range int(at) {
		p.must(p.Key(key))
	}
	p.wait("document.querySelector(" + quote(selector) + ").value === " + quote(value))
}

// The address "#setup" opens the editor, with a position if there is one. Back closes it, and
// the game at hand is there as it was.
func TestSetupAddress(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 3 11"
	// In a page that was used before, the driver clears the history after the load, and with it
	// the entry below the editor if that is open by then.
	p := open(t, visit{hash: "#setup/" + strings.ReplaceAll(fen, " ", "_"), browser: shared}).ready()
	p.wait(setupOpen)
	p.isSetUp(fen)
	link := p.text("document.getElementById('setup-link').value")
	if _, hash, _ := strings.Cut(link, "#"); hash != "setup/"+strings.ReplaceAll(fen, " ", "_") {
		t.Errorf("the link is %s", link)
	}
	p.must(p.Eval("history.back(), 1", nil))
	p.wait("!(" + setupOpen + ") && location.hash === ''")
	if game := p.fen(); game != startFEN {
		t.Errorf("the game at hand is %s", game)
	}
	// It opens over a game too, with that game's position, and the same address opens it again.
	p.plays("b:e2e4 m:d2d4")
	for range 2 {
		p.wait(historyIsFlat)
		p.must(p.Eval("location.hash = 'setup', 1", nil))
		p.wait(setupOpen)
		p.isSetUp("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3")
		p.must(p.Key(browser.Escape))
		p.wait("!(" + setupOpen + ") && location.hash === ''")
	}
	if actions := p.actions(); actions != "b:e2e4 m:d2d4" {
		t.Errorf("the game at hand has %s", actions)
	}
	// A FEN alone is the address of its position, too.
	for _, space := range []string{"_", "%20"} {
		p.wait(historyIsFlat)
		p.must(p.Eval(fmt.Sprintf("location.hash = %q, 1", strings.ReplaceAll(fen, " ", space)), nil))
		p.wait(setupOpen)
		p.isSetUp(fen)
		p.must(p.Key(browser.Escape))
		p.wait("!(" + setupOpen + ")")
	}
	// A link is pasted anywhere, a FEN into the editor.
	p.give(strings.TrimSuffix(link, "/"+strings.ReplaceAll(fen, " ", "_")))
	p.wait(setupOpen)
	p.isSetUp("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3")
	p.must(p.Key(browser.Escape))
	p.wait("!(" + setupOpen + ")")
	p.give(link)
	p.wait(setupOpen)
	p.isSetUp(fen)
	p.must(p.Eval(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "8/8/8/8/8/k7/8/K6R w - - 0 1");
		document.getElementById("setup-grid").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
		return 1;
	})()`, nil))
	p.isSetUp("8/8/8/8/8/k7/8/K6R w - - 0 1")
	p.words("setup-note", "This FEN says nothing about bans, so Black bans first.")
}

// The position is played against whom one likes, and analysed. Both can be undone.
func TestSetupIsPlayed(t *testing.T) {
	p := open(t, visit{}).ready()
	// A new game in place of an empty one closes the editor too.
	p.setUp(false)
	p.press("#setup-play")
	p.chooseGame("against=friend", "side=white")
	p.press("#new-start")
	p.wait("!(" + setupOpen + ") && !document.getElementById('new-game').open")
	p.plays("b:e2e4 m:d2d4")
	// New game leads to the editor, and the editor to New game.
	p.press("#new")
	p.press("#new-setup")
	p.wait(setupOpen + " && !document.getElementById('new-game').open")
	p.press("#setup-clear")
	p.isSetUp(emptyFEN)
	for _, put := range []struct{ piece, square string }{{"wK", "c6"}, {"wQ", "b1"}, {"bK", "a8"}} {
		p.must(p.Drag(p.spare(put.piece), p.square(put.square)))
	}
	const fen = "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1 1"
	p.isSetUp(fen)
	p.press("#setup-play")
	p.wait("document.getElementById('new-game').open && document.getElementById('new-fen').value === " + quote(fen))
	// Back closes New game alone.
	p.must(p.Eval("history.back(), 1", nil))
	p.wait("!document.getElementById('new-game').open && " + setupOpen)
	p.press("#setup-play")
	p.chooseGame("against=computer", "level=1", "side=black")
	p.press("#new-start")
	p.wait("!(" + setupOpen + ") && !document.getElementById('new-game').open && " + game + ".toJSON().fen === " + quote(fen))
	p.wait("document.querySelector('#player-top .who').textContent === 'Computer, level 1'")
	p.press("#restore")
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")

	p.setUp(false)
	p.press("#setup-last")
	p.isSetUp(fen)
	p.press("#setup-analyse")
	p.wait("!(" + setupOpen + ") && document.body.dataset.mode === 'analyse' && " + game + ".fen() === " + quote(fen))
	p.words("notice", "The position you set up.")
	p.press("#restore")
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
}
