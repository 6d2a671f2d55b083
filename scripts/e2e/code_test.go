package e2e

import (
	"fmt"
	"strings"
	"testing"

	"rsc.io/qr"

	"github.com/banchess/banchess/scripts/browser"
)

// isLive is JavaScript that reports whether the page is connected to the other player.
const isLive = "document.getElementById('together').dataset.live === 'true'"

// invites starts a game by code and returns the code.
func (p player) invites(choices ...string) string {
	p.t.Helper()
	p.newGame(append([]string{"against=code"}, choices...)...)
	return p.codeToSend()
}

// invitesFor starts a game by code with White, with so many minutes a side and no increment.
func (p player) invitesFor(minutes string) string {
	p.t.Helper()
	p.press("#new")
	p.chooseGame("against=code", "side=white", "timed=true")
	p.fill("#new-form [name=minutes]", minutes)
	p.fill("#new-form [name=increment]", "0")
	p.press("#new-start")
	return p.codeToSend()
}

// codeToSend returns the code that the dialog shows, which its link and its picture have too.
func (p player) codeToSend() string {
	p.t.Helper()
	p.wait("document.getElementById('connect')?.open && document.getElementById('connect-text')?.value")
	code := p.text("document.getElementById('connect-text').value")
	if link := p.text("document.getElementById('connect-link').value"); link != p.text("location.href.split('#')[0]")+"#"+code {
		p.t.Errorf("the link is %s, of the code %s", link, code)
	}
	if len(code) > 200 {
		p.t.Errorf("the code has %d characters", len(code))
	}
	return code
}

// enters gives the dialog the answer to the invitation.
func (p player) enters(answer string) {
	p.t.Helper()
	p.fill("#connect-answer", answer)
	p.press("#connect-go")
}

// connected waits until the page is connected, and the dialog is gone.
func (p player) connected() {
	p.t.Helper()
	p.wait(isLive + " && !document.getElementById('connect')?.open && (" + historyIsFlat + ")")
}

// byCode connects two profiles by codes. The first of the two players has White.
func byCode(t *testing.T, choices ...string) (white, black player) {
	t.Helper()
	white = open(t, visit{}).ready()
	return white, white.meets(white.invites(append(choices, "side=white")...), desktop)
}

// meets opens the invitation that a page shows in another profile, and connects the two.
func (p player) meets(invitation string, view browser.View) (black player) {
	t, white := p.t, p
	black = open(t, visit{view: view, server: white.text("location.origin"), hash: "#" + invitation}).ready()
	black.words("connect", "You play Black.")
	white.enters(black.codeToSend())
	white.connected()
	black.connected()
	white.words("notice", "Connected. You play White.")
	black.words("notice", "Connected. You play Black.")
	black.wait("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
	return black
}

// playOn plays a whole game on the two pages in turn, each action on the page whose turn it
// is, and waits until it is on the other one.
func playOn(t *testing.T, white, black player, actions string, act func(p player, i int, action string), watching ...player) {
	t.Helper()
	all := strings.Fields(actions)
	for i, action := range all {
		p := black
		if i%4 == 1 || i%4 == 2 {
			p = white
		}
		act(p, i, action)
		for _, other := range append([]player{white, black}, watching...) {
			other.has(strings.Join(all[:i+1], " "))
		}
	}
}

// A tab that was closed comes back by a new code: the game goes on where it was, and from code
// to link and back. What was done while nobody heard it arrives then.
func TestBackByNewCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5 m:d7d5", func(p player, _ int, action string) { p.plays(action) })
	black.must(black.Goto("about:blank"))
	white.words("together-connection", "Your friend has closed or reloaded the page, or has opened another game. Your game is safe: make a new code and send it")
	black.must(black.Goto(white.text("location.href.split(/[?#]/)[0]")))
	black.ready()
	black.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.plays("b:c2c4") // nobody hears it
	black.words("together-connection", "You are not connected, because one of the pages was closed or reloaded, or opened another game. Open the new code that your friend sends, or make one and send it.")
	black.words("together-text", "Or go on without a connection: send your friend this link.")

	white.press("#together-connect")
	invitation := white.codeToSend()
	black.opens("#" + invitation)
	black.words("connect", "You play Black.")
	white.enters(black.codeToSend())
	white.connected()
	black.connected()
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")

	// The connection is lost again, and the game goes on by link, in the same entry.
	white.must(white.Goto("about:blank"))
	black.words("together-connection", "Your friend has closed or reloaded the page")
	white.must(white.Goto(black.text("location.href.split(/[?#]/)[0]")))
	white.ready()
	white.plays("m:g1f3 b:g8f6")
	black.opens(white.linkToSend())
	black.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6")
	for _, p := range []player{white, black} {
		p.listGames(1)
		p.must(p.Key(browser.Escape))
	}
}

