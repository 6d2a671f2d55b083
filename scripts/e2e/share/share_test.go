package share

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// A PGN that the page exported, loaded into the page again, is the same game.
func TestPGNRoundTrip(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.Mate)
	p.Await(e2e.SharedPGN + ".includes('1-0')")
	pgn, fen := p.Text(e2e.SharedPGN), p.FEN()
	for _, want := range []string{`[Variant "Ban Chess"]`, "{banning: e8f7#}", "1-0"} {
		if !strings.Contains(pgn, want) {
			t.Errorf("the PGN has no %s:\n%s", want, pgn)
		}
	}

	// In a new page without stored data.
	q := e2e.Open(t, e2e.Visit{}).Ready()
	q.Give(pgn)
	q.Await(e2e.Game + ".fen() === " + e2e.Quote(fen))
	q.Words("headline", "White wins: checkmate by ban")
	if got := q.Actions(); got != e2e.Mate {
		t.Errorf("loaded %s, want %s", got, e2e.Mate)
	}
}

// Everything in a PGN is kept: the page writes what `convert` writes, also at the next
// visit, and an action in the middle of a line deletes nothing.
func TestPGNKeepsAll(t *testing.T) {
	const file = "../../../game/testdata/pgn/study.pgn"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "run", "../../../game/cmd/banchess", "convert", "--to", "pgn", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give(string(text))
	same := fmt.Sprintf("%s.trim() === %s.trim()", e2e.SharedPGN, e2e.Quote(string(want)))
	p.Await(same)
	p.Words("moves", "The usual choice.")
	p.Words("moves", "Another idea:")

	p.Must(p.Goto(p.Text("location.href")))
	p.Ready()
	p.Await(same)

	line := p.Actions()
	p.Press("#undo")
	p.Press("#undo")
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 4")
	e2e.Hands[0].Play(p, "m:h7h6", false)
	p.Await(e2e.SharedPGN + ".includes('h6')")
	for _, want := range []string{"The usual choice.", "Another idea:", "[%clk 0:09:58]", "[%eval 0.31,18]", "$10", "Bf4"} {
		if got := p.Text(e2e.SharedPGN); !strings.Contains(got, want) {
			t.Errorf("after an action in the middle there is no %s:\n%s", want, got)
		}
	}
	p.Press("[data-action='m:c1f4']")
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(line))
}

// A game that was stored before the page used trees can still be read.
func TestOldStoredGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`sessionStorage['banchess.game'] = JSON.stringify({record: {
		format: 1, fen: document.getElementById('board').game.fen(), first: {ply: 1, fullMove: 1}, tags: {}, outcome: null,
		nodes: [[0, 'b:e2e4', 'e2e4', null], [1, 'm:d2d4', 'd4', {ended: 'resignation', winner: 'black'}], [1, 'm:g1f3', 'Nf3', null]], at: 2, end: 2,
	}})`, nil))
	p.Must(p.Goto(p.Text("location.href")))
	p.Ready()
	p.Words("headline", "Black wins")
	p.Await("/\\( ?1\\. Nf3 ?\\)/.test(" + e2e.SharedPGN + ")")
	p.Await(e2e.SharedPGN + ".trim().endsWith('0-1')")
}

// Of a game of ordinary chess the final position is loaded, and a message says so.
func TestOrdinaryChess(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4")
	p.Give("1. e4 e5 2. Nf3 Nc6 *")
	p.Words("notice", "A game of ordinary chess has no bans: this is its final position, and Black bans next.")
	if got, want := p.FEN(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 9"; got != want {
		t.Errorf("the position is %s, want %s", got, want)
	}
	p.Press("#restore")
	p.Await(e2e.Game + ".getPly() === 2")
}

