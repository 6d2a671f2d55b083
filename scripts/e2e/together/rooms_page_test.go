//go:build !js

package together

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
	"github.com/banchess/banchess/scripts/e2e"
)

// inRoom has two profiles meet in a room. The first of the two players has White.
func inRoom(t *testing.T, wrap func(http.Handler) http.Handler, choices ...string) (white, black e2e.Player) {
	t.Helper()
	white = e2e.Open(t, e2e.Visit{Wrap: wrap, Allow: e2e.Faulty("WebSocket connection")}).Ready()
	black = white.Follows(white.OpensRoom(append(choices, "side=white")...), browser.View{})
	black.Words("notice", "Connected. You play Black.")
	white.Words("notice", "Connected. You play White.")
	return white, black
}

// A page and a terminal play each other in a room.
func TestTerminalInRoom(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{Wrap: e2e.RoomsHere(t)}).Ready()
	terminal := exec.CommandContext(t.Context(), e2e.BuiltCommand(t), "play", "--room", white.OpensRoom("side=white"))
	keys, err := terminal.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var screen strings.Builder
	terminal.Stdout, terminal.Stderr = &screen, &screen
	if err := terminal.Start(); err != nil {
		t.Fatal(err)
	}
	white.Words("notice", "Connected. You play White.")
	all := strings.Fields(e2e.Mate)
	for i, action := range all {
		if i%4 == 1 || i%4 == 2 {
			white.Plays(action)
		} else if _, err := io.WriteString(keys, action[2:]+"\n"); err != nil {
			t.Fatal(err)
		}
		white.Has(strings.Join(all[:i+1], " "))
	}
	white.Words("headline", "You won by a ban that mates")
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
		handler := e2e.Beside(h, files)
		server.Store(&handler)
		return h
	}
	var first *host.Host
	white, black := inRoom(t, func(rest http.Handler) http.Handler {
		files = rest
		first = starts()
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*server.Load()).ServeHTTP(w, r) })
	}, "timed=true", "clock=10+5")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	black.Reload()
	black.Ready()
	black.Await(e2e.IsLive)
	white.Words("together-text", "Connected.")
	black.Plays("m:d7d5")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")

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
	white.Words("together-text", "Connection lost. Your game is safe, and the page connects again by itself.")
	black.Plays("b:c2c4")
	second := starts()
	t.Cleanup(func() { _ = second.Drain(t.Context()) })
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
	for _, p := range []e2e.Player{white, black} {
		p.Words("together-text", "Connected.")
	}
	// The own link gives the seat in another browser, also to somebody who has only watched.
	other := white.Follows(white.RoomLink("watch"), browser.View{})
	other.Words("together-text", "You are watching this game.")
	_, own, _ := strings.Cut(white.RoomLink("own"), "#")
	other.Opens("#" + own)
	other.Words("notice", "Connected. You play White.")
	other.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
	other.Plays("m:g1f3")
	black.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3")
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
	white, black := inRoom(t, func(rest http.Handler) http.Handler { return e2e.Beside(h, rest) })
	black.Plays("b:e2e4")
	white.Has("b:e2e4")
	journal.refusals.Store(1)
	white.Plays("m:d2d4")
	white.Plays("b:e7e5")
	black.Has("b:e2e4 m:d2d4 b:e7e5")
	white.Has("b:e2e4 m:d2d4 b:e7e5")
}

// The button that copies the link goes when the friend comes: the focus is on the headline then. What
// is typed too early is refused in words about the friend, not about a computer.
func TestKeysInRoom(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{Wrap: e2e.RoomsHere(t)}).Ready()
	link := white.OpensRoom("side=white")
	white.Press("#together-copy")
	white.Await("document.activeElement.id === 'together-copy'")
	white.Follows(link, browser.View{})
	white.Await("document.activeElement.id === 'headline'")
	white.Must(white.Key("/"))
	white.Await("document.activeElement.id === 'typed-text'")
	white.Must(white.Eval("document.activeElement.select()", nil))
	white.Must(white.Type("e2e4"))
	white.Must(white.Key(browser.Enter))
	white.Words("notice", "It is not your turn here.")
}

