//go:build !js

package e2e

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
	"github.com/banchess/banchess/scripts/browser"
)

// opensRoom starts a game in a room and returns the link for the opponent.
func (p player) opensRoom(choices ...string) string {
	p.t.Helper()
	p.press("#new")
	p.wait("document.querySelector('#new-form [value=room]') !== null")
	p.chooseGame(append([]string{"against=room"}, choices...)...)
	p.words("new-in-room", "A game that nobody visits for 30 days is deleted")
	p.press("#new-start")
	p.words("together-text", "Send this link to your friend")
	return p.text("document.getElementById('together-link').value")
}

// follows opens the link of a room in another profile.
func (p player) follows(link string, view browser.View) player {
	p.t.Helper()
	_, hash, _ := strings.Cut(link, "#")
	return open(p.t, visit{view: view, server: p.text("location.origin"), hash: "#" + hash, allow: faulty("WebSocket connection")}).ready()
}

// roomLink returns the link for watchers or the user's own one, which the box shows.
func (p player) roomLink(what string) string {
	p.t.Helper()
	p.press("#room-" + what)
	defer p.press("#room-" + what)
	return p.text("document.getElementById('together-link').value")
}

// inRoom has two profiles meet in a room. The first of the two players has White.
func inRoom(t *testing.T, wrap func(http.Handler) http.Handler, choices ...string) (white, black player) {
	t.Helper()
	white = open(t, visit{wrap: wrap, allow: faulty("WebSocket connection")}).ready()
	black = white.follows(white.opensRoom(append(choices, "side=white")...), browser.View{})
	black.words("notice", "Connected. You play Black.")
	white.words("notice", "Connected. You play White.")
	return white, black
}

// A page and a terminal play each other in a room.
func TestTerminalInRoom(t *testing.T) {
	white := open(t, visit{wrap: roomsHere(t)}).ready()
	terminal := exec.CommandContext(t.Context(), builtCommand(t), "play", "--room", white.opensRoom("side=white"))
	keys, err := terminal.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var screen strings.Builder
	terminal.Stdout, terminal.Stderr = &screen, &screen
	if err := terminal.Start(); err != nil {
		t.Fatal(err)
	}
	white.words("notice", "Connected. You play White.")
	all := strings.Fields(mate)
	for i, action := range all {
		if i%4 == 1 || i%4 == 2 {
			white.plays(action)
		} else if _, err := io.WriteString(keys, action[2:]+"\n"); err != nil {
			t.Fatal(err)
		}
		white.has(strings.Join(all[:i+1], " "))
	}
	white.words("headline", "You won by a ban that mates")
	_ = keys.Close() // no rematch
	if err := terminal.Wait(); err != nil || !strings.Contains(screen.String(), "White wins: checkmate by ban") {
		t.Errorf("%v:\n%s", err, screen.String())
	}
}

// A page comes back to its room by itself: when it is loaded again, and when the server was
// stopped. What the user did in the meantime arrives.
func TestBackInRoom(t *testing.T) {
	var server atomic.Pointer[http.Handler]
	var files http.Handler
	journal := &room.Memory{}
	starts := func() *host.Host {
		h, err := host.New(host.Options{Journal: journal, Limits: host.Limits{Messages: 1000, AddressRate: 1000}})
		if err != nil {
			t.Fatal(err)
		}
		handler := beside(h, files)
		server.Store(&handler)
		return h
	}
	var first *host.Host
	white, black := inRoom(t, func(rest http.Handler) http.Handler {
		files = rest
		first = starts()
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*server.Load()).ServeHTTP(w, r) })
	}, "timed=true", "clock=10+5")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	black.reload()
	black.ready()
	black.wait(isLive)
	white.words("together-text", "Connected.")
	black.plays("m:d7d5")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")

	down := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/rooms") {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		files.ServeHTTP(w, r)
	}))
	server.Store(&down)
	if err := first.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	white.words("together-text", "Connection lost. Your game is safe, and the page connects again by itself.")
	black.plays("b:c2c4")
	second := starts()
	t.Cleanup(func() { _ = second.Drain(t.Context()) })
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
	for _, p := range []player{white, black} {
		p.words("together-text", "Connected.")
	}
	// The own link gives the seat in another browser, also to somebody who has only watched.
	other := white.follows(white.roomLink("watch"), browser.View{})
	other.words("together-text", "You are watching this game.")
	_, own, _ := strings.Cut(white.roomLink("own"), "#")
	other.opens("#" + own)
	other.words("notice", "Connected. You play White.")
	other.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
	other.plays("m:g1f3")
	black.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3")
}