// A text that cannot be loaded is refused with a message, and the fault is selected; the
// game stays the same.
func TestLoadErrors(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	fen := p.FEN()
	for _, tt := range []struct{ text, want, selected string }{
		{"8/8/8/8/8/8/8/8 w - - 0 1 1", "king", "8/8/8/8/8/8/8/8 w - - 0 1 1"},
		{"1. {banning: e2e4} e4", "Line 1, column 20: ", "e4"},
		{"1. {banning: pawn} e4", `Line 1, column 14: "pawn" is not a pair`, "pawn"},
		{"1. {banning: } e4", "Line 1, column 4: the ban names no pair of squares", "{"},
		{"[White \"A\"]\n\n1. {banning: e2e4} d4\n{banning: e7e5} Qxh9 *", "Line 4, column 17: ", "Qxh9"},
		{"b:e2e4 m:d2d4\nb:e7e5 m:e7e5", "Line 2, column 8: e7–e5 is banned at ply 4", "m:e7e5"},
		{"1. {banning: e2e4} e4 *", "Line 1, column 20: e2–e4 is banned", "e4"},
		{"b:e2e4, d4, b:e7e5, Ke4", "Line 1, column 21: ", "Ke4"},
		{`["b:e2e4", "m:e2e4"]`, "e2–e4 is banned", "m:e2e4"},
		{"Ke4", "Line 1, column 1: ", "Ke4"},
		{"hello world", "No game found. Paste a link, a PGN, a FEN or a list of bans and moves.", "hello world"},
		{"1. e4 e5 2. Nf3 Nc3 *", "This is ordinary chess: it has no bans.", "1. e4 e5 2. Nf3 Nc3 *"},
		{"[White \"A\"]\n\n21... Qxd4+ 22. Kh1 0-1", "This is ordinary chess: it has no bans.", "[White \"A\"]\n\n21... Qxd4+ 22. Kh1 0-1"},
		{"https://example.org/banchess/", "There is no game in this address", ""},
		{"#1.AAAA0000", "This link is damaged", ""},
	} {
		p.Give(tt.text)
		p.Words("load-error", tt.want)
		if got := p.Text("document.getElementById('load-error').textContent"); strings.Contains(got, "; try ") {
			t.Errorf("%q: the advice to play something else is of no use: %s", tt.text, got)
		}
		if got := p.Text("(() => { const {value, selectionStart, selectionEnd} = document.getElementById('load'); return value.slice(selectionStart, selectionEnd); })()"); got != tt.selected {
			t.Errorf("%q: %q is selected, want %q", tt.text, got, tt.selected)
		}
		if got := p.FEN(); got != fen {
			t.Errorf("%q changed the game to %s", tt.text, got)
		}
	}
}

// Any text that is not a game is refused, and games of standard chess are named as such,
// even thousands of them. A refused text stays in the box while the dialog is open, but not
// when it is opened again.
func TestJunk(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	for _, row := range []struct{ text, want string }{
		{`"junk ".repeat(800000)`, "No game found."},
		{`"x".repeat(4000000)`, "No game found."},
		{`'[White "A"]\n\n1. e4 e9 *\n\n'.repeat(2000)`, "This is ordinary chess: it has no bans."},
	} {
		p.Paste(row.text)
		p.Words("load-error", row.want)
	}
	p.Give("hello world")
	p.Words("load-error", "No game found.")
	p.Await("document.getElementById('load').value === 'hello world'")
	p.Must(p.Key(browser.Escape))
	p.Await("!document.getElementById('share')?.open")
	p.Press("#share-open")
	p.Await("document.getElementById('load').value === '' && document.getElementById('load-error').textContent === '' && document.getElementById('load-go').disabled")
}

