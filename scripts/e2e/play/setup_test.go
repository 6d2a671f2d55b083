package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// square returns the middle of a square of the editor's board.
func square(p e2e.Player, name string) browser.Point {
	p.T.Helper()
	return nearBoard(p, "#setup-grid [data-square="+name+"]")
}

// spare returns the middle of a piece beside the editor's board, or of a tool there.
func spare(p e2e.Player, piece string) browser.Point {
	p.T.Helper()
	return nearBoard(p, "#setup [data-choose="+piece+"]")
}

// nearBoard returns the middle of an element at the editor's board, after scrolling to all of
// that: where it is does not depend on what was pointed at before.
func nearBoard(p e2e.Player, selector string) (at browser.Point) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		document.getElementById('setup').scrollTo({top: 0, behavior: 'instant'});
		const r = document.querySelector(%s).getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, e2e.Quote(selector)), &at))
	return at
}

// Pieces are put, moved, erased and changed by mouse and by touch.
func TestSetupByHand(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready().SetUp(true)
			// From the rows: dragged to a square, and dropped beside the board.
			p.Must(h.Carry(p, spare(p, "wK"), square(p, "e1")))
			p.IsSetUp("8/8/8/8/8/8/8/4K3 w - - 0 1 1")
			p.Must(h.Carry(p, spare(p, "wQ"), spare(p, "wP")))
			p.IsSetUp("8/8/8/8/8/8/8/4K3 w - - 0 1 1")
			p.Must(h.Carry(p, spare(p, "bK"), square(p, "e8")))
			// Chosen, and put with taps; a second tap takes it away.
			p.Must(h.Point(p, spare(p, "wP")))
			p.Must(h.Point(p, square(p, "a2")))
			p.Must(h.Point(p, square(p, "h2")))
			p.Must(h.Point(p, square(p, "h2")))
			p.IsSetUp("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 1")
			// A stroke puts a whole row, and is undone at once.
			p.Must(h.Carry(p, square(p, "b3"), square(p, "g3")))
			p.IsSetUp("4k3/8/8/8/8/1PPPPPP1/P7/4K3 w - - 0 1 1")
			p.Press("#setup-undo")
			p.IsSetUp("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 1")
			// Moved by dragging and by two taps.
			p.Must(h.Point(p, spare(p, "hand")))
			p.Must(h.Carry(p, square(p, "a2"), square(p, "a4")))
			p.Must(h.Point(p, square(p, "a4")))
			p.Await("document.querySelector('#setup-grid [data-square=a4].selected') !== null")
			p.Must(h.Point(p, square(p, "b5")))
			p.IsSetUp("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1 1")
			// Erased: dropped beside the board, and with the eraser.
			p.Must(h.Carry(p, square(p, "b5"), spare(p, "bP")))
			p.IsSetUp("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1=")
			p.Words("setup-verdict", "The game is over in this position. Draw: insufficient material.")
			p.Await("document.getElementById('setup-play').disabled && !document.getElementById('setup-analyse').disabled")
			p.Must(h.Point(p, spare(p, "erase")))
			p.Must(h.Point(p, square(p, "e8")))
			p.IsSetUp("8/8/8/8/8/8/8/4K3 w - - 0 1 1")
			p.Words("setup-faults", "Black has 0 kings; give each side exactly one king.")
			p.Await("document.getElementById('setup-play').disabled && document.getElementById('setup-analyse').disabled && document.getElementById('setup-solve').disabled")
		})
	}
}

// The right button erases, or puts the piece of the other side.
func TestSetupTurned(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(true)
	p.Press("#setup-flip")
	p.Await("document.querySelector('#setup-grid [data-square]').dataset.square === 'h1'")
	p.Must(p.Drag(spare(p, "wN"), square(p, "c6")))
	p.IsSetUp("8/8/2N5/8/8/8/8/8 w - - 0 1 1")
	p.Must(p.Drag(square(p, "c6"), square(p, "h1")))
	p.IsSetUp("8/8/8/8/8/8/8/7N w - - 0 1 1")
}