// lapse is a journal that takes no records for a while.
type lapse struct {
	room.Memory
	refusals atomic.Int32 // that are still to come
}

func (l *lapse) Append(ctx context.Context, id string, after uint64, record []byte) (uint64, error) {
	if l.refusals.Add(-1) >= 0 {
		return 0, errors.New("the journal is away")
	}
	return l.Memory.Append(ctx, id, after, record)
}

// A move that could not be kept is sent again, and so is the ban that was sent after it.
func TestLapseInRoom(t *testing.T) {
	var journal lapse
	h, err := host.New(host.Options{Journal: &journal, Limits: host.Limits{Messages: 1000, AddressRate: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Drain(t.Context()) })
	white, black := inRoom(t, func(rest http.Handler) http.Handler { return beside(h, rest) })
	black.plays("b:e2e4")
	white.has("b:e2e4")
	journal.refusals.Store(1)
	white.plays("m:d2d4")
	white.plays("b:e7e5")
	black.has("b:e2e4 m:d2d4 b:e7e5")
	white.has("b:e2e4 m:d2d4 b:e7e5")
}

// Offers are answered at once, and a rematch begins when both want it.
func TestOffersInRoom(t *testing.T) {
	white, black := inRoom(t, roomsHere(t))
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	white.chooses("#take-back")
	white.words("together", "Your offer was sent.")
	black.words("together-text", "Your friend asks to take back 1… ban e7–e5.")
	black.press("#together-decline")
	black.wait("!document.getElementById('together-decline') && document.activeElement.id === 'headline'")
	white.words("notice", "Your friend has declined.")
	white.chooses("#take-back")
	black.press("#together-agree")
	white.has("b:e2e4 m:d2d4")
	black.has("b:e2e4 m:d2d4")
	white.plays("b:d7d5")
	black.has("b:e2e4 m:d2d4 b:d7d5")
	black.chooses("#draw") // before the own move
	white.words("together-text", "Your friend offers a draw.")
	white.press("#together-decline")
	black.words("notice", "Your friend has declined. The game goes on.")
	white.words("together-text", "Connected.")
	watcher := white.follows(white.roomLink("watch"), browser.View{})
	watcher.words("notice", "You are watching this game.")
	watcher.wait("document.querySelectorAll('#resign:disabled, #draw:disabled, #take-back:disabled').length === 3")
	black.menu("#resign")
	watcher.words("notice", "Black resigns")
	black.words("headline", "You lost by resignation")
	white.words("headline", "You won by resignation")
	white.press("#rematch-agree")
	white.words("together-text", "You have offered a rematch.")
	black.words("together-text", "Your friend offers a rematch.")
	black.press("#rematch-decline")
	white.words("notice", "Your friend has declined the rematch.")
	white.words("together-text", "Connected.")
	black.press("#rematch-agree")
	white.words("together-text", "Your friend offers a rematch.")
	white.press("#rematch-agree")
	for _, tt := range []struct {
		p    player
		side string
	}{{white, "black"}, {black, "white"}} {
		tt.p.wait(game + ".getPly() === 1 && document.getElementById('board').options.orientation === " + quote(tt.side) + " && " + isLive)
	}
	white.plays("b:e2e4")
	black.has("b:e2e4")
	watcher.press("#room-next")
	watcher.has("b:e2e4")

	// A rematch takes nobody out of Learn: it is on the board afterwards.
	white.menu("#resign")
	white.must(white.Eval(keepSocket, nil))
	white.press("#rematch-agree")
	black.words("together-text", "Your friend offers a rematch.")
	white.visits("learn/3", "The ban that mates")
	white.must(white.Eval(`(() => {
		window.opened = 0;
		window.WebSocket = class extends WebSocket { constructor(url) { super(url); opened++; } };
		socket.addEventListener("message", ({data}) => { window.told ||= data.includes("next_room"); });
	})()`, nil))
	black.press("#rematch-agree")
	white.wait("window.told === true")
	if opened := white.number("opened"); opened != 0 {
		t.Error("the rematch takes a player out of Learn")
	}
	black.words("together-text", "Your friend is not connected.")
	white.press("#mode-play")
	white.wait(game + ".getPly() === 1 && document.getElementById('board').options.orientation === 'white' && " + isLive)
	black.words("together-text", "Connected.")
}

// keepSocket keeps the WebSocket of a page when the page sends something.
const keepSocket = `(() => {
	const {send} = WebSocket.prototype;
	WebSocket.prototype.send = function (text) { window.socket = this; send.call(this, text); };
})()`

// The clock of a room runs on while Learn uses the board, and while the connection is lost.
func TestClockRunsOnInRoom(t *testing.T) {
	var isDown atomic.Bool
	rooms := roomsHere(t)
	white, black := inRoom(t, func(files http.Handler) http.Handler {
		return while(func(r *http.Request) bool { return isDown.Load() && strings.Contains(r.URL.Path, "/rooms/") }, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusBadGateway) })
		})(rooms(files))
	}, "timed=true", "clock=10+5")
	runs := func(clock, minutes string) {
		t.Helper()
		white.wait(clock + ".dataset.running === 'true' && /^(" + minutes + "):/.test(" + clock + ".textContent)")
	}
	playOn(t, white, black, "b:e2e4", func(p player, _ int, action string) { p.plays(action) })
	runs(whiteClock, "9")
	white.stopTime()
	white.visits("learn/3", "The ban that mates")
	white.pass(120)
	white.press("#mode-play")
	runs(whiteClock, "7")

	white.must(white.Eval(keepSocket, nil))
	white.plays("m:d2d4 b:e7e5")
	black.has("b:e2e4 m:d2d4 b:e7e5")
	runs(blackClock, "9|10")
	becomesDue(white, black)
	runs(whiteClock, "9|10")

	isDown.Store(true)
	white.must(white.Eval("socket.close()", nil))
	white.words("together-text", "Connection lost")
	white.pass(120)
	runs(whiteClock, "7|8")
	isDown.Store(false)
	white.words("together-text", "Connected.")
	runs(whiteClock, "9|10")
}