// Offers are answered at once. Taking back asks the opponent; a resignation ends the game on
// both sides.
func TestOffersByCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	white.chooses("#take-back")
	white.words("together", "Your offer was sent.")
	black.words("together-text", "Your friend asks to take back 1… ban e7–e5.")
	black.press("#together-decline")
	white.words("notice", "Your friend has declined.")
	white.chooses("#take-back")
	black.press("#together-agree")
	white.has("b:e2e4 m:d2d4")
	black.has("b:e2e4 m:d2d4")
	white.words("notice", "Your friend has agreed to the takeback.")
	white.plays("b:d7d5")
	black.has("b:e2e4 m:d2d4 b:d7d5")
	black.chooses("#draw")
	black.plays("m:e7e5 b:c2c4")
	white.words("together-text", "Your friend offers a draw.")
	white.press("#together-decline")
	black.words("notice", "Your friend has declined. The game goes on.")
	white.wait("document.getElementById('together').hidden")
	white.plays("m:g1f3 b:b8c6")
	black.menu("#resign")
	black.words("headline", "You lost by resignation")
	white.words("headline", "You won by resignation")
}

// Codes that are cut, changed, of the other kind or of another invitation are refused in words,
// by an error with a stable code where they are opened; nothing is changed.
func TestBadCodes(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4", func(p player, _ int, action string) { p.plays(action) })
	other := open(t, visit{server: white.text("location.origin")}).ready()
	invitation := other.invites("side=white")
	third := open(t, visit{server: white.text("location.origin"), hash: "#" + invitation}).ready()
	answer := third.codeToSend()
	flipped := []byte(answer)
	flipped[len(flipped)/2] ^= 1
	for _, tt := range []struct{ given, says string }{
		{answer[:len(answer)-3], "This is not a whole code"},
		{string(flipped), "This is not a whole code"},
		{"hello", "This is not a whole code"},
		{"9" + answer[1:], "another release"},
		{invitation, "This is your own invitation: send it to your friend."},
		{"https://example.org/#1." + strings.Repeat("A", 20), "This is a link to a game, not an answer."},
	} {
		other.enters(tt.given)
		other.words("connect-error", tt.says)
	}
	other.press("#connect .head button")
	other.newGame("against=code", "side=white")
	other.wait("document.getElementById('connect-text')?.value && document.getElementById('connect-text').value !== " + quote(invitation))
	other.enters(answer)
	other.words("connect-error", "This answers another invitation.")
	second := other.codeToSend()
	for _, tt := range []struct {
		p          player
		link, code string
	}{
		{black, "#" + second[:len(second)-3], "bad_code"},
		{black, "#" + answer, "no_invitation"},
		{other, "#" + second, "own_code"},
	} {
		tt.p.opens(tt.link)
		tt.p.wait("document.getElementById('notice').dataset.kind === 'error' && document.getElementById('notice').dataset.code === " + quote(tt.code))
	}
	black.has("b:e2e4")
	black.wait(isLive)
	// The answer that belongs to it may come as a link, in another tab.
	third.opens("#" + second)
	third.wait("document.getElementById('connect')?.open && document.getElementById('connect-text')?.value && document.getElementById('connect-text').value !== " + quote(answer))
	tab := other.beside("#" + third.codeToSend())
	tab.words("notice", "The game goes on in the tab that made the invitation.")
	tab.words("together-connection", "The game goes on in another tab of this browser.")
	other.connected()
	third.connected()
}