func TestSetupRightButton(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(true)
	p.Must(p.Click(spare(p, "wN")))
	p.Must(p.RightClick(square(p, "c6")))
	p.IsSetUp("8/8/2n5/8/8/8/8/8 w - - 0 1 1")
	p.Must(p.Click(spare(p, "hand")))
	p.Must(p.RightClick(square(p, "c6")))
	p.IsSetUp(e2e.EmptyFEN)
	p.Must(p.Key(browser.Escape))
	p.Await("!(" + e2e.SetupOpen + ")")
}

// The board is filled by keys alone, and each change is told.
func TestSetupByKeys(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(true)
	p.Must(p.Eval("document.querySelector('#setup-grid [tabindex=\"0\"]').focus(), 1", nil)) // e2
	key := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			p.Must(p.Key(k))
		}
	}
	said := func(text string) {
		t.Helper()
		p.Await("document.getElementById('setup-said').textContent === " + e2e.Quote(text))
	}
	key(browser.ArrowDown, "K")
	said("white king on e1.")
	key(browser.ArrowRight, browser.ArrowRight, browser.ArrowRight, browser.ArrowRight, "R")
	said("white rook on h1.")
	key(browser.ArrowUp, "q")
	p.IsSetUp("8/8/8/8/8/8/7q/4K2R w - - 0 1 1")
	key(browser.Delete)
	said("h2 is empty.")
	// Picked up and put down with Enter; Escape puts it back, and the editor stays.
	key(browser.ArrowDown, browser.Enter)
	said("Picked up the white rook on h1. Choose its new square.")
	key(browser.Escape)
	said("Put back.")
	key(browser.Enter, browser.ArrowUp, browser.Enter)
	said("white rook from h1 to h2.")
	p.IsSetUp("8/8/8/8/8/8/7R/4K3 w - - 0 1 1")
	p.Must(p.Chord(browser.Control, "z"))
	said("Undone.")
	p.IsSetUp("8/8/8/8/8/8/8/4K2R w - - 0 1 1")
	// The board is one stop of the Tab key, with a visible ring.
	p.Await("document.activeElement.dataset.square === 'h2' && getComputedStyle(document.activeElement).outlineStyle === 'solid'")
	key(browser.Tab)
	p.Await("!document.activeElement.dataset.square && document.activeElement.closest('#setup')")
	for _, side := range []string{"White", "Black"} { // each row of pieces has a name of its own
		p.Nodes("group", "What pressing a square does: "+side)
	}
	if game := p.FEN(); game != e2e.StartFEN {
		t.Errorf("the game at hand is %s", game)
	}
}