// What a player does while an entry of the opponent arrives is sent again, and stays on the board.
func TestCrossingInRoom(t *testing.T) {
	white, black := inRoom(t, roomsHere(t))
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	white.must(white.Eval(`(() => {
		const {send} = WebSocket.prototype, held = [], notice = document.getElementById("notice");
		WebSocket.prototype.send = function (text) { held.push(() => send.call(this, text)); };
		window.held = held;
		window.codes = [];
		new MutationObserver(() => codes.push(notice.dataset.code)).observe(notice, {attributes: true});
		window.release = () => {
			WebSocket.prototype.send = send;
			for (const act of held) act();
		};
	})()`, nil))
	white.menu("#resign")
	white.wait("held.length === 1")
	black.chooses("#draw")
	white.wait("held.length === 2") // after the offer
	white.must(white.Eval("release()", nil))
	black.words("headline", "You won by resignation")
	black.press("#rematch-agree")
	white.words("together-text", "Your friend offers a rematch.")
	white.words("headline", "You lost by resignation")
	if codes := white.text("codes.join()"); strings.Contains(codes, "out_of_date") {
		t.Errorf("the player is told %s", codes)
	}
}

// Nobody but the server adds what the opponent did: neither a link that somebody has forged nor
// another tab makes the user ask or agree.
func TestForgedInARoom(t *testing.T) {
	white, black := inRoom(t, roomsHere(t))
	black.plays("b:e2e4")
	white.has("b:e2e4")
	id := white.text("JSON.parse(localStorage.getItem('banchess.game')).begun.id")
	for _, log := range []string{"e2e4b=", "e2e4b<1", "e2e4b#"} {
		white.opens(white.packAs(2, fmt.Sprintf(`{"id":%q,"by":"black","log":%q,"hash":%q}`, id, log, hashOf(id+" "+startFEN+" "+log))))
		white.words("notice", "This game is played in a room")
		white.must(white.Eval(`(() => {
			const kept = JSON.parse(localStorage.getItem("banchess.game"));
			kept.begun.log = `+quote(log)+`;
			dispatchEvent(new StorageEvent("storage", {key: "banchess.game", newValue: JSON.stringify(kept)}));
		})(), 1`, nil))
		white.wait(logged + " === 'e2e4' && " + isLive)
	}
	white.plays("m:d2d4 b:e7e5")
	black.has("b:e2e4 m:d2d4 b:e7e5")
	black.plays("m:d7d5")
	for _, p := range []player{white, black} {
		p.wait(logged + " === 'e2e4d2d4e7e5d7d5'")
	}
}

