package together

import (
	"fmt"
	"strings"
	"testing"

	"rsc.io/qr"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// invitesFor starts a game by code with White, with so many minutes a side and no increment.
func invitesFor(p e2e.Player, minutes string) string {
	p.T.Helper()
	p.Press("#new")
	p.ChooseGame("against=code", "side=white", "timed=true")
	p.Fill("#new-form [name=minutes]", minutes)
	p.Fill("#new-form [name=increment]", "0")
	p.Press("#new-start")
	return p.CodeToSend()
}

// byCode connects two profiles by codes. The first of the two players has White.
func byCode(t *testing.T, choices ...string) (white, black e2e.Player) {
	t.Helper()
	white = e2e.Open(t, e2e.Visit{}).Ready()
	return white, white.Meets(white.Invites(append(choices, "side=white")...), e2e.Desktop)
}

// playOn plays a whole game on the two pages in turn, each action on the page whose turn it
// is, and waits until it is on the other one.
func playOn(t *testing.T, white, black e2e.Player, actions string, act func(p e2e.Player, i int, action string), watching ...e2e.Player) {
	t.Helper()
	all := strings.Fields(actions)
	for i, action := range all {
		p := black
		if i%4 == 1 || i%4 == 2 {
			p = white
		}
		act(p, i, action)
		for _, other := range append([]e2e.Player{white, black}, watching...) {
			other.Has(strings.Join(all[:i+1], " "))
		}
	}
}

// A tab that was closed comes back by a new code: the game goes on where it was, and from code
// to link and back. What was done while nobody heard it arrives then.
func TestBackByNewCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5 m:d7d5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	black.Must(black.Goto("about:blank"))
	white.Words("together-connection", "Your friend has closed or reloaded the page, or has opened another game. Your game is safe: make a new code and send it")
	black.Must(black.Goto(white.Text("location.href.split(/[?#]/)[0]")))
	black.Ready()
	black.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.Plays("b:c2c4") // nobody hears it
	black.Words("together-connection", "You are not connected, because one of you closed or reloaded the page or opened another game. Open the new code that your friend sends, or make one and send it.")
	black.Words("together-text", "Or go on without a connection: send your friend this link.")

	white.Press("#together-connect")
	invitation := white.CodeToSend()
	black.Opens("#" + invitation)
	black.Words("connect", "You play Black.")
	white.Enters(black.CodeToSend())
	white.Connected()
	black.Connected()
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")

	// The connection is lost again, and the game goes on by link, in the same entry.
	white.Must(white.Goto("about:blank"))
	black.Words("together-connection", "Your friend has closed or reloaded the page")
	white.Must(white.Goto(black.Text("location.href.split(/[?#]/)[0]")))
	white.Ready()
	white.Plays("m:g1f3 b:g8f6")
	black.Opens(white.LinkToSend())
	black.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6")
	for _, p := range []e2e.Player{white, black} {
		p.ListGames(1)
		p.Must(p.Key(browser.Escape))
	}
}

// Offers are answered at once. Taking back asks the opponent; a resignation ends the game on
// both sides.
func TestOffersByCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	chooses(white, "#take-back")
	white.Words("together", "Your offer was sent.")
	black.Words("together-text", "Your friend asks to take back 1… ban e7–e5.")
	black.Press("#together-decline")
	white.Words("notice", "Your friend has declined.")
	chooses(white, "#take-back")
	black.Press("#together-agree")
	white.Has("b:e2e4 m:d2d4")
	black.Has("b:e2e4 m:d2d4")
	white.Words("notice", "Your friend has agreed to the takeback.")
	white.Plays("b:d7d5")
	black.Has("b:e2e4 m:d2d4 b:d7d5")
	chooses(black, "#draw")
	black.Plays("m:e7e5 b:c2c4")
	white.Words("together-text", "Your friend offers a draw.")
	white.Press("#together-decline")
	black.Words("notice", "Your friend has declined. The game goes on.")
	white.Await("document.getElementById('together').hidden")
	white.Plays("m:g1f3 b:b8c6")
	black.Menu("#resign")
	black.Words("headline", "You lost by resignation")
	white.Words("headline", "You won by resignation")
}

