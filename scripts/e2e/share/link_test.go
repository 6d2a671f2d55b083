package share

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// list returns the text of the move list.
func list(p e2e.Player) string {
	p.T.Helper()
	return p.Text("document.getElementById('moves').innerText")
}

// The board starts after the link was read, when all parts listen to it. Otherwise its first
// events would be lost, and the page would wait for them for ever.
func TestLinkBeforeTheBoard(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 4))
	watch := gallery.Before(`
		const read = ReadableStreamDefaultReader.prototype.read;
		ReadableStreamDefaultReader.prototype.read = async function (...options) {
			const piece = await read.apply(this, options);
			window.early ??= customElements.get("ban-chess-board") !== undefined;
			return piece;
		};`)
	q := e2e.Open(t, e2e.Visit{Hash: p.Link(), Wrap: watch}).Ready()
	q.Await("early === false")
}

// A link in a fresh context gives the same game: FEN, list, current node and orientation.
func TestLink(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.Mate)
	p.Words("headline", "White wins: checkmate by ban")
	p.Menu("#flip")
	q := e2e.VisitLink(t, p.Link()).Ready()
	q.Words("headline", "White wins: checkmate by ban")
	if p.FEN() != q.FEN() || list(p) != list(q) {
		t.Errorf("the link shows %s\n%s\nand the game was %s\n%s", q.FEN(), list(q), p.FEN(), list(p))
	}
	q.Await("document.getElementById('board').options.orientation === 'black'")
	q.Words("notice", "This is the game in the link.")
	// Pasting it into the box has the same result.
	r := e2e.Open(t, e2e.Visit{}).Ready()
	r.Give("https://example.org/" + q.Link())
	r.Await(e2e.Game + ".fen() === " + e2e.Quote(p.FEN()))
	r.Await("document.getElementById('board').options.orientation === 'black'")
}

// A link contains the whole tree with its annotations, and the current node.
func TestLinkOfATree(t *testing.T) {
	const study = `[White "Ann"]

{[%csl Ge4] Before.} 1. {banning: e2e4} d4 {The usual. [%cal Gd2d4,Re7e5]} (1. c4 $5 {banning: e7e5} d5 (1... c5 {banning: g1f3} 2. e3) {banning: g1f3}) {banning: e7e5} d5 $1 {[%eval 0.31,18] [%clk 0:09:58]} 2. {banning: c2c4} Nf3 *`
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give(study)
	p.Await(e2e.Game + ".getPly() === 7")
	p.Press("[data-action='m:c2c4']")
	p.Await(e2e.Game + ".getPly() === 3")
	q := e2e.VisitLink(t, p.Link()).Ready()
	q.Await(e2e.SharedPGN + ".includes('Nf3')")
	for _, want := range []string{"Ge4", "Before.", "The usual.", "Gd2d4,Re7e5", "$5", "c5", "e3", "0.31,18", "0:09:58", "Ann"} {
		if !strings.Contains(q.Text(e2e.SharedPGN), want) {
			t.Errorf("there is no %s in\n%s", want, q.Text(e2e.SharedPGN))
		}
	}
	if a, b := p.Text(e2e.SharedPGN), q.Text(e2e.SharedPGN); a != b {
		t.Errorf("the link has\n%s\nand the game was\n%s", b, a)
	}
	if p.FEN() != q.FEN() || list(p) != list(q) {
		t.Errorf("the link shows %s, and the game was %s", q.FEN(), p.FEN())
	}
	// Going forward follows the same line as before.
	q.Press("#end")
	p.Press("#end")
	p.Await(e2e.Game + ".getPly() > 3")
	q.Await(e2e.Game + ".fen() === " + e2e.Quote(p.FEN()))
	// The game is there again without the address, and in Analyse.
	q.Must(q.Goto(q.Text("location.href.split('#')[0]")))
	q.Ready()
	q.Await(e2e.Game + ".fen() === " + e2e.Quote(p.FEN()) + " && document.body.dataset.mode === 'analyse'")
	// A promotion, another start position, an ending by the players.
	p.LoadTime(e2e.Promotion)
	p.Give(e2e.Promotion + " m:a7a8q")
	p.Await(e2e.Game + ".getPly() === 3")
	p.Press("#mode-play")
	p.Menu("#resign")
	p.Words("headline", "wins")
	q = e2e.VisitLink(t, p.Link()).Ready()
	q.Await(e2e.Game + ".fen() === " + e2e.Quote(p.FEN()))
	q.Words("headline", p.Text("document.getElementById('headline').textContent"))
}