// A game with variations, comments, marks or a report opens in Analyse; a game without them
// does not. Both by PGN and by link.
func TestStudiesOpenInAnalyse(t *testing.T) {
	given, linked := e2e.Open(t, e2e.Visit{}).Ready(), e2e.Open(t, e2e.Visit{}).Ready()
	for _, row := range []struct{ pgn, mode string }{
		{"1. {banning: e2e4} d4 {[%clk 0:09:58]} *", "play"},
		{"1. {banning: e2e4} d4 (1. c4) *", "analyse"},
		{"1. {banning: e2e4} d4 {solid} *", "analyse"},
		{"1. {banning: e2e4} d4 $1 *", "analyse"},
		{"{[%eval 0.3]} 1. {banning: e2e4} d4 *", "analyse"},
		{"1. {banning: e2e4} d4 {[%cal Gd2d4]} *", "analyse"},
	} {
		for _, p := range []e2e.Player{given, linked} {
			p.LoadTime(e2e.Promotion)
			p.Press("#mode-play")
			p.Await("document.body.dataset.mode === 'play'")
		}
		given.Give(row.pgn)
		given.Await(e2e.Game + ".getPly() === 3 && document.body.dataset.mode === " + e2e.Quote(row.mode))
		_, link, _ := strings.Cut(given.Link(), "#")
		linked.Must(linked.Eval("location.hash = "+e2e.Quote(link), nil))
		linked.Await(e2e.Game + ".getPly() === 3 && document.body.dataset.mode === " + e2e.Quote(row.mode))
	}
}

// One box accepts all forms of a game or a position.
func TestOneBox(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	const want = "b:e2e4 m:d2d4 b:e7e5 m:d7d5"
	for _, text := range []string{
		want,
		"b:e2e4 d4 b:e7e5 d5 *",
		"b:e2e4\nm:d2d4\nb:e7e5\nm:d7d5\n",
		`["b:e2e4","m:d2d4","b:e7e5","m:d7d5"]`,
		"1. {banning: e2e4} d4 {banning: e7e5} d5 *",
		`{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1", "actions": ["b:e2e4", "m:d2d4", "b:e7e5", "m:d7d5"]}`,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1 b:e2e4 m:d2d4 b:e7e5 m:d7d5",
	} {
		p.LoadTime(e2e.Promotion)
		p.Give(text)
		p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(want))
		p.Await("!document.getElementById('share')?.open")
	}
	p.LoadTime(e2e.Promotion)
	p.Press("#restore") // the previous game is not lost
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(want))
	p.Give("b:e2e4 d4 b:e7e5 d5 1-0")
	p.Words("headline", "White wins")
}

// From a PGN with many games one can be chosen; unreadable ones show the reason.
func TestManyGames(t *testing.T) {
	const many = `[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. {banning: e2e4} d4 1-0

[White "Cy"]

1. {banning: e2e4} e4 *

[White "Dee"]
[Black "Eve"]

1. {banning: d2d4} e4 {banning: e7e5} c5 *
`
	p := e2e.Open(t, e2e.Visit{}).Ready()
	before := p.FEN()
	const items = "[...document.querySelectorAll('#load-games b')].map((b) => b.textContent).join()"
	p.Give(many)
	p.Await(items + " === 'Ann – Bob,Dee – Eve,1 game cannot be read'")
	p.Press("#load-games li:nth-child(3) button")
	p.Words("load-error", "banned")
	if got := p.Text("(() => { const {value, selectionStart, selectionEnd} = document.getElementById('load'); return value.slice(selectionStart - 2, selectionEnd); })()"); got != "} e4" {
		t.Errorf("%q is selected", got)
	}
	if got := p.FEN(); got != before {
		t.Errorf("the game became %s", got)
	}
	p.Press("#load-games li:nth-child(2) button")
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:d2d4 m:e2e4 b:e7e5 m:c7c5'")
	p.Await(e2e.SharedPGN + ".includes('Dee')")

	// A file that is dropped on the board is read in the same way.
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([%s], "games.pgn"));
		const view = document.getElementById("board").frameWindow;
		for (const type of ["dragover", "drop"]) view.document.body.dispatchEvent(new view.DragEvent(type, {dataTransfer, bubbles: true, cancelable: true}));
	})()`, e2e.Quote(many)), nil))
	p.Await(items + " === 'Ann – Bob,Dee – Eve,1 game cannot be read'")
	p.Press("#load-games li:nth-child(1) button")
	p.Words("headline", "White wins")
}

// openFile opens a file with a content, given as JavaScript.
func openFile(p e2e.Player, content string) {
	p.T.Helper()
	p.Shares()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer(), input = document.getElementById("load-file");
		dataTransfer.items.add(new File([%s], "game.fen"));
		input.files = dataTransfer.files;
		input.dispatchEvent(new Event("change"));
	})()`, content), nil))
}