// A friend who got the code as text enters it where a new game begins, or where games are
// loaded.
func TestEnteringACode(t *testing.T) {
	white := open(t, visit{}).ready()
	invitation := white.invites("side=white")
	for _, enter := range []func(p player){
		func(p player) {
			p.press("#new")
			p.chooseGame("against=code")
			p.wait("(([first, ...rest]) => rest.length === 2 && rest.every((look) => look === first))([...document.querySelectorAll('#new-by-link, #new-by-code .hint')].map((e) => { const { color, fontSize } = getComputedStyle(e); return color + fontSize; }))")
			p.fill("#new-form [name=code]", invitation[:50])
			p.press("#new-start")
			p.words("new-code-error", "This is not a whole code")
			p.fill("#new-form [name=code]", invitation)
			p.press("#new-start")
			p.wait("!document.getElementById('new-game').open")
		},
		func(p player) {
			p.give(invitation)
			p.wait("!document.getElementById('share').open")
		},
	} {
		black := open(t, visit{server: white.text("location.origin")}).ready()
		black.must(black.Eval("LockManager.prototype.request = () => Promise.reject(new DOMException('none', 'SecurityError')), 1", nil)) // as with all site data blocked
		enter(black)
		black.words("connect", "You play Black.")
		if code := black.codeToSend(); code[0] != '4' {
			t.Errorf("the answer is %s", code)
		}
	}
}

// beside opens a link in another tab of the same browser.
func (p player) beside(link string) player {
	p.t.Helper()
	return p.besideAt(link, desktop)
}

// besideAt opens a link in another tab of the same browser, in a window of another size.
func (p player) besideAt(link string, view browser.View) player {
	p.t.Helper()
	q, err := p.Beside(p.text("location.href.split(/[?#]/)[0]")+link, view)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(q.Close)
	return player{q, p.t}.ready()
}

// A tab of the same browser with the link of the invitation plays the other side without an
// answer, and a third one watches. A tab that was closed comes back by the link.
func TestTabsOfOneBrowser(t *testing.T) {
	white := open(t, visit{}).ready()
	link := "#" + white.invites("side=white")
	black := white.beside(link)
	black.words("notice", "Connected. You play Black.")
	black.wait("document.getElementById('board').options.orientation === 'black' && location.hash === ''")
	white.connected()
	watcher := white.beside(link)
	watcher.words("notice", "You are watching this game.")
	all := strings.Fields(mate)
	playOn(t, white, black, strings.Join(all[:4], " "), func(p player, i int, action string) { hands[0].play(p, action, i%2 == 0) }, watcher)
	watcher.wait("document.getElementById('board').options.readonly")

	black.reload()
	black.connected()
	black.has(strings.Join(all[:4], " "))
	white.reload()
	white.connected()
	black.connected()
	black.must(black.Eval("BroadcastChannel.prototype.postMessage = () => {}, 1", nil)) // as if it crashed
	black.page.Close()
	white.words("together-connection", "Your friend has closed or reloaded the page")
	black = white.beside(link)
	black.words("notice", "Connected. You play Black.")
	watcher.reload()
	watcher.wait(isLive)
	rest := all[4:]
	for i, action := range rest {
		p := black
		if i%4 == 1 || i%4 == 2 {
			p = white
		}
		hands[0].play(p, action, false)
		for _, p := range []player{white, black, watcher} {
			p.has(strings.Join(all[:5+i], " "))
		}
	}
	white.words("headline", "You won by a ban that mates")
	black.words("headline", "You lost by a ban that mates")
	watcher.words("headline", "White wins: checkmate by ban")
	white.listGames(1)
	white.rowSays(0, "Your friend", "You won")
}

// Of two tabs that keep the same game, a third one joins one, and only that one is connected.
func TestTwoHostsOfOneBrowser(t *testing.T) {
	first := open(t, visit{}).ready()
	link := "#" + first.invites("side=white")
	second := first.beside("")
	first.words("moves", "Waiting for your friend.")
	black := first.beside(link)
	black.connected()
	black.words("moves", "Nothing has been played yet.")
	black.plays("b:e2e4")
	first.has("b:e2e4")
	second.has("b:e2e4")
	const isConnected = "String(" + isLive + ")"
	if a, b := first.text(isConnected), second.text(isConnected); a == b {
		t.Errorf("connected: %s and %s", a, b)
	}
}