// A game of 200 actions has a link that any chat accepts; for a longer link there is a message.
func TestLinkLength(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Eval(`(() => {
		const game = document.getElementById("board").game;
		let seed = 7;
		while (game.toJSON().actions.length < 200) {
			const legal = game.getLegalActions();
			seed = seed * 48271 % 2147483647;
			game.play(legal[seed % legal.length]);
		}
	})()`, nil))
	link := p.Link()
	if n := len(p.Text("location.origin + location.pathname") + link); n > 2000 {
		t.Errorf("200 actions have a link of %d characters", n)
	} else {
		t.Logf("200 actions: %d characters", n)
	}
	q := e2e.VisitLink(t, link).Ready()
	if p.FEN() != q.FEN() {
		t.Errorf("the link %s shows %s, and the game was %s: %s", link, q.FEN(), p.FEN(), q.Text("document.getElementById('notice').textContent + location.href + JSON.stringify(history.state)"))
	}
	var words strings.Builder
	for i := range 700 {
		fmt.Fprintf(&words, "%x ", i*i*2654435761)
	}
	p.Give("1. {banning: e2e4} d4 {" + words.String() + "} *")
	p.Await(e2e.Game + ".getPly() === 3")
	p.Link()
	p.Words("link-hint", "characters, more than some chats take.")
}

// The link of a game with a report opens on the report.
func TestLinkOfReport(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give(e2e.ReportedGame)
	link := p.Link()
	p = e2e.Open(t, e2e.Visit{Hash: link}).Ready()
	p.Await("document.getElementById('tab-report')?.ariaSelected === 'true' && document.getElementById('report-table')?.checkVisibility()")
}

// An address with a game where none is read says so.
func TestQueryWithGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "?fen=rubbish"}).Ready()
	p.Words("notice", "There is no game in this address. A link to a game has a # in it.")
}

// A link that is damaged, of another release, or of an illegal game shows a message and
// changes nothing: neither the stored or current game, nor the previous one, nor the
// address.
func TestBadLinks(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:d2d4")
	p.NewGame("against=friend")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 4))
	fen, whole := p.FEN(), p.Link()
	address := p.Text("location.href")
	p.Reload()
	stored := p.Text("localStorage['banchess.game']")
	flip := func(i int) string {
		b := []byte(whole)
		b[i] = map[bool]byte{true: 'B', false: 'A'}[b[i] == 'A']
		return string(b)
	}
	// The packed content is valid, but its game is illegal.
	illegal := p.Pack(`{"line":"e2e4e2e4"}`)
	before := ""
	for i, tt := range []struct{ link, code, want string }{
		{whole[:len(whole)-1], "bad_link", "This link is damaged"},
		{flip(6), "bad_link", "This link is damaged"},
		{flip(len(whole) - 8), "bad_link", "This link is damaged"},
		{"#hello", "bad_link", "This link is damaged"},
		{"#%E0%A4%A", "bad_link", "This link is damaged"},
		{"#1." + strings.Repeat("A", 70_000), "bad_link", "This link is damaged"},
		{strings.Replace(whole, "#1.", "#9.", 1), "other_release", "This link was made by another release"},
		{illegal, "", "The game in the link cannot be played"},
	} {
		same := func() {
			t.Helper()
			p.Words("notice", tt.want)
			p.Await("document.body.dataset.link === 'made'")
			if got := p.Text("document.getElementById('notice').dataset.code"); got != tt.code {
				t.Errorf("%.20s: the code is %q, want %q", tt.link, got, tt.code)
			}
			if got := p.FEN(); got != fen {
				t.Errorf("%.20s: the game became %s", tt.link, got)
			}
			if got := p.Text("localStorage['banchess.game']"); got != stored {
				t.Errorf("%.20s: what is stored became\n%s\nand was\n%s", tt.link, got, stored)
			}
			if got := p.Text("location.hash"); got != tt.link {
				t.Errorf("%.20s: the address has %.20s", tt.link, got)
			}
			if p.Text("document.getElementById('restore').checkVisibility()") != "false" {
				t.Errorf("%.20s: there is something to restore", tt.link)
			}
		}
		// With a stored game: the first link of each kind twice.
		if tt.want != before {
			p.Must(p.Goto(address + fmt.Sprintf("?%d", i) + tt.link))
			p.Ready()
			same()
			p.Reload()
			same()
		}
		before = tt.want
		// And with a game in progress.
		p.Must(p.Goto(address))
		p.Ready()
		p.Must(p.Eval("location.hash = "+e2e.Quote(tt.link), nil))
		same()
	}
	// When the game continues, the address contains it.
	p.Plays(strings.Fields(e2e.Mate)[4])
	p.Settle()
	if got := p.Text("location.hash"); got != "" {
		t.Errorf("the game goes on, and the address is still %s", got)
	}
	p.Words("notice", "")
}