// Thousands of games do not block the page, whether they can be read or not. Some hundreds
// are listed at a time, and unreadable ones are counted in a line.
func TestVeryManyGames(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`window.held = 0, void (function beat(last) {
		setTimeout(() => { held = Math.max(held, performance.now() - last); beat(performance.now()); });
	})(performance.now()), 1`, nil))
	const items = "document.querySelectorAll('#load-games li').length"
	p.Paste(`"x * ".repeat(20000)`)
	p.Words("load-error", "Line 1, column 1: ")
	p.Words("load-games", "1,000 games cannot be read")
	p.Words("load-games", "More games")
	if got := p.Number(items); got != 2 {
		t.Errorf("bad games make a list of %g", got)
	}
	if got := p.Number("held"); got > 1000 {
		t.Errorf("bad games held the page up for %g ms", got)
	}
	p.Press("#load-games li:nth-child(2) button")
	p.Words("load-games", "2,000 games cannot be read")

	p.Paste(`Array.from({length: 450}, (_, i) => '[White "W' + i + '"]\n\n' + (i === 7 ? "1. Ke5 *" : "1. {banning: e2e4} " + (i % 2 ? "d4" : "c4") + " *")).join("\n\n")`)
	p.Words("load-hint", "The first 200 games: choose one.")
	p.Await(items + " === 202")
	p.Press("#load-games li:last-child button")
	p.Await(items + " === 402 && document.activeElement.textContent.startsWith('W201')")
	p.Press("#load-games li:last-child button")
	p.Words("load-hint", "449 games: choose one.")
	p.Await("!document.querySelector('#load-games li:nth-last-child(2)').textContent.startsWith('W448')")
	p.Press("#load-games li:nth-last-child(2) button")
	p.Await(e2e.Game + ".toJSON().actions.join() === 'b:e2e4,m:d2d4'")
	p.Await(e2e.SharedPGN + ".includes('W449')")
}

// A file that cannot be read, such as a folder, shows a message. A slow file does not
// replace a newer one.
func TestUnreadableFiles(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError")), 1`, nil))
	openFile(p, `"b:e2e4"`)
	p.Words("load-error", "game.fen cannot be read.")
	p.Await("document.getElementById('share')?.open")

	p.Must(p.Eval(`Blob.prototype.arrayBuffer = () => new Promise((done) => window.arrive = done), 1`, nil))
	openFile(p, `"b:e2e4"`)
	p.LoadTime(e2e.Promotion)
	p.Must(p.Eval(`(async () => {
		arrive(new TextEncoder().encode("b:e2e4").buffer);
		for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
	})()`, nil))
	if p.FEN() != e2e.Promotion || p.Text("document.getElementById('share')?.open") != "false" {
		t.Errorf("a late file took the place of what was loaded: %s", p.FEN())
	}
}

// The PGN is saved as a file. The link goes to the system's share sheet, if there is one,
// which may be closed again.
func TestSaveAndSend(t *testing.T) {
	const sheet = `navigator.share = (data) => (window.sent = data, Promise.reject(new DOMException("closed", "AbortError")));`
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(sheet)}).Ready()
	dir := t.TempDir()
	p.Must(p.Downloads(dir))
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	p.Press("#share-open")
	p.Settle()
	p.Press("#link-send")
	p.Await("sent.url === document.getElementById('link').value && sent.url.includes('#1.') && sent.title === document.title && Object.keys(sent).length === 2")

	want := p.Text(e2e.SharedPGN)
	p.Press("#pgn-save")
	file := filepath.Join(dir, "ban-chess.pgn")
	for deadline := time.Now().Add(browser.Patience); ; {
		got, err := os.ReadFile(file)
		if string(got) == want && strings.Contains(want, "{banning: a2a3} e4") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the file has %q, %v; want %q", got, err, want)
		}
		p.Await("new Promise(requestAnimationFrame)")
	}
}