// What the dialog takes, the server takes: a FEN of six fields, and minutes with a fraction. The
// link of a room on another site is not asked for here.
func TestRoomAsChosen(t *testing.T) {
	white, black := inRoom(t, roomsHere(t), "timed=true", "minutes=4.1", "increment=2", "from=fen", "fen=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, p := range []player{white, black} {
		p.wait("document.querySelector('#player-top .clock').textContent === '4:06'")
	}
	black.plays("b:e2e4")
	white.has("b:e2e4")
	white.press("#new")
	white.chooseGame("against=code")
	white.fill("#new-form [name=code]", "Play me: https://example.org/#room=0123456789abcdef0123456789abcdef")
	white.press("#new-start")
	white.words("new-code-error", "This room is on another site.")
}

// A player who resigns before the friend has come is not told to invite the friend.
func TestResignedBeforeTheFriend(t *testing.T) {
	p := open(t, visit{wrap: roomsHere(t), allow: faulty("WebSocket connection")}).ready()
	p.opensRoom("side=white")
	p.menu("#resign")
	p.words("headline", "You lost by resignation")
	p.wait("!document.getElementById('together-link')")
	p.words("together-text", "Connected.")
}

// Nobody is told that a game goes on which has ended by the clock.
func TestTimeUpInRoom(t *testing.T) {
	white, black := inRoom(t, roomsHere(t), "timed=true", "minutes=0.1", "increment=0")
	black.plays("b:e2e4")
	black.words("headline", "You won on time")
	white.words("headline", "You lost on time")
	white.words("notice", "Time is up.")
}

// A clock of days is for rooms alone: another game begins with a usual one.
func TestDaysAreForRooms(t *testing.T) {
	p := open(t, visit{wrap: roomsHere(t), allow: faulty("WebSocket connection")}).ready()
	p.opensRoom("side=white", "timed=true", "clock=4320+86400")
	const chosen = "(({elements: {clock, minutes, increment}}) => [clock.value, minutes.value, increment.value].join())(document.getElementById('new-form'))"
	p.press("#new")
	p.wait("document.querySelector('#new-form [value=room]') !== null")
	p.wait(chosen + " === '4320+86400,4320,86400'")
	p.chooseGame("against=computer")
	p.wait(chosen + " === '5+3,5,3'")
	p.press("#new-start")
	p.wait("!document.getElementById('new-game').open && " + whiteClock + ".textContent === '5:00'")
}

// Links of rooms that give nothing are refused in words, and nothing is changed. The page says
// that it connects while it does.
func TestBadRoomLinks(t *testing.T) {
	var gate sync.WaitGroup // for which whoever joins waits
	rooms := roomsHere(t)
	white, black := inRoom(t, func(files http.Handler) http.Handler {
		handler := rooms(files)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/rooms/") {
				gate.Wait()
			}
			handler.ServeHTTP(w, r)
		})
	})
	invitation := white.opensRoom("side=white")
	gate.Add(1)
	third := white.follows(invitation, browser.View{})
	third.words("notice", "Connecting to the room")
	gate.Done()
	third.words("notice", "Connected. You play Black.")
	_, hash, _ := strings.Cut(invitation, "#")
	for _, tt := range []struct{ link, code string }{
		{"#" + hash, "bad_secret"},
		{"#" + hash[:len(hash)-1], "bad_link"},
		{"#room=0123456789abcdef0123456789abcdef", "no_room"},
		{"#" + hash[:37] + "&secret=" + hash[5:37], "bad_secret"},
	} {
		black.opens(tt.link)
		black.wait("document.getElementById('notice').dataset.kind === 'error' && document.getElementById('notice').dataset.code === " + quote(tt.code))
		black.wait(isLive)
	}
	black.visits("learn/3", "The ban that mates")
	black.opens("#room=0123456789abcdef0123456789abcdef")
	black.wait("document.getElementById('notice').dataset.code === 'no_room'")
	black.words("learn-feedback", "This room does not exist.")
	black.words("learn-title", "The ban that mates")
	black.learnt("try")
	white.opens("#" + hash + ").")
	white.words("notice", "This is your own link")
}