// Every fault is told at once, in the rules' own words, and the choices offer only what is possible.
func TestSetupFaults(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready().SetUp(false)
	p.IsSetUp(e2e.StartFEN)
	p.Words("setup-verdict", "This position is possible.")
	faults := func(want ...string) {
		t.Helper()
		p.Await("[...document.querySelectorAll('#setup-faults li')].map((li) => li.textContent).join('|') === " + e2e.Quote(strings.Join(want, "|")))
	}
	p.Fill("#setup-fen", "P3k2r/8/8/8/8/8/8/4K3 w KQ e3 0 1 1")
	faults("A pawn stands on a8; no pawn can be on the first or the last rank.",
		"The castling right K needs White’s king on e1 and rook on h1; take K out of the castling field.",
		"The castling right Q needs White’s king on e1 and rook on a1; take Q out of the castling field.",
		"The en passant square e3 is not possible: with White to move it can only be on rank 6; write - instead.")
	p.Fill("#setup-fen", "rubbish")
	p.Words("setup-fen-error", "The FEN does not read: its first field is not a board.")
	p.Await("document.getElementById('setup-play').disabled")
	// Six fields are taken with a note.
	p.Fill("#setup-fen", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 12")
	p.Words("setup-note", "This FEN says nothing about bans, so Black bans first.")
	p.Must(p.Key(browser.Tab))
	p.IsSetUp("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 12 45")
	// Castling: only where king and rook are at home. A right goes with its rook.
	rights := func(want string) {
		t.Helper()
		p.Await("[...document.querySelectorAll('[name=setup-castling]')].map((b) => b.checked ? b.value : b.disabled ? '-' : '_').join('') === " + e2e.Quote(want))
	}
	rights("KQkq")
	p.Must(p.Drag(square(p, "h8"), square(p, "h7")))
	rights("KQ-q")
	p.Press("[name=setup-castling][value=Q]")
	rights("K_-q")
	p.IsSetUp("r3k3/7r/8/3pP3/8/8/8/R3K2R w Kq - 0 12 45")
	// En passant: only the squares that are possible.
	p.Await("[...document.querySelectorAll('#setup-passant option')].map((o) => o.value).join() === ',d6'")
	option(p, "#setup-passant", "d6")
	p.IsSetUp("r3k3/7r/8/3pP3/8/8/8/R3K2R w Kq d6 0 12 45")
	// A ban in force: one of the legal pairs, at a move.
	p.Press("[name=setup-act][value='white move']")
	p.Await("[...document.querySelectorAll('#setup-ban option')].some((o) => o.value === 'e5d6') && ![...document.querySelectorAll('#setup-ban option')].some((o) => o.value === 'e5e7')")
	option(p, "#setup-ban", "e5d6")
	p.IsSetUp("r3k3/7r/8/3pP3/8/8/8/R3K2R w Kq d6 0 12 46:e5d6")
	p.Await("document.querySelector('#setup-grid .ban-arrow') !== null")
	// What the ban was about goes, and with it the ban.
	p.Must(p.Drag(square(p, "e5"), square(p, "f4")))
	p.IsSetUp("r3k3/7r/8/3p4/5P2/8/8/R3K2R w Kq d6 0 12 46")
	p.Press("[name=setup-act][value='black ban']")
	p.IsSetUp("r3k3/7r/8/3p4/5P2/8/8/R3K2R b Kq - 0 12 47")
	p.Words("setup-ply", "this is number 47.")
}

// option chooses an option of a list by keys.
func option(p e2e.Player, selector, value string) {
	p.T.Helper()
	p.Await("!document.querySelector(" + e2e.Quote(selector) + ").disabled")
	at := p.Number(fmt.Sprintf("(() => { const s = document.querySelector(%s); s.focus(); return [...s.options].findIndex((o) => o.value === %s) - s.selectedIndex; })()", e2e.Quote(selector), e2e.Quote(value)))
	key := browser.ArrowDown
	if at < 0 {
		key, at = browser.ArrowUp, -at
	}
	for range int(at) {
		p.Must(p.Key(key))
	}
	p.Await("document.querySelector(" + e2e.Quote(selector) + ").value === " + e2e.Quote(value))
}

// The address "#setup" opens the editor, with a position if there is one. Back closes it, and
// the game at hand is there as it was.
func TestSetupAddress(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 3 11"
	// In a page that was used before, the driver clears the history after the load, and with it
	// the entry below the editor if that is open by then.
	p := e2e.Open(t, e2e.Visit{Hash: "#setup/" + strings.ReplaceAll(fen, " ", "_"), Browser: e2e.Shared()}).Ready()
	p.Await(e2e.SetupOpen)
	p.IsSetUp(fen)
	link := p.Text("document.getElementById('setup-link').value")
	if _, hash, _ := strings.Cut(link, "#"); hash != "setup/"+strings.ReplaceAll(fen, " ", "_") {
		t.Errorf("the link is %s", link)
	}
	p.Must(p.Eval("history.back(), 1", nil))
	p.Await("!(" + e2e.SetupOpen + ") && location.hash === ''")
	if game := p.FEN(); game != e2e.StartFEN {
		t.Errorf("the game at hand is %s", game)
	}
	// It opens over a game too, with that game's position, and the same address opens it again.
	p.Plays("b:e2e4 m:d2d4")
	for range 2 {
		p.Await(e2e.HistoryIsFlat)
		p.Must(p.Eval("location.hash = 'setup', 1", nil))
		p.Await(e2e.SetupOpen)
		p.IsSetUp("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3")
		p.Must(p.Key(browser.Escape))
		p.Await("!(" + e2e.SetupOpen + ") && location.hash === ''")
	}
	if actions := p.Actions(); actions != "b:e2e4 m:d2d4" {
		t.Errorf("the game at hand has %s", actions)
	}
	// A FEN alone is the address of its position, too.
	for _, space := range []string{"_", "%20"} {
		p.Await(e2e.HistoryIsFlat)
		p.Must(p.Eval(fmt.Sprintf("location.hash = %q, 1", strings.ReplaceAll(fen, " ", space)), nil))
		p.Await(e2e.SetupOpen)
		p.IsSetUp(fen)
		p.Must(p.Key(browser.Escape))
		p.Await("!(" + e2e.SetupOpen + ")")
	}
	// A link is pasted anywhere, a FEN into the editor.
	p.Give(strings.TrimSuffix(link, "/"+strings.ReplaceAll(fen, " ", "_")))
	p.Await(e2e.SetupOpen)
	p.IsSetUp("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3")
	p.Must(p.Key(browser.Escape))
	p.Await("!(" + e2e.SetupOpen + ")")
	p.Give(link)
	p.Await(e2e.SetupOpen)
	p.IsSetUp(fen)
	p.Must(p.Eval(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "8/8/8/8/8/k7/8/K6R w - - 0 1");
		document.getElementById("setup-grid").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
		return 1;
	})()`, nil))
	p.IsSetUp("8/8/8/8/8/k7/8/K6R w - - 0 1")
	p.Words("setup-note", "This FEN says nothing about bans, so Black bans first.")
}

// The position is played against whom one likes, and analysed. Both can be undone.
func TestSetupIsPlayed(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	// A new game in place of an empty one closes the editor too.
	p.SetUp(false)
	p.Press("#setup-play")
	p.ChooseGame("against=friend", "side=white")
	p.Press("#new-start")
	p.Await("!(" + e2e.SetupOpen + ") && !document.getElementById('new-game').open")
	p.Plays("b:e2e4 m:d2d4")
	// New game leads to the editor, and the editor to New game.
	p.Press("#new")
	p.Press("#new-setup")
	p.Await(e2e.SetupOpen + " && !document.getElementById('new-game').open")
	p.Press("#setup-clear")
	p.IsSetUp(e2e.EmptyFEN)
	for _, put := range []struct{ piece, square string }{{"wK", "c6"}, {"wQ", "b1"}, {"bK", "a8"}} {
		p.Must(p.Drag(spare(p, put.piece), square(p, put.square)))
	}
	const fen = "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1 1"
	p.IsSetUp(fen)
	p.Press("#setup-play")
	p.Await("document.getElementById('new-game').open && document.getElementById('new-fen').value === " + e2e.Quote(fen))
	// Back closes New game alone.
	p.Must(p.Eval("history.back(), 1", nil))
	p.Await("!document.getElementById('new-game').open && " + e2e.SetupOpen)
	p.Press("#setup-play")
	p.ChooseGame("against=computer", "level=1", "side=black")
	p.Press("#new-start")
	p.Await("!(" + e2e.SetupOpen + ") && !document.getElementById('new-game').open && " + e2e.Game + ".toJSON().fen === " + e2e.Quote(fen))
	p.Await("document.querySelector('#player-top .who').textContent === 'Computer, level 1'")
	p.Press("#restore")
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")

	p.SetUp(false)
	p.Press("#setup-last")
	p.IsSetUp(fen)
	p.Press("#setup-analyse")
	p.Await("!(" + e2e.SetupOpen + ") && document.body.dataset.mode === 'analyse' && " + e2e.Game + ".fen() === " + e2e.Quote(fen))
	p.Words("notice", "The position you set up.")
	p.Press("#restore")
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
}