// Without a stored game, a link that cannot be read leaves a new game and a message. The
// message disappears when the user goes elsewhere, whether the page began with the link or
// it came later.
func TestBadLinkLeft(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#hello"}).Ready()
	const gone = "document.getElementById('notice').textContent === ''"
	if got := p.FEN(); got != e2e.StartFEN {
		t.Errorf("beside it stands %s", got)
	}
	p.Words("headline", "Black bans a White move")
	p.Words("moves", "Chess, but before every move")
	for _, mode := range []string{"analyse", "play", "learn"} {
		p.Words("notice", "Ask for it again")
		p.Press("#mode-" + mode)
		p.Await(gone)
		p.Must(p.Eval("location.hash = '#1.zzzz', location.hash = '#1.zzz"+mode[:1]+"', 1", nil))
	}
}

// A link that cannot be read stops neither clock nor computer; Back and Forward pass over it.
func TestBadLinkInAGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=computer", "level=1", "side=black")
	p.Plays("b:e2e4")
	p.Await(e2e.Game + ".getPly() === 4") // White has moved, and banned
	p.Settle()
	fen := p.FEN()
	const says = "document.getElementById('notice').textContent"
	going := func() {
		t.Helper()
		p.Await(e2e.Game + ".fen() === " + e2e.Quote(fen))
		p.Await(e2e.BlackClock + ".checkVisibility() && " + e2e.BlackClock + ".dataset.running === 'true'")
		p.Await("document.querySelector('#player-top .who').textContent === 'Computer, level 1'")
	}
	p.Must(p.Eval("location.hash = '#1.zzzz'", nil))
	p.Words("notice", "This link is damaged")
	going()
	p.Must(p.Eval("history.back()", nil))
	p.Await(says + " === ''")
	going()
	p.Must(p.Eval("history.forward()", nil))
	p.Words("notice", "This link is damaged")
	going()
	// A link that only the rules refuse, before they are loaded.
	p.Must(p.Goto(p.Text("location.href.split('#')[0]") + "?again" + p.Pack(`{"line":"e2e4e2e4"}`)))
	p.Ready()
	p.Words("notice", "The game in the link cannot be played")
	going()
	p.PlaysFirst()
	p.Await(e2e.WhiteClock + ".dataset.running === 'false' && " + e2e.BlackClock + ".dataset.running === 'true'")
}

// Back and Forward go from game to game. A link takes precedence over the stored game,
// which is not lost.
func TestLinkHistory(t *testing.T) {
	other := e2e.Open(t, e2e.Visit{}).Ready()
	other.Plays("b:d2d4 m:e2e4")
	link, linked := other.Link(), other.FEN()

	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	mine := p.FEN()
	p.Settle()
	p.Must(p.Eval("location.hash = "+e2e.Quote(link), nil))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(linked))
	p.Must(p.Eval("history.back()", nil))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(mine) + " && document.getElementById('notice').textContent === ''")
	p.Must(p.Eval("history.forward()", nil))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(linked))
	p.Words("notice", "This is the game in the link.")

	// The address follows the linked game, also after a reload.
	p.Plays("b:e7e5")
	further := p.FEN()
	p.Reload()
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(further))
	p.Settle()
	if p.Text("location.hash") == link {
		t.Error("the address has not followed the game")
	}
	p.Must(p.Eval("history.back()", nil))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(mine))

	// In a new page, the address takes precedence over the stored game.
	p.Must(p.Goto(p.Text("location.origin + location.pathname") + "?again" + link))
	p.Ready()
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(linked))
	p.Press("#restore")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(mine))
	p.Settle()
	if got := p.Text("location.hash"); got != "" {
		t.Errorf("the address of another game has the link %s", got)
	}
}

// If a user who plays the computer follows a link to another game, the computer does not
// play in that.
func TestLinkAndComputer(t *testing.T) {
	other := e2e.Open(t, e2e.Visit{}).Ready()
	other.Plays("b:d2d4")
	link, linked := other.Link(), other.FEN()
	p := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	p.NewGame("against=computer", "side=black")
	p.Must(p.Eval("location.hash = "+e2e.Quote(link), nil))
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(linked))
	p.Words("headline", "White moves")
	p.Await("document.body.dataset.engine === 'off' && !document.getElementById('board').hasAttribute('readonly')")
}