// A text that is pasted anywhere, or a file that is opened, is loaded; the dialog shows faults.
func TestPasteAndFile(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Paste(`"b:e2e4 m:d2d4"`)
	p.Await(e2e.Game + ".getPly() === 3")
	p.Paste(`"b:e2e4 m:e2e4"`)
	p.Words("load-error", "banned")
	p.Await("document.getElementById('share')?.open")
	openFile(p, e2e.Quote(e2e.Promotion))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(e2e.Promotion))
	openFile(p, "Uint8Array.from('[White \"Jos\\xe9\"]\\n\\n1. {banning: e2e4} d4 *', (c) => c.charCodeAt(0))") // Latin-1
	p.Await(e2e.SharedPGN + ".includes('[White \"José\"]')")
	openFile(p, `"\0\1"`)
	p.Words("load-error", "not a text")
	openFile(p, `new Uint8Array(16e6 + 1)`)
	p.Words("load-error", "game.fen is 17 MB. The page reads files of up to 16 MB.")
	openFile(p, `new Uint8Array(16e6)`)
	p.Words("load-error", "not a text")
	for _, text := range []string{"5.7VVRC4JAEP4r", `{"banchess":"progress","version":1}`} {
		openFile(p, e2e.Quote(text))
		p.Words("load-error", "This is your progress, not a game. Import it under Learn, Progress.")
	}
}

// A dialog reports late that it was closed. A file that was opened in between is still read,
// and its fault is shown.
func TestFileBeforeLateClose(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Paste(`"b:e2e4 m:e2e4"`)
	p.Words("load-error", "banned")
	p.Must(p.Eval(`(() => {
		const dialog = document.getElementById("share"), input = document.getElementById("load-file");
		Blob.prototype.arrayBuffer = () => new Promise((done) => dialog.addEventListener("close", () => setTimeout(() => done(new ArrayBuffer(1))), {once: true}));
		new MutationObserver((_, observer) => {
			if (dialog.open) return;
			observer.disconnect();
			const data = new DataTransfer();
			data.items.add(new File(["x"], "late.fen"));
			input.files = data.files;
			input.dispatchEvent(new Event("change"));
			window.opened = true;
		}).observe(dialog, {attributes: true});
	})()`, nil))
	p.Give(e2e.Promotion)
	p.Await("window.opened")
	p.Words("load-error", "not a text")
	p.Await("document.getElementById('share')?.open")
}

// If the clipboard refuses, the page copies from the field itself.
func TestCopyWithoutClipboard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`navigator.clipboard.writeText = () => Promise.reject(new Error("no")), document.execCommand = (name) => (window.copied = name + getSelection() + document.activeElement.value, true), 1`, nil))
	p.Press("#share-open")
	for _, id := range []string{"link", "fen", "pgn"} {
		p.Await("document.getElementById('" + id + "').value !== ''")
		p.Press("#" + id + "-copy")
		p.Await("document.getElementById('" + id + "-copy').dataset.copied === 'true'")
		p.Words("copied", "Copied.") // to screen readers
		p.Await("copied.endsWith(document.getElementById('" + id + "').value)")
	}
	if p.Text("document.getElementById('link-send') === null || !!navigator.share") != "true" {
		t.Error("there is a button for a share sheet that is not there")
	}
}

// TestSixFields checks the rule of six_fields.txt.
func TestSixFields(t *testing.T) {
	table, err := os.ReadFile("../../../game/testdata/six_fields.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := e2e.Open(t, e2e.Visit{}).Ready()
	for line := range strings.Lines(string(table)) {
		fen, want, ok := strings.Cut(strings.TrimSpace(line), " ; ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if p.FEN() != e2e.Promotion {
			p.LoadTime(e2e.Promotion)
		}
		p.Give(fen)
		if want == "bad_fen" {
			p.Words("load-error", "not possible")
			continue
		}
		p.Await(e2e.Game + ".fen() === " + e2e.Quote(want))
		mover := map[string]string{"w": "Black", "b": "White"}[strings.Fields(want)[1]]
		p.Words("notice", "This FEN says nothing about bans, so "+mover+" bans first.")
	}
}
