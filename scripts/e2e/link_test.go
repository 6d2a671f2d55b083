package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/gallery"
)

// link returns the link of the game on the page, without the part before the #.
func (p player) link() string {
	p.t.Helper()
	p.shares()
	p.settle()
	link := p.text("document.getElementById('link').value")
	p.must(p.Eval("document.getElementById('share').close()", nil))
	if !strings.HasPrefix(link, p.text("location.href.split('#')[0]")+"#") {
		p.t.Errorf("the link is to another page: %s", link)
	}
	return link[strings.IndexByte(link, '#'):]
}

// settle waits until the address is up to date.
func (p player) settle() {
	p.t.Helper()
	p.wait("document.body.dataset.link === 'made' && (document.querySelector('#share[open] #link')?.value ?? '#' + history.state.game).endsWith('#' + history.state.game)")
}

// reload reloads the page at the same address.
func (p player) reload() {
	p.t.Helper()
	p.wait(historyIsFlat) // or the step back goes before the reload
	p.must(p.Eval("window.before = true, setTimeout(() => location.reload()), 1", nil))
	p.wait("!window.before")
	p.ready()
}

// list returns the text of the move list.
func (p player) list() string {
	p.t.Helper()
	return p.text("document.getElementById('moves').innerText")
}

// visitLink opens a link in a new page without stored data.
func visitLink(t *testing.T, link string) player {
	t.Helper()
	return open(t, visit{hash: link})
}

// The board starts after the link was read, when all parts listen to it. Otherwise its first
// events would be lost, and the page would wait for them for ever.
func TestLinkBeforeTheBoard(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(firstActions(mate, 4))
	watch := gallery.Before(`
		const read = ReadableStreamDefaultReader.prototype.read;
		ReadableStreamDefaultReader.prototype.read = async function (...options) {
			const piece = await read.apply(this, options);
			window.early ??= customElements.get("ban-chess-board") !== undefined;
			return piece;
		};`)
	q := open(t, visit{hash: p.link(), wrap: watch}).ready()
	q.wait("early === false")
}

// A link in a fresh context gives the same game: FEN, list, current node and orientation.
func TestLink(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, mate)
	p.words("headline", "White wins: checkmate by ban")
	p.menu("#flip")
	q := visitLink(t, p.link()).ready()
	q.words("headline", "White wins: checkmate by ban")
	if p.fen() != q.fen() || p.list() != q.list() {
		t.Errorf("the link shows %s\n%s\nand the game was %s\n%s", q.fen(), q.list(), p.fen(), p.list())
	}
	q.wait("document.getElementById('board').options.orientation === 'black'")
	q.words("notice", "This is the game in the link.")
	// Pasting it into the box has the same result.
	r := open(t, visit{}).ready()
	r.give("https://example.org/" + q.link())
	r.wait(game + ".fen() === " + quote(p.fen()))
	r.wait("document.getElementById('board').options.orientation === 'black'")
}

// A link contains the whole tree with its annotations, and the current node.
func TestLinkOfATree(t *testing.T) {
	const study = `[White "Ann"]

{[%csl Ge4] Before.} 1. {banning: e2e4} d4 {The usual. [%cal Gd2d4,Re7e5]} (1. c4 $5 {banning: e7e5} d5 (1... c5 {banning: g1f3} 2. e3) {banning: g1f3}) {banning: e7e5} d5 $1 {[%eval 0.31,18] [%clk 0:09:58]} 2. {banning: c2c4} Nf3 *`
	p := open(t, visit{}).ready()
	p.give(study)
	p.wait(game + ".getPly() === 7")
	p.press("[data-action='m:c2c4']")
	p.wait(game + ".getPly() === 3")
	q := visitLink(t, p.link()).ready()
	q.wait(sharedPGN + ".includes('Nf3')")
	for _, want := range []string{"Ge4", "Before.", "The usual.", "Gd2d4,Re7e5", "$5", "c5", "e3", "0.31,18", "0:09:58", "Ann"} {
		if !strings.Contains(q.text(sharedPGN), want) {
			t.Errorf("there is no %s in\n%s", want, q.text(sharedPGN))
		}
	}
	if a, b := p.text(sharedPGN), q.text(sharedPGN); a != b {
		t.Errorf("the link has\n%s\nand the game was\n%s", b, a)
	}
	if p.fen() != q.fen() || p.list() != q.list() {
		t.Errorf("the link shows %s, and the game was %s", q.fen(), p.fen())
	}
	// Going forward follows the same line as before.
	q.press("#end")
	p.press("#end")
	p.wait(game + ".getPly() > 3")
	q.wait(game + ".fen() === " + quote(p.fen()))
	// The game is there again without the address, and in Analyse.
	q.must(q.Goto(q.text("location.href.split('#')[0]")))
	q.ready()
	q.wait(game + ".fen() === " + quote(p.fen()) + " && document.body.dataset.mode === 'analyse'")
	// A promotion, another start position, an ending by the players.
	p.load(promotion)
	p.give(promotion + " m:a7a8q")
	p.wait(game + ".getPly() === 3")
	p.press("#mode-play")
	p.menu("#resign")
	p.words("headline", "wins")
	q = visitLink(t, p.link()).ready()
	q.wait(game + ".fen() === " + quote(p.fen()))
	q.words("headline", p.text("document.getElementById('headline').textContent"))
}