// Offers are answered at once, and a rematch begins when both want it.
func TestOffersInRoom(t *testing.T) {
	white, black := inRoom(t, e2e.RoomsHere(t))
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	chooses(white, "#take-back")
	white.Words("together", "Your offer was sent.")
	black.Words("together-text", "Your friend asks to take back 1… ban e7–e5.")
	black.Press("#together-decline")
	black.Await("!document.getElementById('together-decline') && document.activeElement.id === 'headline'")
	white.Words("notice", "Your friend has declined.")
	chooses(white, "#take-back")
	black.Press("#together-agree")
	white.Has("b:e2e4 m:d2d4")
	black.Has("b:e2e4 m:d2d4")
	white.Plays("b:d7d5")
	black.Has("b:e2e4 m:d2d4 b:d7d5")
	chooses(black, "#draw") // before the own move
	white.Words("together-text", "Your friend offers a draw.")
	white.Press("#together-decline")
	black.Words("notice", "Your friend has declined. The game goes on.")
	white.Words("together-text", "Connected.")
	watcher := white.Follows(white.RoomLink("watch"), browser.View{})
	watcher.Words("notice", "You are watching this game.")
	watcher.Await("document.querySelectorAll('#resign:disabled, #draw:disabled, #take-back:disabled').length === 3")
	black.Menu("#resign")
	watcher.Words("notice", "Black resigns")
	black.Words("headline", "You lost by resignation")
	white.Words("headline", "You won by resignation")
	white.Press("#rematch-agree")
	white.Words("together-text", "You have offered a rematch.")
	black.Words("together-text", "Your friend offers a rematch.")
	black.Press("#rematch-decline")
	white.Words("notice", "Your friend has declined the rematch.")
	white.Words("together-text", "Connected.")
	black.Press("#rematch-agree")
	white.Words("together-text", "Your friend offers a rematch.")
	white.Press("#rematch-agree")
	for _, tt := range []struct {
		p    e2e.Player
		side string
	}{{white, "black"}, {black, "white"}} {
		tt.p.Await(e2e.Game + ".getPly() === 1 && document.getElementById('board').options.orientation === " + e2e.Quote(tt.side) + " && " + e2e.IsLive)
	}
	white.Plays("b:e2e4")
	black.Has("b:e2e4")
	watcher.Press("#room-next")
	watcher.Has("b:e2e4")

	// A rematch takes nobody out of Learn: it is on the board afterwards.
	white.Menu("#resign")
	white.Must(white.Eval(keepSocket, nil))
	white.Press("#rematch-agree")
	black.Words("together-text", "Your friend offers a rematch.")
	white.Visits("learn/3", "The ban that mates")
	white.Must(white.Eval(`(() => {
		window.opened = 0;
		window.WebSocket = class extends WebSocket { constructor(url) { super(url); opened++; } };
		socket.addEventListener("message", ({data}) => { window.told ||= data.includes("next_room"); });
	})()`, nil))
	black.Press("#rematch-agree")
	white.Await("window.told === true")
	if opened := white.Number("opened"); opened != 0 {
		t.Error("the rematch takes a player out of Learn")
	}
	black.Words("together-text", "Your friend is not connected.")
	white.Press("#mode-play")
	white.Await(e2e.Game + ".getPly() === 1 && document.getElementById('board').options.orientation === 'white' && " + e2e.IsLive)
	black.Words("together-text", "Connected.")
}

// keepSocket keeps the WebSocket of a page when the page sends something.
const keepSocket = `(() => {
	const {send} = WebSocket.prototype;
	WebSocket.prototype.send = function (text) { window.socket = this; send.call(this, text); };
})()`

// The clock of a room runs on while Learn uses the board, and while the connection is lost.
func TestClockRunsOnInRoom(t *testing.T) {
	var isDown atomic.Bool
	rooms := e2e.RoomsHere(t)
	white, black := inRoom(t, func(files http.Handler) http.Handler {
		return e2e.While(func(r *http.Request) bool { return isDown.Load() && strings.Contains(r.URL.Path, "/rooms/") }, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusBadGateway) })
		})(rooms(files))
	}, "timed=true", "clock=10+5")
	runs := func(clock, minutes string) {
		t.Helper()
		white.Await(clock + ".dataset.running === 'true' && /^(" + minutes + "):/.test(" + clock + ".textContent)")
	}
	playOn(t, white, black, "b:e2e4", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	runs(e2e.WhiteClock, "9")
	white.StopTime()
	white.Visits("learn/3", "The ban that mates")
	white.Pass(120)
	white.Press("#mode-play")
	runs(e2e.WhiteClock, "7")

	white.Must(white.Eval(keepSocket, nil))
	white.Plays("m:d2d4 b:e7e5")
	black.Has("b:e2e4 m:d2d4 b:e7e5")
	runs(e2e.BlackClock, "9|10")
	becomesDue(white, black)
	runs(e2e.WhiteClock, "9|10")

	isDown.Store(true)
	white.Must(white.Eval("socket.close()", nil))
	white.Words("together-text", "Connection lost")
	white.Pass(120)
	runs(e2e.WhiteClock, "7|8")
	isDown.Store(false)
	white.Words("together-text", "Connected.")
	runs(e2e.WhiteClock, "9|10")
}