// A room that is opened when its dialog is closed, or is open for another game, changes nothing.
func TestRoomComesLate(t *testing.T) {
	var gate sync.WaitGroup
	rooms := roomsHere(t)
	p := open(t, visit{allow: faulty("WebSocket connection"), wrap: func(files http.Handler) http.Handler {
		handler := rooms(files)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				gate.Wait()
			}
			handler.ServeHTTP(w, r)
		})
	}}).ready()
	const answered = "performance.getEntriesByType('resource').filter(({name, initiatorType, responseEnd}) => initiatorType === 'fetch' && name.endsWith('/rooms') && responseEnd > 0).length"
	for i, reopens := range []bool{false, true} {
		gate.Add(1)
		p.press("#new")
		p.wait("document.querySelector('#new-form [value=room]') !== null")
		p.chooseGame("against=room", "side=white")
		p.press("#new-start")
		p.must(p.Key(browser.Escape))
		p.wait("!document.getElementById('new-game').open && " + historyIsFlat)
		if reopens {
			p.press("#new")
		} else {
			p.plays("b:e2e4 m:d2d4")
		}
		gate.Done()
		p.wait(fmt.Sprintf("%s === %d", answered, i+2)) // the first answer says that there are rooms
		p.wait("new Promise((done) => setTimeout(done)).then(() => true)")
		p.wait(fmt.Sprintf("document.getElementById('new-game').open === %t && %s.toJSON().actions.join(' ') === 'b:e2e4 m:d2d4' && document.getElementById('together').hidden", reopens, game))
	}
	// The dialog that is open now opens a room as ever.
	p.chooseGame("against=room", "side=white")
	p.press("#new-start")
	p.words("together-text", "Send this link to your friend")
}

// Where the page is only files, there are no rooms to choose.
func TestNoRooms(t *testing.T) {
	p := open(t, visit{}).ready()
	p.press("#new")
	p.wait("performance.getEntriesByType('resource').some(({name, responseEnd}) => name.endsWith('/rooms') && responseEnd > 0)")
	p.wait("document.querySelector('#new-form [value=code]') !== null && document.querySelector('#new-form [value=room]') === null")
}

// Where the server of the page stops to answer, the dialog says so, and the other two ways are
// there. It asks again when it is opened again.
func TestServerDown(t *testing.T) {
	var isDown atomic.Bool
	rooms := roomsHere(t)
	p := open(t, visit{allow: faulty("rooms", "502"), wrap: func(files http.Handler) http.Handler {
		return while(func(r *http.Request) bool { return isDown.Load() && strings.HasSuffix(r.URL.Path, "/rooms") }, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusBadGateway) })
		})(rooms(files))
	}}).ready()
	isDown.Store(true)
	p.press("#new")
	p.wait("document.querySelector('#new-form [value=room]') === null")
	for _, way := range []string{"link", "code"} {
		p.chooseGame("against=" + way)
		p.words("new-no-server", "The server does not answer, so no room can be opened now. You can still play by link or by code.")
	}
	p.axe()("the server is down")
	p.chooseGame("against=computer")
	p.wait("document.getElementById('new-no-server').textContent === ''")
	p.chooseGame("against=code", "side=white")
	p.press("#new-start")
	p.codeToSend()
	p.press("#connect .head button")
	isDown.Store(false)
	p.wait(historyIsFlat)
	p.press("#new")
	p.wait("document.querySelector('#new-form [value=room]') !== null && document.getElementById('new-no-server').textContent === ''")
}