// A game of 200 actions has a link that any chat accepts; for a longer link there is a message.
func TestLinkLength(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`(() => {
		const game = document.getElementById("board").game;
		let seed = 7;
		while (game.toJSON().actions.length < 200) {
			const legal = game.getLegalActions();
			seed = seed * 48271 % 2147483647;
			game.play(legal[seed % legal.length]);
		}
	})()`, nil))
	link := p.link()
	if n := len(p.text("location.origin + location.pathname") + link); n > 2000 {
		t.Errorf("200 actions have a link of %d characters", n)
	} else {
		t.Logf("200 actions: %d characters", n)
	}
	q := visitLink(t, link).ready()
	if p.fen() != q.fen() {
		t.Errorf("the link %s shows %s, and the game was %s: %s", link, q.fen(), p.fen(), q.text("document.getElementById('notice').textContent + location.href + JSON.stringify(history.state)"))
	}
	var words strings.Builder
	for i := range 700 {
		fmt.Fprintf(&words, "%x ", i*i*2654435761)
	}
	p.give("1. {banning: e2e4} d4 {" + words.String() + "} *")
	p.wait(game + ".getPly() === 3")
	p.link()
	p.words("link-hint", "characters, more than some chats take.")
}

// The link of a game with a report opens on the report.
func TestLinkOfReport(t *testing.T) {
	p := open(t, visit{}).ready()
	p.give(reportedGame)
	link := p.link()
	p = open(t, visit{hash: link}).ready()
	p.wait("document.getElementById('tab-report')?.ariaSelected === 'true' && document.getElementById('report-table')?.checkVisibility()")
}

// An address with a game where none is read says so.
func TestQueryWithGame(t *testing.T) {
	p := open(t, visit{hash: "?fen=rubbish"}).ready()
	p.words("notice", "There is no game in this address. A link to a game has a # in it.")
}

// A link that is damaged, of another release, or of an illegal game shows a message and
// changes nothing: neither the stored or current game, nor the previous one, nor the
// address.
func TestBadLinks(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:d2d4")
	p.newGame("against=friend")
	hands[0].playAll(p, firstActions(mate, 4))
	fen, whole := p.fen(), p.link()
	address := p.text("location.href")
	p.reload()
	stored := p.text("localStorage['banchess.game']")
	flip := func(i int) string {
		b := []byte(whole)
		b[i] = map[bool]byte{true: 'B', false: 'A'}[b[i] == 'A']
		return string(b)
	}
	// The packed content is valid, but its game is illegal.
	illegal := p.pack(`{"line":"e2e4e2e4"}`)
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
			p.words("notice", tt.want)
			p.wait("document.body.dataset.link === 'made'")
			if got := p.text("document.getElementById('notice').dataset.code"); got != tt.code {
				t.Errorf("%.20s: the code is %q, want %q", tt.link, got, tt.code)
			}
			if got := p.fen(); got != fen {
				t.Errorf("%.20s: the game became %s", tt.link, got)
			}
			if got := p.text("localStorage['banchess.game']"); got != stored {
				t.Errorf("%.20s: what is stored became\n%s\nand was\n%s", tt.link, got, stored)
			}
			if got := p.text("location.hash"); got != tt.link {
				t.Errorf("%.20s: the address has %.20s", tt.link, got)
			}
			if p.text("document.getElementById('restore').checkVisibility()") != "false" {
				t.Errorf("%.20s: there is something to restore", tt.link)
			}
		}
		// With a stored game: the first link of each kind twice.
		if tt.want != before {
			p.must(p.Goto(address + fmt.Sprintf("?%d", i) + tt.link))
			p.ready()
			same()
			p.reload()
			same()
		}
		before = tt.want
		// And with a game in progress.
		p.must(p.Goto(address))
		p.ready()
		p.must(p.Eval("location.hash = "+quote(tt.link), nil))
		same()
	}
	// When the game continues, the address contains it.
	p.plays(strings.Fields(mate)[4])
	p.settle()
	if got := p.text("location.hash"); got != "" {
		t.Errorf("the game goes on, and the address is still %s", got)
	}
	p.words("notice", "")
}

// pack returns a link with some content, given as JSON.
func (p player) pack(content string) (link string) {
	p.t.Helper()
	return p.packAs(1, content)
}