// Codes that are cut, changed, of the other kind or of another invitation are refused in words,
// by an error with a stable code where they are opened; nothing is changed.
func TestBadCodes(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	other := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin")}).Ready()
	invitation := other.Invites("side=white")
	third := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: "#" + invitation}).Ready()
	answer := third.CodeToSend()
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
		other.Enters(tt.given)
		other.Words("connect-error", tt.says)
	}
	other.Press("#connect .head button")
	other.NewGame("against=code", "side=white")
	other.Await("document.getElementById('connect-text')?.value && document.getElementById('connect-text').value !== " + e2e.Quote(invitation))
	other.Enters(answer)
	other.Words("connect-error", "This answers another invitation.")
	second := other.CodeToSend()
	for _, tt := range []struct {
		p          e2e.Player
		link, code string
	}{
		{black, "#" + second[:len(second)-3], "bad_code"},
		{black, "#" + answer, "no_invitation"},
		{other, "#" + second, "own_code"},
	} {
		tt.p.Opens(tt.link)
		tt.p.Await("document.getElementById('notice').dataset.kind === 'error' && document.getElementById('notice').dataset.code === " + e2e.Quote(tt.code))
	}
	black.Has("b:e2e4")
	black.Await(e2e.IsLive)
	// The answer that belongs to it may come as a link, in another tab.
	third.Opens("#" + second)
	third.Await("document.getElementById('connect')?.open && document.getElementById('connect-text')?.value && document.getElementById('connect-text').value !== " + e2e.Quote(answer))
	tab := other.OpenBeside("#" + third.CodeToSend())
	tab.Words("notice", "The game goes on in the tab that made the invitation.")
	tab.Words("together-connection", "The game goes on in another tab of this browser.")
	other.Connected()
	third.Connected()
}

// A friend who got the code as text enters it where a new game begins, or where games are
// loaded.
func TestEnteringACode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	invitation := white.Invites("side=white")
	for _, enter := range []func(p e2e.Player){
		func(p e2e.Player) {
			p.Press("#new")
			p.ChooseGame("against=code")
			p.Await("(([first, ...rest]) => rest.length === 2 && rest.every((look) => look === first))([...document.querySelectorAll('#new-by-link, #new-by-code .hint')].map((e) => { const { color, fontSize } = getComputedStyle(e); return color + fontSize; }))")
			p.Fill("#new-form [name=code]", invitation[:50])
			p.Press("#new-start")
			p.Words("new-code-error", "This is not a whole code")
			p.Fill("#new-form [name=code]", invitation)
			p.Press("#new-start")
			p.Await("!document.getElementById('new-game').open")
		},
		func(p e2e.Player) {
			p.Give(invitation)
			p.Await("!document.getElementById('share').open")
		},
	} {
		black := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin")}).Ready()
		black.Must(black.Eval("LockManager.prototype.request = () => Promise.reject(new DOMException('none', 'SecurityError')), 1", nil)) // as with all site data blocked
		enter(black)
		black.Words("connect", "You play Black.")
		if code := black.CodeToSend(); code[0] != '4' {
			t.Errorf("the answer is %s", code)
		}
	}
}

// A tab of the same browser with the link of the invitation plays the other side without an
// answer, and a third one watches. A tab that was closed comes back by the link.
func TestTabsOfOneBrowser(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	link := "#" + white.Invites("side=white")
	black := white.OpenBeside(link)
	black.Words("notice", "Connected. You play Black.")
	black.Await("document.getElementById('board').options.orientation === 'black' && location.hash === ''")
	white.Connected()
	watcher := white.OpenBeside(link)
	watcher.Words("notice", "You are watching this game.")
	all := strings.Fields(e2e.Mate)
	playOn(t, white, black, strings.Join(all[:4], " "), func(p e2e.Player, i int, action string) { e2e.Hands[0].Play(p, action, i%2 == 0) }, watcher)
	watcher.Await("document.getElementById('board').options.readonly")

	black.Reload()
	black.Connected()
	black.Has(strings.Join(all[:4], " "))
	white.Reload()
	white.Connected()
	black.Connected()
	black.Must(black.Eval("BroadcastChannel.prototype.postMessage = () => {}, 1", nil)) // as if it crashed
	black.Tab.Close()
	white.Words("together-connection", "Your friend has closed or reloaded the page")
	black = white.OpenBeside(link)
	black.Words("notice", "Connected. You play Black.")
	watcher.Reload()
	watcher.Await(e2e.IsLive)
	rest := all[4:]
	for i, action := range rest {
		p := black
		if i%4 == 1 || i%4 == 2 {
			p = white
		}
		e2e.Hands[0].Play(p, action, false)
		for _, p := range []e2e.Player{white, black, watcher} {
			p.Has(strings.Join(all[:5+i], " "))
		}
	}
	white.Words("headline", "You won by a ban that mates")
	black.Words("headline", "You lost by a ban that mates")
	watcher.Words("headline", "White wins: checkmate by ban")
	white.ListGames(1)
	white.RowSays(0, "Your friend", "You won")
}