// The clocks run on both sides while the two are connected, and stand while they are not.
func TestClocksByCode(t *testing.T) {
	white := open(t, visit{}).ready()
	black := white.meets(white.invitesFor("10"), desktop)
	black.wait(blackClock + ".textContent === '10:00' && " + whiteClock + ".dataset.running === 'false'")
	black.plays("b:e2e4")
	for _, p := range []player{white, black} {
		p.wait(whiteClock + ".dataset.running === 'true' && " + whiteClock + ".textContent.startsWith('9:')")
		p.wait(blackClock + ".dataset.running === 'false' && " + blackClock + ".textContent === '10:00'")
	}
	white.press("#mode-analyse") // does not stop the clock
	white.wait("document.body.dataset.mode === 'analyse'")
	white.press("#mode-play")
	white.wait(whiteClock + ".dataset.running === 'true'")
	black.must(black.Goto("about:blank"))
	white.words("together-connection", "Your friend has closed or reloaded the page")
	white.wait(whiteClock + ".dataset.running === 'false'")
	white.plays("m:d2d4") // at leisure
	black.must(black.Goto(white.text("location.href.split(/[?#]/)[0]")))
	black.ready()
	white.press("#together-connect")
	black.opens("#" + white.codeToSend())
	white.enters(black.codeToSend())
	black.connected()
	for _, p := range []player{white, black} {
		p.has("b:e2e4 m:d2d4")
		p.wait(whiteClock + ".dataset.running === 'true' && " + whiteClock + ".textContent.startsWith('9:')")
	}
	black.listGames(1)
	black.rowSays(0, "10+0")
}

// A player whose time is up loses, whether that player's page says so or the opponent's
// claims it.
func TestTimeUpByCode(t *testing.T) {
	for _, tt := range []struct {
		name    string
		isQuiet bool
	}{{"it says so", false}, {"the opponent claims it", true}} {
		t.Run(tt.name, func(t *testing.T) {
			white := open(t, visit{}).ready()
			black := white.meets(white.invitesFor("0.1"), desktop)
			if tt.isQuiet { // the page of White never notices
				white.must(white.Eval("{ const wait = setTimeout; window.setTimeout = (f, time, ...rest) => (time > 3000 && time < 8000 ? 0 : wait(f, time, ...rest)); }", nil))
			}
			black.plays("b:e2e4")
			for _, p := range []player{black, white} {
				p.wait("document.getElementById('headline').textContent.includes('on time')")
				p.wait(logged + " === 'e2e4w!'")
			}
			white.words("headline", "You lost on time")
			black.words("headline", "You won on time")
		})
	}
}

// The picture of the invitation is a QR code of its link.
func TestPictureOfCode(t *testing.T) {
	p := open(t, visit{}).ready()
	code := p.invites("side=white")
	p.wait("document.getElementById('connect-qr').checkVisibility()")
	want, err := qr.Encode(p.text("location.href.split('#')[0]")+"#"+code, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	p.must(p.Eval("document.getElementById('board').frameWindow.banchess.qr(document.getElementById('connect-link').value)", &rows))
	if len(rows) != want.Size {
		t.Fatalf("the code has %d rows, want %d", len(rows), want.Size)
	}
	var dark int
	for y, row := range rows {
		for x, module := range row {
			if want.Black(x, y) != (module == '#') {
				t.Fatalf("the module at %d, %d is %c", x, y, module)
			}
			if module == '#' {
				dark++
			}
		}
	}
	// The path has a rectangle a run, each as wide as it says.
	const drawn = "[...document.querySelector('#connect-qr path').getAttribute('d').matchAll(/h(\\d+)v/g)].reduce((sum, [, n]) => sum + Number(n), 0)"
	if got := int(p.number(drawn)); got != dark {
		t.Errorf("the picture has %d dark modules, want %d", got, dark)
	}
	if long := p.text("JSON.stringify(document.getElementById('board').frameWindow.banchess.qr('x'.repeat(3000)))"); !strings.Contains(long, `"code":"bad_argument"`) {
		t.Errorf("a text that is too long gives %s", long)
	}
}

// The dialogs have room on every screen, and can be read aloud.
func TestLayoutByCode(t *testing.T) {
	white := open(t, visit{}).ready()
	black := open(t, visit{server: white.text("location.origin"), hash: "#" + white.invites("side=white")}).ready()
	black.codeToSend()
	white.axe()("an invitation")
	black.axe()("an answer")
	for _, view := range views {
		name := fmt.Sprintf("%dx%d", view.Width, view.Height)
		white.turn(view)
		white.laidOut(name+": the invitation", view)
		black.turn(view)
		black.laidOut(name+": the answer", view)
		white.press("#connect .head button")
		white.laidOut(name+": waiting", view)
		white.wait(historyIsFlat)
		white.press("#together-connect")
		white.codeToSend()
	}
	white.turn(desktop)
}