// packAs returns a link of a format.
func (p player) packAs(format int, content string) (link string) {
	p.t.Helper()
	p.must(p.Eval(`(async () => {
		const bytes = new Uint8Array(await new Response(new Blob([`+quote(content)+`]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
		const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
		let sum = 0x811c9dc5;
		for (const c of packed) sum = Math.imul(sum ^ c.charCodeAt(0), 0x01000193);
		return "#`+strconv.Itoa(format)+`." + packed + ((sum >>> 0) % 36 ** 4).toString(36).padStart(4, "0");
	})()`, &link))
	return link
}

// Without a stored game, a link that cannot be read leaves a new game and a message. The
// message disappears when the user goes elsewhere, whether the page began with the link or
// it came later.
func TestBadLinkLeft(t *testing.T) {
	p := open(t, visit{hash: "#hello"}).ready()
	const gone = "document.getElementById('notice').textContent === ''"
	if got := p.fen(); got != startFEN {
		t.Errorf("beside it stands %s", got)
	}
	p.words("headline", "Black bans a White move")
	p.words("moves", "Chess, but before every move")
	for _, mode := range []string{"analyse", "play", "learn"} {
		p.words("notice", "Ask for it again")
		p.press("#mode-" + mode)
		p.wait(gone)
		p.must(p.Eval("location.hash = '#1.zzzz', location.hash = '#1.zzz"+mode[:1]+"', 1", nil))
	}
}

// A link that cannot be read stops neither clock nor computer; Back and Forward pass over it.
func TestBadLinkInAGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=computer", "level=1", "side=black")
	p.plays("b:e2e4")
	p.wait(game + ".getPly() === 4") // White has moved, and banned
	p.settle()
	fen := p.fen()
	const says = "document.getElementById('notice').textContent"
	going := func() {
		t.Helper()
		p.wait(game + ".fen() === " + quote(fen))
		p.wait(blackClock + ".checkVisibility() && " + blackClock + ".dataset.running === 'true'")
		p.wait("document.querySelector('#player-top .who').textContent === 'Computer, level 1'")
	}
	p.must(p.Eval("location.hash = '#1.zzzz'", nil))
	p.words("notice", "This link is damaged")
	going()
	p.must(p.Eval("history.back()", nil))
	p.wait(says + " === ''")
	going()
	p.must(p.Eval("history.forward()", nil))
	p.words("notice", "This link is damaged")
	going()
	// A link that only the rules refuse, before they are loaded.
	p.must(p.Goto(p.text("location.href.split('#')[0]") + "?again" + p.pack(`{"line":"e2e4e2e4"}`)))
	p.ready()
	p.words("notice", "The game in the link cannot be played")
	going()
	p.playsFirst()
	p.wait(whiteClock + ".dataset.running === 'false' && " + blackClock + ".dataset.running === 'true'")
}

// Back and Forward go from game to game. A link takes precedence over the stored game,
// which is not lost.
func TestLinkHistory(t *testing.T) {
	other := open(t, visit{}).ready()
	other.plays("b:d2d4 m:e2e4")
	link, linked := other.link(), other.fen()

	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	mine := p.fen()
	p.settle()
	p.must(p.Eval("location.hash = "+quote(link), nil))
	p.wait(game + ".fen() === " + quote(linked))
	p.must(p.Eval("history.back()", nil))
	p.wait(game + ".fen() === " + quote(mine) + " && document.getElementById('notice').textContent === ''")
	p.must(p.Eval("history.forward()", nil))
	p.wait(game + ".fen() === " + quote(linked))
	p.words("notice", "This is the game in the link.")

	// The address follows the linked game, also after a reload.
	p.plays("b:e7e5")
	further := p.fen()
	p.reload()
	p.wait(game + ".fen() === " + quote(further))
	p.settle()
	if p.text("location.hash") == link {
		t.Error("the address has not followed the game")
	}
	p.must(p.Eval("history.back()", nil))
	p.wait(game + ".fen() === " + quote(mine))

	// In a new page, the address takes precedence over the stored game.
	p.must(p.Goto(p.text("location.origin + location.pathname") + "?again" + link))
	p.ready()
	p.wait(game + ".fen() === " + quote(linked))
	p.press("#restore")
	p.wait(game + ".fen() === " + quote(mine))
	p.settle()
	if got := p.text("location.hash"); got != "" {
		t.Errorf("the address of another game has the link %s", got)
	}
}

// If a user who plays the computer follows a link to another game, the computer does not
// play in that.
func TestLinkAndComputer(t *testing.T) {
	other := open(t, visit{}).ready()
	other.plays("b:d2d4")
	link, linked := other.link(), other.fen()
	p := open(t, visit{view: phone}).ready()
	p.newGame("against=computer", "side=black")
	p.must(p.Eval("location.hash = "+quote(link), nil))
	p.wait(game + ".fen() === " + quote(linked))
	p.words("headline", "White moves")
	p.wait("document.body.dataset.engine === 'off' && !document.getElementById('board').hasAttribute('readonly')")
}