// What a player does while an entry of the opponent arrives is sent again, and stays on the board.
func TestCrossingInRoom(t *testing.T) {
	white, black := inRoom(t, e2e.RoomsHere(t))
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	white.Must(white.Eval(`(() => {
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
	white.Menu("#resign")
	white.Await("held.length === 1")
	chooses(black, "#draw")
	white.Await("held.length === 2") // after the offer
	white.Must(white.Eval("release()", nil))
	black.Words("headline", "You won by resignation")
	black.Press("#rematch-agree")
	white.Words("together-text", "Your friend offers a rematch.")
	white.Words("headline", "You lost by resignation")
	if codes := white.Text("codes.join()"); strings.Contains(codes, "out_of_date") {
		t.Errorf("the player is told %s", codes)
	}
}

// Nobody but the server adds what the opponent did: neither a link that somebody has forged nor
// another tab makes the user ask or agree.
func TestForgedInARoom(t *testing.T) {
	white, black := inRoom(t, e2e.RoomsHere(t))
	black.Plays("b:e2e4")
	white.Has("b:e2e4")
	id := white.Text("JSON.parse(localStorage.getItem('banchess.game')).begun.id")
	for _, log := range []string{"e2e4b=", "e2e4b<1", "e2e4b#"} {
		white.Opens(white.PackAs(2, fmt.Sprintf(`{"id":%q,"by":"black","log":%q,"hash":%q}`, id, log, hashOf(id+" "+e2e.StartFEN+" "+log))))
		white.Words("notice", "This game is played in a room")
		white.Must(white.Eval(`(() => {
			const kept = JSON.parse(localStorage.getItem("banchess.game"));
			kept.begun.log = `+e2e.Quote(log)+`;
			dispatchEvent(new StorageEvent("storage", {key: "banchess.game", newValue: JSON.stringify(kept)}));
		})(), 1`, nil))
		white.Await(logged + " === 'e2e4' && " + e2e.IsLive)
	}
	white.Plays("m:d2d4 b:e7e5")
	black.Has("b:e2e4 m:d2d4 b:e7e5")
	black.Plays("m:d7d5")
	for _, p := range []e2e.Player{white, black} {
		p.Await(logged + " === 'e2e4d2d4e7e5d7d5'")
	}
}

// What the dialog takes, the server takes: a FEN of six fields, and minutes with a fraction. The
// link of a room on another site is not asked for here.
func TestRoomAsChosen(t *testing.T) {
	white, black := inRoom(t, e2e.RoomsHere(t), "timed=true", "minutes=4.1", "increment=2", "from=fen", "fen=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, p := range []e2e.Player{white, black} {
		p.Await("document.querySelector('#player-top .clock').textContent === '4:06'")
	}
	black.Plays("b:e2e4")
	white.Has("b:e2e4")
	white.Press("#new")
	white.ChooseGame("against=code")
	white.Fill("#new-form [name=code]", "Play me: https://example.org/#room=0123456789abcdef0123456789abcdef")
	white.Press("#new-start")
	white.Words("new-code-error", "This room is on another site.")
}

// A player who resigns before the friend has come is not told to invite the friend.
func TestResignedBeforeTheFriend(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: e2e.RoomsHere(t), Allow: e2e.Faulty("WebSocket connection")}).Ready()
	p.OpensRoom("side=white")
	p.Menu("#resign")
	p.Words("headline", "You lost by resignation")
	p.Await("!document.getElementById('together-link')")
	p.Words("together-text", "Connected.")
}

// Nobody is told that a game goes on which has ended by the clock.
func TestTimeUpInRoom(t *testing.T) {
	white, black := inRoom(t, e2e.RoomsHere(t), "timed=true", "minutes=0.1", "increment=0")
	black.Plays("b:e2e4")
	black.Words("headline", "You won on time")
	white.Words("headline", "You lost on time")
	white.Words("notice", "Time is up.")
}

// Links of rooms that give nothing are refused in words, and nothing is changed. The page says
// that it connects while it does.
func TestBadRoomLinks(t *testing.T) {
	var gate sync.WaitGroup // for which whoever joins waits
	rooms := e2e.RoomsHere(t)
	white, black := inRoom(t, func(files http.Handler) http.Handler {
		handler := rooms(files)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/rooms/") {
				gate.Wait()
			}
			handler.ServeHTTP(w, r)
		})
	})
	invitation := white.OpensRoom("side=white")
	gate.Add(1)
	third := white.Follows(invitation, browser.View{})
	third.Words("notice", "Connecting to the room")
	gate.Done()
	third.Words("notice", "Connected. You play Black.")
	_, hash, _ := strings.Cut(invitation, "#")
	for _, tt := range []struct{ link, code string }{
		{"#" + hash, "bad_secret"},
		{"#" + hash[:len(hash)-1], "bad_link"},
		{"#room=0123456789abcdef0123456789abcdef", "no_room"},
		{"#" + hash[:37] + "&secret=" + hash[5:37], "bad_secret"},
	} {
		black.Opens(tt.link)
		black.Await("document.getElementById('notice').dataset.kind === 'error' && document.getElementById('notice').dataset.code === " + e2e.Quote(tt.code))
		black.Await(e2e.IsLive)
	}
	black.Visits("learn/3", "The ban that mates")
	black.Opens("#room=0123456789abcdef0123456789abcdef")
	black.Await("document.getElementById('notice').dataset.code === 'no_room'")
	black.Words("learn-feedback", "This room does not exist.")
	black.Words("learn-title", "The ban that mates")
	black.Learnt("try")
	white.Opens("#" + hash + ").")
	white.Words("notice", "This is your own link")
}

// A room that is opened when its dialog is closed, or is open for another game, changes nothing.
func TestRoomComesLate(t *testing.T) {
	var gate sync.WaitGroup
	rooms := e2e.RoomsHere(t)
	p := e2e.Open(t, e2e.Visit{Allow: e2e.Faulty("WebSocket connection"), Wrap: func(files http.Handler) http.Handler {
		handler := rooms(files)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				gate.Wait()
			}
			handler.ServeHTTP(w, r)
		})
	}}).Ready()
	const answered = "performance.getEntriesByType('resource').filter(({name, initiatorType, responseEnd}) => initiatorType === 'fetch' && name.endsWith('/rooms') && responseEnd > 0).length"
	for i, reopens := range []bool{false, true} {
		gate.Add(1)
		p.Press("#new")
		p.Await("document.querySelector('#new-form [value=room]') !== null")
		p.ChooseGame("against=room", "side=white")
		p.Press("#new-start")
		p.Must(p.Key(browser.Escape))
		p.Await("!document.getElementById('new-game').open && " + e2e.HistoryIsFlat)
		if reopens {
			p.Press("#new")
		} else {
			p.Plays("b:e2e4 m:d2d4")
		}
		gate.Done()
		p.Await(fmt.Sprintf("%s === %d", answered, i+2)) // the first answer says that there are rooms
		p.Await("new Promise((done) => setTimeout(done)).then(() => true)")
		p.Await(fmt.Sprintf("document.getElementById('new-game').open === %t && %s.toJSON().actions.join(' ') === 'b:e2e4 m:d2d4' && document.getElementById('together').hidden", reopens, e2e.Game))
	}
	// The dialog that is open now opens a room as ever.
	p.ChooseGame("against=room", "side=white")
	p.Press("#new-start")
	p.Words("together-text", "Send this link to your friend")
}

// Where the page is only files, there are no rooms to choose.
func TestNoRooms(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Press("#new")
	p.Await("performance.getEntriesByType('resource').some(({name, responseEnd}) => name.endsWith('/rooms') && responseEnd > 0)")
	p.Await("document.querySelector('#new-form [value=code]') !== null && document.querySelector('#new-form [value=room]') === null")
}

// Where the server of the page stops to answer, the dialog says so, and the other two ways are
// there. It asks again when it is opened again.
func TestServerDown(t *testing.T) {
	var isDown atomic.Bool
	rooms := e2e.RoomsHere(t)
	p := e2e.Open(t, e2e.Visit{Allow: e2e.Faulty("rooms", "502"), Wrap: func(files http.Handler) http.Handler {
		return e2e.While(func(r *http.Request) bool { return isDown.Load() && strings.HasSuffix(r.URL.Path, "/rooms") }, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusBadGateway) })
		})(rooms(files))
	}}).Ready()
	isDown.Store(true)
	p.Press("#new")
	p.Await("document.querySelector('#new-form [value=room]') === null")
	for _, way := range []string{"link", "code"} {
		p.ChooseGame("against=" + way)
		p.Words("new-no-server", "The server does not answer, so no room can be opened now. You can still play by link or by code.")
	}
	p.Axe()("the server is down")
	p.ChooseGame("against=computer")
	p.Await("document.getElementById('new-no-server').textContent === ''")
	p.ChooseGame("against=code", "side=white")
	p.Press("#new-start")
	p.CodeToSend()
	p.Press("#connect .head button")
	isDown.Store(false)
	p.Await(e2e.HistoryIsFlat)
	p.Press("#new")
	p.Await("document.querySelector('#new-form [value=room]') !== null && document.getElementById('new-no-server').textContent === ''")
}