// Of two tabs that keep the same game, a third one joins one, and only that one is connected.
func TestTwoHostsOfOneBrowser(t *testing.T) {
	first := e2e.Open(t, e2e.Visit{}).Ready()
	link := "#" + first.Invites("side=white")
	second := first.OpenBeside("")
	first.Words("moves", "Waiting for your friend.")
	black := first.OpenBeside(link)
	black.Connected()
	black.Words("moves", "Nothing has been played yet.")
	black.Plays("b:e2e4")
	first.Has("b:e2e4")
	second.Has("b:e2e4")
	const isConnected = "String(" + e2e.IsLive + ")"
	if a, b := first.Text(isConnected), second.Text(isConnected); a == b {
		t.Errorf("connected: %s and %s", a, b)
	}
}

// The clocks run on both sides while the two are connected, and stand while they are not.
func TestClocksByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	black := white.Meets(invitesFor(white, "10"), e2e.Desktop)
	black.Await(e2e.BlackClock + ".textContent === '10:00' && " + e2e.WhiteClock + ".dataset.running === 'false'")
	black.Plays("b:e2e4")
	for _, p := range []e2e.Player{white, black} {
		p.Await(e2e.WhiteClock + ".dataset.running === 'true' && " + e2e.WhiteClock + ".textContent.startsWith('9:')")
		p.Await(e2e.BlackClock + ".dataset.running === 'false' && " + e2e.BlackClock + ".textContent === '10:00'")
	}
	white.Press("#mode-analyse") // does not stop the clock
	white.Await("document.body.dataset.mode === 'analyse'")
	white.Press("#mode-play")
	white.Await(e2e.WhiteClock + ".dataset.running === 'true'")
	black.Must(black.Goto("about:blank"))
	white.Words("together-connection", "Your friend has closed or reloaded the page")
	white.Await(e2e.WhiteClock + ".dataset.running === 'false'")
	white.Plays("m:d2d4") // at leisure
	black.Must(black.Goto(white.Text("location.href.split(/[?#]/)[0]")))
	black.Ready()
	white.Press("#together-connect")
	black.Opens("#" + white.CodeToSend())
	white.Enters(black.CodeToSend())
	black.Connected()
	for _, p := range []e2e.Player{white, black} {
		p.Has("b:e2e4 m:d2d4")
		p.Await(e2e.WhiteClock + ".dataset.running === 'true' && " + e2e.WhiteClock + ".textContent.startsWith('9:')")
	}
	black.ListGames(1)
	black.RowSays(0, "10+0")
}

// A player whose time is up loses, whether that player's page says so or the opponent's
// claims it.
func TestTimeUpByCode(t *testing.T) {
	for _, tt := range []struct {
		name    string
		isQuiet bool
	}{{"it says so", false}, {"the opponent claims it", true}} {
		t.Run(tt.name, func(t *testing.T) {
			white := e2e.Open(t, e2e.Visit{}).Ready()
			black := white.Meets(invitesFor(white, "0.1"), e2e.Desktop)
			if tt.isQuiet { // the page of White never notices
				white.Must(white.Eval("{ const wait = setTimeout; window.setTimeout = (f, time, ...rest) => (time > 3000 && time < 8000 ? 0 : wait(f, time, ...rest)); }", nil))
			}
			black.Plays("b:e2e4")
			for _, p := range []e2e.Player{black, white} {
				p.Await("document.getElementById('headline').textContent.includes('on time')")
				p.Await(logged + " === 'e2e4w!'")
			}
			white.Words("headline", "You lost on time")
			black.Words("headline", "You won on time")
		})
	}
}

// The picture of the invitation is a QR code of its link.
func TestPictureOfCode(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	code := p.Invites("side=white")
	p.Await("document.getElementById('connect-qr').checkVisibility()")
	want, err := qr.Encode(p.Text("location.href.split('#')[0]")+"#"+code, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	p.Must(p.Eval("document.getElementById('board').frameWindow.banchess.qr(document.getElementById('connect-link').value)", &rows))
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
	if got := int(p.Number(drawn)); got != dark {
		t.Errorf("the picture has %d dark modules, want %d", got, dark)
	}
	if long := p.Text("JSON.stringify(document.getElementById('board').frameWindow.banchess.qr('x'.repeat(3000)))"); !strings.Contains(long, `"code":"bad_argument"`) {
		t.Errorf("a text that is too long gives %s", long)
	}
}

// The dialogs have room on every screen, and can be read aloud.
func TestLayoutByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	black := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: "#" + white.Invites("side=white")}).Ready()
	black.CodeToSend()
	white.Axe()("an invitation")
	black.Axe()("an answer")
	for _, view := range e2e.Views {
		name := fmt.Sprintf("%dx%d", view.Width, view.Height)
		white.Turn(view)
		white.LaidOut(name+": the invitation", view)
		black.Turn(view)
		black.LaidOut(name+": the answer", view)
		white.Press("#connect .head button")
		white.LaidOut(name+": waiting", view)
		white.Await(e2e.HistoryIsFlat)
		white.Press("#together-connect")
		white.CodeToSend()
	}
	white.Turn(e2e.Desktop)
}
